// Defines the frame's size and the drawing functions that all scenes share.
import { type Canvas, createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas'
import { type Rgb, toCss } from './color.ts'

export const WIDTH = 1280
export const HEIGHT = 720
export const FRAME_RATE = 24

export type Pen = SKRSContext2D
/** A pixel that a shader writes: red, green, blue, and opacity, each from 0 to 1. */
export type Pixel = Float32Array

export interface Layer {
  canvas: Canvas
  pen: Pen
}

export function createLayer(width: number, height: number): Layer {
  const canvas = createCanvas(width, height)
  return { canvas, pen: canvas.getContext('2d') }
}

/** Fills a layer from a function of the pixel position. Dithering by one step prevents bands in slow gradients. */
export function paint(width: number, height: number, shade: (x: number, y: number, pixel: Pixel) => void): Layer {
  const image = new ImageData(width, height)
  const data = image.data
  const pixel: Pixel = new Float32Array(4)
  let state = 0x2545f491
  let at = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      pixel[3] = 1
      shade(x, y, pixel)
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      // Adding a random 0 to 1 before truncation rounds up with the probability of the fraction.
      data[at] = (pixel[0] as number) * 255 + (state & 255) / 256
      data[at + 1] = (pixel[1] as number) * 255 + ((state >>> 8) & 255) / 256
      data[at + 2] = (pixel[2] as number) * 255 + ((state >>> 16) & 255) / 256
      data[at + 3] = (pixel[3] as number) * 255 + 0.5
      at += 4
    }
  }
  const layer = createLayer(width, height)
  layer.pen.putImageData(image, 0, 0)
  return layer
}

export class PixelField {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
  readonly #image: ImageData
  readonly #layer: Layer

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.#image = new ImageData(width, height)
    this.data = this.#image.data
    this.data.fill(255)
    this.#layer = createLayer(width, height)
  }

  canvas(): Canvas {
    this.#layer.pen.putImageData(this.#image, 0, 0)
    return this.#layer.canvas
  }
}

/** Creates a round glow. Draw it scaled, usually with 'lighter' or 'screen'. */
export function createGlowSprite(
  color: Rgb,
  size = 128,
  falloff: readonly (readonly [number, number])[] = SOFT,
): Canvas {
  const { canvas, pen } = createLayer(size, size)
  const middle = size / 2
  const gradient = pen.createRadialGradient(middle, middle, 0, middle, middle, middle)
  for (const [at, opacity] of falloff) gradient.addColorStop(at, toCss(color, opacity))
  pen.fillStyle = gradient
  pen.fillRect(0, 0, size, size)
  return canvas
}

const SOFT = [
  [0, 1],
  [0.12, 0.72],
  [0.3, 0.32],
  [0.55, 0.1],
  [0.8, 0.02],
  [1, 0],
] as const

export function stamp(pen: Pen, sprite: Canvas, x: number, y: number, width: number, height = width): void {
  pen.drawImage(sprite, x - width / 2, y - height / 2, width, height)
}
