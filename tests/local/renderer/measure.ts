import { createCanvas } from '@napi-rs/canvas'
import { HEIGHT, WIDTH } from '../../../local/renderer/draw/stage.ts'
import type { Picture } from '../../../local/renderer/scene.ts'

/** RGBA. */
export function drawFrame(scene: Pick<Picture, 'draw'>, t: number, progress: number): Uint8ClampedArray {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const pen = canvas.getContext('2d')
  scene.draw(pen, t, progress)
  return pen.getImageData(0, 0, WIDTH, HEIGHT).data
}

/** Measures the deviation of the green values. */
export function deviation(frame: Uint8ClampedArray): number {
  let sum = 0
  let squares = 0
  let count = 0
  for (let i = 1; i < frame.length; i += 44) {
    const value = frame[i] ?? 0
    sum += value
    squares += value * value
    count++
  }
  return Math.sqrt(squares / count - (sum / count) ** 2)
}

/** The mean, of the green values. */
export function difference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let sum = 0
  let count = 0
  for (let i = 1; i < a.length; i += 44) {
    sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0))
    count++
  }
  return sum / count
}

export function peak(left: Float32Array, right: Float32Array, from: number, to: number): number {
  let highest = 0
  for (let i = from; i < to; i++) highest = Math.max(highest, Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0))
  return highest
}
