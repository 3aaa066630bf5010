// A wood: birds placed around the listener, leaves that answer the gusts, a brook; at night crickets and an owl.

import { Noise } from '../../draw/noise.ts'
import type { Mood } from '../../mood.ts'
import { addBrook, addCrickets, addRain, addSong, addWind } from '../../sound/ambience.ts'
import { addTone, createWhiteNoise, filter, shapeEnvelope, swell } from '../../sound/dsp.ts'
import type { Studio } from '../../sound/studio.ts'
import type { ForestPlan } from './plan.ts'

export function createForestSound(studio: Studio, mood: Mood, plan: ForestPlan): void {
  studio.room = { seconds: 1.9, brightness: 0.55 }
  const { rate, length } = studio
  const noise = new Noise(mood.seed)
  addWind(studio, noise, 0.3, 0.5)
  const gust = (t: number) =>
    0.22 + plan.gusts.reduce((sum, at) => sum + 0.8 * Math.exp(-(((t - at - 0.6) / 0.7) ** 2)), 0)
  for (const side of [-1, 1]) {
    const leaves = filter(createWhiteNoise(length, studio.random(`leaves ${side}`)), rate, 'band', 4200, 0.6)
    shapeEnvelope(leaves, rate, (t) => gust(t - side * 0.12) * (0.5 + 0.9 * noise.fbm(t * 9 + side, 33.5, 2)))
    studio.add(leaves, { gain: 0.085, pan: side * 0.75 })
  }
  addBrook(studio, noise, 0.28)
  const random = studio.random('songs')
  for (const song of plan.songs) addSong(studio, { ...song, level: random.between(0.03, 0.085) }, random)
  if (mood.light === 'night') {
    addCrickets(studio, 0.03)
    const owl = studio.track()
    for (const [at, long] of [
      [1.1, 0.34],
      [1.75, 0.16],
      [2.0, 0.5],
    ] as const) {
      addTone(
        owl,
        rate,
        at,
        long,
        (t) => 392 - 22 * (t / long),
        (t) => swell(t, long),
        [1, 0.12, 0.05],
      )
    }
    studio.add(owl, { gain: 0.1, pan: -0.5, room: 1 })
  }
  if (mood.rain) addRain(studio, 0.45, 0.7)
}
