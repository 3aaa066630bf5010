// Creates the sound of the sea: the planned breaks, wind, gulls, a distant horn, rain, and thunder. Each break swells,
// falls with a hiss, and runs back.

import { Noise } from '../../draw/noise.ts'
import { computeThunderDelay } from '../../draw/weather.ts'
import type { Mood } from '../../mood.ts'
import { addRain, addSong, addSurf, addThunder, addWind } from '../../sound/ambience.ts'
import { addTone, createPinkNoise, filter } from '../../sound/dsp.ts'
import type { Studio } from '../../sound/studio.ts'
import type { OceanPlan } from './plan.ts'

export function createOceanSound(studio: Studio, mood: Mood, plan: OceanPlan): void {
  const noise = new Noise(mood.seed)
  studio.room = { seconds: 2.6, brightness: 0.45 }
  const { rate, length } = studio
  addSurf(studio, plan.breaks)
  const depth = filter(createPinkNoise(length, studio.random('depth')), rate, 'low', 95, 0.9)
  studio.add(depth, { gain: 1.4 + plan.roughness })
  addWind(studio, noise, 0.25 + 0.6 * plan.roughness, 0.28 + 0.5 * plan.roughness)

  const random = studio.random('gulls')
  for (const gull of plan.gulls) addSong(studio, { ...gull, kind: 'gull', level: 0.03 }, random)
  if (plan.horn !== null) {
    const horn = studio.track()
    for (const [hertz, level] of [
      [98, 1],
      [123.5, 0.55],
    ] as const) {
      addTone(
        horn,
        rate,
        plan.horn,
        2.1,
        hertz,
        (t) => level * Math.min(1, t / 0.35) * Math.min(1, Math.max(0, (2.1 - t) / 0.5)),
        [0.7, 0.6, 0.42, 0.3, 0.18, 0.1, 0.06],
      )
    }
    filter(horn, rate, 'low', 900, 0.7)
    studio.add(horn, { gain: 0.042, pan: 0.45, room: 1.1 })
  }
  if (mood.rain) addRain(studio, mood.storm ? 0.9 : 0.4, 0.8)
  for (const flash of plan.flashes) addThunder(studio, noise, flash.at + computeThunderDelay(flash), flash.near)
}
