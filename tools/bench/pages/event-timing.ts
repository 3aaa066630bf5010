// Measures input delay by the browser's Event Timing: each interaction's longest event until the next frame.
import type { Page } from 'playwright-core'

export interface SeenEvent {
  /** Durations of interactions in ms, in steps of 8. The browser reports those from 16 ms on. */
  durations: number[]
  /** Frames of over 50 ms. */
  longFrames: number
}

/** Before the page is opened. */
export async function watchEvents(page: Page): Promise<void> {
  await page.addInitScript(watch)
}

/** Since the last call. */
export function readEvents(page: Page): Promise<SeenEvent> {
  return page.evaluate(() => (Reflect.get(window, 'takeFigures') as () => SeenEvent)())
}

/** Counts what the page's main thread works from now on; `end` answers it in ms a second. */
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
