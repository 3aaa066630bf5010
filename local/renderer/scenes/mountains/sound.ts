// High air: wide wind, a warm chord that opens with the light, an eagle far off.

import { Noise } from '../../draw/noise.ts'
import type { Mood } from '../../mood.ts'
import { addPad, addRain, addWind } from '../../sound/ambience.ts'
import { addTone, pluck } from '../../sound/dsp.ts'
import type { Studio } from '../../sound/studio.ts'
import type { MountainPlan } from './plan.ts'

export function createMountainSound(studio: Studio, mood: Mood, plan: MountainPlan): void {
  studio.room = { seconds: 3.4, brightness: 0.45 }
  addWind(studio, new Noise(mood.seed), mood.storm || mood.snow ? 0.8 : 0.45, 0.85)
  const root = studio.random('key').pick([110, 123.47, 130.81])
  addPad(studio, [root, root * 1.5, root * 2, root * 2.5198, root * 3], 0.24, 0.55)
  for (const { at, pan, pitch } of plan.eagles) {
    const cry = studio.track()
    for (const [i, length] of [0.5, 0.32, 0.28].entries()) {
      const start = at + i * 0.46
      addTone(
        cry,
        studio.rate,
        start,
        length,
        (t) => pitch * (1.35 - 0.55 * (t / length)) * (1 + 0.03 * Math.sin(t * 190)),
        (t) => pluck(t, 0.03, length * 0.4),
        [0.8, 0.4, 0.2],
      )
    }
    studio.add(cry, { gain: 0.035, pan, room: 1.2 })
  }
  if (mood.rain) addRain(studio, 0.4, 0.6)
}
