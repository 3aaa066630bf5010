// Snow takes the echo out of the air: soft wind, a fire behind a wall, small bells in a slow figure.

import { Noise } from '../../draw/noise.ts'
import type { Mood } from '../../mood.ts'
import { addBell, addPad, addWind } from '../../sound/ambience.ts'
import { filter, pinkNoise } from '../../sound/dsp.ts'
import type { Studio } from '../../sound/studio.ts'
import type { WinterPlan } from './plan.ts'

const MAJOR = [1, 1.1225, 1.2599, 1.3348, 1.4983, 1.6818, 1.8877, 2] as const

export function winterSound(studio: Studio, mood: Mood, plan: WinterPlan): void {
  studio.room = { seconds: 2.4, brightness: 0.6 }
  addWind(studio, new Noise(mood.seed), mood.storm ? 0.95 : 0.5, mood.storm ? 1.5 : 0.8)
  for (const side of [-1, 1]) {
    const hush = filter(pinkNoise(studio.length, studio.random(`hush ${side}`)), studio.rate, 'band', 5200, 0.5)
    studio.add(hush, { gain: 0.07, pan: side * 0.8 })
  }
  const root = studio.random('key').pick([523.25, 587.33, 493.88] as const)
  const random = studio.random('bells')
  for (const { at, step } of plan.bells) {
    addBell(studio, at, root * (MAJOR[step] ?? 1), 0.42, { gain: 0.075, pan: random.between(-0.55, 0.55), room: 0.8 })
  }
  addPad(studio, [root / 4, (root / 4) * 1.4983, root / 2, (root / 2) * 1.2599], 0.15, 0.4)
}
