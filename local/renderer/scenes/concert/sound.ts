// The song of the show: kick, snare, hats, bass, chords and a lead at the lights' tempo, and a crowd around it.

import { Noise } from '../../draw/noise.ts'
import type { Mood } from '../../mood.ts'
import { addBurst, addTone, filter, pinkNoise, pluck, shape } from '../../sound/dsp.ts'
import type { Studio } from '../../sound/studio.ts'
import type { ConcertPlan } from './plan.ts'

/** Chord roots as steps of a minor key, and their third. */
const CHORDS = [
  [1, 1.1892],
  [0.7937, 1.2599],
  [0.8909, 1.2599],
  [1.3348, 1.1892],
] as const

export function concertSound(studio: Studio, mood: Mood, plan: ConcertPlan): void {
  studio.room = { seconds: 2.1, brightness: 0.5 }
  const { rate, length } = studio
  const sixteenth = 15 / plan.tempo
  const random = studio.random('song')
  const kick = studio.track()
  const snare = studio.track()
  const hats = studio.track()
  const bass = studio.track()
  const lead = studio.track()
  const chordsLeft = studio.track()
  const chordsRight = studio.track()
  const melody = [4, 4.7568, 5.9932, 4.7568, 7.1272, 5.9932, 4.7568, 5.3394].map(
    (step) => step * (random.chance(0.2) ? 1.3348 : 1),
  )
  for (let step = 0; step * sixteenth < studio.seconds - 0.05; step++) {
    const at = step * sixteenth
    const [chord, third] = CHORDS[Math.floor(step / 16) % 4] ?? CHORDS[0]
    const root = plan.root * chord
    if (step % 4 === 0) {
      addTone(
        kick,
        rate,
        at,
        0.36,
        (t) => 44 + 150 * Math.exp(-t / 0.024),
        (t) => pluck(t, 0.0015, 0.12),
        [1, 0.1],
      )
      addBurst(kick, rate, at, 3200, 0.8, 0.003, 0.5, random)
    }
    if (step % 8 === 4) {
      addBurst(snare, rate, at, 1900, 0.5, 0.075, 1.3, random)
      addTone(
        snare,
        rate,
        at,
        0.16,
        (t) => 185 + 60 * Math.exp(-t / 0.02),
        (t) => pluck(t, 0.001, 0.05),
        [0.7],
      )
    }
    if (step % 2 === 0)
      addBurst(hats, rate, at, 9000, 1.4, step % 4 === 2 ? 0.045 : 0.014, step % 4 === 2 ? 0.6 : 0.36, random)
    if (step % 4 !== 0 || step % 16 === 0)
      addTone(
        bass,
        rate,
        at,
        sixteenth * 0.95,
        root * (step % 16 === 14 ? 1.4983 : 1),
        (t) => pluck(t, 0.003, 0.13),
        [1, 0.7, 0.5, 0.36, 0.26, 0.2, 0.14, 0.1],
      )
    if (step % 2 === 0)
      addTone(
        lead,
        rate,
        at,
        0.3,
        root * (melody[(step / 2) % 8] ?? 4),
        (t) => pluck(t, 0.004, 0.11),
        [0.7, 0.3, 0.3, 0.1, 0.12],
      )
    if (step % 16 === 0 || step % 16 === 6 || step % 16 === 12) {
      for (const [i, tone] of [2, 2 * third, 2.9966, 4].entries()) {
        const side = i % 2 ? chordsRight : chordsLeft
        addTone(
          side,
          rate,
          at,
          sixteenth * 5,
          root * tone * (i % 2 ? 1.002 : 0.998),
          (t) => pluck(t, 0.008, 0.26),
          [0.6, 0.42, 0.3, 0.22, 0.16, 0.12],
        )
      }
    }
  }
  const duck = (t: number) => 1 - 0.55 * Math.exp(-(((t * plan.tempo) / 60) % 1) * 5)
  filter(bass, rate, 'low', (t) => 420 + 500 * duck(t), 1.2)
  shape(bass, rate, duck)
  for (const side of [chordsLeft, chordsRight]) {
    filter(side, rate, 'low', (t) => 1500 + 1100 * Math.sin(t * 1.2), 0.9)
    shape(side, rate, duck)
  }
  studio.add(kick, { gain: 0.8 })
  studio.add(snare, { gain: 0.4, pan: 0.05, room: 0.35 })
  studio.add(hats, { gain: 0.24, pan: 0.3, room: 0.1 })
  studio.add(bass, { gain: 0.2 })
  studio.add(lead, { gain: 0.085, pan: (t) => 0.5 * Math.sin(t * 1.9), room: 0.7 })
  studio.add(chordsLeft, { gain: 0.1, pan: -0.7, room: 0.4 })
  studio.add(chordsRight, { gain: 0.1, pan: 0.7, room: 0.4 })

  const noise = new Noise(mood.seed)
  for (const side of [-1, 1]) {
    const crowd = filter(pinkNoise(length, studio.random(`crowd ${side}`)), rate, 'band', 950, 0.6)
    shape(crowd, rate, (t) => 0.35 + 0.9 * noise.fbm(t * 1.6 + side * 3, 61.5, 3) ** 1.6)
    studio.add(crowd, { gain: 0.6, pan: side * 0.85, room: 0.5 })
  }
  for (let i = 0; i < 5; i++) {
    const cheer = studio.track()
    const pitch = random.between(700, 1100)
    addTone(
      cheer,
      rate,
      random.between(0.2, studio.seconds - 0.8),
      0.7,
      (t) => pitch * (1 + 0.3 * Math.sin(t * 4)) * (1 + 0.01 * Math.sin(t * 40)),
      (t) => pluck(t, 0.12, 0.2),
      [0.5, 0.4, 0.3, 0.16],
    )
    studio.add(cheer, { gain: 0.018, pan: random.between(-0.9, 0.9), room: 1.2 })
  }
}
