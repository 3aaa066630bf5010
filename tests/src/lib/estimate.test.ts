// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { describeEstimate, estimateProgress, estimateText, formatElapsed, isOverdue } from '@/lib/estimate'

const MINUTE_MS = 60_000
const FIVE = { from: 180, to: 300 }
const EIGHT = { from: 300, to: 480 }

describe('Estimate', () => {
  it.each([
    [FIVE, '3-5 min'],
    [EIGHT, '5-8 min'],
    [{ from: 120, to: 120 }, '2 min'],
    [{ from: 30, to: 30 }, 'a few seconds'],
  ])('formats the estimate of %o s as %s', (estimate, text) => {
    expect(estimateText(estimate)).toBe(text)
  })

  it.each([
    [3, 6, 'a few seconds'],
    [46, 54, '50 s'],
    [40, 56, '40 to 60 s'],
    [38, 118, '40 s to 2 min'],
    [119, 271, '2 to 5 min'],
    [170, 190, '3 min'],
    [0, 14, '5 to 10 s'],
  ])('formats a learned time of %d to %d s as %s', (from, to, text) => {
    expect(estimateText({ from, to, isLearned: true })).toBe(text)
  })

  it.each([
    ['usually 5-8 min', { elapsedMs: 8 * MINUTE_MS, isQueued: false }],
    ['usually 5-8 min after the queue', { elapsedMs: 0, isQueued: true }],
    ['longer than usual', { elapsedMs: 8 * MINUTE_MS + 1, isQueued: false }],
    ['longer than usual', { elapsedMs: 8 * MINUTE_MS + 1, isQueued: true }],
  ])('shows the estimate as "%s" at %o', (text, waiting) => {
    expect(describeEstimate('usually', EIGHT, waiting)).toBe(text)
  })

  it.each([
    [0, '0:00'],
    [-5000, '0:00'],
    [9999, '0:09'],
    [134_000, '2:14'],
    [60 * MINUTE_MS, '60:00'],
  ])('formats %i ms as %s', (elapsed, text) => {
    expect(formatElapsed(elapsed)).toBe(text)
  })

  it('increases the estimated progress with time', () => {
    expect(estimateProgress(0, EIGHT)).toBe(0)
    expect(estimateProgress(-1000, FIVE)).toBe(0)
    expect(estimateProgress(4 * MINUTE_MS, EIGHT)).toBe(0.5)
    expect(estimateProgress(2.5 * MINUTE_MS, FIVE)).toBe(0.5)
    expect(estimateProgress(3.5 * MINUTE_MS, FIVE)).toBe(0.7)
  })

  it('slows the progress down near the end of the estimate, and never passes 80% without news', () => {
    const minutes = Array.from({ length: 56 }, (_, index) => estimateProgress((3.5 + index) * MINUTE_MS, FIVE))
    for (const [index, share] of minutes.slice(1).entries()) expect(share).toBeGreaterThanOrEqual(minutes[index] ?? 1)
    expect(minutes[1]).toBeGreaterThan(0.75)
    expect(minutes.at(-1)).toBeLessThanOrEqual(0.8)
  })

  it('detects that the estimate was exceeded', () => {
    expect(isOverdue(5 * MINUTE_MS, FIVE)).toBe(false)
    expect(isOverdue(5 * MINUTE_MS + 1, FIVE)).toBe(true)
    expect(isOverdue(8 * MINUTE_MS, EIGHT)).toBe(false)
  })
})
