import { expect, it } from 'vitest'
import { FEATURE_TRACKS } from '@/features/home/copy'
import { HEIGHT, markPaths, WIDTH } from '@/features/home/feature-marks'

const marks = FEATURE_TRACKS.flatMap(({ features }) => features.map(({ mark }) => mark))

it('gives each of the nine features a wave of its own', () => {
  expect(marks).toHaveLength(9)
  const drawn = marks.map((mark) => JSON.stringify(markPaths(mark)))
  expect(new Set(drawn).size).toBe(9)
})

it.each(marks)('draws %s inside its box, the same each time, with something lit', (mark) => {
  const paths = markPaths(mark)
  expect(paths).toEqual(markPaths(mark))
  expect(paths.lit).not.toBe('')
  for (const [, x, from, to] of Object.values(paths)
    .join('')
    .matchAll(/M([\d.]+) ([\d.-]+)V([\d.-]+)/g)) {
    expect(Number(x)).toBeGreaterThan(0)
    expect(Number(x)).toBeLessThan(WIDTH)
    expect(Number(from)).toBeGreaterThanOrEqual(0)
    expect(Number(to)).toBeLessThanOrEqual(HEIGHT)
  }
})

it('draws the prices in their proportion', () => {
  const heights = [
    ...Object.values(markPaths('price'))
      .join('')
      .matchAll(/M[\d.]+ ([\d.]+)V([\d.]+)/g),
  ].map(([, from, to]) => Number(to) - Number(from))
  expect(Math.min(...heights) / Math.max(...heights)).toBeCloseTo(20 / 330, 1)
})
