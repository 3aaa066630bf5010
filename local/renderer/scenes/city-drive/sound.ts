// In the car: engine and tyres, others that rush by as their lights do, and a synth pulse at the signs' tempo.
import type { Mood } from '../../mood.ts'
import { addPad, addRain } from '../../sound/ambience.ts'
import { addBurst, addTone, filter, pinkNoise, pluck, shape } from '../../sound/dsp.ts'
import type { Studio } from '../../sound/studio.ts'
import type { CityDrivePlan } from './plan.ts'

export function cityDriveSound(studio: Studio, mood: Mood, plan: CityDrivePlan): void {
  studio.room = { seconds: 1.7, brightness: 0.5 }
  const { rate, length } = studio
  for (const side of [-1, 1]) {
    const road = filter(pinkNoise(length, studio.random(`road ${side}`)), rate, 'low', 420, 0.7)
    studio.add(road, { gain: 0.62, pan: side * 0.7 })
    const spray = filter(pinkNoise(length, studio.random(`spray ${side}`)), rate, 'band', 2600, 0.6)
    studio.add(spray, { gain: 0.16, pan: side * 0.8 })
  }
  const engine = studio.track()
  addTone(
    engine,
    rate,
    0,
    studio.seconds,
    (t) => 62 + 3 * Math.sin(t * 0.8) + 0.8 * Math.sin(t * 11),
    () => 1,
    [0.5, 0.8, 0.4, 0.3, 0.12],
  )
  filter(engine, rate, 'low', 260, 0.8)
  studio.add(engine, { gain: 0.09 })
  for (const at of plan.passing) {
    const pass = filter(pinkNoise(length, studio.random(`pass ${at}`)), rate, 'band', (t) => (t < at ? 1000 : 720), 0.8)
    shape(pass, rate, (t) => Math.exp(-(((t - at) / (t < at ? 0.34 : 0.2)) ** 2)))
    studio.add(pass, { gain: 1.5, pan: (t) => Math.max(-1, Math.min(0.2, -0.35 - (t - at) * 1.6)), room: 0.1 })
  }

  const beat = 60 / plan.tempo
  const random = studio.random('song')
  const root = random.pick([55, 58.27, 61.74] as const)
  const roots = [1, 1, 0.8909, 1.1892] as const
  const kick = studio.track()
  const bass = studio.track()
  const lead = studio.track()
  const hats = studio.track()
  for (let step = 0; step * (beat / 4) < studio.seconds - 0.1; step++) {
    const at = step * (beat / 4)
    const chord = root * (roots[Math.floor(step / 8) % 4] ?? 1)
    if (step % 4 === 0)
      addTone(
        kick,
        rate,
        at,
        0.3,
        (t) => 48 + 110 * Math.exp(-t / 0.03),
        (t) => pluck(t, 0.002, 0.1),
        [1],
      )
    if (step % 4 !== 0)
      addTone(bass, rate, at, beat / 4, chord, (t) => pluck(t, 0.004, 0.11), [1, 0.6, 0.42, 0.3, 0.22, 0.16, 0.1])
    const arp = [4, 6, 4.757, 8, 6, 4.757, 9.514, 8][step % 8] ?? 4
    addTone(lead, rate, at, 0.34, chord * arp, (t) => pluck(t, 0.004, 0.09), [0.7, 0.35, 0.24, 0.12])
    if (step % 4 === 2) addBurst(hats, rate, at, 8200, 1.2, 0.02, 0.5, random)
    if (step % 8 === 4) addBurst(hats, rate, at, 1900, 0.7, 0.07, 0.8, random)
  }
  filter(bass, rate, 'low', (t) => 500 + 380 * Math.sin(t * 0.9), 1.4)
  studio.add(kick, { gain: 0.4 })
  studio.add(bass, { gain: 0.11 })
  studio.add(lead, { gain: 0.042, pan: (t) => 0.6 * Math.sin(t * 2.2), room: 0.9 })
  studio.add(hats, { gain: 0.16, pan: 0.25, room: 0.2 })
  addPad(studio, [root * 2, root * 3, root * 4, root * 4.757], 0.1, 0.5)
  if (mood.rain) addRain(studio, 0.4, 0.5)
}
