import type { Random } from '../random.ts'

/** The number of samples between two updates of a changing value (cutoff, level). Values between them are linear. */
const CONTROL_STEP = 48

export type Curve = number | ((t: number) => number)

export function getValueAt(curve: Curve, t: number): number {
  return typeof curve === 'number' ? curve : curve(t)
}

export function createWhiteNoise(length: number, random: Random): Float32Array {
  const out = new Float32Array(length)
  let state = Math.floor(random.next() * 0xfffffffe) + 1
  for (let i = 0; i < length; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    out[i] = state / 2147483648
  }
  return out
}

/** Returns noise that falls by 3 dB per octave, as wind, water, and crowds do. */
export function createPinkNoise(length: number, random: Random): Float32Array {
  const out = createWhiteNoise(length, random)
  let a = 0
  let b = 0
  let c = 0
  for (let i = 0; i < length; i++) {
    const white = out[i] as number
    a = 0.99765 * a + white * 0.099046
    b = 0.963 * b + white * 0.2965164
    c = 0.57 * c + white * 1.0526913
    out[i] = (a + b + c + white * 0.1848) * 0.075
  }
  return out
}

export type FilterKind = 'low' | 'band' | 'high'

/**
 * Applies a two-pole filter in place. The cutoff is in Hz and may change over time. The filter is stable at any rate of
 * change.
 */
export function filter(
  buffer: Float32Array,
  rate: number,
  kind: FilterKind,
  cutoff: Curve,
  resonance = 0.7,
): Float32Array {
  let low = 0
  let band = 0
  const damping = 1 / resonance
  for (let start = 0; start < buffer.length; start += CONTROL_STEP) {
    const hertz = Math.min(rate * 0.45, Math.max(10, getValueAt(cutoff, start / rate)))
    const g = Math.tan((Math.PI * hertz) / rate)
    const a1 = 1 / (1 + g * (g + damping))
    const a2 = g * a1
    const a3 = g * a2
    const end = Math.min(buffer.length, start + CONTROL_STEP)
    for (let i = start; i < end; i++) {
      const input = buffer[i] as number
      const v3 = input - low
      const v1 = a1 * band + a2 * v3
      const v2 = low + a2 * band + a3 * v3
      band = 2 * v1 - band
      low = 2 * v2 - low
      buffer[i] = kind === 'low' ? v2 : kind === 'band' ? v1 * damping : input - damping * v1 - v2
    }
  }
  return buffer
}

/** Multiplies the samples by a changing level, in place. */
export function shapeEnvelope(buffer: Float32Array, rate: number, level: (t: number) => number): Float32Array {
  let from = level(0)
  for (let start = 0; start < buffer.length; start += CONTROL_STEP) {
    const end = Math.min(buffer.length, start + CONTROL_STEP)
    const to = level(end / rate)
    const step = (to - from) / (end - start)
    for (let i = start; i < end; i++) {
      buffer[i] = (buffer[i] as number) * from
      from += step
    }
    from = to
  }
  return buffer
}

/**
 * Returns an envelope that rises from 0 to 1 in `attack` seconds. It then falls by a factor of e in each `decay`
 * seconds.
 */
export function pluck(t: number, attack: number, decay: number): number {
  if (t < 0) return 0
  return t < attack ? t / attack : Math.exp(-(t - attack) / decay)
}

/** Returns an envelope that goes from 0 to 1 and back over `length` seconds, smooth at both ends. */
export function swell(t: number, length: number): number {
  if (t <= 0 || t >= length) return 0
  return Math.sin((Math.PI * t) / length) ** 2
}

/**
 * Adds a tone whose frequency and level may change. `partials` are the levels of its harmonics, from the fundamental
 * up.
 */
export function addTone(
  buffer: Float32Array,
  rate: number,
  at: number,
  length: number,
  frequency: Curve,
  level: (t: number) => number,
  partials: readonly number[] = [1],
): void {
  const first = Math.max(0, Math.floor(at * rate))
  const last = Math.min(buffer.length, Math.floor((at + length) * rate))
  let phase = 0
  for (let start = first; start < last; start += CONTROL_STEP) {
    const end = Math.min(last, start + CONTROL_STEP)
    const step = (2 * Math.PI * getValueAt(frequency, start / rate - at)) / rate
    const from = level(start / rate - at)
    const slope = (level(end / rate - at) - from) / (end - start)
    for (let i = start; i < end; i++) {
      phase += step
      let sample = 0
      for (let k = 0; k < partials.length; k++) sample += (partials[k] as number) * Math.sin(phase * (k + 1))
      buffer[i] = (buffer[i] as number) + sample * (from + slope * (i - start))
    }
  }
}

/** Adds a burst of band-limited noise, for clicks, sparks, drops, and hi-hats. */
export function addBurst(
  buffer: Float32Array,
  rate: number,
  at: number,
  hertz: number,
  resonance: number,
  decay: number,
  level: number,
  random: Random,
): void {
  const length = Math.min(Math.floor(decay * 7 * rate), buffer.length - Math.floor(at * rate))
  if (length <= 0 || at < 0) return
  const noise = filter(createWhiteNoise(length, random), rate, 'band', hertz, resonance)
  const first = Math.floor(at * rate)
  const attack = Math.min(decay * 0.2, 0.002)
  for (let i = 0; i < length; i++) {
    buffer[first + i] = (buffer[first + i] as number) + (noise[i] as number) * level * pluck(i / rate, attack, decay)
  }
}
