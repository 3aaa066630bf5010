export const RATE = 48_000

/** Two channels of the same length at 48 kHz. */
export interface Stereo {
  left: Float32Array
  right: Float32Array
}

/**
 * One turn of a loop. Sound past its end continues at its beginning. The loop therefore has no seam and needs no
 * crossfade.
 */
export class Loop implements Stereo {
  readonly left: Float32Array
  readonly right: Float32Array

  constructor(seconds: number) {
    const length = Math.round(seconds * RATE)
    this.left = new Float32Array(length)
    this.right = new Float32Array(length)
  }

  /**
   * Adds a mono sound at `at` seconds. `pan` goes from -1 (left) to 1 (right). The far channel gets the sound later,
   * softer, and duller.
   */
  add(sound: Float32Array, at: number, gain = 1, pan = 0): void {
    const length = this.left.length
    const start = Math.round(at * RATE)
    const far = pan > 0 ? this.left : this.right
    const near = pan > 0 ? this.right : this.left
    const delay = Math.round(Math.abs(pan) * 0.0006 * RATE)
    const farGain = gain * (1 - 0.62 * Math.abs(pan))
    const dull = 0.75 * Math.abs(pan)
    let held = 0
    for (let i = 0; i < sound.length; i++) {
      const value = sound[i] ?? 0
      const n = wrapIndex(start + i, length)
      near[n] = (near[n] ?? 0) + value * gain
      held = held * dull + value * (1 - dull)
      const f = wrapIndex(start + i + delay, length)
      far[f] = (far[f] ?? 0) + held * farGain
    }
  }

  /** Adds another loop of the same length, sample by sample. */
  mix({ left, right }: Stereo, gain = 1): void {
    for (let i = 0; i < this.left.length; i++) {
      this.left[i] = (this.left[i] ?? 0) + (left[i] ?? 0) * gain
      this.right[i] = (this.right[i] ?? 0) + (right[i] ?? 0) * gain
    }
  }
}

export function wrapIndex(i: number, length: number): number {
  return ((i % length) + length) % length
}
