// npm run bench:typing: whether typing and scrolling on /create-video stay as responsive while a video is made as they are
// before, in one run, with the stand-in's renderer at work in the server. INP as the browser's Event Timing has it: the
// longest event of each interaction, of which the 98th percentile counts; the browser tells it in steps of 8 ms. The bar is a
// ratio of 1.5. With `-- --elsewhere` the videos are made on no processor of this machine, as in production. Prints figures,
// asserts none.
import type { Page } from 'playwright-core'
import { startServer } from '../../../tests/harness/app-server.ts'
import { startServerWithProvider } from '../../../tests/harness/pollo-server.ts'
import { countLoads } from '../figures.ts'
import { startWork, takeEvents, watchEvents } from './event-timing.ts'
import { openChromium, signIn } from './visitor.ts'

const ROUNDS = 4
/** Slow enough for the job to last through the measuring; drawn by the renderer all the same. */
const PROMPT = '#slow Rain on a greenhouse at night, far thunder '
const WORDS = 'and then the lamps go on one after the other along the canal '
const SCROLLS = 24

interface Figures {
  /** Durations of interactions, in ms, in steps of 8. */
  typing: number[]
  scrolling: number[]
  /** Times between frames while the wheel turns. */
  frames: number[]
  /** Frames that took over 50 ms, by the browser's count. */
  longFrames: number
  /** Processor time of the page's main thread while typing, in ms a second: a busy machine does not stretch it. */
  work: number[]
}
const countNone = (): Figures => ({ typing: [], scrolling: [], frames: [], longFrames: 0, work: [] })

const isElsewhere = process.argv.includes('--elsewhere')
const { server, stop } = isElsewhere ? await startServerWithProvider() : await startStandIn()
const browser = await openChromium()
try {
  console.log(
    `${ROUNDS} rounds, each before and while a video is made ${isElsewhere ? 'elsewhere' : 'here'}; load ${countLoads()}`,
  )
  const idle = countNone()
  const generating = countNone()
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    await watchEvents(page)
    await signIn(page, server.url, `Typist-${round}`)
    await page.goto(`${server.url}/create-video`)
    await page.getByLabel('Model').selectOption({ value: 'kling-1.6' })
    await page.getByLabel('Prompt', { exact: true }).fill(PROMPT)
    // Not measured, here and there: what is done for the first time is compiled then, and the stage comes in.
    await measure(page)
    add(idle, await measure(page))
    await page.getByRole('button', { name: /^Generate Video/ }).click()
    await page.getByText('20 credits held').first().waitFor()
    await measure(page)
    add(generating, await measure(page))
    if (!(await page.getByRole('timer').isVisible())) throw new Error('the job ended before it was measured')
    await context.close()
  }
  const row = (name: string, percentile: number, pick: (figures: Figures) => number[]) => {
    const [before, during] = [goTo(pick(idle), percentile), goTo(pick(generating), percentile)]
    return {
      what: name,
      before: before.toFixed(1),
      'while made': during.toFixed(1),
      ratio: (during / before).toFixed(2),
    }
  }
  console.table([
    row('typing: INP, ms', 0.98, ({ typing }) => typing),
    row('typing: median, ms', 0.5, ({ typing }) => typing),
    row('typing: work, ms a second', 0.5, ({ work }) => work),
    row('scrolling by key: INP, ms', 0.98, ({ scrolling }) => scrolling),
    row('scrolling by key: median, ms', 0.5, ({ scrolling }) => scrolling),
    row('scrolling by wheel: frame, 95%, ms', 0.95, ({ frames }) => frames),
    row('scrolling by wheel: frame, median, ms', 0.5, ({ frames }) => frames),
  ])
  console.log(`interactions: ${idle.typing.length} and ${generating.typing.length} of typing, `)
  console.log(`  ${idle.scrolling.length} and ${generating.scrolling.length} of scrolling`)
  console.log(`long frames: ${idle.longFrames} before, ${generating.longFrames} while made; load ${countLoads()}`)
} finally {
  await browser.close()
  await stop()
}

async function startStandIn() {
  const server = await startServer()
  return { server, stop: () => server.remove() }
}

/** Types, scrolls by key and by wheel, as a hand does, and answers what the browser saw of it. */
async function measure(page: Page): Promise<Figures> {
  const readSeen = () => takeEvents(page)
  const prompt = page.getByLabel('Prompt', { exact: true })
  await page.evaluate(() => window.scrollTo(0, 0))
  await prompt.focus()
  await page.keyboard.press('End')
  // Nobody types in the moment in which they reach for the field, and what moves beside it comes to rest then.
  await page.waitForTimeout(500)
  await readSeen()
  const work = await startWork(page)
  await page.keyboard.type(WORDS, { delay: 60 })
  await page.waitForTimeout(300)
  const worked = await work.end()
  const typed = await readSeen()
  await prompt.blur()
  await page.waitForTimeout(500)
  await readSeen()
  for (let scroll = 0; scroll < SCROLLS; scroll += 1) {
    await page.keyboard.press(scroll % 6 < 3 ? 'PageDown' : 'PageUp')
    await page.waitForTimeout(120)
  }
  await page.waitForTimeout(300)
  const scrolled = await readSeen()
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.mouse.move(900, 500)
  const frames = page.evaluate(countFrames, 2000)
  for (let turn = 0; turn < 40; turn += 1) {
    await page.mouse.wheel(0, turn < 20 ? 60 : -60)
    await page.waitForTimeout(40)
  }
  return {
    typing: pad(typed.durations, WORDS.length),
    scrolling: pad(scrolled.durations, SCROLLS),
    frames: await frames,
    work: [worked],
    longFrames: typed.longFrames + scrolled.longFrames + (await readSeen()).longFrames,
  }
}

/** The browser tells of events from 16 ms on, which is a frame: nobody sees what was faster, so it counts as one. */
function pad(durations: number[], count: number): number[] {
  return [...durations, ...Array<number>(Math.max(0, count - durations.length)).fill(16)]
}

/** Runs in the page: returns the times between the frames drawn for this long. */
async function countFrames(forMs: number): Promise<number[]> {
  const times: number[] = []
  const start = performance.now()
  for (let last = start; last - start < forMs; ) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const now = performance.now()
    times.push(now - last)
    last = now
  }
  return times
}

function add(total: Figures, more: Figures): void {
  total.typing.push(...more.typing)
  total.scrolling.push(...more.scrolling)
  total.frames.push(...more.frames)
  total.longFrames += more.longFrames
  total.work.push(...more.work)
}

function goTo(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}
