// Grades each frame, adds vignette and grain, and converts RGB to I420 in BT.709 with limited range. The encoder's own
// conversion is BT.601, whatever the tag says.

import { HEIGHT, WIDTH } from '../draw/stage.ts'
import { clamp } from '../math.ts'
import type { Grade } from '../scene.ts'

const GRAIN_SIZE = 1 << 20
const GRAIN_MASK = GRAIN_SIZE - 1
const ONE = 1 << 16

export class FrameFinisher {
  readonly #luma: readonly [Int32Array, Int32Array, Int32Array]
  readonly #curves: readonly [Uint8Array, Uint8Array, Uint8Array]
  readonly #vignette: Uint16Array
  readonly #grain: Int32Array
  readonly #out = new Uint8Array((WIDTH * HEIGHT * 3) / 2)
  readonly #offsets: (frame: number) => number

  constructor(grade: Grade) {
    const curves = [0, 1, 2].map((channel) => gradeCurve(grade, channel)) as [Float32Array, Float32Array, Float32Array]
    const weights = [0.2126, 0.7152, 0.0722] as const
    this.#luma = weights.map((weight, i) =>
      Int32Array.from(curves[i] as Float32Array, (v) => v * weight * 219 * ONE),
    ) as [Int32Array, Int32Array, Int32Array]
    this.#curves = curves.map((curve) => Uint8Array.from(curve, (v) => Math.round(v * 255))) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ]
    this.#vignette = vignetteMap(grade.vignette)
    this.#grain = grainTable(grade.grain)
    this.#offsets = (frame) => Math.imul(frame + 1, 0x9e3779b1) >>> 3
  }

  /** RGBA to planar 4:2:0. The result is overwritten by the next call. */
  finish(rgba: Uint8Array, frame: number): Uint8Array {
    const out = this.#out
    const [lumaR, lumaG, lumaB] = this.#luma
    const [curveR, curveG, curveB] = this.#curves
    const grain = this.#grain
    const vignette = this.#vignette
    const uPlane = WIDTH * HEIGHT
    const vPlane = uPlane + uPlane / 4
    // A multiple of four: a block's four values never run over the end of the table.
    let noiseAt = this.#offsets(frame) & GRAIN_MASK & ~3
    let block = 0
    for (let y = 0; y < HEIGHT; y += 2) {
      let top = y * WIDTH * 4
      let bottom = top + WIDTH * 4
      let at = y * WIDTH
      for (let x = 0; x < WIDTH; x += 2) {
        const r0 = rgba[top] as number
        const g0 = rgba[top + 1] as number
        const b0 = rgba[top + 2] as number
        const r1 = rgba[top + 4] as number
        const g1 = rgba[top + 5] as number
        const b1 = rgba[top + 6] as number
        const r2 = rgba[bottom] as number
        const g2 = rgba[bottom + 1] as number
        const b2 = rgba[bottom + 2] as number
        const r3 = rgba[bottom + 4] as number
        const g3 = rgba[bottom + 5] as number
        const b3 = rgba[bottom + 6] as number
        const dim = vignette[block] as number
        // In 1/65536 steps; times the vignette (12 bits) it stays below 2^53. One rounding, with the grain already added, hides
        // the 8-bit steps.
        out[at] =
          (((lumaR[r0] as number) + (lumaG[g0] as number) + (lumaB[b0] as number)) * dim) / 4096 / ONE +
          (grain[noiseAt] as number) / ONE
        out[at + 1] =
          (((lumaR[r1] as number) + (lumaG[g1] as number) + (lumaB[b1] as number)) * dim) / 4096 / ONE +
          (grain[noiseAt + 1] as number) / ONE
        out[at + WIDTH] =
          (((lumaR[r2] as number) + (lumaG[g2] as number) + (lumaB[b2] as number)) * dim) / 4096 / ONE +
          (grain[noiseAt + 2] as number) / ONE
        out[at + WIDTH + 1] =
          (((lumaR[r3] as number) + (lumaG[g3] as number) + (lumaB[b3] as number)) * dim) / 4096 / ONE +
          (grain[noiseAt + 3] as number) / ONE
        noiseAt = (noiseAt + 4) & GRAIN_MASK
        const r = (curveR[(r0 + r1 + r2 + r3 + 2) >> 2] as number) * dim
        const g = (curveG[(g0 + g1 + g2 + g3 + 2) >> 2] as number) * dim
        const b = (curveB[(b0 + b1 + b2 + b3 + 2) >> 2] as number) * dim
        // 0.1006, 0.3386, 0.4392 and 0.4392, 0.3989, 0.0403 in 1/65536, then 12 bits of vignette.
        out[uPlane + block] = 128.5 + (-6596 * r - 22188 * g + 28784 * b) / 268435456
        out[vPlane + block] = 128.5 + (28784 * r - 26145 * g - 2639 * b) / 268435456
        block++
        top += 8
        bottom += 8
        at += 2
      }
    }
    return out
  }
}

function gradeCurve(grade: Grade, channel: number): Float32Array {
  const lift = grade.lift[channel] as number
  const gain = grade.gain[channel] as number
  const power = 1 / (grade.gamma[channel] as number)
  return Float32Array.from({ length: 256 }, (_, i) => clamp(lift + (gain - lift) * (i / 255) ** power))
}

/** One value (12 bits) for each 2x2 block. */
function vignetteMap(strength: number): Uint16Array {
  const width = WIDTH / 2
  const height = HEIGHT / 2
  const map = new Uint16Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const dx = (x / width - 0.5) * 1.85
      const dy = (y / height - 0.5) * 1.7
      const far = clamp((dx * dx + dy * dy - 0.18) / 1.3)
      map[y * width + x] = Math.round(4096 * (1 - strength * far * (2 - far) * 0.9))
    }
  }
  return map
}

const grainTables = new Map<number, Int32Array>()

/** In 1/65536 steps, with the offsets of black (16) and of rounding (0.5). */
function grainTable(deviation: number): Int32Array {
  const made = grainTables.get(deviation)
  if (made) return made
  const raw = new Float32Array(GRAIN_SIZE)
  let state = 0x51de1234
  for (let i = 0; i < GRAIN_SIZE; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    // The sum of three parts of one number is close enough to a bell curve; its deviation is about 0.5.
    raw[i] = ((state & 1023) + ((state >>> 10) & 1023) + ((state >>> 20) & 1023)) / 1024 - 1.5
  }
  const table = new Int32Array(GRAIN_SIZE)
  for (let i = 0; i < GRAIN_SIZE; i++) {
    // Neighbours share a little, as silver grains are larger than a pixel.
    const soft = (raw[i] as number) * 0.85 + (raw[(i + 1) & GRAIN_MASK] as number) * 0.35
    table[i] = (16.5 + soft * 2 * deviation) * ONE
  }
  grainTables.set(deviation, table)
  return table
}
