// Under water everything is low and close: a moving bed, bubbles when they are seen, a whale far away.

import { Noise } from '../../draw/noise.ts'
import type { Mood } from '../../mood.ts'
import { addPad } from '../../sound/ambience.ts'
import { addTone, filter, pinkNoise, pluck, shape, swell } from '../../sound/dsp.ts'
import type { Studio } from '../../sound/studio.ts'
import type { UnderwaterPlan } from './plan.ts'

export function underwaterSound(studio: Studio, mood: Mood, plan: UnderwaterPlan): void {
  studio.room = { seconds: 3.6, brightness: 0.25 }
  const { rate, length } = studio
  const noise = new Noise(mood.seed)
  for (const side of [-1, 1]) {
    const bed = filter(
      pinkNoise(length, studio.random(`bed ${side}`)),
      rate,
      'low',
      (t) => 240 + 260 * noise.fbm(t * 0.9 + side * 0.4, 3.5, 2),
      1.1,
    )
    shape(bed, rate, (t) => 0.55 + 0.55 * noise.fbm(t * 0.8 + side * 0.5, 8.5, 2))
    studio.add(bed, { gain: 1.15, pan: side * 0.7, room: 0.15 })
    const surface = filter(
      pinkNoise(length, studio.random(`surface ${side}`)),
      rate,
      'band',
      (t) => 1500 + 700 * noise.at(t * 2.2 + side, 17.5),
      2.2,
    )
    shape(surface, rate, (t) => noise.fbm(t * 2.4 + side * 2, 27.5, 2) ** 2)
    studio.add(surface, { gain: 0.32, pan: side * 0.8, room: 0.5 })
  }
  const random = studio.random('bubbles')
  for (const { at, x, count } of plan.bubbles) {
    const string = studio.track()
    for (let i = 0; i < count; i++) {
      const pitch = random.between(320, 1500)
      const start = at + i * 0.055 + random.between(0, 0.04)
      // A bubble sings higher as it nears the surface and shrinks.
      addTone(
        string,
        rate,
        start,
        0.12,
        (t) => pitch * (1 + t * 5.5),
        (t) => pluck(t, 0.004, 0.024),
        [1, 0.08],
      )
    }
    studio.add(string, { gain: 0.14, pan: x / 640 - 1, room: 0.35 })
  }
  if (plan.hasWhale) {
    const song = studio.track()
    addTone(
      song,
      rate,
      0.9,
      1.7,
      (t) => 150 + 120 * Math.sin(t * 1.5) + 5 * Math.sin(t * 34),
      (t) => swell(t, 1.7),
      [1, 0.5, 0.22, 0.1],
    )
    addTone(
      song,
      rate,
      3,
      1.6,
      (t) => 330 - 110 * t + 6 * Math.sin(t * 30),
      (t) => swell(t, 1.6),
      [1, 0.36, 0.16],
    )
    studio.add(song, { gain: 0.11, pan: 0.35, room: 1.4 })
  }
  addPad(studio, [73.42, 110, 146.83, 220, 277.18], 0.17, 0.3)
}
