// What a reader of image files promises for any bytes, compared with a decoder (Skia, on libjpeg and libpng).
import { loadImage } from '@napi-rs/canvas'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readJpeg, readPng } from '../../../../supabase/functions/_shared/contract/image.ts'
import * as files from '../../../support/image-files.ts'
import * as jpegs from '../../../support/jpeg-files.ts'

const SIZE = { width: 400, height: 300 }
const JPEGS = [
  files.card(400, 300, 'jpeg'),
  jpegs.grayJpeg(400, 300),
  jpegs.grayJpeg(400, 300, { restartInterval: 11 }),
  jpegs.grayJpeg(400, 300, { isProgressive: true, restartInterval: 50 }),
  jpegs.putThumbnail(files.card(400, 300, 'jpeg'), files.card(80, 60, 'jpeg')),
]
const PNGS = [files.card(400, 300), files.halfTransparent(400, 300), files.animatedPng(400, 300)]
/** The signature and the first chunk, which has the size. */
const PNG_HEADER = files.card(400, 300).subarray(0, 33)
const IMAGES = [...JPEGS, ...PNGS]

const toBytes = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes))
/** Bytes to put between segments: random ones, markers, and whole segments. */
const between = fc.oneof(
  toBytes,
  fc
    .array(fc.constantFrom(0xff, 0x00, 0x01, 0x20, 0xd8, 0xd9, 0xd3, 0xc0), { maxLength: 6 })
    .map((all) => Buffer.from(all)),
  fc
    .tuple(fc.integer({ min: 0x02, max: 0xfe }), fc.integer({ min: 0, max: 12 }), toBytes)
    .map(([marker, length, content]) => Buffer.concat([Buffer.from([0xff, marker, 0, length]), content])),
)

const read = (bytes: Uint8Array) => readJpeg(bytes) ?? readPng(bytes)
const decode = (bytes: Buffer) => loadImage(bytes).catch(() => null)

describe('a reader of image files', () => {
  it('finds the size that a decoder finds, whatever stands between segments', async () => {
    let decoded = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...JPEGS),
        fc.array(fc.tuple(fc.nat(12), between), { minLength: 1, maxLength: 3 }),
        async (jpeg, additions) => {
          const parts = jpegs.splitJpeg(jpeg)
          // Never before the first marker, where nobody takes it for a JPEG.
          for (const [place, bytes] of additions) parts.splice(2 + (place % (parts.length - 1)), 0, bytes)
          const image = await decode(Buffer.concat(parts))
          if (!image) return
          decoded += 1
          expect(read(Buffer.concat(parts))).toMatchObject({ width: image.width, height: image.height })
        },
      ),
      { numRuns: 400 },
    )
    expect(decoded).toBeGreaterThan(100)
  })

  it('finds the end, whatever is behind it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...IMAGES),
        fc.oneof(toBytes, fc.constantFrom(...IMAGES, jpegs.MOTION)),
        (image, tail) => {
          expect(read(Buffer.concat([image, tail]))).toMatchObject({ ...SIZE, end: image.length })
        },
      ),
    )
  })

  it.each(IMAGES.map((image, index) => [index, image] as const))(
    'finds no end in file %i wherever it is cut off',
    (_, image) => {
      // A PNG is whole without the checksum of its last chunk.
      for (let length = 0; length < image.length - 4; length += length < 1000 ? 1 : 97) {
        expect(read(image.subarray(0, length))?.end ?? null).toBe(null)
      }
    },
  )

  it('finds the end of a JPEG behind damaged pixels that a decoder opens', async () => {
    const jpeg = jpegs.grayJpeg(400, 300)
    // A marker that doesn't exist. As a segment, it would reach past the end.
    const damaged = Buffer.concat([jpeg.subarray(0, -40), Buffer.from([0xff, 0x50, 0x10, 0]), jpeg.subarray(-40)])
    expect(await decode(damaged)).toMatchObject(SIZE)
    expect(readJpeg(damaged)).toEqual({ ...SIZE, end: damaged.length })
  })

  it('takes no part of a size for the end', () => {
    const jpeg = jpegs.grayJpeg(0xffd9, 8)
    expect(readJpeg(jpeg)).toEqual({ width: 0xffd9, height: 8, end: jpeg.length })
  })

  it('reads any bytes to an end within them', () => {
    const change = fc.tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }))
    fc.assert(
      fc.property(fc.constantFrom(...IMAGES), fc.array(change, { maxLength: 8 }), fc.nat(), (image, changes, cut) => {
        const bytes = Buffer.from(image.subarray(0, image.length - (cut % 50)))
        for (const [place, values] of changes)
          bytes.set(values, Math.min(place % bytes.length, bytes.length - values.length))
        // Also where it doesn't begin with its buffer.
        const shifted = Buffer.concat([Buffer.alloc(3), bytes]).subarray(3)
        const facts = read(shifted)
        expect(facts).toEqual(read(new Uint8Array(bytes)))
        expect(facts?.end ?? 1).toBeGreaterThan(0)
        expect(facts?.end ?? 1).toBeLessThanOrEqual(bytes.length)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['0xff', [0xff]],
    ['zeros', [0]],
    ['markers without a length', [0xff, 0x02]],
    ['restarts', [0xff, 0xd0]],
    ['segments without a length', [0xff, 0xe0, 0, 0]],
  ])('reads many %s in one pass', (_, pattern) => {
    const many = Buffer.alloc(50_000, Buffer.from(pattern))
    for (const before of [jpegs.grayJpeg(400, 300).subarray(0, -2), Buffer.from([0xff, 0xd8]), PNG_HEADER]) {
      const reads = [vi.spyOn(DataView.prototype, 'getUint16'), vi.spyOn(DataView.prototype, 'getUint32')]
      read(Buffer.concat([before, many]))
      expect(reads.flatMap(({ mock }) => mock.calls).length).toBeLessThan(many.length + 1000)
      for (const spy of reads) spy.mockRestore()
    }
  })
})
