// Prepares a drawn frame for the encoder in a single pass over its pixels. The pass adds glow, grade, vignette, and
// grain, and converts RGB to I420 in BT.709 with limited range. The encoder's own conversion uses BT.601, whatever the
// tag says.

import { HEIGHT, WIDTH } from '../draw/stage.ts'
import { clamp } from '../math.ts'
import type { Grade } from '../scene.ts'
import { Glow } from './glow.ts'

const GRAIN_SIZE = 1 << 20
const GRAIN_MASK = GRAIN_SIZE - 1
/** The fixed-point value of one luma step. With the vignette's 8 bits, a product stays below 2^31. */
const ONE = 1 << 12
const WHITE = 219 * ONE
const GREY = 128.5 * ONE

type Channels<T> = readonly [T, T, T]

export class FrameFinisher {
  #grade: Grade
  #luma: Channels<Int32Array>
  #curves: Channels<Uint8Array>
  readonly #vignette = new Uint16Array((WIDTH * HEIGHT) / 4)
  readonly #grain: Int32Array
  readonly #glow: Glow
  readonly #out = new Uint8Array((WIDTH * HEIGHT * 3) / 2)
  /** The same buffer, as pairs of pixels. */
  readonly #pairs = new Uint16Array(this.#out.buffer)

  constructor(grade: Grade) {
    this.#grade = grade
    const { luma, curves } = createTables(grade)
    this.#luma = luma
    this.#curves = curves
    fillVignetteMap(this.#vignette, grade.vignette)
    this.#grain = createGrainTable(grade.grain)
    this.#glow = new Glow(grade.bloom)
  }

  /** Sets the grade of the following frames. The grain doesn't change. */
  regrade(grade: Grade): void {
    if (grade === this.#grade) return
    const { luma, curves } = createTables(grade)
    this.#luma = luma
    this.#curves = curves
    if (grade.vignette !== this.#grade.vignette) fillVignetteMap(this.#vignette, grade.vignette)
    this.#glow.setStrength(grade.bloom)
    this.#grade = grade
  }

  /**
   * Converts RGBA to planar 4:2:0. A pixel is one number with red in the lowest byte. The next call overwrites the
   * result.
   */
  finish(rgba: Uint32Array, frame: number): Uint8Array {
    const out = this.#out
    const pairs = this.#pairs
    const [lumaR, lumaG, lumaB] = this.#luma
    const [curveR, curveG, curveB] = this.#curves
    const grain = this.#grain
    const vignette = this.#vignette
    const glow = this.#glow
    const glowLuma = glow.luma
    const glowU = glow.u
    const glowV = glow.v
    const uPlane = WIDTH * HEIGHT
    const vPlane = uPlane + uPlane / 4
    glow.read(rgba)
    // A multiple of four, so a block's four values never exceed the end of the table.
    let noiseAt = (Math.imul(frame + 1, 0x9e3779b1) >>> 3) & GRAIN_MASK & ~3
    let block = 0
    for (let y = 0; y < HEIGHT; y += 2) {
      let at = y * WIDTH
      glow.interpolate(y)
      for (let column = 0; column < WIDTH / 2; column++) {
        const dim = vignette[block] as number
        const lit = glowLuma[column] as number
        const p0 = rgba[at] as number
        const p1 = rgba[at + 1] as number
        const p2 = rgba[at + WIDTH] as number
        const p3 = rgba[at + WIDTH + 1] as number
        const luma0 =
          (lumaR[p0 & 255] as number) + (lumaG[(p0 >> 8) & 255] as number) + (lumaB[(p0 >> 16) & 255] as number)
        const luma1 =
          (lumaR[p1 & 255] as number) + (lumaG[(p1 >> 8) & 255] as number) + (lumaB[(p1 >> 16) & 255] as number)
        const luma2 =
          (lumaR[p2 & 255] as number) + (lumaG[(p2 >> 8) & 255] as number) + (lumaB[(p2 >> 16) & 255] as number)
        const luma3 =
          (lumaR[p3 & 255] as number) + (lumaG[(p3 >> 8) & 255] as number) + (lumaB[(p3 >> 16) & 255] as number)
        const y0 = (luma0 * dim) >> 8
        const y1 = (luma1 * dim) >> 8
        const y2 = (luma2 * dim) >> 8
        const y3 = (luma3 * dim) >> 8
        // Bright pixels gain less from the glow. A single rounding step, with the grain included, hides the 8-bit
        // steps.
        const out0 = (y0 + ((WHITE - y0) >> 8) * lit + (grain[noiseAt] as number)) >> 12
        const out1 = (y1 + ((WHITE - y1) >> 8) * lit + (grain[noiseAt + 1] as number)) >> 12
        const out2 = (y2 + ((WHITE - y2) >> 8) * lit + (grain[noiseAt + 2] as number)) >> 12
        const out3 = (y3 + ((WHITE - y3) >> 8) * lit + (grain[noiseAt + 3] as number)) >> 12
        pairs[at >> 1] = out0 | (out1 << 8)
        pairs[(at + WIDTH) >> 1] = out2 | (out3 << 8)
        noiseAt = (noiseAt + 4) & GRAIN_MASK
        const r = (curveR[((p0 & 255) + (p1 & 255) + (p2 & 255) + (p3 & 255) + 2) >> 2] as number) * dim
        const g =
          (curveG[(((p0 >> 8) & 255) + ((p1 >> 8) & 255) + ((p2 >> 8) & 255) + ((p3 >> 8) & 255) + 2) >> 2] as number) *
          dim
        const b =
          (curveB[
            (((p0 >> 16) & 255) + ((p1 >> 16) & 255) + ((p2 >> 16) & 255) + ((p3 >> 16) & 255) + 2) >> 2
          ] as number) * dim
        // The factors are 0.1006, 0.3386, 0.4392 and 0.4392, 0.3989, 0.0403 in 1/4096 steps. The 8 bits of the vignette
        // follow.
        const u = (-412 * r - 1387 * g + 1799 * b) >> 8
        const v = (1799 * r - 1634 * g - 165 * b) >> 8
        out[uPlane + block] = (GREY + u - (u >> 8) * lit + (glowU[column] as number)) >> 12
        out[vPlane + block] = (GREY + v - (v >> 8) * lit + (glowV[column] as number)) >> 12
        block++
        at += 2
      }
    }
    return out
  }
}

function createTables(grade: Grade): { luma: Channels<Int32Array>; curves: Channels<Uint8Array> } {
  const curves = [0, 1, 2].map((channel) => createGradeCurve(grade, channel)) as unknown as Channels<Float32Array>
  const weights = [0.2126, 0.7152, 0.0722] as const
  return {
    luma: weights.map((weight, i) =>
      Int32Array.from(curves[i] as Float32Array, (v) => v * weight * 219 * ONE),
    ) as unknown as Channels<Int32Array>,
    curves: curves.map((curve) =>
      Uint8Array.from(curve, (v) => Math.round(v * 255)),
    ) as unknown as Channels<Uint8Array>,
  }
}

function createGradeCurve(grade: Grade, channel: number): Float32Array {
  const lift = grade.lift[channel] as number
  const gain = grade.gain[channel] as number
  const power = 1 / (grade.gamma[channel] as number)
  return Float32Array.from({ length: 256 }, (_, i) => clamp(lift + (gain - lift) * (i / 255) ** power))
}

let falloff: Float32Array | undefined

/** Returns the distance of each 2x2 block from the center, from 0 to 0.9. */
function getFalloff(): Float32Array {
  if (falloff) return falloff
  const width = WIDTH / 2
  const height = HEIGHT / 2
  falloff = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const dx = (x / width - 0.5) * 1.85
      const dy = (y / height - 0.5) * 1.7
      const far = clamp((dx * dx + dy * dy - 0.18) / 1.3)
      falloff[y * width + x] = far * (2 - far) * 0.9
    }
  }
  return falloff
}

/** Fills the map with a vignette value (0 to 256) for each 2x2 block. */
function fillVignetteMap(map: Uint16Array, strength: number): void {
  const far = getFalloff()
  for (let i = 0; i < map.length; i++) map[i] = Math.round(256 * (1 - strength * (far[i] as number)))
}

const grainTables = new Map<number, Int32Array>()

/** Returns a table of grain in 1/4096 steps. Its values include the offsets for black (16) and rounding (0.5). */
function createGrainTable(deviation: number): Int32Array {
  const made = grainTables.get(deviation)
  if (made) return made
  const raw = new Float32Array(GRAIN_SIZE)
  let state = 0x51de1234
  for (let i = 0; i < GRAIN_SIZE; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    // The sum of three parts of one number is close to a normal distribution. Its deviation is about 0.5.
    raw[i] = ((state & 1023) + ((state >>> 10) & 1023) + ((state >>> 20) & 1023)) / 1024 - 1.5
  }
  const table = new Int32Array(GRAIN_SIZE)
  for (let i = 0; i < GRAIN_SIZE; i++) {
    // Neighboring pixels share some of their noise, because silver grains are larger than a pixel.
    const soft = (raw[i] as number) * 0.85 + (raw[(i + 1) & GRAIN_MASK] as number) * 0.35
    table[i] = (16.5 + soft * 2 * deviation) * ONE
  }
  grainTables.set(deviation, table)
  return table
}
