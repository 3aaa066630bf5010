// On the train: the joints of the rails in pairs, the carriage's low roll, posts that beat the air, a horn far ahead.

import { Noise } from '../../draw/noise.ts'
import type { Mood } from '../../mood.ts'
import { addPad, addRain } from '../../sound/ambience.ts'
import { addBurst, addTone, filter, pinkNoise, pluck, shape } from '../../sound/dsp.ts'
import type { Studio } from '../../sound/studio.ts'
import type { TrainPlan } from './plan.ts'

export function trainSound(studio: Studio, mood: Mood, plan: TrainPlan): void {
  studio.room = { seconds: 0.9, brightness: 0.35 }
  const { rate, length } = studio
  const noise = new Noise(mood.seed)
  for (const side of [-1, 1]) {
    const roll = filter(
      pinkNoise(length, studio.random(`roll ${side}`)),
      rate,
      'low',
      (t) => 190 + 90 * noise.fbm(t * 2 + side * 0.2, 3.5, 2),
      0.9,
    )
    studio.add(roll, { gain: 1.25, pan: side * 0.6 })
    const rush = filter(pinkNoise(length, studio.random(`rush ${side}`)), rate, 'band', 1300, 0.6)
    shape(rush, rate, (t) => 0.5 + 0.35 * noise.fbm(t * 3 + side, 13.5, 2))
    studio.add(rush, { gain: 0.24, pan: side * 0.75 })
  }
  const random = studio.random('rails')
  const rails = studio.track()
  for (let at = 0; at < studio.seconds; at += plan.joint) {
    for (const [gap, level] of [
      [0, 1],
      [0.105, 0.8],
    ] as const) {
      const start = at + gap
      addTone(
        rails,
        rate,
        start,
        0.2,
        (t) => 74 + 42 * Math.exp(-t / 0.02),
        (t) => level * pluck(t, 0.002, 0.05),
        [1, 0.4],
      )
      addBurst(rails, rate, start, 620, 1.4, 0.022, level * 1.15, random)
      addBurst(rails, rate, start, 2600, 2.4, 0.008, level * 0.4, random)
    }
  }
  studio.add(rails, { gain: 0.42, pan: -0.1, room: 0.3 })
  for (const post of plan.posts) {
    const beat = filter(pinkNoise(length, studio.random(`post ${post}`)), rate, 'band', 480, 0.7)
    shape(beat, rate, (t) => Math.exp(-(((t - post) / 0.055) ** 2)))
    studio.add(beat, { gain: 0.75, pan: (t) => Math.max(-1, Math.min(1, (post - t) * 6)) })
  }
  const horn = studio.track()
  for (const hertz of [311.13, 369.99, 493.88]) {
    addTone(
      horn,
      rate,
      plan.horn,
      1.1,
      hertz * (hertz > 400 ? 0.998 : 1),
      (t) => Math.min(1, t / 0.09) * Math.min(1, Math.max(0, (1.1 - t) / 0.4)),
      [0.6, 0.5, 0.4, 0.24, 0.14],
    )
  }
  filter(horn, rate, 'low', 1500, 0.7)
  studio.add(horn, { gain: 0.03, pan: 0.55, room: 1.4 })
  addPad(studio, [130.81, 196, 261.63, 329.63], 0.085, 0.45)
  if (mood.rain) addRain(studio, 0.35, 0.5)
}
