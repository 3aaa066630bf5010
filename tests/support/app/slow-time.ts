import { onTestFinished, vi } from 'vitest'

/** The real interval in ms. Every 20 ms, the fake clock moves by 2 ms, so one real minute simulates six seconds. */
const TICK_MS = 20
const TOLD_MS = 2

const { setInterval, clearInterval } = globalThis

/**
 * Fakes timers for a test that waits for text on the screen. Time passes by itself, so waiting works. Time passes slowly, so on a
 * busy machine no other timer fires early.
 */
export function useSlowTime(): void {
  vi.useFakeTimers()
  const passing = setInterval(() => vi.isFakeTimers() && vi.advanceTimersByTime(TOLD_MS), TICK_MS)
  onTestFinished(() => clearInterval(passing))
}
