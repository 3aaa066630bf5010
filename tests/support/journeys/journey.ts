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
  // The posts of the gallery and every other site: away, as they are where a network is closed, and not only there.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

/** The gallery asks whether it answers, and the browser says in its console that it does not. */
const POSTS = 'https://platform.twitter.com/'

/** Time for one step of a person on a machine that has much else to do. What never comes fails all the same. */
const STEP_TIMEOUT_MS = 30_000

export interface Journey {
  page: Page
  context: BrowserContext
  url: string
  /** Console errors and uncaught exceptions that this journey expects; all others fail it. */
  expectComplaint(pattern: RegExp): void
}

export interface JourneyOptions extends BrowserContextOptions {
  /** Another server than the shared one. */
  url?: string
}

/** The options of a journey that needs animation. Without a graphics card an endless one takes about half a processor. */
export const MOVING = { reducedMotion: 'no-preference' } as const

let browser: Browser | undefined
/** Close a test's contexts, and return what is to be said of each; `hasFailed` asks for all of it. */
const ends: ((hasFailed: boolean) => Promise<string[]>)[] = []

/** The servers that this file shares with those before and after it in its lane. */
export function getWorker(): JourneyWorker {
  const lanes = inject('lanes')
  const own = lanes[Number(process.env.VITEST_POOL_ID) - 1]
  if (!own) throw new Error('tests/setup/journeys.ts has started no servers')
  return own
}

/** Call once per journey file: opens and closes the browser and ends each test's contexts. */
export function openBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: inject('browserPath'), args: ARGS })
  }, 60_000)
  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail'
    const report: string[] = []
    for (const end of ends.splice(0).reverse()) report.push(...(await end(hasFailed)))
    // The reports of CI keep an error's message, and no comparison.
    if (report.length > 0) throw new Error(`The browser's console and pages:\n${report.join('\n')}`)
  })
  afterAll(() => browser?.close())
}

/**
 * Opens a fresh browser profile on the app, without animation unless the options have `MOVING`. Any console error, uncaught exception
 * or blocked content fails the test.
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
    // "Failed to load resource" is said of an address that only the place of the message names.
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

/** Describes the pages, so that a failure on another machine can be understood. */
async function describePages(context: BrowserContext, unanswered: Request[]): Promise<string[]> {
  const shown = context.pages().map(async (page) => `${page.url()}\n${await page.locator('main').ariaSnapshot()}`)
  const waiting = unanswered.map((request) => `no answer yet: ${request.method()} ${request.url()}`)
  return [...waiting, ...(await Promise.all(shown.map((text) => text.catch(String))))]
}

/**
 * Opens this address and waits until its script listens, by the mark that React leaves and takes over slice by slice. A page's words
 * are there before: what is hovered over until then is lost, and a click waits, which has journeys of its own (docs/decisions/027).
 */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await waitForScript(page)
}

/**
 * Waits until React has taken over the frame and then the page, which sets the scroll positions from then on. Home below its first
 * screen comes later.
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

/** Waits until the page knows who is signed in, or that nobody is. Before that, its Login has a class for visitors. */
export async function waitForSession(page: Page): Promise<void> {
  const banner = page.getByRole('banner')
  await banner
    .locator('a:not([class*=visitor])', { hasText: /^Login$/ })
    .or(banner.getByRole('button', { name: /^Account menu for (?!User$)/ }))
    .first()
    .waitFor()
}

/** startServer() for one test. It is removed after the test's pages are closed: an open one would complain that it went. */
export async function startServerForTest(options?: ServerOptions): Promise<Server> {
  const server = await startServer(options)
  onTestFinished(() => server.remove())
  return server
}

export interface TestVisitor {
  name: string
  email: string
}

/** Somebody who has never been here. */
export function createTestVisitor(): TestVisitor {
  const id = randomUUID().slice(0, 8)
  return { name: `Visitor ${id}`, email: `visitor-${id}@example.com` }
}

/** Signs in through the popup: the demo account, or "use another account" as this person. Ends on the home page. */
export async function signIn({ page, url }: Journey, person?: TestVisitor): Promise<void> {
  // The page must listen first. On a busy machine, the browser would block a popup that comes 5 s after the click.
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

/** The number of credits in the header, once it is this. */
export async function expectCredits(page: Page, credits: number): Promise<void> {
  const shown = page
    .getByRole('banner')
    .getByText(`${credits.toLocaleString('en-US')} credits`, { exact: true })
    .first()
  await shown.waitFor()
}

/** Takes a simulated plan on /debug, as the README tells a new account to; waits until it is granted. */
export async function addPlanCredits({ page, url }: Journey, plan: 'lite' | 'pro' | 'pro_plus'): Promise<void> {
  await page.goto(`${url}/debug`)
  // Whose plan it is stands there once the page knows who is signed in.
  await expect.poll(() => page.getByLabel('用户ID').inputValue()).not.toBe('')
  await page.getByLabel('套餐').selectOption(plan)
  await page.getByRole('button', { name: '模拟订阅' }).click()
  await page
    .getByText(/^已添加/)
    .first()
    .waitFor()
}
