import { createCanvas } from '@napi-rs/canvas'

/** A real PNG of this size, as the browser sends images. */
export function pngDataUri(width: number, height: number): string {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffb454'
  context.fillRect(0, 0, width, height / 2)
  return `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`
}
