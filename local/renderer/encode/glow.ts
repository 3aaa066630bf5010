// Computes lens glow: a small, soft copy of the frame's brightest parts. The frame finisher adds it.

import { HEIGHT, WIDTH } from '../draw/stage.ts'

/** The number of frame pixels per glow pixel, in each direction. */
const CELL = 16
const COLUMNS = WIDTH / CELL
const ROWS = HEIGHT / CELL
/** The number of 2x2 blocks along one side of a cell. */
const BLOCKS = CELL / 2
const HALF_CELL = BLOCKS / 2
/** The radius of the wide glow, which lies under the narrow glow. */
const WIDE_RADIUS = 2
const WIDE_SHARE = 0.8

export class Glow {
  /** Values for each 2x2 block of a row: the share of white to add in 1/256 steps, and the color in 1/4096 steps. */
  readonly luma = new Int32Array(WIDTH / 2)
  readonly u = new Int32Array(WIDTH / 2)
  readonly v = new Int32Array(WIDTH / 2)
  #strength: number
  readonly #cells = new Float32Array(COLUMNS * ROWS * 3)
  readonly #wide = new Float32Array(COLUMNS * ROWS * 3)
  readonly #swap = new Float32Array(COLUMNS * ROWS * 3)
  readonly #line = new Float32Array(COLUMNS * 3)

  constructor(strength: number) {
    this.#strength = strength
  }

  setStrength(strength: number): void {
    this.#strength = strength
    if (strength === 0) for (const row of [this.luma, this.u, this.v]) row.fill(0)
  }

  read(rgba: Uint32Array): void {
    if (this.#strength === 0) return
    for (let row = 0; row < ROWS; row++) {
      for (let column = 0; column < COLUMNS; column++) this.#readCell(rgba, row, column)
    }
    blur(this.#cells, this.#swap, this.#wide, WIDE_RADIUS)
    blur(this.#wide, this.#swap, this.#wide, WIDE_RADIUS)
    blur(this.#cells, this.#swap, this.#cells, 1)
    for (let i = 0; i < this.#cells.length; i += 3) {
      const mixSources = (c: number) => {
        const near = this.#cells[i + c] as number
        const wide = (this.#wide[i + c] as number) * WIDE_SHARE
        return this.#strength * (near + wide - near * wide)
      }
      const r = mixSources(0)
      const g = mixSources(1)
      const b = mixSources(2)
      this.#cells[i] = 256 * (0.2126 * r + 0.7152 * g + 0.0722 * b)
      this.#cells[i + 1] = 255 * 4096 * (-0.1006 * r - 0.3386 * g + 0.4392 * b)
      this.#cells[i + 2] = 255 * 4096 * (0.4392 * r - 0.3989 * g - 0.0403 * b)
    }
  }

  #readCell(rgba: Uint32Array, row: number, column: number): void {
    let r = 0
    let g = 0
    let b = 0
    const first = row * CELL * WIDTH + column * CELL
    for (let y = 0; y < CELL; y += 4) {
      for (let x = 0; x < CELL; x += 4) {
        const pixel = rgba[first + y * WIDTH + x] as number
        r += pixel & 255
        g += (pixel >> 8) & 255
        b += (pixel >> 16) & 255
      }
    }
    const at = (row * COLUMNS + column) * 3
    // The mean of 16 pixels. The third power removes mid-tones and keeps lights.
    this.#cells[at] = (r / 4080) ** 3
    this.#cells[at + 1] = (g / 4080) ** 3
    this.#cells[at + 2] = (b / 4080) ** 3
  }

  /** Fills the values for row `y` of the frame. */
  interpolate(y: number): void {
    if (this.#strength === 0) return
    const cells = this.#cells
    const line = this.#line
    const down = Math.max(0, Math.min(ROWS - 1, (y + 1) / CELL - 0.5))
    const upper = Math.floor(down) * COLUMNS * 3
    const lower = Math.min(ROWS - 1, Math.floor(down) + 1) * COLUMNS * 3
    const share = down - Math.floor(down)
    for (let i = 0; i < COLUMNS * 3; i++)
      line[i] = (cells[upper + i] as number) * (1 - share) + (cells[lower + i] as number) * share
    // The half cell at each end of the line has no neighbor, so it uses its own color.
    this.#fill(0, HALF_CELL, 0, 0)
    for (let column = 1; column < COLUMNS; column++)
      this.#fill(column * BLOCKS - HALF_CELL, BLOCKS, column * 3 - 3, column * 3)
    this.#fill(WIDTH / 2 - HALF_CELL, HALF_CELL, (COLUMNS - 1) * 3, (COLUMNS - 1) * 3)
  }

  /** Fills the blocks between the centers of two cells of the line. */
  #fill(first: number, count: number, from: number, to: number): void {
    const { luma, u, v } = this
    const line = this.#line
    const startLuma = line[from] as number
    const startU = line[from + 1] as number
    const startV = line[from + 2] as number
    const stepLuma = ((line[to] as number) - startLuma) / BLOCKS
    const stepU = ((line[to + 1] as number) - startU) / BLOCKS
    const stepV = ((line[to + 2] as number) - startV) / BLOCKS
    for (let i = 0; i < count; i++) {
      luma[first + i] = startLuma + stepLuma * (i + 0.5)
      u[first + i] = startU + stepU * (i + 0.5)
      v[first + i] = startV + stepV * (i + 0.5)
    }
  }
}

/** Replaces each value with the mean over a square, in two passes. `into` may be `from`. */
function blur(from: Float32Array, between: Float32Array, into: Float32Array, radius: number): void {
  blurAlong(from, between, ROWS, COLUMNS * 3, COLUMNS, 3, radius)
  blurAlong(between, into, COLUMNS, 3, ROWS, COLUMNS * 3, radius)
}

function blurAlong(
  from: Float32Array,
  into: Float32Array,
  lines: number,
  lineStep: number,
  length: number,
  step: number,
  radius: number,
): void {
  const width = 2 * radius + 1
  for (let line = 0; line < lines; line++) {
    for (let c = 0; c < 3; c++) {
      const start = line * lineStep + c
      const blendAt = (i: number) => from[start + Math.max(0, Math.min(length - 1, i)) * step] as number
      let sum = 0
      for (let i = -radius; i <= radius; i++) sum += blendAt(i)
      for (let i = 0; i < length; i++) {
        into[start + i * step] = sum / width
        sum += blendAt(i + radius + 1) - blendAt(i - radius)
      }
    }
  }
}
