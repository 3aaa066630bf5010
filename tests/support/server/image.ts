import { createCanvas } from '@napi-rs/canvas'

/** Returns a real PNG of this size, as the browser sends images. */
export function pngDataUri(width: number, height: number): string {
  return `data:image/png;base64,${drawImage(width, height).toBuffer('image/png').toString('base64')}`
}

/** A real JPEG of this size, for what takes other images alone. */
export function jpegDataUri(width: number, height: number): string {
  return `data:image/jpeg;base64,${drawImage(width, height).toBuffer('image/jpeg').toString('base64')}`
}

function drawImage(width: number, height: number) {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffb454'
  context.fillRect(0, 0, width, height / 2)
  return canvas
}
