import { onTestFinished, vi } from 'vitest'

/** The tick in ms: six seconds of each minute that the test simulates. */
const TICK_MS = 20
const TOLD_MS = 2

const { setInterval, clearInterval } = globalThis

/**
 * Fake timers for a test that waits for what the screen shows: time passes by itself, so that waiting works, and so slowly
 * that a busy machine lets nothing become due that the test does not wait for.
 */
export function useSlowTime(): void {
  vi.useFakeTimers()
  const passing = setInterval(() => vi.isFakeTimers() && vi.advanceTimersByTime(TOLD_MS), TICK_MS)
  onTestFinished(() => clearInterval(passing))
}
