import { createRandom, type Random } from '../random.ts'
import { type Curve, getValueAt } from './dsp.ts'
import { limit, measureIntegratedLoudness } from './loudness.ts'
import { reverberate } from './reverb.ts'

/** The loudness of every clip, near the middle of the product's promised range (-24 to -14 LUFS). */
const LOUDNESS_LUFS = -18
/** The peak ceiling. 0.75 is -2.5 dB, because AAC adds to the peaks, which must stay below -1 dBTP. */
const PEAK_CEILING = 0.75
const FADE_IN_SECONDS = 0.06
const FADE_OUT_SECONDS = 0.35

export interface Placement {
  gain?: number
  /** The stereo position: -1 is left, and 1 is right. */
  pan?: Curve
  /** The share that is sent to the reverb. */
  room?: number
}

export class Studio {
  readonly length: number
  readonly rate: number
  readonly seconds: number
  room = { seconds: 1.6, brightness: 0.5 }
  readonly #seed: number
  readonly #left: Float32Array
  readonly #right: Float32Array
  readonly #roomLeft: Float32Array
  readonly #roomRight: Float32Array

  constructor(length: number, rate: number, seed: number) {
    this.length = length
    this.rate = rate
    this.seconds = length / rate
    this.#seed = seed
    this.#left = new Float32Array(length)
    this.#right = new Float32Array(length)
    this.#roomLeft = new Float32Array(length)
    this.#roomRight = new Float32Array(length)
  }

  random(stream: string): Random {
    return createRandom(this.#seed, `sound ${stream}`)
  }

  track(): Float32Array {
    return new Float32Array(this.length)
  }

  /** Mixes in a mono track. Its power is the same at every stereo position. */
  add(track: Float32Array, { gain = 1, pan = 0, room = 0 }: Placement = {}): void {
    const step = 64
    for (let start = 0; start < track.length; start += step) {
      const angle = ((getValueAt(pan, start / this.rate) + 1) * Math.PI) / 4
      const toLeft = Math.cos(angle) * gain * Math.SQRT2
      const toRight = Math.sin(angle) * gain * Math.SQRT2
      const end = Math.min(track.length, start + step, this.length)
      for (let i = start; i < end; i++) {
        const sample = track[i] as number
        this.#put(i, sample * toLeft, sample * toRight, room)
      }
    }
  }

  addWide(left: Float32Array, right: Float32Array, { gain = 1, room = 0 }: Omit<Placement, 'pan'> = {}): void {
    for (let i = 0; i < this.length; i++) {
      this.#put(i, (left[i] as number) * gain, (right[i] as number) * gain, room)
    }
  }

  /** Creates a studio for a part of this clip. Mix it in with `addPart`. */
  createPart(seconds: number): Studio {
    return new Studio(Math.min(this.length, Math.round(seconds * this.rate)), this.rate, this.#seed)
  }

  /** Mixes in the recording of another studio, starting at `at` seconds. `level` is read at this studio's time. */
  addPart(part: Studio, at: number, level: (t: number) => number): void {
    const first = Math.round(at * this.rate)
    const step = 64
    for (let start = 0; start < part.length; start += step) {
      const gain = level((first + start) / this.rate)
      const end = Math.min(start + step, part.length, this.length - first)
      for (let i = start; i < end; i++) {
        const to = first + i
        this.#left[to] = (this.#left[to] as number) + (part.#left[i] as number) * gain
        this.#right[to] = (this.#right[to] as number) + (part.#right[i] as number) * gain
        this.#roomLeft[to] = (this.#roomLeft[to] as number) + (part.#roomLeft[i] as number) * gain
        this.#roomRight[to] = (this.#roomRight[to] as number) + (part.#roomRight[i] as number) * gain
      }
    }
  }

  #put(i: number, left: number, right: number, room: number): void {
    this.#left[i] = (this.#left[i] as number) + left
    this.#right[i] = (this.#right[i] as number) + right
    this.#roomLeft[i] = (this.#roomLeft[i] as number) + left * room
    this.#roomRight[i] = (this.#roomRight[i] as number) + right * room
  }

  /** Returns the final mix with reverb, limited, at the loudness of all clips, and faded at both ends. */
  master(): { left: Float32Array; right: Float32Array } {
    const wet = reverberate(this.#roomLeft, this.#roomRight, this.rate, this.room.seconds, this.room.brightness)
    const left = this.track()
    const right = this.track()
    for (let i = 0; i < this.length; i++) {
      left[i] = (this.#left[i] as number) + (wet.left[i] as number)
      right[i] = (this.#right[i] as number) + (wet.right[i] as number)
    }
    removeOffset(left)
    removeOffset(right)
    this.#fade(left, right)
    // Limiting strong peaks lowers the loudness. The second pass compensates for this.
    for (let pass = 0; pass < 2; pass++) {
      const loudness = measureIntegratedLoudness(left, right, this.rate)
      if (!Number.isFinite(loudness)) break
      const gain = 10 ** ((LOUDNESS_LUFS - loudness) / 20)
      for (let i = 0; i < this.length; i++) {
        left[i] = (left[i] as number) * gain
        right[i] = (right[i] as number) * gain
      }
      limit(left, right, this.rate, PEAK_CEILING)
    }
    return { left, right }
  }

  #fade(left: Float32Array, right: Float32Array): void {
    const rampGain = (samples: number, at: (i: number) => number) => {
      for (let i = 0; i < samples; i++) {
        const level = Math.sin((Math.PI / 2) * (i / samples)) ** 2
        left[at(i)] = (left[at(i)] as number) * level
        right[at(i)] = (right[at(i)] as number) * level
      }
    }
    rampGain(Math.round(FADE_IN_SECONDS * this.rate), (i) => i)
    rampGain(Math.round(FADE_OUT_SECONDS * this.rate), (i) => this.length - 1 - i)
  }
}

/** Removes frequencies below the range of hearing, which waste headroom. */
function removeOffset(channel: Float32Array): void {
  let last = 0
  let out = 0
  for (let i = 0; i < channel.length; i++) {
    const sample = channel[i] as number
    out = 0.997 * (out + sample - last)
    last = sample
    channel[i] = out
  }
}
