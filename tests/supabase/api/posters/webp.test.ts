import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { readWebp } from '../../../../supabase/functions/api/services/previews/webp.ts'
import { createWebp } from '../../../support/server/poster.ts'

/** The pixels alone. A canvas writes a color profile before them. */
const image = readWebp(createWebp(64, 36))?.bytes ?? new Uint8Array()

/** Returns the image with a chunk before its pixels. */
function insertChunk(name: string, content: string, after = ''): Uint8Array<ArrayBuffer> {
  const chunk = Buffer.concat([Buffer.from(name), Buffer.alloc(4), Buffer.from(content)])
  chunk.writeUInt32LE(content.length, 4)
  const file = Buffer.concat([image.subarray(0, 12), chunk, image.subarray(12), Buffer.from(after)])
  file.writeUInt32LE(file.byteLength - 8 - after.length, 4)
  return new Uint8Array(file)
}

describe('the reader of posters', () => {
  it('reads the size of what a canvas writes, and a decoder reads what it leaves', async () => {
    const found = readWebp(createWebp(640, 360))
    expect(found).toMatchObject({ width: 640, height: 360 })
    const decoded = await loadImage(Buffer.from(found?.bytes ?? []))
    expect([decoded.width, decoded.height]).toEqual([640, 360])
  })

  it('leaves out what is behind the end, and every chunk but the pixels', () => {
    expect(image.byteLength).toBeGreaterThan(20)
    expect(createWebp(64, 36).byteLength).toBeGreaterThan(image.byteLength)
    for (const file of [
      image,
      new Uint8Array([...image, ...Buffer.from('a secret')]),
      insertChunk('EXIF', 'a secret'),
      insertChunk('XMP ', 'a secret', 'another one'),
    ]) {
      expect(readWebp(file)?.bytes).toEqual(image)
    }
  })

  it.each([
    ['an animation', insertChunk('ANMF', 'xxxxxxxxxxxxxxxx')],
    ['a transparent image', insertChunk('ALPH', 'xx')],
    ['a lossless image', Buffer.from(image).fill('VP8L', 12, 16)],
    ['one that is cut off', image.slice(0, -2)],
    ['one whose file says that it ends earlier', Buffer.from(image).fill(20, 4, 5).fill(0, 5, 8)],
    ['a frame without its start code', Buffer.from(image).fill(0, 23, 26)],
    ['a frame that builds on another', Buffer.from(image).fill(1, 20, 21)],
    ['an image without a width', Buffer.from(image).fill(0, 26, 28)],
    ['pixels of no length', Buffer.from(image).fill(0, 16, 20)],
    ['a JPEG', createCanvas(64, 36).toBuffer('image/jpeg')],
    ['another RIFF file', Buffer.from(image).fill('WAVE', 8, 12)],
    ['nothing', new Uint8Array()],
    ['a header alone', image.slice(0, 12)],
  ])('refuses %s', (_what, bytes) => {
    expect(readWebp(new Uint8Array(bytes))).toBeNull()
  })
})
