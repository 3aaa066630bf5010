import { createCanvas } from '@napi-rs/canvas'

const QUALITY = 60

/** Returns a real WebP of this size, as a browser draws posters. */
export function createWebp(width: number, height: number): Uint8Array<ArrayBuffer> {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#07090f'
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#ffb454'
  pen.fillRect(0, 0, width, height / 2)
  return new Uint8Array(canvas.toBuffer('image/webp', QUALITY))
}

export function toDataUri(bytes: Uint8Array, type = 'image/webp'): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}
