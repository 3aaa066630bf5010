import { createCanvas } from '@napi-rs/canvas'
import { HEIGHT, WIDTH } from '../../../local/renderer/draw/stage.ts'
import type { Picture } from '../../../local/renderer/scene.ts'

/** Draws one frame of a scene. Returns its RGBA values. */
export function drawFrame(scene: Pick<Picture, 'draw'>, t: number, progress: number): Uint8ClampedArray {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const pen = canvas.getContext('2d')
  scene.draw(pen, t, progress)
  return pen.getImageData(0, 0, WIDTH, HEIGHT).data
}

/** Returns the deviation of the green values. */
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

/** Returns the mean difference of the green values. */
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

/** Returns the luma of an RGBA frame as in a clip (BT.709), from 16 to 235. */
export function toLuma(frame: Uint8ClampedArray): Uint8Array {
  const luma = new Uint8Array(frame.length / 4)
  for (let i = 0; i < luma.length; i++) {
    const [r = 0, g = 0, b = 0] = frame.subarray(i * 4, i * 4 + 3)
    luma[i] = 16 + ((0.2126 * r + 0.7152 * g + 0.0722 * b) * 219) / 255
  }
  return luma
}

/** Returns the mean luma difference of all pixels outside the label. */
export function lumaDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  let count = 0
  for (let y = 0; y < HEIGHT; y += 3) {
    for (let x = 0; x < WIDTH; x += 3) {
      if (y < 100 && x > 950) continue
      sum += Math.abs((a[y * WIDTH + x] ?? 0) - (b[y * WIDTH + x] ?? 0))
      count++
    }
  }
  return sum / count
}

/** Returns the similarity of two frames: 1 for the same picture at any brightness, and 0 for unrelated pictures. */
export function correlation(a: Uint8Array, b: Uint8Array): number {
  const means = [a, b].map((plane) => plane.reduce((sum, value) => sum + value, 0) / plane.length)
  const [meanA = 0, meanB = 0] = means
  let [both, ofA, ofB] = [0, 0, 0]
  for (let i = 0; i < a.length; i += 7) {
    const [da, db] = [(a[i] ?? 0) - meanA, (b[i] ?? 0) - meanB]
    both += da * db
    ofA += da * da
    ofB += db * db
  }
  return both / Math.sqrt(ofA * ofB)
}
