// Draws open water seen from above its surface. For each pixel, a ray meets the water plane. The slope at that point is
// a sum of small waves and long swells. Its color is the reflected sky, sun glitter, or land, or the water's depth
// where the ray points down.
import type { Canvas } from '@napi-rs/canvas'
import { clamp, smoothstep } from '../math.ts'
import type { Mood } from '../mood.ts'
import { type Rgb, scaleColor } from './color.ts'
import { HEIGHT, PixelField } from './stage.ts'

const TILE = 256
const MASK = TILE - 1
/** Half the frame's width. In perspective, waves have less horizontal than vertical detail. */
const FIELD_WIDTH = 640
const SINE_STEPS = 4096
const SINE = Float32Array.from({ length: SINE_STEPS }, (_, i) => Math.sin((i / SINE_STEPS) * Math.PI * 2))
const TO_STEPS = SINE_STEPS / (Math.PI * 2)
const FIXED = 1 << 16
const OPAQUE = 255 << 24
/** The number of rows by which a steep wave stretches the reflection of land. */
const LONGEST_REFLECTION = 90

export interface WaterOptions {
  horizon: number
  getSky(elevation: number): Rgb
  sun: Rgb
  /** The column and elevation (0 horizon to 1 top) of the light that glitters on the water. */
  sunX: number
  sunElevation: number
  /** The strength of the glitter path. Zero draws none. */
  glitter: number
  deep: Rgb
  shallow: Rgb
  haze: Rgb
  foam: Rgb
  /** The roughness of the water: 0 is calm, 0.5 a fresh breeze, and 1 a storm. */
  roughness: number
  /** Returns the height of dark land above the waterline in rows, for a column. */
  landHeight?: (x: number) => number
  landColor?: Rgb
}

export class Water {
  readonly #options: WaterOptions
  readonly #field: PixelField
  readonly #pixels: Uint32Array
  /**
   * The horizontal slope, vertical slope, and crest of each point. They are adjacent, because the loop reads all three.
   */
  readonly #tile = new Float32Array(TILE * TILE * 4)
  readonly #sky = new Float32Array(256 * 3)
  readonly #glint = new Float32Array(1024)
  readonly #land = new Float32Array(FIELD_WIDTH)
  readonly #landTop: number

  constructor(mood: Mood, options: WaterOptions) {
    this.#options = options
    this.#field = new PixelField(FIELD_WIDTH, HEIGHT - options.horizon)
    this.#pixels = new Uint32Array(this.#field.data.buffer)
    this.#growWaves(mood)
    for (let i = 0; i < 256; i++) this.#sky.set(scaleColor(options.getSky(i / 255), 255), i * 3)
    for (let i = 0; i < 1024; i++) this.#glint[i] = Math.exp((-i / 1024) * 11)
    for (let x = 0; x < FIELD_WIDTH; x++) this.#land[x] = options.landHeight?.(x * 2) ?? 0
    this.#landTop = Math.max(...this.#land)
  }

  /**
   * Draws the surface at time `t`, for the area from the horizon to the bottom of the frame. `swellPhase` moves the
   * swells.
   */
  draw(t: number, swellPhase: number, sway: number): Canvas {
    const { sunX, sunElevation, glitter, roughness } = this.#options
    const toBytes = (color: Rgb) => scaleColor(color, 255)
    const [sunR, sunG, sunB] = toBytes(this.#options.sun)
    const [deepR, deepG, deepB] = toBytes(this.#options.deep)
    const [shallowR, shallowG, shallowB] = toBytes(this.#options.shallow)
    const [hazeR, hazeG, hazeB] = toBytes(this.#options.haze)
    const [foamR, foamG, foamB] = toBytes(this.#options.foam)
    const [landR, landG, landB] = toBytes(this.#options.landColor ?? this.#options.deep)
    const { width, height } = this.#field
    const pixels = this.#pixels
    const tile = this.#tile
    const sky = this.#sky
    const glint = this.#glint
    const land = this.#land
    const rough = 0.35 + roughness
    let at = 0
    for (let row = 0; row < height; row++) {
      const depth = 1 / ((row + 1.2) / 404)
      const view = (row + 1) / height
      // Small waves fade with distance, while long waves stay visible to the horizon.
      const near = 1 / (1 + depth * 0.16)
      const fine = rough * 0.6 * near
      const middle = rough * 0.62 * (1 / (1 + depth * 0.035))
      const swellDepth = depth * 5.2
      const hazeShare = Math.exp(-row / 22) * 0.75
      const baseElevation = 0.03 + view * 0.62
      const facing = (1 - view * 0.72) ** 3
      const row1 = ((depth * 250 + t * 40) & MASK) << 8
      const row2 = ((depth * 84 + t * 15) & MASK) << 8
      // Positions in the tile and in the sine table, in 1/65536 steps. Whole numbers wrap around when both repeat.
      const step1 = (depth * 0.62 * FIXED) | 0
      const step2 = (depth * 0.2 * FIXED) | 0
      const bend = depth * 0.0021 * TO_STEPS
      const stepA = (bend * FIXED) | 0
      const stepB = (-bend * 1.7 * FIXED) | 0
      const left = sway - width / 2
      let place1 = ((left * depth * 0.62 + t * 9) * FIXED) | 0
      let place2 = ((left * depth * 0.2 - t * 5) * FIXED) | 0
      let phaseA = (((swellDepth + swellPhase) * TO_STEPS + left * bend) * FIXED) | 0
      let phaseB = (((swellDepth * 0.53 + swellPhase * 0.73 + 1.3) * TO_STEPS - left * bend * 1.7) * FIXED) | 0
      const foamGate = 2 - 1.35 * roughness * near
      const hasLand = this.#landTop > 0 && row < this.#landTop + LONGEST_REFLECTION
      const sparkle = glitter * (0.35 + 0.65 * facing + near * 0.4)
      const clear = 1 - hazeShare
      for (let x = 0; x < width; x++) {
        const i1 = (row1 | ((place1 >> 16) & MASK)) << 2
        const i2 = (row2 | ((place2 >> 16) & MASK)) << 2
        const swellA = SINE[(phaseA >> 16) & (SINE_STEPS - 1)] as number
        const swellB = SINE[(phaseB >> 16) & (SINE_STEPS - 1)] as number
        place1 = (place1 + step1) | 0
        place2 = (place2 + step2) | 0
        phaseA = (phaseA + stepA) | 0
        phaseB = (phaseB + stepB) | 0
        const sx = (tile[i1] as number) * fine + (tile[i2] as number) * middle
        const sy =
          (tile[i1 + 1] as number) * fine + (tile[i2 + 1] as number) * middle + (swellA * 0.13 + swellB * 0.09) * rough
        const elevation = clamp(baseElevation - sy * 0.62)
        // At a low angle the water mirrors the sky. From above, it shows its own color.
        const mirror = clamp(facing * 0.92 + 0.05 - sy * 0.34, 0.04, 0.97)
        const k = ((elevation * 255) | 0) * 3
        let r = sky[k] as number
        let g = sky[k + 1] as number
        let b = sky[k + 2] as number
        if (hasLand) {
          const mirrored = x + ((sx * 26) | 0)
          const landHere = land[mirrored < 0 ? 0 : mirrored >= width ? width - 1 : mirrored] as number
          if (landHere > 0) {
            const shade = clamp((landHere * 0.9 - row - sy * 60) / 26)
            r += (landR - r) * shade
            g += (landG - g) * shade
            b += (landB - b) * shade
          }
        }
        // Light through the back of a wave brightens its face.
        const through = clamp(0.3 + sy * 0.9)
        const own = 1 - mirror
        r = (deepR + (shallowR - deepR) * through) * own + r * mirror
        g = (deepG + (shallowG - deepG) * through) * own + g * mirror
        b = (deepB + (shallowB - deepB) * through) * own + b * mirror
        const dx = (x * 2 - sunX) / 190 + sx * 1.25
        const dy = (elevation - sunElevation) * 1.15 - 0.06
        const glintAt = (dx * dx + dy * dy) * 330
        if (glintAt < 1023) {
          const spark = (glint[glintAt | 0] as number) * sparkle
          r += sunR * spark
          g += sunG * spark
          b += sunB * spark
        }
        const small = tile[i1 + 2] as number
        const foam = (tile[i2 + 2] as number) + small * 0.45 + swellA * 0.35
        if (foam > foamGate) {
          // Small waves break up the foam, because an even patch would look like ice.
          const share = clamp((foam - foamGate) * 1.5) * 0.7 * (0.25 + near) * clamp(0.12 + small)
          r += (foamR - r) * share
          g += (foamG - g) * share
          b += (foamB - b) * share
        }
        r = r * clear + hazeR * hazeShare + 0.5
        g = g * clear + hazeG * hazeShare + 0.5
        b = b * clear + hazeB * hazeShare + 0.5
        // Writing one whole number per pixel, with red in the lowest byte, is faster than writing three clamped bytes.
        pixels[at++] = OPAQUE | (Math.min(b | 0, 255) << 16) | (Math.min(g | 0, 255) << 8) | Math.min(r | 0, 255)
      }
    }
    return this.#field.canvas()
  }

  /**
   * Creates waves with whole numbers of periods, so the tile repeats without a seam. Most of them run toward the
   * viewer.
   */
  #growWaves(mood: Mood): void {
    const random = mood.random('waves')
    const waves = Array.from({ length: 26 }, (_, i) => {
      const length = 3 + (i * 0.9) ** 1.16
      const angle = random.between(-0.95, 0.95) + Math.PI / 2
      const kx = Math.round(Math.cos(angle) * length)
      const ky = Math.round(Math.sin(angle) * length) || 1
      const phase = random.between(0, 7)
      const level = 1.5 / (i + 5)
      const size = Math.hypot(kx, ky)
      // The height and slope of a wave at each point of its period.
      const periods = Array.from({ length: TILE }, (_, at) => (at / TILE) * Math.PI * 2 + phase)
      const rises = Float64Array.from(periods, (angle) => Math.cos(angle) * level)
      const heights = Float64Array.from(periods, (angle) => Math.sin(angle) * level)
      return { kx, ky, alongX: kx / size, alongY: ky / size, rises, heights }
    })
    let at = 0
    for (let y = 0; y < TILE; y++) {
      for (let x = 0; x < TILE; x++) {
        let sx = 0
        let sy = 0
        let height = 0
        for (const { kx, ky, alongX, alongY, rises, heights } of waves) {
          const place = (kx * x + ky * y) & MASK
          const rise = rises[place] as number
          sx += rise * alongX
          sy += rise * alongY
          height += heights[place] as number
        }
        this.#tile.set([sx * 0.5, sy * 0.5, smoothstep(0.2, 1.5, height) * 1.6], at)
        at += 4
      }
    }
  }
}
