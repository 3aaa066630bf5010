import { describe, expect, it, vi } from 'vitest'
import { MAX_IMAGE_BYTES } from '../../../../contract/image.ts'
import { MAX_SENT_SIDE_PX } from '../../../../src/features/generator/image/image-faults.ts'
import { MAX_IMAGE_SIDE_PX, readImage } from '../../../../supabase/functions/api/services/image/uploaded-image.ts'
import * as files from '../../../support/image-files.ts'

const uri = (bytes: Uint8Array, type = 'png') => `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
const PNG = files.card(400, 300)
const JPEG = files.card(400, 300, 'jpeg')

/** A comment of a JPEG, `length` bytes long in the file. */
function comment(length: number): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(length - 2, 2)
  return Buffer.concat([head, Buffer.alloc(length - 4)])
}

/** A JPEG of exactly this many bytes. */
function getJpeg(bytes: number): Buffer {
  const comments: Buffer[] = []
  for (let left = bytes - JPEG.length; left > 0; ) {
    const length = left < 65_000 ? left : Math.min(60_000, left - 4)
    comments.push(comment(length))
    left -= length
  }
  return Buffer.concat([JPEG.subarray(0, 2), ...comments, JPEG.subarray(2)])
}

/** The size that the frame header states, over what is drawn. */
function jpegThatClaims(width: number, height: number): Buffer {
  const bytes = Buffer.from(JPEG)
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

/** Returns an image with a whole JPEG before its pixels, which have no end. */
function thumbnailAlone(): Buffer {
  const thumbnail = comment(JPEG.length + 4)
  JPEG.copy(thumbnail, 4)
  return Buffer.concat([JPEG.subarray(0, 2), thumbnail, JPEG.subarray(2, -20)])
}

describe('an image', () => {
  it('stays within what the gateway takes, as the browser makes it', () => {
    expect(MAX_SENT_SIDE_PX).toBeLessThanOrEqual(MAX_IMAGE_SIDE_PX)
  })

  it.each<[string, Uint8Array, string]>([
    ['a PNG', PNG, 'image/png'],
    ['a JPEG', JPEG, 'image/jpeg'],
    ['a photo with its camera in it', files.photo(400, 300), 'image/jpeg'],
    [
      'a JPEG with fill bytes',
      Buffer.concat([JPEG.subarray(0, 2), Buffer.alloc(9, 0xff), JPEG.subarray(2)]),
      'image/jpeg',
    ],
    ['a JPEG with something behind its end', Buffer.concat([JPEG, Buffer.alloc(1000)]), 'image/jpeg'],
    ['the largest', getJpeg(MAX_IMAGE_BYTES), 'image/jpeg'],
    ['one of 4096 pixels', files.claimedSize(4096, 4096), 'image/png'],
  ])('passes as %s, and its bytes say what it is', (_name, bytes, mime) => {
    const image = readImage(uri(bytes, 'webp'))
    expect(image.mime).toBe(mime)
    expect(Buffer.compare(image.bytes, bytes)).toBe(0)
  })

  it.each<[string, string, RegExp]>([
    ['an SVG', uri(files.SVG), /isn't a JPEG or PNG/],
    ['a page called .png', uri(files.HTML), /isn't a JPEG or PNG/],
    ['a GIF', uri(files.gif()), /isn't a JPEG or PNG/],
    ['a WebP', uri(files.card(400, 300, 'webp')), /isn't a JPEG or PNG/],
    ['0 bytes', uri(Buffer.alloc(0)), /isn't a JPEG or PNG/],
    ['one byte', uri(Buffer.alloc(1)), /isn't a JPEG or PNG/],
    ['a PNG that is incomplete', uri(PNG.subarray(0, PNG.length - 20)), /is incomplete/],
    ['a PNG that is incomplete in its header', uri(PNG.subarray(0, 20)), /isn't a JPEG or PNG/],
    ['a JPEG that is incomplete', uri(JPEG.subarray(0, JPEG.length - 20)), /is incomplete/],
    ['a JPEG with far too much behind its end', uri(Buffer.concat([JPEG, Buffer.alloc(70_000)])), /is incomplete/],
    ['a photo that is incomplete after a whole one in its comment', uri(thumbnailAlone()), /is incomplete/],
    ['a JPEG that is incomplete in its tables', uri(JPEG.subarray(0, 100)), /isn't a JPEG or PNG/],
    ['a JPEG without a size', uri(Buffer.concat([JPEG.subarray(0, 2), Buffer.alloc(2e6)])), /isn't a JPEG or PNG/],
    [
      'a JPEG with a segment of no length',
      uri(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, ...JPEG])),
      /isn't a JPEG or PNG/,
    ],
    [
      'a JPEG whose size comes after its pixels',
      uri(Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2, ...JPEG.subarray(2)])),
      /isn't a JPEG or PNG/,
    ],
    ['1 x 1', uri(files.claimedSize(1, 1)), /1 × 1 pixels. Each side must be at least 300/],
    ['299 pixels', uri(jpegThatClaims(400, 299)), /400 × 299 pixels/],
    ['a height of 0', uri(jpegThatClaims(400, 0)), /400 × 0 pixels/],
    [
      '30000 x 30000 pixels',
      uri(files.claimedSize(30_000, 30_000)),
      /30000 × 30000 pixels. Each side can be at most 4096/,
    ],
    ['65535 x 65535 pixels', uri(jpegThatClaims(65_535, 65_535)), /at most 4096/],
    ['4097 pixels', uri(files.claimedSize(4096, 4097)), /at most 4096/],
    ['1:5', uri(jpegThatClaims(300, 1500)), /too wide or too tall/],
    ['a byte too many', uri(getJpeg(MAX_IMAGE_BYTES + 3)), /larger than 4 MB/],
    ['an address', 'https://example.com/a.png', /couldn't read your image/],
    ['text in place of base64', 'data:image/png;base64,<not base64>', /couldn't read your image/],
    ['base64 with a hole', uri(PNG).replace(/.{4}$/, '!!!='), /couldn't read your image/],
    [
      'base64 with something behind its end',
      `${uri(PNG.subarray(0, 100))}AAAA`,
      /couldn't read your image|isn't a JPEG/,
    ],
    ['a type of a million letters', `data:image/${'a'.repeat(1e6)};base64,AAAA`, /couldn't read your image/],
  ])('refuses %s with a sentence', (_name, dataUri, sentence) => {
    expect(() => readImage(dataUri)).toThrow(
      expect.objectContaining({ code: 'bad_request', message: expect.stringMatching(sentence) }),
    )
  })

  it('refuses one that is too large before it is decoded', () => {
    const dataUri = uri(getJpeg(MAX_IMAGE_BYTES + 3))
    const decode = vi.spyOn(globalThis, 'atob')
    expect(() => readImage(dataUri)).toThrow(/larger/)
    expect(decode).not.toHaveBeenCalled()
  })
})
