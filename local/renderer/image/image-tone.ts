import type { Canvas, Image } from '@napi-rs/canvas'
import type { Rgb } from '../draw/color.ts'
import { createLayer } from '../draw/stage.ts'
import { type Mood, readMood } from '../mood.ts'

export interface ImageTone {
  /** The brightness, from 0 (black) to 1 (white). */
  brightness: number
  /** The color temperature. Values below 0 are cool, and values above 0 are warm. */
  warmth: number
  /** The mean color of the image's brightest parts. */
  bright: Rgb
}

export function readTone(image: Image | Canvas): ImageTone {
  const { canvas, pen } = createLayer(32, 18)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, 0, 0, 32, 18)
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
  const pixels: { rgb: Rgb; luma: number }[] = []
  for (let i = 0; i < data.length; i += 4) {
    const rgb: Rgb = [(data[i] ?? 0) / 255, (data[i + 1] ?? 0) / 255, (data[i + 2] ?? 0) / 255]
    pixels.push({ rgb, luma: rgb[0] * 0.2126 + rgb[1] * 0.7152 + rgb[2] * 0.0722 })
  }
  pixels.sort((a, b) => b.luma - a.luma)
  const computeMean = (list: typeof pixels): Rgb => {
    const sum = list.reduce<[number, number, number]>(
      ([r, g, b], { rgb }) => [r + rgb[0], g + rgb[1], b + rgb[2]],
      [0, 0, 0],
    )
    return [sum[0] / list.length, sum[1] / list.length, sum[2] / list.length]
  }
  const all = computeMean(pixels)
  return {
    brightness: pixels.reduce((sum, { luma }) => sum + luma, 0) / pixels.length,
    warmth: all[0] - all[2],
    bright: computeMean(pixels.slice(0, 58)),
  }
}

/** Reads the mood of a prompt. If the prompt names no time of day, the image's light decides. */
export function readImageMood(tone: ImageTone, prompt: string, seed: number, seconds: number): Mood {
  return readMood(prompt, seed, seconds, [tone.brightness < 0.3 ? 'night' : tone.warmth > 0.1 ? 'dusk' : 'day'])
}
