// npm run bench:library: how libraries of 10, 500 and 10,000 videos scroll, in Chromium at a fourth of the processor against the
// production bundle, how soon twelve stored posters stand, and what a page of them costs the database. The jobs are made up in the browser's network and all play one
// file. Prints figures, asserts none.
import { readFile } from 'node:fs/promises'
import { createCanvas } from '@napi-rs/canvas'
import type { Page } from 'playwright-core'
import { startServer } from '../../../tests/harness/app-server.ts'
import { openTestSupabase } from '../../../tests/harness/database.ts'
import { createPgliteSql } from '../../../tests/harness/sql.ts'
import { countLoads, type Figure, getMedian, report, rounds } from '../figures.ts'
import { fill } from '../fill.ts'
import { openChromium, signIn } from './visitor.ts'

const SIZES = [10, 100, 500, 10_000]
const SLOWDOWN = 4
/** The number of steps. With one step per frame, the page scrolls at 15,000 px per second. */
const SCROLL_STEPS = 100
const STEP_PX = 250
/**
 * The number of ledger entries per job of the user. One of three entries belongs to a job, and one of two jobs belongs
 * to the user (see fill.ts).
 */
const ENTRIES_PER_JOB = 6
const ROUNDS = rounds(100)
const MOST_TASK_MS = 200
const MOST_RATIO = 1.3
const POSTERS = 12
const MOST_POSTERS_MS = 600
const MOST_POSTERS_BYTES = 500 * 1024

const clip = await readFile('tests/harness/one-second.mp4')

const figures: Figure[] = []
await benchPosters()
await benchBrowser()
await benchDatabase()
report(figures)
process.exit()

/** From the answer with a list of twelve videos to the last of their posters. */
async function benchPosters() {
  const poster = drawNoise()
  const server = await startServer()
  const browser = await openChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 3000 } })
    await signIn(page, server.url)
    const jobs = Array.from({ length: POSTERS }, (_, index) => ({
      ...createJob(9 * index, server.url),
      poster: { url: `${server.url}/bench-${index}.webp`, width: 640, height: 360 },
    }))
    await page.route('**/api/jobs?*', (route) =>
      route.fulfill({ json: { success: true, data: { jobs, nextCursor: null } } }),
    )
    let bytes = 0
    await page.route('**/bench-*.webp', (route) => {
      bytes += poster.byteLength
      return route.fulfill({ contentType: 'image/webp', body: poster })
    })
    let videos = 0
    await page.route('**/bench.mp4', (route) => {
      videos += 1
      return route.fulfill({ contentType: 'video/mp4', body: clip })
    })
    await page.goto(`${server.url}/videos`)
    const milliseconds = await page.evaluate(async (count) => {
      const find = () => [...document.querySelectorAll<HTMLImageElement>('img[src*="/bench-"]')]
      while (find().length < count || !find().every(({ complete }) => complete)) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      await Promise.all(find().map((image) => image.decode()))
      const lists = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/jobs?'))
      return performance.now() - Math.min(...lists.map((entry) => (entry as PerformanceResourceTiming).responseEnd))
    }, POSTERS)
    const name = `${POSTERS} posters of the library`
    figures.push({ name: `${name}: after the list`, value: milliseconds, unit: 'ms', most: MOST_POSTERS_MS })
    figures.push({ name: `${name}: bytes`, value: bytes, unit: 'bytes', most: MOST_POSTERS_BYTES })
    figures.push({ name: `${name}: videos loaded`, value: videos, unit: '', most: 0 })
  } finally {
    await browser.close()
    await server.remove()
  }
}

/** A poster of 33 KB: more than most videos have. */
function drawNoise(): Buffer {
  const canvas = createCanvas(640, 360)
  const pen = canvas.getContext('2d')
  for (let square = 0; square < 14_400; square += 1) {
    pen.fillStyle = `hsl(${(square * 137) % 360} 60% ${(square * square * 13) % 100}%)`
    pen.fillRect((square % 160) * 4, Math.floor(square / 160) * 4, 4, 4)
  }
  return canvas.toBuffer('image/webp', 60)
}

async function benchBrowser() {
  const server = await startServer()
  const browser = await openChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await signIn(page, server.url)
    let size = 0
    await page.route('**/api/jobs?*', (route) =>
      route.fulfill({ json: answer(route.request().url(), size, server.url) }),
    )
    await page.route('**/bench.mp4', (route) => route.fulfill({ contentType: 'video/mp4', body: clip }))
    const session = await page.context().newCDPSession(page)
    const table: Record<string, Record<string, number>> = {}
    for (size of SIZES) {
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      await page.goto(`${server.url}/videos`)
      await page.getByRole('button', { name: /^Play/ }).first().waitFor()
      const loaded = await loadAll(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      const scrolled = await scroll(page)
      table[size] = { loaded, ...scrolled }
      figures.push({ name: `library of ${size}: elements in the page`, value: scrolled.elements, unit: '' })
      const name = `library of ${size}: longest task of scrolling`
      figures.push({ name, value: scrolled.longest, unit: 'ms', most: MOST_TASK_MS })
    }
    console.log(`scrolling at ${SLOWDOWN}x; load ${countLoads()}`)
    console.table(table)
  } finally {
    await browser.close()
    await server.remove()
  }
}

/** Loads every page down to the last video. Returns the number of videos. */
async function loadAll(page: Page): Promise<number> {
  const readLast = () =>
    page.evaluate(() => {
      const places = [...document.querySelectorAll('[aria-posinset]')].map((row) => Number(row.ariaPosInSet))
      return Math.max(...places)
    })
  const more = page.getByRole('button', { name: 'More videos' })
  while (await more.isVisible()) {
    await page.evaluate(() => {
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'More videos')
      button?.scrollIntoView({ block: 'center' })
    })
    await page.waitForTimeout(20)
  }
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await page.waitForTimeout(300)
  return readLast()
}

/** Scrolls at the top, in the middle, and near the end of the list. For a long list, only a part of it scrolls. */
async function scroll(page: Page) {
  return page.evaluate(
    async ({ steps, stepPx }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const tasks: number[] = []
      const observer = new PerformanceObserver((list) =>
        tasks.push(...list.getEntries().map(({ duration }) => duration)),
      )
      observer.observe({ type: 'longtask' })
      const frames: number[] = []
      let nodes = 0
      let rows = 0
      const height = document.documentElement.scrollHeight - window.innerHeight
      for (const share of [0, 0.5, 0.9]) {
        window.scrollTo(0, height * share)
        await new Promise((resolve) => setTimeout(resolve, 500))
        for (let step = 0; step < steps; step += 1) {
          const before = performance.now()
          window.scrollBy(0, stepPx)
          await frame()
          frames.push(performance.now() - before)
          nodes = Math.max(nodes, document.querySelectorAll('*').length)
          rows = Math.max(rows, document.querySelectorAll('[aria-posinset]').length)
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 500))
      observer.disconnect()
      frames.sort((a, b) => a - b)
      const goTo = (share: number) => Math.round(frames[Math.floor(share * (frames.length - 1))] ?? 0)
      return {
        elements: nodes,
        'videos in it, most': rows,
        'players in it': document.querySelectorAll('video').length,
        'frame, median ms': goTo(0.5),
        'frame, 95% ms': goTo(0.95),
        'tasks over 50 ms': tasks.length,
        longest: Math.round(Math.max(0, ...tasks)),
      }
    },
    { steps: SCROLL_STEPS, stepPx: STEP_PX },
  )
}

async function benchDatabase() {
  const pages: Record<string, string> = {
    'page of 12': '12',
    'page of 24': '24',
    'page of 12 from the middle': '12',
    'page of 12 that hold a common word': `12, 'LIGHTHOUSE'`,
    // These queries read every job of the user before they find no match. The report shows them without a limit.
    'search that finds nothing': `12, 'no such word'`,
    'failed, of which there are none': '12, null, null, true',
  }
  const table: Record<string, Record<string, string>> = {}
  const targets = []
  for (const size of SIZES) {
    const database = await openTestSupabase()
    const sql = createPgliteSql(database.connection.driver)
    const user = await fill(sql, size * ENTRIES_PER_JOB)
    const [found] = await sql<{ middle: string }>(
      'select percentile_disc(0.5) within group (order by created_at)::text as middle from public.jobs where user_id = $1',
      [user],
    )
    targets.push({ size, sql, user, middle: found?.middle })
  }
  for (const [name, page] of Object.entries(pages)) {
    const isFromMiddle = name.endsWith('middle')
    const limit = name.startsWith('page') && { mostRatio: MOST_RATIO }
    const times = targets.map(() => [] as number[])
    for (let round = -10; round < ROUNDS; round += 1) {
      for (const [index, { sql, user, middle }] of targets.entries()) {
        const before = isFromMiddle ? middle : null
        const start = performance.now()
        await sql(`select public.list_jobs($1, false, $2, null, ${page})`, [user, before])
        if (round >= 0) times[index]?.push(performance.now() - start)
      }
    }
    const medians = times.map(getMedian)
    const [base = 0, value = 0] = [medians[0], medians.at(-1)]
    figures.push({ name: `${name}: 10,000 beside 10`, value, unit: 'ms', base, ...limit })
    const cells = medians.map((time, index) => [String(SIZES[index]), time.toFixed(2)])
    table[name] = { ...Object.fromEntries(cells), ratio: ((medians.at(-1) ?? 0) / (medians[0] ?? 1)).toFixed(2) }
  }
  console.log(`list_jobs on PGlite, median ms by videos of the user; the user has 24 more; load ${countLoads()}`)
  console.table(table)
}

function answer(address: string, size: number, origin: string) {
  const query = new URL(address).searchParams
  if (query.get('open')) return { success: true, data: { jobs: [], nextCursor: null } }
  const from = Number(query.get('cursor') ?? 0)
  const to = Math.min(size, from + Number(query.get('limit') ?? 12))
  const jobs = Array.from({ length: to - from }, (_, index) => createJob(from + index, origin))
  return { success: true, data: { jobs, nextCursor: to < size ? String(to) : null } }
}

/** Creates a job. Every ninth job has failed. */
function createJob(index: number, origin: string) {
  const at = new Date(Date.UTC(2026, 10, 20) - index * 60_000).toISOString()
  const isFailed = index % 9 === 8
  const url = isFailed ? null : `${origin}/bench.mp4`
  return {
    id: `${String(index).padStart(8, '0')}-1111-4111-8111-111111111111`,
    createdAt: at,
    status: isFailed ? 'failed' : 'succeeded',
    mode: 'text',
    model: 'veo-3',
    modelName: 'Veo 3',
    prompt: `Take ${index}: a lighthouse keeper reads his log aloud while rain runs down the lamp glass`,
    negativePrompt: '',
    length: 8,
    aspectRatio: '16:9',
    generateAudio: true,
    hasSound: true,
    seed: index % 1000,
    credits: 330,
    settlement: isFailed ? 'released' : 'captured',
    failureCode: isFailed ? 'provider_failed' : null,
    failureReason: null,
    elapsedSeconds: 240,
    durationSeconds: isFailed ? null : 8,
    videoUrl: url,
    downloadUrl: url,
    poster: null,
    peaks: null,
    imageUrl: null,
    canCancel: false,
  }
}
