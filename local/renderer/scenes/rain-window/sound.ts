// Inside, rain on the pane: drops close by, the city behind glass, cars through water.

import { Noise } from '../../draw/noise.ts'
import { computeThunderDelay } from '../../draw/weather.ts'
import type { Mood } from '../../mood.ts'
import { addHum, addRain, addThunder } from '../../sound/ambience.ts'
import { addBurst, createPinkNoise, filter, shapeEnvelope, swell } from '../../sound/dsp.ts'
import type { Studio } from '../../sound/studio.ts'
import type { RainWindowPlan } from './plan.ts'

export function createRainWindowSound(studio: Studio, mood: Mood, plan: RainWindowPlan): void {
  studio.room = { seconds: 1.8, brightness: 0.45 }
  const { rate, length } = studio
  addRain(studio, mood.storm ? 0.85 : 0.45, 0.85)
  const random = studio.random('pane')
  for (const pan of [-0.6, 0, 0.6]) {
    const taps = studio.track()
    for (let i = 0; i < studio.seconds * 13; i++) {
      addBurst(
        taps,
        rate,
        random.between(0, studio.seconds),
        random.between(700, 2300),
        7,
        random.between(0.006, 0.02),
        random.next() ** 2 * 0.8,
        random,
      )
    }
    studio.add(taps, { gain: 0.5, pan, room: 0.2 })
  }
  addHum(studio, 0.75)
  for (const { at, from } of plan.cars) {
    const tyres = filter(
      createPinkNoise(length, studio.random(`car ${at}`)),
      rate,
      'band',
      (t) => 900 + 700 * swell(t - at, 2),
      0.9,
    )
    shapeEnvelope(tyres, rate, (t) => swell(t - at, 2) ** 1.4)
    studio.add(tyres, { gain: 0.7, pan: (t) => Math.max(-1, Math.min(1, from * (1 - (t - at)))), room: 0.15 })
  }
  const noise = new Noise(mood.seed)
  for (const flash of plan.flashes) addThunder(studio, noise, flash.at + computeThunderDelay(flash), flash.near, 0.9)
}
