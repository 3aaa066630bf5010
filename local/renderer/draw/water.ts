// An open water surface seen from above it: each pixel is where a ray meets the plane, its slope a sum of small waves and
// long swells, its color what the slope mirrors: sky, sun glitter, land, or the depth where it looks straight down.
import type { Canvas } from '@napi-rs/canvas'
import { clamp, smoothstep } from '../math.ts'
import type { Mood } from '../mood.ts'
import type { Rgb } from './color.ts'
import { HEIGHT, PixelField } from './stage.ts'

const TILE = 256
const MASK = TILE - 1
/** Half as wide as the picture: waves are seen flat, so across they carry less detail than down. */
const FIELD_WIDTH = 640
const SINE_STEPS = 4096
const SINE = Float32Array.from({ length: SINE_STEPS }, (_, i) => Math.sin((i / SINE_STEPS) * Math.PI * 2))
const TO_STEPS = SINE_STEPS / (Math.PI * 2)

export interface WaterOptions {
  horizon: number
  getSky(elevation: number): Rgb
  sun: Rgb
  /** Picture columns and elevation (0 horizon to 1 top) of what glitters. */
  sunX: number
  sunElevation: number
  /** Strength of the glitter path, 0 for none. */
  glitter: number
  deep: Rgb
  shallow: Rgb
  haze: Rgb
  foam: Rgb
  /** 0 calm, 0.5 a fresh breeze, 1 storm. */
  roughness: number
  /** Height in picture rows of dark land above the waterline, per picture column. */
  landHeight?: (x: number) => number
  landColor?: Rgb
}

export class Water {
  readonly #options: WaterOptions
  readonly #field: PixelField
  readonly #slopeX = new Float32Array(TILE * TILE)
  readonly #slopeY = new Float32Array(TILE * TILE)
  readonly #crest = new Float32Array(TILE * TILE)
  readonly #sky = new Float32Array(256 * 3)
  readonly #glint = new Float32Array(1024)
  readonly #land = new Float32Array(FIELD_WIDTH)

  constructor(mood: Mood, options: WaterOptions) {
    this.#options = options
    this.#field = new PixelField(FIELD_WIDTH, HEIGHT - options.horizon)
    this.#growWaves(mood)
    for (let i = 0; i < 256; i++) this.#sky.set(options.getSky(i / 255), i * 3)
    for (let i = 0; i < 1024; i++) this.#glint[i] = Math.exp((-i / 1024) * 11)
    for (let x = 0; x < FIELD_WIDTH; x++) this.#land[x] = options.landHeight?.(x * 2) ?? 0
  }

  /** The surface at a time, to be drawn from the horizon to the bottom of the picture. `swellPhase` moves the swells. */
  draw(t: number, swellPhase: number, sway: number): Canvas {
    const { sun, sunX, sunElevation, glitter, deep, shallow, haze, foam: white, roughness } = this.#options
    const landColor = this.#options.landColor ?? deep
    const { data, width, height } = this.#field
    const slopeX = this.#slopeX
    const slopeY = this.#slopeY
    const crest = this.#crest
    const sky = this.#sky
    const glint = this.#glint
    const land = this.#land
    const rough = 0.35 + roughness
    let at = 0
    for (let row = 0; row < height; row++) {
      const depth = 1 / ((row + 1.2) / 404)
      const view = (row + 1) / height
      // Small waves are lost with distance, long ones are seen to the horizon.
      const near = 1 / (1 + depth * 0.16)
      const fine = rough * 0.6 * near
      const middle = rough * 0.62 * (1 / (1 + depth * 0.035))
      const swellDepth = depth * 5.2
      const hazeShare = Math.exp(-row / 22) * 0.75
      const baseElevation = 0.03 + view * 0.62
      const facing = (1 - view * 0.72) ** 3
      const z1 = depth * 250 + t * 40
      const z2 = depth * 84 + t * 15
      const spread1 = depth * 0.62
      const spread2 = depth * 0.2
      const row1 = (z1 & MASK) << 8
      const row2 = (z2 & MASK) << 8
      const bendStep = depth * 0.0021 * TO_STEPS
      const phaseA = (swellDepth + swellPhase) * TO_STEPS + SINE_STEPS * 64
      const phaseB = (swellDepth * 0.53 + swellPhase * 0.73 + 1.3) * TO_STEPS + SINE_STEPS * 64
      const foamGate = 2 - 1.35 * roughness * near
      for (let x = 0; x < width; x++) {
        const across = x - 320 + sway
        const i1 = row1 | ((across * spread1 + t * 9 + 4096) & MASK)
        const i2 = row2 | ((across * spread2 - t * 5 + 4096) & MASK)
        const bend = across * bendStep
        const swellA = SINE[(phaseA + bend) & (SINE_STEPS - 1)] as number
        const swellB = SINE[(phaseB - bend * 1.7) & (SINE_STEPS - 1)] as number
        const sx = (slopeX[i1] as number) * fine + (slopeX[i2] as number) * middle
        const sy =
          (slopeY[i1] as number) * fine + (slopeY[i2] as number) * middle + (swellA * 0.13 + swellB * 0.09) * rough
        const elevation = clamp(baseElevation - sy * 0.62)
        // Looking along the surface it mirrors, looking down it shows the water itself.
        const mirror = clamp(facing * 0.92 + 0.05 - sy * 0.34, 0.04, 0.97)
        const k = ((elevation * 255) | 0) * 3
        let r = sky[k] as number
        let g = sky[k + 1] as number
        let b = sky[k + 2] as number
        const mirrored = x + ((sx * 26) | 0)
        const landHere = land[mirrored < 0 ? 0 : mirrored >= width ? width - 1 : mirrored] as number
        if (landHere > 0) {
          const shade = clamp((landHere * 0.9 - row - sy * 60) / 26)
          r += (landColor[0] - r) * shade
          g += (landColor[1] - g) * shade
          b += (landColor[2] - b) * shade
        }
        // Light that comes through the back of a wave makes its face clearer than the trough.
        const through = clamp(0.3 + sy * 0.9)
        r = (deep[0] + (shallow[0] - deep[0]) * through) * (1 - mirror) + r * mirror
        g = (deep[1] + (shallow[1] - deep[1]) * through) * (1 - mirror) + g * mirror
        b = (deep[2] + (shallow[2] - deep[2]) * through) * (1 - mirror) + b * mirror
        const dx = (x * 2 - sunX) / 190 + sx * 1.25
        const dy = (elevation - sunElevation) * 1.15 - 0.06
        const glintAt = (dx * dx + dy * dy) * 330
        if (glintAt < 1023 && glitter > 0) {
          const spark = (glint[glintAt | 0] as number) * glitter * (0.35 + 0.65 * facing + near * 0.4)
          r += sun[0] * spark
          g += sun[1] * spark
          b += sun[2] * spark
        }
        const foam = (crest[i2] as number) + (crest[i1] as number) * 0.45 + swellA * 0.35
        if (foam > foamGate) {
          // Small waves break it up: a whole patch of it would look like ice.
          const share = clamp((foam - foamGate) * 1.5) * 0.7 * (0.25 + near) * clamp(0.12 + (crest[i1] as number))
          r += (white[0] - r) * share
          g += (white[1] - g) * share
          b += (white[2] - b) * share
        }
        r += (haze[0] - r) * hazeShare
        g += (haze[1] - g) * hazeShare
        b += (haze[2] - b) * hazeShare
        data[at] = r * 255
        data[at + 1] = g * 255
        data[at + 2] = b * 255
        at += 4
      }
    }
    return this.#field.canvas()
  }

  /** Waves of whole numbers of periods, so that the tile repeats without a seam; most run toward the viewer. */
  #growWaves(mood: Mood): void {
    const random = mood.random('waves')
    const waves = Array.from({ length: 26 }, (_, i) => {
      const length = 3 + (i * 0.9) ** 1.16
      const angle = random.between(-0.95, 0.95) + Math.PI / 2
      const kx = Math.round(Math.cos(angle) * length)
      const ky = Math.round(Math.sin(angle) * length) || 1
      return { kx, ky, phase: random.between(0, 7), level: 1.5 / (i + 5) }
    })
    let at = 0
    for (let y = 0; y < TILE; y++) {
      for (let x = 0; x < TILE; x++) {
        let sx = 0
        let sy = 0
        let height = 0
        for (const { kx, ky, phase, level } of waves) {
          const angle = ((kx * x + ky * y) / TILE) * Math.PI * 2 + phase
          const rise = Math.cos(angle) * level
          const size = Math.hypot(kx, ky)
          sx += (rise * kx) / size
          sy += (rise * ky) / size
          height += Math.sin(angle) * level
        }
        this.#slopeX[at] = sx * 0.5
        this.#slopeY[at] = sy * 0.5
        this.#crest[at] = smoothstep(0.2, 1.5, height) * 1.6
        at++
      }
    }
  }
}
