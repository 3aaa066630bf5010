import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { VIDEO } from '../harness/api.ts'
import { expectNoFaults } from '../support/journeys/axe.ts'
import { getLibrary, startWith600, startWithFilledForm } from '../support/journeys/faults.ts'
import { clickGenerate, waitForVideo } from '../support/journeys/generate.ts'
import {
  createTestVisitor,
  expectCredits,
  openBrowser,
  signIn,
  startJourney,
  waitForSection,
} from '../support/journeys/journey.ts'
import { cutWords, doubleText, getOverflow } from '../support/journeys/layout.ts'
import { type Account, storedSession } from '../support/journeys/ledger.ts'
import { openScriptedProvider } from '../support/journeys/scripted-provider.ts'
import { type NewSession, signInWithoutBrowser } from '../support/journeys/visitors.ts'
import { pngDataUri } from '../support/server/image.ts'
import { zipEntries } from '../support/zip-entries.ts'

openBrowser()

const scripted = openScriptedProvider()

const part = (page: Page, name: string) => page.getByRole('region', { name })

const openSection = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name }).click()

/** Saves a file by a click, without the browser's file dialog. */
async function save(page: Page, name: string): Promise<Buffer> {
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return readFile(await saved.path())
}

async function uploadImage({ url, token }: Account): Promise<string> {
  const response = await fetch(`${url}/api/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ image: pngDataUri(320, 320) }),
  })
  return ((await response.json()) as { data: { id: string } }).data.id
}

it("exports an account's data as one file, then deletes the account for good; the next sign-in creates a new one", async () => {
  const { provider } = scripted
  provider.finish()
  const person = createTestVisitor()
  const journey = await startWithFilledForm(scripted.url(), 'A brook under ice', person)
  const { page, url, owner } = journey
  await clickGenerate(page)
  await waitForVideo(page)
  await getLibrary(page)
    .getByRole('button', { name: /^Play: / })
    .waitFor()
  const image = await uploadImage(owner)

  await page.getByRole('button', { name: /^Account menu for/ }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
  await page.getByRole('main').getByText(person.email).first().waitFor()

  await openSection(page, 'Credits')
  const credits = part(page, 'Credits')
  await credits.getByText('580 credits', { exact: true }).waitFor()
  expect(await credits.getByRole('heading', { level: 3 }).count()).toBe(1)
  const csv = (await save(page, 'Download CSV')).toString()
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFTime (UTC),Transaction,Model,State,Credits,Balance',
    expect.stringMatching(/^.+Z,A brook under ice,Kling 1\.6,Charged,-20,580$/),
    expect.stringMatching(/^.+Z,.+,,Added,600,600$/),
  ])

  await openSection(page, 'Your data')
  const entries = zipEntries(await save(page, 'Export everything'))
  await page.getByText('Saved. The file has 2 videos and images, and your data.').waitFor()
  const found = new Map(entries.map(({ name, content }) => [name, content]))
  const data = JSON.parse(String(found.get('account.json')))
  const [job] = data.jobs
  expect([...found.keys()].sort()).toEqual(['account.json', `images/${image}.png`, `videos/${job.id}.mp4`])
  // A delivered file ends with a mark, so only its beginning equals the original.
  expect(found.get(job.video)?.subarray(0, VIDEO.byteLength).equals(VIDEO)).toBe(true)
  expect(data).toMatchObject({
    profile: { email: person.email, credits: 580 },
    jobs: [{ prompt: 'A brook under ice', credits: 20, status: 'succeeded' }],
    missingFiles: [],
  })
  expect(data.transactions.map(({ kind }: { kind: string }) => kind)).toEqual(['capture', 'hold', 'grant'])
  expect(JSON.stringify(data)).not.toContain('token=')

  await page.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByText("Your 580 credits are lost, and can't be refunded.").waitFor()
  await dialog.getByRole('textbox').fill('somebody@example.com')
  await page.keyboard.press('Enter')
  await dialog.getByText("This isn't your account's email. Nothing was deleted.").waitFor()
  await dialog.getByRole('textbox').fill(person.email.toUpperCase())
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await page.waitForURL(`${url}/`)
  await page.getByText('Your account is deleted.').first().waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  const refused = await fetch(`${url}/api/jobs`, { headers: { authorization: `Bearer ${owner.token}` } })
  expect(refused.status).toBe(401)

  await signIn(journey, person)
  await expectCredits(page, 0)
  await page.goto(`${url}/create-video`)
  await getLibrary(page).getByText('No videos yet').waitFor()
})

it('signs out one other device of an account, and then every device', async () => {
  const person = createTestVisitor()
  const { page, url, owner } = await startWith600(undefined, person)
  const second = await startJourney({ url })
  // The page below reads the login records once. The app stores this one after the sign-in.
  const recorded = second.page.waitForResponse((response) => response.url().includes('/rest/v1/login_logs?select=id'))
  await signIn(second, person)
  await recorded
  const other = await storedSession(second.page)
  await page.goto(`${url}/account#sessions`)
  const sessions = part(page, "Where you're signed in")
  // The sign-in service of the local server stores no browser, but the login record does.
  await expect.poll(() => sessions.getByText('Chrome Headless on Linux').count()).toBe(2)
  expect(await sessions.getByText('This device', { exact: true }).count()).toBe(1)
  await sessions.getByRole('button', { name: 'Sign out', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Sign out this device?' })
  await question.getByText('It may stay signed in for up to an hour.').waitFor()
  await expectNoFaults(page, 'question')
  await question.getByRole('button', { name: 'Sign out' }).click()
  await sessions.getByText('Session ended. The device may stay signed in for up to an hour.').waitFor()
  expect(await sessions.getByRole('listitem').count()).toBe(1)
  const renew = (refresh_token: string) =>
    fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: owner.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token }),
    })
  expect((await renew(other.refresh_token)).status).toBe(400)
  const own = (await (await renew((await storedSession(page)).refresh_token)).json()) as NewSession

  const third = await signInWithoutBrowser(url, owner.apiKey, person)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const everywhere = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await everywhere.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL(`${url}/`)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  // Asks the sign-in service, because the API may trust a verified token for another minute.
  for (const token of [own.access_token, third.access_token]) {
    const headers = { authorization: `Bearer ${token}`, apikey: owner.apiKey }
    const { status } = await fetch(`${url}/auth/v1/user`, { headers })
    expect(status).toBe(403)
  }
})

it('shows a usable account page at every width, with large text, and with a long name', async () => {
  const person = { ...createTestVisitor(), name: 'Maximiliana Oberhausen-Wolkenstein von der Lippe' }
  const journey = await startWithFilledForm(
    scripted.url(),
    'A long pan over the roofs of a town by the sea at night',
    person,
  )
  const { page, url } = journey
  const { provider } = scripted
  provider.finish()
  await clickGenerate(page)
  await waitForVideo(page)
  const SECTIONS = ['profile', 'credits', 'sessions', 'keys', 'webhooks', 'data']
  for (const id of SECTIONS) {
    await page.goto(`${url}/account#${id}`)
    await waitForSection(page)
    await expectNoFaults(page, id)
  }
  await expectNoFaults(page, 'delete dialog', async () => {
    await page.getByRole('button', { name: 'Delete account…' }).click()
    await page.getByRole('dialog').waitFor()
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await doubleText(page)
  for (const id of SECTIONS) {
    await page.goto(`${url}/account#${id}`)
    await waitForSection(page)
    expect([id, await getOverflow(page), await cutWords(page)]).toEqual([id, 0, []])
    // The link of the section is in view, although the row of links is wider than the window.
    const { x = -1, width = 0 } = (await page.locator(`main [aria-current][href$="#${id}"]`).boundingBox()) ?? {}
    expect([id, x >= 0, x + width <= 360]).toEqual([id, true, true])
  }
})
