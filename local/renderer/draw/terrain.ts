// Land as a height map, lit once (slope, cast shadow), and flown over: each picture column walks away from the camera and
// draws what stands higher than all before it.
import type { Canvas } from '@napi-rs/canvas'
import { clamp, smoothstep } from '../math.ts'
import type { Rgb } from './color.ts'
import { HEIGHT, PixelField } from './stage.ts'

const SIZE = 1024
const MASK = SIZE - 1
const FIELD_WIDTH = 800
const FIELD_HEIGHT = 450
const SCALE = FIELD_HEIGHT / HEIGHT
const FINEST_STEP = 0.2
const COARSEST_STEP = 0.5
/** Rows of the field between which a step is right. */
const LEAST_RISE = 1.6
const MOST_RISE = 3.6
const TALLEST_RISE = 9
/** The growth of a step per unit of distance. */
const FINE_SHARE = 0.0035
/** Land rises at most about this much for one unit. */
const STEEPEST = 1.6

export interface TerrainOptions {
  /** Height at a map point (0 to 1023 both ways), in map units. The map need not repeat: the camera stays inside. */
  getHeight(x: number, z: number): number
  /** Color in full light; `slope` 0 level to 1 steep. */
  getColor(x: number, z: number, height: number, slope: number): Rgb
  sun: Rgb
  ambient: Rgb
  /** The sun stands to the left (-1) or right (1), and this high (rise over run). */
  sunSide: -1 | 1
  sunRise: number
  /** The colors that the distance fades to: toward the sun, and away from it. */
  hazeNear: Rgb
  hazeFar: Rgb
  /** Map units after which about two thirds are haze. */
  visibility: number
}

export interface Camera {
  x: number
  z: number
  height: number
  /** Picture row of the horizon. */
  horizon: number
  /** Picture columns for one map unit at distance one. */
  focal: number
  far: number
}

/** A layer of cloud or mist lying over the land. */
export interface CloudSea {
  color: Rgb
  shade: Rgb
  /** Its upper surface at rest; it drifts across the map. */
  getHeight(x: number, z: number): number
  /** Map units a second. */
  drift: number
}

export class Terrain {
  readonly #options: TerrainOptions
  readonly #heights = new Float32Array(SIZE * SIZE)
  readonly #colors = new Uint8Array(SIZE * SIZE * 3)
  readonly #field = new PixelField(FIELD_WIDTH, FIELD_HEIGHT)
  readonly #sea: CloudSea | null
  readonly #seaLevels = new Float32Array(SIZE * SIZE)
  readonly #highest: number

  constructor(options: TerrainOptions, sea: CloudSea | null = null) {
    this.#options = options
    this.#sea = sea
    if (sea) {
      for (let z = 0; z < SIZE; z++) {
        for (let x = 0; x < SIZE; x++) this.#seaLevels[z * SIZE + x] = sea.getHeight(x, z)
      }
    }
    for (let z = 0; z < SIZE; z++) {
      for (let x = 0; x < SIZE; x++) this.#heights[z * SIZE + x] = options.getHeight(x, z)
    }
    this.#soften()
    this.#highest = this.#heights.reduce((highest, height) => Math.max(highest, height), 0)
    this.#light()
  }

  /** The map's grid is coarser than the picture's: a crest one cell wide would be drawn as saw teeth. */
  #soften(): void {
    const source = this.#heights.slice()
    for (let z = 0; z < SIZE; z++) {
      const rows = [((z - 1) & MASK) << 10, z << 10, ((z + 1) & MASK) << 10] as const
      for (let x = 0; x < SIZE; x++) {
        const left = (x - 1) & MASK
        const right = (x + 1) & MASK
        let sum = 0
        for (const row of rows)
          sum += (source[row | left] as number) + 2 * (source[row | x] as number) + (source[row | right] as number)
        this.#heights[rows[1] | x] = sum / 12
      }
    }
  }

  #light(): void {
    const { sunSide, sunRise, sun, ambient, getColor } = this.#options
    const heights = this.#heights
    const length = Math.hypot(1, sunRise)
    for (let z = 0; z < SIZE; z++) {
      let shadow = Number.NEGATIVE_INFINITY
      for (let step = 0; step < SIZE; step++) {
        // From the sun's side over the row: the shadow falls by the sun's height with each step.
        const x = sunSide < 0 ? step : SIZE - 1 - step
        const at = z * SIZE + x
        const height = heights[at] as number
        shadow -= sunRise
        const isShaded = smoothstep(0, 2.2, shadow - height)
        shadow = Math.max(shadow, height)
        const dx =
          ((heights[z * SIZE + ((x + 2) & MASK)] as number) - (heights[z * SIZE + ((x - 2) & MASK)] as number)) / 4
        const dz =
          ((heights[((z + 2) & MASK) * SIZE + x] as number) - (heights[((z - 2) & MASK) * SIZE + x] as number)) / 4
        const steep = Math.sqrt(dx * dx + dz * dz + 1)
        const facing = clamp((-dx * sunSide + sunRise + dz * 0.25) / (steep * length))
        const direct = facing * (1 - isShaded)
        const open = 0.55 + 0.45 / steep
        const color = getColor(x, z, height, 1 - 1 / steep)
        for (let c = 0; c < 3; c++) {
          const light = (sun[c] as number) * direct * 1.25 + (ambient[c] as number) * open
          this.#colors[at * 3 + c] = 255 * (1 - Math.exp(-1.35 * (color[c] as number) * light))
        }
      }
    }
  }

  /** The land at a camera, transparent above it; the size of the picture after scaling. */
  draw(camera: Camera, t: number): Canvas {
    const { data } = this.#field
    const { hazeNear, hazeFar, visibility, sunSide } = this.#options
    const sea = this.#sea
    const levels = this.#seaLevels
    const heights = this.#heights
    const colors = this.#colors
    const highest = this.#highest
    const seaShift = sea ? Math.round(sea.drift * t * 64) / 64 : 0
    data.fill(0)
    const focal = camera.focal * SCALE
    const horizon = camera.horizon * SCALE
    const stride = FIELD_WIDTH * 4
    for (let column = 0; column < FIELD_WIDTH; column++) {
      const dx = (column - FIELD_WIDTH / 2) / focal
      const towards = clamp(0.5 + (sunSide * (column - FIELD_WIDTH / 2)) / FIELD_WIDTH)
      const hazeR = hazeFar[0] + (hazeNear[0] - hazeFar[0]) * towards
      const hazeG = hazeFar[1] + (hazeNear[1] - hazeFar[1]) * towards
      const hazeB = hazeFar[2] + (hazeNear[2] - hazeFar[2]) * towards
      // The row of the highest land so far, and how much of it is covered.
      let bottom = FIELD_HEIGHT
      let edge = 0
      let distance = 5
      let step = FINEST_STEP
      while (distance < camera.far && bottom > 0) {
        // Nothing farther can stand higher in the picture than what is drawn already.
        if (horizon - ((highest - camera.height) * focal) / distance > bottom) break
        const x = camera.x + dx * distance
        const z = camera.z + distance
        const xi = Math.floor(x)
        const zi = Math.floor(z)
        const fx = x - xi
        const fz = z - zi
        const near = (zi & MASK) << 10
        const next = ((zi + 1) & MASK) << 10
        const left = xi & MASK
        const right = (xi + 1) & MASK
        const a = near | left
        const b = near | right
        const c = next | left
        const d = next | right
        const upper = (heights[a] as number) + ((heights[b] as number) - (heights[a] as number)) * fx
        const lower = (heights[c] as number) + ((heights[d] as number) - (heights[c] as number)) * fx
        let height = upper + (lower - upper) * fz
        let covered = 0
        let level = 0
        if (sea) {
          const sx = x + seaShift
          const sxi = Math.floor(sx)
          const s0 = levels[near | (sxi & MASK)] as number
          const s1 = levels[near | ((sxi + 1) & MASK)] as number
          const s2 = levels[next | (sxi & MASK)] as number
          const s3 = levels[next | ((sxi + 1) & MASK)] as number
          const front = s0 + (s1 - s0) * (sx - sxi)
          level = front + (s2 + (s3 - s2) * (sx - sxi) - front) * fz
          const over = level - height
          if (over > -3) {
            covered = over > 3 ? 1 : (over + 3) / 6
            if (over > 0) height = level
          }
        }
        const top = horizon - ((height - camera.height) * focal) / distance
        const rise = bottom + 1 - edge - top
        if (rise > TALLEST_RISE && step > 2 * (FINEST_STEP + distance * FINE_SHARE)) {
          // Land came into sight within a long step: the walk goes back to find where.
          distance -= step * 0.75
          step *= 0.25
          continue
        }
        if (rise > 0) {
          const w11 = fx * fz
          const w10 = fx - w11
          const w01 = fz - w11
          const w00 = 1 - fx - w01
          const ka = a * 3
          const kb = b * 3
          const kc = c * 3
          const kd = d * 3
          let r =
            (colors[ka] as number) * w00 +
            (colors[kb] as number) * w10 +
            (colors[kc] as number) * w01 +
            (colors[kd] as number) * w11
          let g =
            (colors[ka + 1] as number) * w00 +
            (colors[kb + 1] as number) * w10 +
            (colors[kc + 1] as number) * w01 +
            (colors[kd + 1] as number) * w11
          let blue =
            (colors[ka + 2] as number) * w00 +
            (colors[kb + 2] as number) * w10 +
            (colors[kc + 2] as number) * w01 +
            (colors[kd + 2] as number) * w11
          if (covered > 0 && sea) {
            const behind = levels[near | ((Math.floor(x + seaShift) + sunSide * 7) & MASK)] as number
            const light = clamp(0.5 + (level - behind) * 0.13)
            r += ((sea.shade[0] + (sea.color[0] - sea.shade[0]) * light) * 255 - r) * covered
            g += ((sea.shade[1] + (sea.color[1] - sea.shade[1]) * light) * 255 - g) * covered
            blue += ((sea.shade[2] + (sea.color[2] - sea.shade[2]) * light) * 255 - blue) * covered
          }
          const haze = 1 - Math.exp(-distance / visibility)
          r += (hazeR * 255 - r) * haze
          g += (hazeG * 255 - g) * haze
          blue += (hazeB * 255 - blue) * haze
          const first = top < 0 ? 0 : Math.floor(top)
          // The row where nearer land ended was covered in part: this land shows in the rest of it.
          if (bottom < FIELD_HEIGHT && edge < 1) {
            const pixel = bottom * stride + column * 4
            const shown = first < bottom ? 1 - edge : Math.max(0, 1 - (top - first) - edge)
            const total = edge + shown
            if (total > 0) {
              data[pixel] = ((data[pixel] as number) * edge + r * shown) / total
              data[pixel + 1] = ((data[pixel + 1] as number) * edge + g * shown) / total
              data[pixel + 2] = ((data[pixel + 2] as number) * edge + blue * shown) / total
              data[pixel + 3] = total * 255
            }
            edge = total
          }
          if (first < bottom) {
            edge = top < 0 ? 1 : 1 - (top - first)
            for (let y = first; y < bottom; y++) {
              const pixel = y * stride + column * 4
              data[pixel] = r
              data[pixel + 1] = g
              data[pixel + 2] = blue
              data[pixel + 3] = y === first ? edge * 255 : 255
            }
            bottom = first
          }
        }
        // Where land rises steeply in the picture the steps are fine, or its crests would show them as teeth. Land that lies
        // below the line of sight is left behind as fast as it may rise to it.
        if (rise > 0) step *= rise > MOST_RISE ? 0.5 : rise < LEAST_RISE ? 1.5 : 1
        else step = (-rise * distance) / (focal * STEEPEST)
        step = Math.min(COARSEST_STEP + distance * 0.015, Math.max(step, FINEST_STEP + distance * FINE_SHARE))
        distance += step
      }
    }
    return this.#field.canvas()
  }
}
