// Creates still images from a clip's frames and sound: posters and waveforms.
import { writeFile } from 'node:fs/promises'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Stereo } from './sound/stereo.ts'

const POSTER_WIDTH = 1280
const POSTER_HEIGHT = 720
const POSTER_QUALITY = 60
const STILL_WIDTH = 320
const STILL_HEIGHT = 180

/**
 * Writes a JPEG or AVIF, depending on the name of `output`. `part` is the visible part of the frame: left, top, and
 * size.
 */
export async function writePoster(
  frame: string,
  output: string,
  [left, top, size]: readonly [number, number, number],
): Promise<void> {
  const image = await loadImage(frame)
  const canvas = createCanvas(POSTER_WIDTH, POSTER_HEIGHT)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  const { width, height } = image
  const [x, y] = [left * width, top * height]
  context.drawImage(image, x, y, size * width, size * height, 0, 0, POSTER_WIDTH, POSTER_HEIGHT)
  const picture = output.endsWith('.avif')
    ? canvas.encode('avif', { quality: POSTER_QUALITY, speed: 4 })
    : canvas.encode('jpeg', 86)
  await writeFile(output, await picture)
}

/** Writes a small copy of the poster, for elements that are a few dozen pixels wide. */
export async function writeStill(poster: string, output: string): Promise<void> {
  const canvas = createCanvas(STILL_WIDTH, STILL_HEIGHT)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(await loadImage(poster), 0, 0, STILL_WIDTH, STILL_HEIGHT)
  await writeFile(output, await canvas.encode('jpeg', 82))
}

/** Returns the peak of each of `count` equal parts, relative to the highest peak, rounded to hundredths. */
export function measurePeaks({ left, right }: Stereo, count: number): number[] {
  const part = left.length / count
  const raw = Array.from({ length: count }, (_, n) => {
    let peak = 0
    for (let i = Math.floor(n * part); i < Math.floor((n + 1) * part); i++) {
      peak = Math.max(peak, Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0))
    }
    return peak
  })
  const highest = Math.max(...raw)
  return raw.map((peak) => Math.round((peak / highest) * 100) / 100)
}
