import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { logInAsAdmin, search } from '../../support/journeys/admin.ts'
import { getWorker, openBrowser, startJourney } from '../../support/journeys/journey.ts'
import { getOverflow } from '../../support/journeys/layout.ts'
import { publicKey } from '../../support/journeys/public-key.ts'
import { recordVisitors, type Visitor } from '../../support/journeys/visitors.ts'

openBrowser()

/** A part of every email in this file, so that a search finds only its users. */
const GROUP = randomUUID().slice(0, 8)
const MANY = 27

const HOSTILE: Visitor[] = [
  {
    name: '<img src=x onerror="window.hit=1">',
    email: `img-${GROUP}-odd@example.com`,
    userAgent: '<img src=x onerror="window.hit=1">',
  },
  { name: '\u202Eمرحبا بالعالم', email: `rtl-${GROUP}-odd@example.com` },
  { name: '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(6), email: `emoji-${GROUP}-odd@example.com` },
  { name: 'W'.repeat(100), email: `${'long-'.repeat(10)}${GROUP}-odd@example.com`, userAgent: 'x'.repeat(2000) },
  {
    name: '=1+1',
    email: `formula-${GROUP}-odd@example.com`,
    userAgent: '@SUM(A1)',
    ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  },
]

beforeAll(async () => {
  const many = Array.from({ length: MANY }, (_, index) => ({
    name: `Visitor ${index + 1}`,
    email: `visitor-${index + 1}-${GROUP}-many@example.com`,
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  }))
  await recordVisitors(getWorker().url, await publicKey(getWorker().url), [...many, ...HOSTILE])
}, 120_000)

const getRows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })

it('pages login records newest first, finds one by email, and exports all pages without Excel formulas', async () => {
  const journey = await startJourney({ timezoneId: 'Asia/Shanghai' })
  const { page } = journey
  await logInAsAdmin(journey)
  await search(page, `${GROUP}-many`)
  await page.getByText(`第 1–25 条，共 ${MANY} 条`).first().waitFor()
  await expect.poll(() => getRows(page).count()).toBe(25)
  await getRows(page).first().getByText(`visitor-${MANY}-${GROUP}-many@example.com`).first().waitFor()
  await page.getByRole('button', { name: '末页' }).click()
  await page.getByText(`第 26–27 条，共 ${MANY} 条`).first().waitFor()
  await getRows(page).last().getByText(`visitor-1-${GROUP}-many@example.com`).first().waitFor()

  await search(page, `${GROUP}-`)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出 CSV' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/^login-records-\d{4}-\d{2}-\d{2}\.csv$/)
  const bytes = await readFile(await saved.path())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.toString('utf8').split('\r\n')
  expect(lines[0]).toBe('\uFEFF邮箱,姓名,时间,IP地址,浏览器信息')
  expect(lines).toHaveLength(1 + MANY + HOSTILE.length)
  expect(lines[1]).toMatch(
    new RegExp(`^formula-${GROUP}-odd@example.com,"'=1\\+1",\\S+Z,2001:db8:[^,]+,"'@SUM\\(A1\\)"$`),
  )
})

it('shows login records with foreign text as plain text, and keeps their layout at every width', async () => {
  const journey = await startJourney()
  const { page } = journey
  await logInAsAdmin(journey)
  await search(page, `${GROUP}-odd`)
  await page.getByText(`共 ${HOSTILE.length} 条`).first().waitFor()
  for (const { name, email } of HOSTILE) {
    const row = getRows(page).filter({ hasText: email })
    expect(await row.getByRole('cell').nth(1).locator('bdi').textContent()).toBe(name.replace('\u202E', ''))
  }
  const long = getRows(page).filter({ hasText: 'WWW' })
  await long.getByRole('button', { name: '完整的浏览器信息' }).click()
  expect(await long.getByRole('region', { name: 'User-Agent' }).textContent()).toBe('x'.repeat(2000))
  expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined()
  expect(await page.locator('main [src="x"]').count()).toBe(0)
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await getOverflow(page)).toBe(0)
    const frame = await page.getByRole('region', { name: '登录记录' }).boundingBox()
    for (const cell of await page.getByRole('cell').all()) {
      const box = await cell.boundingBox()
      if (!box || !frame) throw new Error('a cell is not shown')
      expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width)
    }
  }
})
