import { randomUUID } from 'node:crypto'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished } from 'vitest'
import { BROWSER_ARGS } from '../../../tools/sizes/find-browser.ts'
import { type Server, type ServerOptions, startServer } from '../../harness/app-server.ts'
import type { JourneyWorker } from './workers.ts'

const ARGS = [
  ...BROWSER_ARGS,
  '--autoplay-policy=no-user-gesture-required',
  // Blocks all other sites, including the gallery's posts, as in a closed network.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

/** The gallery requests this site, and the browser logs the failed request in its console. */
const POSTS = 'https://platform.twitter.com/'

/** The time limit for one step on a busy machine. A missing element still fails. */
const STEP_TIMEOUT_MS = 30_000

export interface Journey {
  page: Page
  context: BrowserContext
  url: string
  /**
   * Sets a pattern for console errors and uncaught exceptions that this journey expects. All others fail the journey.
   */
  expectComplaint(pattern: RegExp): void
}

export interface JourneyOptions extends BrowserContextOptions {
  /** The URL of a server other than the shared one. */
  url?: string
}

/**
 * The options of a journey that needs animation. Without a graphics card, an endless animation uses about half a
 * processor.
 */
export const MOVING = { reducedMotion: 'no-preference' } as const

let browser: Browser | undefined
let light: Browser | undefined
const launch = (executablePath: string) => chromium.launch({ executablePath, args: ARGS })

/**
 * Functions that close a test's contexts and return the complaints about each. After a failure (`hasFailed`), they
 * return full details.
 */
const ends: ((hasFailed: boolean) => Promise<string[]>)[] = []

/** Returns the servers that the files of this lane share, one file after another. */
export function getWorker(): JourneyWorker {
  const lanes = inject('lanes')
  const own = lanes[Number(process.env.VITEST_POOL_ID) - 1]
  if (!own) throw new Error('tests/setup/journeys.ts has started no servers')
  return own
}

/**
 * Opens the browser and closes each test's contexts. Call it once per journey file. All files of a lane share the light browser, which
 * closes with their process.
 * @param kind `complete` for notifications, which the light browser doesn't have
 */
export function openBrowser(kind: 'light' | 'complete' = 'light'): void {
  beforeAll(async () => {
    browser = kind === 'light' && light?.isConnected() ? light : await launch(inject('browsers')[kind])
    if (kind === 'light') light = browser
  }, 60_000)
  if (kind === 'complete') afterAll(() => browser?.close())
  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail'
    const report: string[] = []
    for (const end of ends.splice(0).reverse()) report.push(...(await end(hasFailed)))
    // CI reports contain an error's message, but no comparison.
    if (report.length > 0) throw new Error(`The browser's console and pages:\n${report.join('\n')}`)
  })
}

/**
 * Opens the app in a new browser profile, without animation unless the options contain `MOVING`. Any console error,
 * uncaught exception, or blocked content fails the test.
 */
export async function startJourney({ url = getWorker().url, ...options }: JourneyOptions = {}): Promise<Journey> {
  if (!browser) throw new Error('call openBrowser() first')
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    ...options,
  })
  const complaints: string[] = []
  const expected: RegExp[] = []
  context.on('console', (message) => {
    // The message "Failed to load resource" doesn't contain the URL. Only the message's location does.
    const { url } = message.location()
    if (message.type() === 'error' && !url.startsWith(POSTS)) complaints.push(`${message.text()} (${url})`)
  })
  context.on('weberror', (error) => complaints.push(error.error().message))
  const unanswered = new Set<Request>()
  context.on('request', (request) => unanswered.add(request))
  context.on('requestfinished', (request) => unanswered.delete(request))
  context.on('requestfailed', (request) => unanswered.delete(request))
  ends.push(async (hasFailed) => {
    const shown = hasFailed ? await describePages(context, [...unanswered]) : []
    await context.close()
    return [...complaints.filter((text) => !expected.some((pattern) => pattern.test(text))), ...shown]
  })
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  const page = await context.newPage()
  return { page, context, url, expectComplaint: (pattern) => expected.push(pattern) }
}

/** Describes the pages, to explain a failure on another machine. */
async function describePages(context: BrowserContext, unanswered: Request[]): Promise<string[]> {
  const shown = context.pages().map(async (page) => `${page.url()}\n${await page.locator('main').ariaSnapshot()}`)
  const waiting = unanswered.map((request) => `no answer yet: ${request.method()} ${request.url()}`)
  return [...waiting, ...(await Promise.all(shown.map((text) => text.catch(String))))]
}

/**
 * Opens this URL and waits until the page's script is active. React hydrates the page in slices, and its internal
 * property shows this. The text is visible earlier, but hover events until then are lost, and clicks wait
 * (docs/decisions/015-pages-and-bytes.md). Other journeys test these clicks.
 */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await waitForScript(page)
}

/**
 * Waits until React has hydrated the frame and then the page. From then on, React sets the scroll positions. The lower
 * part of the home page hydrates later.
 */
export async function waitForScript(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root: object = document.getElementById('root') ?? {}
    const mark = Object.entries(root).find(([name]) => name.startsWith('__reactContainer'))
    const container = mark?.[1] as { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } } | undefined
    const isTaken = container?.stateNode.current.memoizedState.isDehydrated === false
    return isTaken && window.history.scrollRestoration === 'manual'
  })
}

/** Waits until the page knows whether a user is signed in. Before that, its Login link has a class for visitors. */
export async function waitForSession(page: Page): Promise<void> {
  const banner = page.getByRole('banner')
  await banner
    .locator('a:not([class*=visitor])', { hasText: /^Login$/ })
    .or(banner.getByRole('button', { name: /^Account menu for (?!User$)/ }))
    .first()
    .waitFor()
}

/**
 * Calls startServer() for one test. The server is removed after the test's pages are closed, because an open page would
 * log an error.
 */
export async function startServerForTest(options?: ServerOptions): Promise<Server> {
  const server = await startServer(options)
  onTestFinished(() => server.remove())
  return server
}

export interface TestVisitor {
  name: string
  email: string
}

/** Returns a new visitor without an account. */
export function createTestVisitor(): TestVisitor {
  const id = randomUUID().slice(0, 8)
  return { name: `Visitor ${id}`, email: `visitor-${id}@example.com` }
}

/**
 * Signs in through the popup, with the demo account or as this visitor with "use another account". Ends on the home
 * page.
 */
export async function signIn({ page, url }: Journey, person?: TestVisitor): Promise<void> {
  // The page must listen first. On a busy machine, the browser would block a popup that opens 5 s after the click.
  await openPage(page, `${url}/login`)
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue with Google' }).click(),
  ])
  await popup.waitForURL(/stand-ins\/google/)
  if (person) {
    await popup.getByText('Use another account').click()
    await popup.getByLabel('Name').fill(person.name)
    await popup.getByLabel('Email').fill(person.email)
  }
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: person ? 'Continue' : 'Demo Account' }).click()
  await closed
  await page.waitForURL(`${url}/`)
}

/** Waits until the header shows this number of credits. */
export async function expectCredits(page: Page, credits: number): Promise<void> {
  const shown = page
    .getByRole('banner')
    .getByText(`${credits.toLocaleString('en-US')} credits`, { exact: true })
    .first()
  await shown.waitFor()
}

/**
 * Adds a simulated plan's credits on /debug, as the README suggests for a new account. Waits until they are granted.
 */
export async function addPlanCredits({ page, url }: Journey, plan: 'lite' | 'pro' | 'pro_plus'): Promise<void> {
  await page.goto(`${url}/debug`)
  // The form shows the user's ID once the page knows the signed-in user.
  await expect.poll(() => page.getByLabel('用户ID').inputValue()).not.toBe('')
  await page.getByLabel('套餐').selectOption(plan)
  await page.getByRole('button', { name: '模拟订阅' }).click()
  await page
    .getByText(/^已添加/)
    .first()
    .waitFor()
}

/** Waits until the shown section of the account page has loaded its code and its data. */
export async function waitForSection(page: Page): Promise<void> {
  const section = page.getByRole('main').locator('section:visible').first()
  await section.waitFor()
  await section.getByRole('status', { name: /^Loading / }).waitFor({ state: 'detached' })
}
