// Measures input delay with the browser's Event Timing API. An interaction counts with its longest event until the next
// frame.
import type { Page } from 'playwright-core'

export interface SeenEvent {
  /** The durations of interactions in ms, in steps of 8 ms. The browser reports durations of 16 ms or more. */
  durations: number[]
  /** The number of frames that took over 50 ms. */
  longFrames: number
}

/** Starts recording events. Call it before the page opens. */
export async function watchEvents(page: Page): Promise<void> {
  await page.addInitScript(watch)
}

/** Returns the events since the last call. */
export function readEvents(page: Page): Promise<SeenEvent> {
  return page.evaluate(() => (Reflect.get(window, 'takeFigures') as () => SeenEvent)())
}

/** Measures the work of the page's main thread from now on. `end` returns the work in ms per second. */
export async function startWork(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  const [before, since] = [await read(), performance.now()]
  return {
    async end() {
      const seconds = (performance.now() - since) / 1000
      const spent = (await read()) - before
      await session.detach()
      return (spent * 1000) / seconds
    },
  }
}

function watch() {
  let longest = new Map<number, number>()
  let longFrames = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const id: unknown = Reflect.get(entry, 'interactionId')
      if (typeof id === 'number' && id > 0) longest.set(id, Math.max(longest.get(id) ?? 0, entry.duration))
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    longFrames += list.getEntries().length
  }).observe({ type: 'long-animation-frame' })
  Reflect.set(window, 'takeFigures', () => {
    const seen = { durations: [...longest.values()], longFrames }
    longest = new Map()
    longFrames = 0
    return seen
  })
}
