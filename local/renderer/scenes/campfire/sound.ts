// A fire: its low roar and hiss, a crack for each planned spark burst, crickets or wind around, a soft chord.

import { Noise } from '../../draw/noise.ts'
import type { Mood } from '../../mood.ts'
import { addCrickets, addPad, addWind } from '../../sound/ambience.ts'
import { addBurst, filter, pinkNoise, shape, whiteNoise } from '../../sound/dsp.ts'
import type { Studio } from '../../sound/studio.ts'
import type { CampfirePlan } from './plan.ts'

export function campfireSound(studio: Studio, mood: Mood, plan: CampfirePlan): void {
  studio.room = { seconds: 1.3, brightness: 0.35 }
  const { rate, length } = studio
  const noise = new Noise(mood.seed)
  for (const side of [-1, 1]) {
    const roar = filter(
      pinkNoise(length, studio.random(`roar ${side}`)),
      rate,
      'low',
      (t) => 200 + 240 * noise.fbm(t * 2.4 + side * 0.3, 9.5, 2),
      0.8,
    )
    shape(roar, rate, (t) => 0.55 + 0.75 * noise.fbm(t * 3.3 + side * 0.2, 15.5, 2))
    studio.add(roar, { gain: 1.1, pan: side * 0.55 })
    const hiss = filter(whiteNoise(length, studio.random(`hiss ${side}`)), rate, 'band', 5200, 0.7)
    shape(hiss, rate, (t) => 0.3 + 0.7 * noise.fbm(t * 5 + side, 21.5, 3) ** 2)
    studio.add(hiss, { gain: 0.05, pan: side * 0.6 })
  }
  const random = studio.random('crackle')
  for (const { at, power, pan } of plan.cracks) {
    const crack = studio.track()
    // A large crack is a few small ones in quick succession.
    for (let i = 0, count = Math.round(2 + 7 * power); i < count; i++) {
      addBurst(
        crack,
        rate,
        at + random.between(0, 0.075),
        random.between(900, 4200),
        2.2,
        random.between(0.002, 0.011),
        power * random.between(0.4, 1),
        random,
      )
    }
    addBurst(crack, rate, at, 240, 1.5, 0.03, power * 1.2, random)
    studio.add(crack, { gain: 2, pan, room: 0.3 })
  }
  const ticks = studio.track()
  for (let i = 0; i < studio.seconds * 22; i++) {
    addBurst(
      ticks,
      rate,
      random.between(0, studio.seconds),
      random.between(2500, 8000),
      4,
      0.0016,
      random.next() ** 2 * 0.5,
      random,
    )
  }
  studio.add(ticks, { gain: 0.5, pan: 0.1, room: 0.15 })
  if (mood.snow || mood.wind) addWind(studio, noise, 0.5, 0.5)
  else addCrickets(studio, 0.014)
  addPad(studio, [110, 164.81, 246.94, 277.18], 0.055, 0.3)
}
