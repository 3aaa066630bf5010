// Implements `npm run lighthouse [-- --rounds 5] [--pages /,/pricing]`. It tests every public page with Lighthouse's
// mobile preset over HTTP/2. It also measures the largest paint on slow 4G with a fourth of the processor's speed. A
// static copy of each page (its HTML without scripts) alternates with the page for comparison. Lighthouse simulates a
// phone from measurements on this machine, but the largest paint is measured on a slowed connection. The command exits
// with 1 if accessibility, best practices, or SEO is below 100, or if the layout shifts by 0.02. The other figures
// depend on the machine and are only printed. It requires openssl. Its first run installs Lighthouse.
import type { Browser } from 'playwright-core'
import { getSharePath, PUBLIC_PAGES } from '../../../src/config/paths.ts'
import { findFreePort } from '../../../tests/harness/free-port.ts'
import { findInstalled } from '../../packages/find-installed.ts'
import { SHARED_TOKEN } from '../../sizes/measure.ts'
import { countLoads, type Figure, getMedian, report, rounds } from '../figures.ts'
import { runWithPages, slowDown, staticCopies } from './page-server.ts'
import { openChromium, PHONE } from './visitor.ts'

const ROUNDS = rounds(5)
const MOST_SHIFT = 0.02
/** The time to wait after a page has loaded. A larger paint can still occur during this time. */
const SETTLE_MS = 1500

interface Audit {
  performance: number
  shift: number
  accessibility: number
  bestPractices: number
  seo: number
  /** The titles of the audits that cost points. */
  faults: string[]
}

/** The part of Lighthouse that this file uses. Its own types come only with the package. */
interface Lighthouse {
  default(
    address: string,
    flags: { port: number; output: 'json'; logLevel: 'error' },
  ): Promise<{ lhr: Result } | undefined>
}

interface Result {
  audits: Record<string, { score: number | null; title: string; numericValue?: number; details?: { items?: unknown } }>
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  runtimeError?: { message: string }
}

const { default: lighthouse }: Lighthouse = await import(findInstalled('lighthouse', 'lighthouse/core/index.js'))
const at = process.argv.indexOf('--pages')
/** The file of a shared link is a skeleton. Its static copy is the page that a browser has rendered. */
const SHARED = getSharePath(SHARED_TOKEN)
const routes: readonly string[] = at < 0 ? [...PUBLIC_PAGES, SHARED] : (process.argv[at + 1] ?? '').split(',')
const figures: Figure[] = []
const faults: string[] = []
await runWithPages(async (origin) => {
  const port = await findFreePort()
  const browser = await openChromium([
    `--remote-debugging-port=${port}`,
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  ])
  try {
    console.log(`${ROUNDS} rounds of ${routes.length} pages; load ${countLoads()}`)
    staticCopies.set(SHARED, await copyPage(browser, `${origin}${SHARED}`))
    for (const route of routes) await measurePage(browser, port, origin, route)
  } finally {
    await browser.close()
  }
})
report(figures)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0

async function measurePage(browser: Browser, port: number, origin: string, route: string): Promise<void> {
  const audits: Audit[] = []
  const paints: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    audits.push(await audit(`${origin}${route}`, port))
    paints[0].push(await readLargestPaint(browser, `${origin}${route}`))
    paints[1].push(await readLargestPaint(browser, `${origin}${route}?static`))
  }
  const getMiddle = (pick: (audit: Audit) => number) => getMedian(audits.map(pick))
  const shift = getMiddle((audit) => audit.shift)
  const lowest = Math.min(
    ...(['accessibility', 'bestPractices', 'seo'] as const).map((name) => getMiddle((audit) => audit[name])),
  )
  const [own, copy] = paints.map(getMedian) as [number, number]
  figures.push(
    { name: `${route} performance`, value: getMiddle(({ performance }) => performance), unit: '', least: 97 },
    { name: `${route} LCP beside a static copy`, value: own, unit: 'ms', base: copy, mostRatio: 1.2 },
    { name: `${route} accessibility, best practices, SEO`, value: lowest, unit: '', least: 100 },
    { name: `${route} shift`, value: shift, unit: '', most: MOST_SHIFT },
  )
  if (lowest < 100 || shift >= MOST_SHIFT)
    faults.push(
      `${route}: ${[`shift ${shift.toFixed(3)}`, ...new Set(audits.flatMap(({ faults }) => faults))].join('; ')}`,
    )
}

async function copyPage(browser: Browser, address: string): Promise<string> {
  const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true })
  try {
    const page = await context.newPage()
    await page.goto(address)
    await page.locator('video').waitFor()
    return await page.content()
  } finally {
    await context.close()
  }
}

async function readLargestPaint(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true })
  try {
    const page = await context.newPage()
    await slowDown(page)
    await page.goto(address)
    await page.waitForTimeout(SETTLE_MS)
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          })
        }),
    )
  } finally {
    await context.close()
  }
}

async function audit(address: string, port: number): Promise<Audit> {
  const result = await lighthouse(address, { port, output: 'json', logLevel: 'error' })
  if (!result) throw new Error(`Lighthouse measured nothing at ${address}`)
  const { audits, categories, runtimeError } = result.lhr
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`)
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const faults = ['accessibility', 'best-practices', 'seo'].flatMap((name) =>
    (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const { score, title, details } = audits[id] ?? {}
      if (weight === 0 || typeof score !== 'number' || score === 1) return []
      const items = (details?.items ?? []) as { node?: { snippet: string } }[]
      return [[title, ...items.flatMap(({ node }) => node?.snippet ?? [])].join(' ')]
    }),
  )
  return {
    performance: score('performance'),
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    faults,
  }
}
