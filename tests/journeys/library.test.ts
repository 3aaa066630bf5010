import { readFile, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { expectNoFaults } from '../support/journeys/axe.ts'
import {
  chooseFromMore,
  getLibrary,
  getResultPanel,
  openMore,
  startJob,
  startWith600,
  startWithFilledForm,
} from '../support/journeys/faults.ts'
import { clickGenerate, fillForm, waitForVideo } from '../support/journeys/generate.ts'
import { expectCredits, openBrowser } from '../support/journeys/journey.ts'
import { cutWords, doubleText, getOverflow } from '../support/journeys/layout.ts'
import { expectBooks } from '../support/journeys/ledger.ts'
import { makeVideo } from '../support/journeys/make-video.ts'
import { openScriptedProvider } from '../support/journeys/scripted-provider.ts'
import { videoFacts } from '../support/journeys/video-facts.ts'
import { zipEntries } from '../support/zip-entries.ts'

openBrowser()

const scripted = openScriptedProvider()

it('finds a finished video after a reload, plays, reuses, and deletes it; the statement adds up', async () => {
  const { provider } = scripted
  provider.finish()
  const { page } = await startWithFilledForm(scripted.url(), 'A brook under ice')
  await clickGenerate(page)
  await waitForVideo(page)
  const mine = getLibrary(page)
  await openMore(mine)
  await mine.getByText('20 credits charged').first().waitFor()

  await page.reload()
  await getResultPanel(page).getByText('Your last video').first().waitFor()
  await mine.getByText('A brook under ice').first().waitFor()
  await mine.getByRole('region', { name: 'What comes next?' }).waitFor()
  await expectNoFaults(page, 'a library of one video')
  await mine.getByRole('button', { name: 'Play: A brook under ice' }).click()
  const player = page.getByRole('dialog', { name: 'Your video: A brook under ice' })
  await expect
    .poll(() => player.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThanOrEqual(2)
  await page.keyboard.press('Escape')

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    mine.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/^ai-video-\d+\.mp4$/)

  await page.getByLabel('Prompt', { exact: true }).fill('')
  await mine.getByRole('button', { name: 'Use again' }).click()
  await expect.poll(() => page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('A brook under ice')

  await mine.locator('summary').click()
  await mine.getByText('580 credits', { exact: true }).first().waitFor()

  await chooseFromMore(mine, 'Delete')
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await mine.getByText('No videos yet').first().waitFor()
  await page.reload()
  await expectCredits(page, 580)
  await mine.getByText('No videos yet').first().waitFor()
})

it('shows one job in two tabs, and continues the job in one tab when the other closes', async () => {
  const { page, context, owner, url } = await startWithFilledForm(scripted.url(), 'A pier at night')
  await startJob(page)
  const other = await context.newPage()
  let polls = 0
  other.on('request', (request) => {
    if (/\/status$/.test(request.url())) polls += 1
  })
  await other.goto(`${url}/create-video`)
  await getResultPanel(other).getByText('Generating your video...').first().waitFor()
  await getLibrary(other).getByText('20 credits held').first().waitFor()
  await page.close()
  const before = polls
  await expect.poll(() => polls, { timeout: 30_000 }).toBeGreaterThan(before)
  scripted.provider.finish()
  await waitForVideo(other)
  await getLibrary(other)
    .getByRole('button', { name: /^Play: / })
    .waitFor()
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
})

it('finds videos by prompt, title, and star, folds failed jobs into a line, and downloads a selection as one file', async () => {
  const { provider } = scripted
  provider.finish()
  const journey = await startWith600(scripted.url())
  const { page, owner } = journey
  for (const prompt of ['A brook under ICE', 'A pier at night']) await makeVideo(owner, 'kling-1.6', prompt)
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'A mine' })
  // The browser's save dialog would wait for the user forever.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const mine = getLibrary(page)
  provider.fail('The mine is too dark to show more than a lamp, a wall, and the hand that holds the lamp')
  await clickGenerate(page)
  const receipt = "You weren't charged. 20 credits returned."
  await mine.getByText(receipt).waitFor()
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await cutWords(page)).not.toContain(receipt)
  }
  await page.setViewportSize({ width: 360, height: 900 })
  await doubleText(page)
  expect([await getOverflow(page), await cutWords(page)]).toEqual([0, []])
  // The list renders no row this far down until the page scrolls.
  await mine.getByText('All your credit transactions').scrollIntoViewIfNeeded()
  await mine.getByText(receipt).waitFor()
  expect(await getOverflow(page)).toBe(0)
  expect(await cutWords(page)).not.toContain(receipt)
  await page.getByRole('button', { name: 'Try Again', exact: true }).click()
  // The text has its own size again.
  await page.reload()
  await page.setViewportSize({ width: 1440, height: 900 })

  await mine.getByRole('link', { name: 'All videos' }).click()
  const rows = mine.getByRole('listitem')
  await mine.getByRole('searchbox').waitFor()
  await expect.poll(() => rows.count()).toBe(3)
  await mine.getByRole('searchbox').fill('ice')
  await mine.getByText('1 video found').waitFor()
  expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('A brook under ICE')])
  await mine.getByRole('button', { name: 'Failed' }).click()
  await mine.getByRole('heading', { name: 'No videos found' }).waitFor()
  await mine.getByRole('button', { name: 'Clear filters' }).click()
  await mine.getByRole('button', { name: 'Failed' }).click()
  await mine.getByText('1 video found').waitFor()
  expect(await rows.first().evaluate((row) => row.getBoundingClientRect().height)).toBeLessThan(100)
  await rows.locator('summary').click()
  await rows.getByText(/^Seed \d+$/).waitFor()
  await mine.getByRole('button', { name: 'Clear filters' }).click()

  const pier = rows.filter({ hasText: 'A pier at night' })
  await chooseFromMore(pier, 'Rename')
  await page.keyboard.type('Opening shot')
  await page.keyboard.press('Enter')
  const titled = rows.filter({ hasText: 'Opening shot' })
  // The button shows the star at once. A reload before the response would cancel the request.
  const stored = page.waitForResponse((response) => response.request().postDataJSON()?.isStarred === true)
  await titled.getByRole('button', { name: 'Star' }).click()
  await titled.locator('[aria-pressed=true]').waitFor()
  await stored
  await page.reload()
  await mine.getByRole('button', { name: 'Starred' }).click()
  await mine.getByText('1 video found').waitFor()
  expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('Opening shot')])
  await mine.getByRole('button', { name: 'Starred' }).click()
  await mine.getByRole('searchbox').fill('opening')
  await mine.getByText('1 video found').waitFor()
  await mine.getByRole('button', { name: 'Clear filters' }).click()
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))

  await mine.getByRole('button', { name: 'Select' }).click()
  await mine.getByRole('checkbox', { name: 'A brook under ICE' }).check()
  // The whole card selects, and its actions are hidden.
  await rows.filter({ hasText: 'Opening shot' }).click({ position: { x: 200, y: 100 } })
  expect(await mine.getByRole('checkbox', { name: 'Opening shot' }).isChecked()).toBe(true)
  expect(await mine.getByRole('button', { name: 'More', exact: true }).count()).toBe(0)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    mine.getByRole('region', { name: 'Selected videos' }).getByRole('button', { name: 'Download' }).click(),
  ])
  await page.getByText('Downloaded 2 videos.').first().waitFor()
  const path = await saved.path()
  const entries = zipEntries(await readFile(path))
  expect(entries.map(({ name }) => name)).toEqual(['A brook under ICE.mp4', 'Opening shot.mp4'])
  for (const [index, { content }] of entries.entries()) {
    await writeFile(`${path}-${index}`, content)
    expect(await videoFacts(`${path}-${index}`)).toMatchObject({ isMp4: true, durationSeconds: expect.closeTo(5, 0) })
  }
})
