// Draws the change from one image to another. It runs through the frame in one direction, starts at bright parts, and
// has light on its edge.
import type { Canvas } from '@napi-rs/canvas'
import type { Rgb } from '../draw/color.ts'
import { Noise } from '../draw/noise.ts'
import { createLayer, HEIGHT, type Pen, PixelField, WIDTH } from '../draw/stage.ts'
import { clamp, smoothstep } from '../math.ts'
import { drawView, type View } from './plate.ts'

const COLUMNS = 320
const ROWS = 180
/** The width of the edge, as a share of the whole change. */
const SOFTNESS = 0.3
const GLOW = 0.45

export interface DissolveOptions {
  /** The plate whose bright parts change first. */
  guide: Canvas
  /** The side at which the change starts: 1 is right, and -1 is left. */
  turn: 1 | -1
  seed: number
  /** The color of the light on the edge. */
  light: Rgb
}

/**
 * Draws the changed part of `drawTop` over the frame. `share` is the progress of the change, from 0 to 1. `view` is the
 * guide's view.
 */
export type Dissolve = (pen: Pen, share: number, view: View, drawTop: (pen: Pen) => void) => void

export function createDissolve({ guide, turn, seed, light }: DissolveOptions): Dissolve {
  const order = planOrder(guide, turn, seed)
  const mask = new PixelField(COLUMNS, ROWS)
  const edge = new PixelField(COLUMNS, ROWS)
  const top = createLayer(WIDTH, HEIGHT)
  return (pen, share, view, drawTop) => {
    const front = share * (1 + SOFTNESS)
    const strength = 255 * GLOW * Math.sin(Math.PI * share)
    for (let i = 0; i < order.length; i++) {
      const shown = smoothstep(0, 1, (front - (order[i] as number)) / SOFTNESS)
      const lit = strength * (4 * shown * (1 - shown)) ** 3
      const at = i * 4
      mask.data[at + 3] = 255 * shown
      edge.data[at] = light[0] * lit
      edge.data[at + 1] = light[1] * lit
      edge.data[at + 2] = light[2] * lit
    }
    top.pen.save()
    top.pen.clearRect(0, 0, WIDTH, HEIGHT)
    drawTop(top.pen)
    top.pen.restore()
    top.pen.globalCompositeOperation = 'destination-in'
    drawView(top.pen, mask.canvas(), view)
    top.pen.globalCompositeOperation = 'source-over'
    pen.drawImage(top.canvas, 0, 0)
    pen.globalCompositeOperation = 'screen'
    drawView(pen, edge.canvas(), view)
    pen.globalCompositeOperation = 'source-over'
  }
}

/** Returns the time at which each cell changes, from 0 to 1. */
function planOrder(guide: Canvas, turn: 1 | -1, seed: number): Float32Array {
  const { pen } = createLayer(COLUMNS, ROWS)
  pen.imageSmoothingQuality = 'high'
  pen.filter = 'blur(3px)'
  pen.drawImage(guide, 0, 0, COLUMNS, ROWS)
  const { data } = pen.getImageData(0, 0, COLUMNS, ROWS)
  const noise = new Noise(seed)
  const order = new Float32Array(COLUMNS * ROWS)
  for (let y = 0; y < ROWS; y++) {
    for (let x = 0; x < COLUMNS; x++) {
      const i = y * COLUMNS + x
      const luma =
        ((data[i * 4] ?? 0) * 0.2126 + (data[i * 4 + 1] ?? 0) * 0.7152 + (data[i * 4 + 2] ?? 0) * 0.0722) / 255
      const across = turn > 0 ? 1 - x / COLUMNS : x / COLUMNS
      order[i] = 0.6 * across + 0.26 * (1 - luma) + 0.14 * noise.fbm(x / 42, y / 42, 3)
    }
  }
  const [low, high] = order.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [1, 0])
  return order.map((value) => clamp((value - low) / (high - low)))
}
