// A room: voices one cannot follow, cups, a quiet guitar; or a pan that sizzles and spits on the flame.

import { Noise } from '../../draw/noise.ts'
import type { Mood } from '../../mood.ts'
import { addBell, addPad, addRain } from '../../sound/ambience.ts'
import { addBurst, addTone, filter, pinkNoise, pluck, shape, whiteNoise } from '../../sound/dsp.ts'
import type { Studio } from '../../sound/studio.ts'
import type { CafePlan } from './plan.ts'

export function cafeSound(studio: Studio, mood: Mood, plan: CafePlan): void {
  studio.room = { seconds: 1, brightness: 0.45 }
  if (plan.isCooking) addSizzle(studio, mood)
  else addVoices(studio, mood)
  const { rate, length } = studio
  const hum = filter(pinkNoise(length, studio.random('room')), rate, 'low', 180, 0.8)
  studio.add(hum, { gain: 0.6 })
  for (const { at, pan, pitch } of plan.clinks) addBell(studio, at, pitch, 0.09, { gain: 0.03, pan, room: 0.5 })
  addGuitar(studio)
  addPad(studio, [146.83, 220, 277.18], 0.05, 0.3)
  if (mood.rain) addRain(studio, 0.3, 0.5)
}

/** Talk without words: noise through the moving formants of several mouths, each in its own rhythm. */
function addVoices(studio: Studio, mood: Mood): void {
  const noise = new Noise(mood.seed)
  const { rate, length } = studio
  for (const [i, pan] of [-0.85, -0.4, 0.1, 0.5, 0.9].entries()) {
    const pitch = 105 + 38 * i
    const voice = studio.track()
    addTone(
      voice,
      rate,
      0,
      studio.seconds,
      (t) => pitch * (0.9 + 0.3 * noise.fbm(t * 2.2 + i * 9, 5.5, 2)),
      () => 1,
      [0.6, 0.55, 0.5, 0.42, 0.36, 0.3, 0.24, 0.2, 0.16],
    )
    const breath = pinkNoise(length, studio.random(`breath ${i}`))
    for (let k = 0; k < length; k++) voice[k] = (voice[k] as number) * 0.12 + (breath[k] as number) * 0.5
    const low = filter(voice.slice(), rate, 'band', (t) => 380 + 420 * noise.at(t * 6.5 + i * 13, 11.5), 3.5)
    const high = filter(voice, rate, 'band', (t) => 1100 + 1300 * noise.at(t * 5.7 + i * 17, 17.5), 4)
    const talk = (t: number) =>
      Math.max(0, noise.at(t * 6 + i * 29, 23.5) - 0.28) * (noise.at(t * 0.8 + i * 7, 31.5) > 0.35 ? 1 : 0.12)
    shape(low, rate, talk)
    shape(high, rate, talk)
    studio.add(low, { gain: 0.75, pan, room: 0.8 })
    studio.add(high, { gain: 0.4, pan, room: 0.8 })
  }
}

function addSizzle(studio: Studio, mood: Mood): void {
  const noise = new Noise(mood.seed)
  const { rate, length } = studio
  for (const side of [-1, 1]) {
    const fry = filter(whiteNoise(length, studio.random(`fry ${side}`)), rate, 'high', 2600, 0.6)
    filter(fry, rate, 'low', 9500, 0.6)
    shape(fry, rate, (t) => 0.45 + 0.65 * noise.fbm(t * 5 + side * 0.6, 7.5, 3))
    studio.add(fry, { gain: 0.26, pan: side * 0.5 })
    const boil = filter(pinkNoise(length, studio.random(`boil ${side}`)), rate, 'band', 480, 1)
    studio.add(boil, { gain: 0.35, pan: side * 0.6 })
  }
  const random = studio.random('spit')
  for (const pan of [-0.4, 0, 0.4]) {
    const spit = studio.track()
    for (let i = 0; i < studio.seconds * 26; i++)
      addBurst(
        spit,
        rate,
        random.between(0, studio.seconds),
        random.between(2400, 7500),
        3,
        random.between(0.001, 0.006),
        random.next() ** 2,
        random,
      )
    studio.add(spit, { gain: 0.8, pan, room: 0.1 })
  }
}

function addGuitar(studio: Studio): void {
  const random = studio.random('guitar')
  const track = studio.track()
  const chords = [
    [146.83, 220, 277.18, 329.63],
    [123.47, 185, 246.94, 293.66],
    [164.81, 207.65, 246.94, 329.63],
    [110, 220, 277.18, 329.63],
  ] as const
  for (let i = 0, at = 0.3; at < studio.seconds - 0.5; i++, at += 0.3) {
    const chord = chords[Math.floor(i / 8) % 4] ?? chords[0]
    const hertz = chord[[0, 2, 1, 3, 2, 1, 3, 2][i % 8] ?? 0] ?? 220
    addTone(
      track,
      studio.rate,
      at + random.between(0, 0.015),
      1.1,
      hertz,
      (t) => pluck(t, 0.003, 0.27),
      [1, 0.55, 0.3, 0.2, 0.1, 0.06],
    )
  }
  studio.add(track, { gain: 0.055, pan: 0.3, room: 0.6 })
}
