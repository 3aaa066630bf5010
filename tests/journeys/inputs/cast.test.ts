// Adds members to the cast, names them in a prompt, and generates a video, on a server whose models take references.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Server, startServer } from '../../harness/app-server.ts'
import * as files from '../../support/image-files.ts'
import { axeFaults } from '../../support/journeys/axe.ts'
import { isCreate, startWith600 } from '../../support/journeys/faults.ts'
import { chooseModel, clickGenerate, waitForVideo } from '../../support/journeys/generate.ts'
import { openBrowser, openPage } from '../../support/journeys/journey.ts'
import { enter, expectFocus } from '../../support/journeys/keyboard.ts'
import { cutWords, doubleText, getOverflow } from '../../support/journeys/layout.ts'
import { type Account, expectBooks } from '../../support/journeys/ledger.ts'
import { listSmallTargets } from '../../support/journeys/touch.ts'

openBrowser()

let server: Server | undefined
beforeAll(async () => {
  server = await startServer({ env: { LOCAL_MODELS: 'all' } })
})
afterAll(() => server?.remove())

const getPrompt = (page: Page) => page.getByLabel('Prompt', { exact: true })
const getList = (page: Page) => page.getByRole('listbox', { name: 'Your cast' })
const getChips = (page: Page) => page.getByRole('list', { name: 'Cast in this video' }).getByRole('listitem')

const image = (width: number) => files.card(width, 400)

/** Adds a member on the page of the cast. */
async function addOnPage(page: Page, name: string, widths: readonly number[]): Promise<void> {
  await page.getByRole('button', { name: 'Add to cast' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to cast' })
  const images = widths.map((width) => ({ name: `${width}.png`, mimeType: 'image/png', buffer: image(width) }))
  await dialog.locator('input[accept="image/*"]').setInputFiles(images)
  await expect.poll(() => dialog.getByRole('img').count()).toBe(widths.length)
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Add to cast' }).click()
  await page.getByRole('list', { name: 'Cast' }).getByRole('heading', { name, exact: true }).waitFor()
}

/** Adds a member with these images, as another tab does. */
async function addMember({ url, token }: Account, name: string, widths: readonly number[]): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const { data } = (await answer.json()) as { data: { id: string } }
    return data.id
  }
  const images = await Promise.all(
    widths.map((width) => post('/api/images', { image: `data:image/png;base64,${image(width).toString('base64')}` })),
  )
  await post('/api/cast', { kind: 'character', name, images })
}

async function expectUsable(page: Page, state: string): Promise<void> {
  expect.soft([state, await getOverflow(page), await axeFaults(page)]).toEqual([state, 0, []])
}

it('names members in the prompt by keyboard and by pointer, and sends their images', async () => {
  const { page, url, owner } = await startWith600(server?.url)
  await page.setViewportSize({ width: 1280, height: 900 })
  await openPage(page, `${url}/create-video`)
  await getPrompt(page).click()
  await page.keyboard.type('At sea, @')
  await page.getByText('Your cast is empty.').waitFor()
  await expectUsable(page, 'empty')
  await page.getByRole('link', { name: 'Add people, places, and styles' }).click()
  await addOnPage(page, 'Mara', [500, 600, 700])
  await addMember(owner, 'Mara Lou', [800])

  await page.goBack()
  await getPrompt(page).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('@mar')
  await getList(page).waitFor()
  const options = getList(page).getByRole('option')
  await expect.poll(() => options.allInnerTexts()).toEqual(['Mara Lou\nCharacter', 'Mara\nCharacter'])
  await expectUsable(page, 'list')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectFocus(page, /^Prompt$/)
  expect(await getPrompt(page).inputValue()).toBe('At sea, @Mara ')
  await page.keyboard.press('Control+z')
  expect(await getPrompt(page).inputValue()).toBe('At sea, @mar')
  await page.keyboard.press('Control+y')
  expect(await getPrompt(page).inputValue()).toBe('At sea, @Mara ')
  await page.keyboard.type('meets ')

  // A member that another tab has added.
  await addMember(owner, 'مُنى', [900, 1000])
  await page.keyboard.type('@')
  await getList(page).getByRole('option', { name: 'مُنى' }).click()
  await expectFocus(page, /^Prompt$/)
  expect(await getPrompt(page).inputValue()).toBe('At sea, @Mara meets @مُنى ')
  // Kling 1.6 and Veo 3 take no references.
  await page.getByText("doesn't use references, so it only reads the names.", { exact: false }).waitFor()
  await page.getByText('5 seconds', { exact: true }).click()
  await chooseModel(page, 'Seedance 2.5')
  await expect.poll(() => getChips(page).allInnerTexts()).toEqual(['Mara 3 of 3 images', 'مُنى 2 of 2 images'])
  await expectUsable(page, 'members')

  await page.reload()
  await expect.poll(() => getChips(page).count()).toBe(2)
  const created = page.waitForRequest(isCreate)
  await clickGenerate(page)
  const { input } = (await created).postDataJSON()
  expect(input).toMatchObject({ prompt: 'At sea, @Mara meets @مُنى', cast: [{}, {}].map(() => expect.any(String)) })
  expect(input.references).toBeUndefined()
  await waitForVideo(page)
  await expectBooks(owner, { available: 480, jobs: ['succeeded'] })
  const job = await page.evaluate(
    async (token) => (await fetch('/api/jobs?limit=1', { headers: { authorization: `Bearer ${token}` } })).json(),
    owner.token,
  )
  expect(job.data.jobs[0]).toMatchObject({ inputKind: 'references', images: Array.from({ length: 5 }, () => ({})) })
})

it('opens the names with a finger, closes them with Escape, and fits a phone with large text', async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const
  const { page, url, owner } = await startWith600(server?.url, undefined, phone)
  const long = 'Maximiliane-Wilhelmine von Hohenfels Kai'
  for (const name of [long, 'One', 'Two', 'Three', 'Four', 'Five']) await addMember(owner, name, [500])
  await openPage(page, `${url}/create-video`)
  const button = page.getByRole('button', { name: 'Cast', exact: true })
  await button.tap()
  await getList(page).waitFor()
  await expectUsable(page, 'list')
  expect(await listSmallTargets(page)).toEqual([])
  await page.keyboard.press('Escape')
  await getList(page).waitFor({ state: 'hidden' })
  await enter(page, /^Cast$/)
  // The ring is around the active option.
  await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('listbox')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect.poll(() => getPrompt(page).inputValue()).toBe(`@${long} `)
  await button.tap()
  await getList(page).getByRole('option', { name: 'Two' }).tap()
  await expect.poll(() => getPrompt(page).inputValue()).toBe(`@${long} @Two `)
  await expect.poll(() => getChips(page).count()).toBe(2)
  await expectUsable(page, 'members')
  expect(await listSmallTargets(page)).toEqual([])
  await doubleText(page)
  expect([await getOverflow(page), await cutWords(page)]).toEqual([0, []])
})
