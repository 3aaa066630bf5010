import type { Random } from '../random.ts'
import { addTone, createPinkNoise, filter, shapeEnvelope } from '../sound/dsp.ts'
import type { Studio } from '../sound/studio.ts'

export interface SwellPlan {
  /** The start and end of the change in seconds. */
  from: number
  to: number
  /** The side at which the change starts: 1 is right, and -1 is left. */
  turn: 1 | -1
  random: Random
}

const ROOTS: readonly [number, ...number[]] = [110, 123.47, 130.81, 146.83]

/** Adds a rush of air that is loudest in the middle of a change. It pans from ear to ear, above a chord. */
export function addSwell(studio: Studio, { from, to, turn, random }: SwellPlan): void {
  const middle = (from + to) / 2
  const half = (to - from) / 2
  const rise = (t: number) => {
    const way = (t - middle) / half
    return way < 0 ? Math.max(0, 1 + way) ** 2.4 : Math.exp(-3.2 * way)
  }
  for (const side of [-1, 1]) {
    const air = createPinkNoise(studio.length, studio.random(`swell ${side}`))
    filter(air, studio.rate, 'band', (t) => 260 + 2100 * rise(t + side * 0.05) ** 1.4, 0.8)
    shapeEnvelope(air, studio.rate, (t) => rise(t) ** 1.3)
    const pan = (t: number) =>
      Math.max(-1, Math.min(1, side * 0.45 + turn * 0.7 * Math.tanh((middle - t) / (0.5 * half))))
    studio.add(air, { gain: 2.4, pan, room: 0.4 })
  }
  const root = random.pick(ROOTS)
  const chord = studio.track()
  const start = Math.max(0, from - 0.3 * half)
  for (const [i, step] of [1, 1.5, 2, 2.5, 3].entries()) {
    const level = (t: number) => (0.3 / (i + 1)) * rise(start + t) ** 0.8
    addTone(chord, studio.rate, start, studio.seconds - start, root * step, level, [1, 0.3, 0.12])
  }
  studio.add(chord, { gain: 0.34, room: 0.8 })
}
