// Provides the elements of all these sounds: noise, filters, and ringing bodies.
import type { Random } from './random.ts'
import { RATE } from './stereo.ts'

export type Envelope = (t: number) => number

export function createNoise(seconds: number, random: Random, envelope: Envelope = () => 1): Float32Array {
  return createTone(seconds, (t) => (random.next() * 2 - 1) * envelope(t))
}

/** Samples a function of time. */
export function createTone(seconds: number, value: Envelope): Float32Array {
  const out = new Float32Array(Math.round(seconds * RATE))
  for (let i = 0; i < out.length; i++) out[i] = value(i / RATE)
  return out
}

/** Returns an envelope that rises over `attack` seconds and falls to a thousandth in `fall` seconds. */
export function strike(attack: number, fall: number): Envelope {
  return (t) => Math.min(1, t / attack) * 10 ** ((-3 * Math.max(0, t - attack)) / fall)
}

type Kind = 'low' | 'high' | 'band'

/** Applies a two-pole filter (the usual bilinear forms) in place. `hertz` may change over time. */
export function filter(
  sound: Float32Array,
  kind: Kind,
  hertz: number | Envelope,
  sharpness = Math.SQRT1_2,
): Float32Array {
  return filterFrom(sound, kind, hertz, sharpness, 1)
}

/** Applies the same filter to one turn of a loop. It runs twice and keeps the second run, so that no seam appears. */
export function filterLoop(
  sound: Float32Array,
  kind: Kind,
  hertz: number | Envelope,
  sharpness = Math.SQRT1_2,
): Float32Array {
  return filterFrom(sound, kind, hertz, sharpness, 0)
}

function filterFrom(
  sound: Float32Array,
  kind: Kind,
  hertz: number | Envelope,
  sharpness: number,
  firstRun: number,
): Float32Array {
  let [low, band] = [0, 0]
  const warp = (cut: number) => Math.tan((Math.PI * Math.min(cut, RATE * 0.45)) / RATE)
  const still = typeof hertz === 'number' ? warp(hertz) : 0
  for (let run = firstRun; run < 2; run++) {
    for (let i = 0; i < sound.length; i++) {
      const g = typeof hertz === 'number' ? still : warp(hertz(i / RATE))
      const high = ((sound[i] ?? 0) - (1 / sharpness + g) * band - low) / (1 + g / sharpness + g * g)
      const newBand = band + g * high
      const newLow = low + g * newBand
      band = newBand + g * high
      low = newLow + g * newBand
      if (run === 1) sound[i] = kind === 'low' ? newLow : kind === 'high' ? high : newBand / sharpness
    }
  }
  return sound
}

export interface Mode {
  hertz: number
  level: number
  /** The seconds until the mode has fallen to a thousandth. */
  fall: number
}

/** Returns the sound of a struck body. Each of its modes rings and fades. */
export function ring(modes: readonly Mode[], seconds: number, random: Random, attack = 0.0004): Float32Array {
  const out = new Float32Array(Math.round(seconds * RATE))
  for (const { hertz, level, fall } of modes) {
    const phase = random.next() * 2 * Math.PI
    const envelope = strike(attack, fall)
    for (let i = 0; i < out.length; i++) {
      const t = i / RATE
      out[i] =
        (out[i] ?? 0) +
        level * envelope(t) * (Math.sin(2 * Math.PI * hertz * t + phase) - Math.sin(phase) * Math.exp(-t * 3000))
    }
  }
  return out
}

export function createGain(sound: Float32Array, by: number | Envelope): Float32Array {
  for (let i = 0; i < sound.length; i++) sound[i] = (sound[i] ?? 0) * (typeof by === 'number' ? by : by(i / RATE))
  return sound
}

export function sum(...sounds: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(Math.max(...sounds.map(({ length }) => length)))
  for (const sound of sounds) for (let i = 0; i < sound.length; i++) out[i] = (out[i] ?? 0) + (sound[i] ?? 0)
  return out
}

/**
 * Rounds off peaks above `level`, as tape does. A click of a few milliseconds retains its shape and weight. It loses
 * only its inaudible peak, which would limit the loudness of the whole sound.
 */
export function roundPeaks(sound: Float32Array, level: number): Float32Array {
  return sound.map((value) => level * Math.tanh(value / level))
}
