import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'

/** Draws a picture with large shapes, so that any shift is measurable. `tone` is its hue in degrees. */
export function drawPicture(tone: number, width = 1280, height = 720): Buffer {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const sky = pen.createLinearGradient(0, 0, width, height)
  sky.addColorStop(0, `hsl(${tone} 60% 30%)`)
  sky.addColorStop(1, `hsl(${tone + 50} 70% 70%)`)
  pen.fillStyle = sky
  pen.fillRect(0, 0, width, height)
  for (let i = 0; i < 14; i++) {
    pen.fillStyle = `hsl(${tone + i * 31} 55% ${25 + ((i * 17 + tone) % 50)}%)`
    pen.beginPath()
    pen.arc((width * ((i * 37 + tone) % 100)) / 100, (height * ((i * 53) % 100)) / 100, height * 0.11, 0, 7)
    pen.fill()
  }
  return canvas.toBuffer('image/png')
}

export async function writePicture(folder: string, tone: number, width?: number, height?: number): Promise<string> {
  const path = join(folder, `${tone}-${width ?? 'wide'}.png`)
  await writeFile(path, drawPicture(tone, width, height))
  return path
}
