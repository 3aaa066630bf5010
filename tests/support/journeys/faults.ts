// Creates a user with credits, another user, and a page whose clock the test controls. The journeys of the fault table
// share them.
import type { Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { clickGenerate, fillForm, waitForVideo } from './generate.ts'
import {
  createTestVisitor,
  expectCredits,
  getWorker,
  type Journey,
  type JourneyOptions,
  startJourney,
} from './journey.ts'
import { type Account, addCredits, type Books, readBooks } from './ledger.ts'
import { publicKey } from './public-key.ts'
import { signInWithoutBrowser } from './visitors.ts'

/** Matches Chromium's message for a request without a response, and the app's message for a failed sign-in. */
export const NO_RESPONSE =
  /net::ERR_\w+|^The (credits could not be fetched|users record could not be updated|login could not be recorded)/

/** Matches React's message for a page that it rendered again, because a file of code was lost while it rendered. */
export const RENDERED_AGAIN = /React error #520/

/**
 * Signs in a user with 600 credits, by default a new one. The browser starts with the data that a sign-in and a plan
 * store. Both have their own journeys and would take most of the time here.
 */
export async function startWith600(
  url = getWorker().url,
  person = createTestVisitor(),
  options: JourneyOptions = {},
): Promise<Journey & { owner: Account }> {
  const apiKey = await publicKey(url)
  const session = await signInWithoutBrowser(url, apiKey, person)
  const owner: Account = { url, token: session.access_token, userId: session.user.id, apiKey }
  await addCredits(owner, 600)
  const kept = {
    'sb-localhost-auth-token': JSON.stringify(session),
    token: owner.token,
    user: JSON.stringify({ id: owner.userId, credits: 600 }),
  }
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
  const journey = await startJourney({
    ...options,
    url,
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  return { ...journey, owner }
}

/** The prompt that `startWithFilledForm` writes into the form. */
export const PROMPT = 'A lake at dawn'

/** Calls startWith600(), then opens the generator and fills the form for a job of 20 credits. */
export async function startWithFilledForm(
  url?: string,
  prompt = PROMPT,
  person = createTestVisitor(),
): Promise<Journey & { owner: Account }> {
  const journey = await startWith600(url, person)
  await fillForm(journey, { model: 'Kling 1.6', prompt })
  return journey
}

/** Signs in another user with credits on the same server. Faults must never change this user's rows. */
export async function startOtherUser(url?: string): Promise<{ expectUntouched(): Promise<void> }> {
  const { owner } = await startWith600(url)
  const before: Books = await readBooks(owner)
  return {
    async expectUntouched() {
      expect(await readBooks(owner)).toEqual(before)
    },
  }
}

export const isConsume = (request: Request) => request.url().endsWith('/api/credits/consume')
export const isCreate = (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).pathname.startsWith('/generation/')
/** Returns whether a request reads one job of the library, with new URLs. */
export const isJobRead = (request: Request) =>
  /\/api\/jobs\/[0-9a-f-]{36}$/.test(request.url()) && request.method() === 'GET'
export const isStatus = (request: Request) => /\/generation\/[^/]+\/status$/.test(request.url())

/** Records every request of this page that `pick` accepts. `open` is the number of requests without a response. */
export function recordRequests(page: Page, pick: (request: Request) => boolean) {
  const record = { sent: [] as Request[], open: 0, mostOpen: 0 }
  page.on('request', (request) => {
    if (!pick(request)) return
    record.sent.push(request)
    record.open += 1
    record.mostOpen = Math.max(record.mostOpen, record.open)
  })
  const done = (request: Request) => {
    if (pick(request)) record.open -= 1
  }
  page.on('requestfinished', done)
  page.on('requestfailed', done)
  return record
}

/** Clicks Generate and waits until the server has the job. An earlier poll would get a 404. */
export async function startJob(page: Page): Promise<void> {
  const created = page.waitForResponse((response) => isCreate(response.request()))
  await clickGenerate(page)
  await created
}

/** Returns the job IDs of these requests. */
export function jobIds(requests: Request[]): (string | undefined)[] {
  return requests.map((request) => request.headers()['idempotency-key'])
}

/**
 * Advances the page's clock (installed earlier) until this element is visible. Each step fires a timer once at most. Running every
 * frame of the step would take half of a journey's time.
 */
export async function runClockUntil(page: Page, shown: Locator, stepMs = 1000): Promise<void> {
  await expect
    .poll(
      async () => {
        if (await shown.first().isVisible()) return true
        await page.clock.fastForward(stepMs)
        return false
      },
      { interval: 100, timeout: 60_000 },
    )
    .toBe(true)
}

/** Polls until the provider's finished video is stored, and waits until the player can play it. */
export async function pollUntilVideo(page: Page): Promise<void> {
  await runClockUntil(page, page.getByText('Your video is ready!'))
  await waitForVideo(page)
}

/** Starts a job on a page whose clock stops unless the test advances it. */
export async function startWatchedJob(url: string) {
  const journey = await startWith600(url)
  const { page } = journey
  await page.clock.install()
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'A heath in the wind' })
  const polls = recordRequests(page, isStatus)
  const polled = page.waitForResponse((response) => isStatus(response.request()))
  await clickGenerate(page)
  await expectCredits(page, 580)
  await polled
  // Everything except the job has loaded, so a fault affects only the job.
  await getLibrary(page).getByText('A heath in the wind').waitFor()
  await stopClock(page)
  const count = () => polls.sent.length
  /** Advances the clock by one poll interval and waits for the poll's response. */
  const nextPoll = async () => {
    const before = count()
    await page.clock.fastForward(5000)
    // The page may have started its timer shortly after the clock advanced.
    await expect
      .poll(async () => count() > before || (await page.clock.runFor(100)), { interval: 50, timeout: 30_000 })
      .toBe(true)
    await expect.poll(() => polls.open, { timeout: 30_000 }).toBe(0)
  }
  return { ...journey, polls, count, nextPoll }
}

/** Stops the page's clock. Playwright can stop it only at a future time, which can pass meanwhile. */
async function stopClock(page: Page): Promise<void> {
  const stop = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await expect.poll(() => stop().then(() => 'stopped', String)).toBe('stopped')
}

/** Reloads the page. Waits for the balance in the header, then for this text on the generator's stage. */
export async function expectAfterReload(page: Page, credits: number, text: string | RegExp): Promise<void> {
  await page.reload()
  await expectCredits(page, credits)
  await getResultPanel(page).getByText(text).first().waitFor()
}

export function getResultPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Your video', exact: true })
}

export function getLibrary(page: Page): Locator {
  return page.getByRole('region', { name: 'Your videos' })
}

export const GENERATING = 'Generating your video...'
/** The text of the idle panel. A user with videos sees the last one. */
export const IDLE = /^Your (next|last) video$/

/** Opens the menu of the first video in `place`, such as a row. */
export async function openMore(place: Locator): Promise<Locator> {
  await place.getByRole('button', { name: 'More', exact: true }).first().click()
  const menu = place.getByRole('menu')
  await menu.waitFor()
  return menu
}

/** Opens the menu of the first video in `place`, and clicks an item. */
export async function chooseFromMore(place: Locator, name: string): Promise<void> {
  const menu = await openMore(place)
  await menu.getByRole('menuitem', { name }).click()
}
