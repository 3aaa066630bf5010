import type { Noise } from '../draw/noise.ts'
import { lerp } from '../math.ts'
import type { Random } from '../random.ts'
import { addBurst, addTone, createPinkNoise, createWhiteNoise, filter, shapeEnvelope, swell } from './dsp.ts'
import type { Studio } from './studio.ts'

/** Adds gusts of wind that pan between the ears. `strength` (0 to 1) raises level, pitch, and whistle. */
export function addWind(studio: Studio, noise: Noise, strength: number, gain = 1): void {
  for (const [side, name] of ['left', 'right'].entries()) {
    const createGust = (t: number) => 0.25 + 0.75 * noise.fbm(t * (0.35 + 0.3 * strength) + side * 0.35, 40.5, 2) ** 1.3
    const body = filter(
      createPinkNoise(studio.length, studio.random(`wind ${name}`)),
      studio.rate,
      'low',
      (t) => 160 + 700 * strength * createGust(t),
      0.8,
    )
    shapeEnvelope(body, studio.rate, createGust)
    const whistle = filter(
      createWhiteNoise(studio.length, studio.random(`whistle ${name}`)),
      studio.rate,
      'band',
      (t) => lerp(320, 760, createGust(t) * strength),
      9,
    )
    shapeEnvelope(whistle, studio.rate, (t) => createGust(t) ** 2)
    const pan = side === 0 ? -0.75 : 0.75
    studio.add(body, { gain: gain * 1.6, pan, room: 0.1 })
    studio.add(whistle, { gain: gain * (0.1 + 0.35 * strength), pan, room: 0.3 })
  }
}

/**
 * Adds steady rain: a bed of fine drops, and larger drops that are audible individually. `hard` goes from 0 (drizzle)
 * to 1 (downpour).
 */
export function addRain(studio: Studio, hard: number, gain = 1): void {
  const createBed = (name: string) => {
    const high = filter(createWhiteNoise(studio.length, studio.random(`rain ${name}`)), studio.rate, 'high', 1800, 0.6)
    filter(high, studio.rate, 'low', 7500 + 2500 * hard, 0.6)
    const low = filter(createPinkNoise(studio.length, studio.random(`rain low ${name}`)), studio.rate, 'band', 520, 0.5)
    for (let i = 0; i < high.length; i++)
      high[i] = (high[i] as number) * 0.22 + (low[i] as number) * (0.25 + 0.6 * hard)
    return high
  }
  studio.addWide(createBed('left'), createBed('right'), { gain: gain * (0.35 + 0.4 * hard), room: 0.05 })
  const random = studio.random('drops')
  for (const pan of [-0.8, -0.3, 0.25, 0.7]) {
    const drops = studio.track()
    const count = studio.seconds * (14 + 22 * hard)
    for (let i = 0; i < count; i++) {
      addBurst(
        drops,
        studio.rate,
        random.between(0, studio.seconds),
        random.between(1400, 5200),
        5,
        random.between(0.004, 0.014),
        random.between(0.1, 0.6),
        random,
      )
    }
    studio.add(drops, { gain: gain * 0.42, pan, room: 0.25 })
  }
}

/** Adds thunder after a flash. Near thunder starts with a crack. A long, uneven roll follows. */
export function addThunder(studio: Studio, noise: Noise, at: number, near: number, gain = 1): void {
  for (const side of [-1, 1]) {
    const roll = createPinkNoise(studio.length, studio.random(`thunder ${at} ${side}`))
    filter(roll, studio.rate, 'low', (t) => 70 + (260 + 900 * near) * Math.exp(-Math.max(0, t - at) / 0.5), 0.8)
    shapeEnvelope(roll, studio.rate, (t) => {
      const since = t - at
      if (since < 0) return 0
      const uneven = 0.35 + 1.1 * noise.fbm(since * 4.5 + side * 0.2, 80.5 + at, 2)
      return Math.min(1, since / (0.03 + 0.25 * (1 - near))) * Math.exp(-since / 1.5) * uneven
    })
    studio.add(roll, { gain: gain * 5, pan: side * 0.6, room: 0.35 })
  }
  if (near > 0.5) {
    const crack = studio.track()
    const random = studio.random(`crack ${at}`)
    for (let i = 0; i < 7; i++)
      addBurst(crack, studio.rate, at + random.between(0, 0.16), random.between(500, 2400), 1, 0.035, 1, random)
    studio.add(crack, { gain: gain * near * 1.1, pan: 0.1, room: 0.5 })
  }
}

export interface Song {
  at: number
  /** The pitch in Hz. */
  pitch: number
  pan: number
  kind: 'warble' | 'gull'
  level: number
}

/** Adds a bird's voice. A warble is a run of quick notes. A gull's call falls and repeats. */
export function addSong(studio: Studio, song: Song, random: Random): void {
  const voice = studio.track()
  const { at, pitch, kind } = song
  if (kind === 'warble') {
    let time = at
    for (let i = 0, notes = random.int(4, 9); i < notes; i++) {
      const length = random.between(0.05, 0.11)
      const from = pitch * random.between(0.86, 1.22)
      const bend = random.between(-0.24, 0.28)
      addTone(
        voice,
        studio.rate,
        time,
        length,
        (t) => from * (1 + bend * (t / length)) * (1 + 0.012 * Math.sin(t * 260)),
        (t) => swell(t, length),
        [1, 0.12],
      )
      time += length + random.between(0.015, 0.07)
    }
  } else {
    for (let i = 0; i < 3; i++) {
      const length = 0.4 - i * 0.07
      addTone(
        voice,
        studio.rate,
        at + i * 0.44,
        length,
        (t) => pitch * (1.25 - 0.42 * (t / length) + 0.1 * Math.sin((Math.PI * t) / length)),
        (t) => swell(t, length) * (1 - 0.2 * i),
        [0.8, 0.5, 0.42, 0.22, 0.12],
      )
    }
  }
  studio.add(voice, { gain: song.level, pan: song.pan, room: 0.7 })
}

/** Adds slow chords that swell and fade. `notes` are in Hz. */
export function addPad(studio: Studio, notes: readonly number[], gain: number, brightness = 0.5): void {
  for (const side of [-1, 1]) {
    const pad = studio.track()
    for (const [i, hertz] of notes.entries()) {
      const drift = 1 + side * 0.0016 + (i % 2 ? 0.0007 : -0.0009)
      const phase = i * 1.7 + side
      addTone(
        pad,
        studio.rate,
        0,
        studio.seconds,
        hertz * drift,
        (t) => (0.72 + 0.28 * Math.sin(t * (0.5 + 0.13 * i) + phase)) * Math.min(1, t / 0.9),
        [1, 0.5, 0.33, 0.22, 0.16, 0.1].map((level, k) => level * (k === 0 ? 1 : brightness)),
      )
    }
    filter(pad, studio.rate, 'low', (t) => 500 + 1600 * brightness * (0.6 + 0.4 * Math.sin(t * 0.7 + side)), 0.7)
    studio.add(pad, { gain: (0.5 * gain) / Math.sqrt(notes.length), pan: side * 0.65, room: 0.6 })
  }
}

/** Adds crickets: series of short high chirps on the left and right. */
export function addCrickets(studio: Studio, gain: number): void {
  const random = studio.random('crickets')
  for (const pan of [-0.85, 0.8, 0.2]) {
    const track = studio.track()
    const pitch = random.between(3900, 4800)
    const period = random.between(0.42, 0.75)
    for (let at = random.between(0, period); at < studio.seconds; at += period * random.between(0.94, 1.08)) {
      for (let i = 0; i < 4; i++) addTone(track, studio.rate, at + i * 0.032, 0.022, pitch, (t) => swell(t, 0.022), [1])
    }
    studio.add(track, { gain: gain * random.between(0.5, 1), pan, room: 0.35 })
  }
}

/** Adds the sea on a shore. Each break swells, falls with a hiss, and runs back. */
export function addSurf(studio: Studio, breaks: readonly number[], gain = 1): void {
  for (const side of [-1, 1]) {
    // The two channels get each break with a slight delay between them.
    const createRise = (t: number) => {
      let sum = 0
      for (const at of breaks) {
        const since = t - at - side * 0.09
        sum += since < 0 ? Math.exp(since / 0.55) : Math.exp(-since / 0.85)
      }
      return Math.min(1.25, sum)
    }
    const body = filter(
      createPinkNoise(studio.length, studio.random(`body ${side}`)),
      studio.rate,
      'low',
      (t) => 260 + 1900 * createRise(t) ** 1.5,
      0.7,
    )
    shapeEnvelope(body, studio.rate, (t) => 0.16 + 0.9 * createRise(t) ** 1.2)
    studio.add(body, { gain: 1.3 * gain, pan: side * 0.7, room: 0.12 })
    const hiss = filter(createPinkNoise(studio.length, studio.random(`hiss ${side}`)), studio.rate, 'high', 2400, 0.6)
    shapeEnvelope(hiss, studio.rate, (t) => 0.05 + 0.95 * createRise(t - 0.2) ** 2)
    studio.add(hiss, { gain: 1.1 * gain, pan: side * 0.85, room: 0.08 })
  }
}

/** Adds the hum of a distant city. */
export function addHum(studio: Studio, gain: number): void {
  for (const side of [-1, 1]) {
    const hum = filter(createPinkNoise(studio.length, studio.random(`hum ${side}`)), studio.rate, 'low', 225, 0.75)
    studio.add(hum, { gain, pan: side * 0.65, room: 0.1 })
  }
}

export function addBrook(studio: Studio, noise: Noise, gain: number): void {
  for (const side of [-1, 1]) {
    const brook = filter(
      createPinkNoise(studio.length, studio.random(`brook ${side}`)),
      studio.rate,
      'band',
      (t) => 900 + 700 * noise.fbm(t * 7 + side * 3, 51.5, 3),
      1.6,
    )
    studio.add(brook, { gain, pan: side * 0.5, room: 0.1 })
  }
}

export function addBirds(studio: Studio): void {
  const random = studio.random('songs')
  for (let at = 0.4; at < studio.seconds - 1; at += random.between(0.9, 1.9)) {
    const level = random.between(0.02, 0.05)
    const pitch = random.between(2100, 3900)
    addSong(studio, { at, pitch, pan: random.between(-0.8, 0.8), kind: 'warble', level }, random)
  }
}
