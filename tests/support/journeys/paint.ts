import type { CDPSession, Page } from 'playwright-core'

interface TraceEvent {
  name: string
  /** Microseconds of processor time, which a busy machine does not stretch. */
  tdur?: number
  ph: string
  tid: number
  pid: number
  args?: { name?: string }
}

/** Longest task of the page's main thread while this happens (script, style, layout, paint), in ms of processor time. */
export async function tracePaint(page: Page, act: () => Promise<void>): Promise<number> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const ended = new Promise<void>((resolve) => session.on('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] },
    transferMode: 'ReportEvents',
  })
  await act()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await session.send('Tracing.end')
  await ended
  await session.detach()
  const painting = new Set(events.filter(({ name }) => name === 'Paint').map(({ pid, tid }) => `${pid}:${tid}`))
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && painting.has(`${pid}:${tid}`),
  )
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}
