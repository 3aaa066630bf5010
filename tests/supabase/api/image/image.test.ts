import { describe, expect, it, vi } from 'vitest'
import { MAX_SENT_SIDE_PX } from '../../../../src/features/generator/image/image-faults.ts'
import { MAX_IMAGE_BYTES } from '../../../../supabase/functions/_shared/contract/media/image.ts'
import { MAX_IMAGE_SIDE_PX, readImage } from '../../../../supabase/functions/api/services/image/uploaded-image.ts'
import * as files from '../../../support/image-files.ts'
import * as jpegs from '../../../support/jpeg-files.ts'

const uri = (bytes: Uint8Array, type = 'png') => `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
const PNG = files.card(400, 300)
const JPEG = files.card(400, 300, 'jpeg')

/** Returns a JPEG comment segment of `length` bytes, including its header. */
function comment(length: number): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(length - 2, 2)
  return Buffer.concat([head, Buffer.alloc(length - 4)])
}

/** Returns a JPEG of exactly this many bytes. */
function getJpeg(bytes: number): Buffer {
  const comments: Buffer[] = []
  for (let left = bytes - JPEG.length; left > 0; ) {
    const length = left < 65_000 ? left : Math.min(60_000, left - 4)
    comments.push(comment(length))
    left -= length
  }
  return Buffer.concat([JPEG.subarray(0, 2), ...comments, JPEG.subarray(2)])
}

const END = Buffer.from([0xff, 0xd9])

/** Returns a JPEG with these bytes after its start marker. */
const putSegment = (bytes: number[]) => Buffer.concat([JPEG.subarray(0, 2), Buffer.from(bytes), JPEG.subarray(2)])

/** Returns a JPEG whose frame header claims this size instead of the real one. */
function jpegThatClaims(width: number, height: number): Buffer {
  const bytes = Buffer.from(JPEG)
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

/** Returns a truncated JPEG whose comment contains a whole JPEG. */
function thumbnailAlone(): Buffer {
  const thumbnail = comment(JPEG.length + 4)
  JPEG.copy(thumbnail, 4)
  return Buffer.concat([JPEG.subarray(0, 2), thumbnail, JPEG.subarray(2, -20)])
}

/** Returns a PNG that declares this many animation frames before its pixels. */
function animatePng(frames: number): Buffer {
  const chunk = Buffer.alloc(20)
  chunk.writeUInt32BE(8)
  chunk.write('acTL', 4)
  chunk.writeUInt32BE(frames, 8)
  return Buffer.concat([PNG.subarray(0, 33), chunk, PNG.subarray(33)])
}

describe('readImage', () => {
  it('accepts images of the largest size that the browser sends', () => {
    expect(MAX_SENT_SIDE_PX).toBeLessThanOrEqual(MAX_IMAGE_SIDE_PX)
  })

  it.each<[string, Uint8Array, string]>([
    ['a PNG', PNG, 'image/png'],
    ['a JPEG', JPEG, 'image/jpeg'],
    ['a progressive JPEG', jpegs.grayJpeg(400, 300, { isProgressive: true }), 'image/jpeg'],
    ['a JPEG with restart markers', jpegs.grayJpeg(400, 300, { restartInterval: 7 }), 'image/jpeg'],
    ['a photo with its camera in it', files.photo(400, 300), 'image/jpeg'],
    ['a photo with thumbnails', jpegs.putThumbnail(JPEG, files.card(80, 60, 'jpeg')), 'image/jpeg'],
    ['a JPEG whose frame comes first', jpegs.putFrameFirst(JPEG), 'image/jpeg'],
    ['a JPEG with fill bytes', jpegs.putFillBytes(JPEG), 'image/jpeg'],
    ['a JPEG with stray bytes between its segments', jpegs.putStrayBytes(JPEG), 'image/jpeg'],
    ['a JPEG whose restart interval comes first', putSegment([0xff, 0xdd, 0, 4, 0, 0]), 'image/jpeg'],
    ['a JPEG with a segment of no length', putSegment([0xff, 0xe5, 0, 0]), 'image/jpeg'],
    ['a JPEG of the largest size', getJpeg(MAX_IMAGE_BYTES), 'image/jpeg'],
    ['a PNG with sides of 4096 pixels', files.claimedSize(4096, 4096), 'image/png'],
  ])('accepts %s as an image, and detects its type from its bytes', (_name, bytes, mime) => {
    const image = readImage(uri(bytes, 'webp'))
    expect(image.mime).toBe(mime)
    expect(Buffer.compare(image.bytes, bytes)).toBe(0)
  })

  it.each<[string, Uint8Array]>([
    ['a JPEG', JPEG],
    ['a PNG', PNG],
  ])('removes the bytes after the end of %s', (_name, bytes) => {
    for (const behind of [Buffer.alloc(1), Buffer.alloc(100_000, 7), jpegs.MOTION, JPEG, PNG]) {
      const image = readImage(uri(Buffer.concat([bytes, behind])))
      expect(Buffer.compare(image.bytes, bytes)).toBe(0)
      // The image's hash and its data URI for providers are made from the whole buffer.
      expect(image.bytes.buffer.byteLength).toBe(bytes.length)
    }
  })

  it("counts the bytes after an image's end toward the upload limit", () => {
    const behind = Buffer.alloc(MAX_IMAGE_BYTES + 3 - JPEG.length)
    expect(() => readImage(uri(Buffer.concat([JPEG, behind])))).toThrow(/larger than 4 MB/)
  })

  it.each<[string, string, RegExp]>([
    ['an SVG', uri(files.SVG), /isn't a JPEG or PNG/],
    ['a page called .png', uri(files.HTML), /isn't a JPEG or PNG/],
    ['a GIF', uri(files.gif()), /isn't a JPEG or PNG/],
    ['a WebP', uri(files.card(400, 300, 'webp')), /isn't a JPEG or PNG/],
    [
      'a PNG of two frames',
      uri(animatePng(2)),
      /^Animated images aren't supported\. Choose a still JPEG or PNG image\.$/,
    ],
    ['a file of 0 bytes', uri(Buffer.alloc(0)), /isn't a JPEG or PNG/],
    ['a file of one byte', uri(Buffer.alloc(1)), /isn't a JPEG or PNG/],
    ['a PNG that is incomplete', uri(PNG.subarray(0, PNG.length - 20)), /is incomplete/],
    ['a JPEG that is incomplete', uri(JPEG.subarray(0, JPEG.length - 20)), /is incomplete/],
    ['a JPEG without an end before another JPEG', uri(Buffer.concat([JPEG.subarray(0, -2), JPEG])), /is incomplete/],
    [
      'a JPEG that ends before its pixels',
      uri(Buffer.concat([...jpegs.splitJpeg(JPEG).slice(0, -1), END])),
      /is incomplete/,
    ],
    [
      'a PNG that ends before its pixels',
      uri(Buffer.concat([PNG.subarray(0, 33), PNG.subarray(-12)])),
      /is incomplete/,
    ],
    ['a JPEG within a JPEG', uri(Buffer.concat([JPEG.subarray(0, 2), JPEG])), /isn't a JPEG or PNG/],
    ['a JPEG with a segment that no decoder knows', uri(putSegment([0xff, 0xf3, 0, 2])), /isn't a JPEG or PNG/],
    ['a JPEG with a byte before its first marker', uri(putSegment([0x20])), /isn't a JPEG or PNG/],
    ['a JPEG that ends before its size', uri(putSegment([0xff, 0xe0, 0xff, 0xff])), /isn't a JPEG or PNG/],
    ['a photo that is incomplete after a whole one in its comment', uri(thumbnailAlone()), /is incomplete/],
    ['a JPEG without a size', uri(Buffer.concat([JPEG.subarray(0, 2), Buffer.alloc(2e6)])), /isn't a JPEG or PNG/],
    [
      'a JPEG whose size comes after its pixels',
      uri(Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2, ...JPEG.subarray(2)])),
      /isn't a JPEG or PNG/,
    ],
    ['a size of 1 x 1 pixels', uri(files.claimedSize(1, 1)), /1 × 1 pixels. Each side must be at least 300/],
    ['a height of 299 pixels', uri(jpegThatClaims(400, 299)), /400 × 299 pixels/],
    ['a height of 0', uri(jpegThatClaims(400, 0)), /400 × 0 pixels/],
    [
      'a size of 30000 x 30000 pixels',
      uri(files.claimedSize(30_000, 30_000)),
      /30000 × 30000 pixels. Each side can be at most 4096/,
    ],
    ['a size of 65535 x 65535 pixels', uri(jpegThatClaims(65_535, 65_535)), /at most 4096/],
    ['a height of 4097 pixels', uri(files.claimedSize(4096, 4097)), /at most 4096/],
    ['an aspect ratio of 1:5', uri(jpegThatClaims(300, 1500)), /too wide or too tall/],
    ['a JPEG with one byte too many', uri(getJpeg(MAX_IMAGE_BYTES + 3)), /larger than 4 MB/],
    ['a URL', 'https://example.com/a.png', /couldn't read your image/],
    ['text in place of base64', 'data:image/png;base64,<not base64>', /couldn't read your image/],
    ['base64 with a hole', uri(PNG).replace(/.{4}$/, '!!!='), /couldn't read your image/],
    [
      'base64 with something behind its end',
      `${uri(PNG.subarray(0, 100))}AAAA`,
      /couldn't read your image|isn't a JPEG/,
    ],
    ['a type of a million letters', `data:image/${'a'.repeat(1e6)};base64,AAAA`, /couldn't read your image/],
  ])('refuses %s as an image, and explains why', (_name, dataUri, sentence) => {
    expect(() => readImage(dataUri)).toThrow(
      expect.objectContaining({ code: 'bad_request', message: expect.stringMatching(sentence) }),
    )
  })

  it('accepts a PNG whose animation has one frame', () => {
    expect(readImage(uri(animatePng(1)))).toMatchObject({ mime: 'image/png' })
  })

  it('refuses an image that is too large before it decodes the base64', () => {
    const dataUri = uri(getJpeg(MAX_IMAGE_BYTES + 3))
    const decode = vi.spyOn(globalThis, 'atob')
    expect(() => readImage(dataUri)).toThrow(/larger/)
    expect(decode).not.toHaveBeenCalled()
  })
})
