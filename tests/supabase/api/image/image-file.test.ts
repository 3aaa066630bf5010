// The image reader, compared with a real decoder (Skia, which uses libjpeg and libpng) on arbitrary bytes.
import { loadImage } from '@napi-rs/canvas'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readJpeg, readPng } from '../../../../supabase/functions/_shared/contract/media/image.ts'
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
/** The signature and the first chunk, which contains the size. */
const PNG_HEADER = files.card(400, 300).subarray(0, 33)
const IMAGES = [...JPEGS, ...PNGS]

const toBytes = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes))
/** Bytes to insert between segments: random bytes, markers, or whole segments. */
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

describe('image file reader', () => {
  it("finds the same image size as a decoder, whatever bytes are between a JPEG's segments", async () => {
    let decoded = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...JPEGS),
        fc.array(fc.tuple(fc.nat(12), between), { minLength: 1, maxLength: 3 }),
        async (jpeg, additions) => {
          const parts = jpegs.splitJpeg(jpeg)
          // Inserts nothing before the first marker, because the file would no longer count as a JPEG.
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

  it('finds the end of an image, whatever bytes follow', () => {
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
    'finds no end in image file %i, wherever the file is cut off',
    (_, image) => {
      // A PNG counts as whole even without the checksum of its last chunk.
      for (let length = 0; length < image.length - 4; length += length < 1000 ? 1 : 97) {
        expect(read(image.subarray(0, length))?.end ?? null).toBe(null)
      }
    },
  )

  it('finds the end of a JPEG after damaged pixels that a decoder accepts', async () => {
    const jpeg = jpegs.grayJpeg(400, 300)
    // A marker that doesn't exist. Read as a segment, it would extend past the end of the file.
    const damaged = Buffer.concat([jpeg.subarray(0, -40), Buffer.from([0xff, 0x50, 0x10, 0]), jpeg.subarray(-40)])
    expect(await decode(damaged)).toMatchObject(SIZE)
    expect(readJpeg(damaged)).toEqual({ ...SIZE, end: damaged.length })
  })

  it("doesn't mistake a JPEG's size bytes for its end marker", () => {
    const jpeg = jpegs.grayJpeg(0xffd9, 8)
    expect(readJpeg(jpeg)).toEqual({ width: 0xffd9, height: 8, end: jpeg.length })
  })

  it('returns an end within the file for any bytes', () => {
    const change = fc.tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }))
    fc.assert(
      fc.property(fc.constantFrom(...IMAGES), fc.array(change, { maxLength: 8 }), fc.nat(), (image, changes, cut) => {
        const bytes = Buffer.from(image.subarray(0, image.length - (cut % 50)))
        for (const [place, values] of changes)
          bytes.set(values, Math.min(place % bytes.length, bytes.length - values.length))
        // Also checks bytes that don't start at the beginning of their buffer.
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
    ['0xff bytes', [0xff]],
    ['zeros', [0]],
    ['markers without a length', [0xff, 0x02]],
    ['restart markers', [0xff, 0xd0]],
    ['segments without a length', [0xff, 0xe0, 0, 0]],
  ])('reads a file with many %s in one pass', (_, pattern) => {
    const many = Buffer.alloc(50_000, Buffer.from(pattern))
    for (const before of [jpegs.grayJpeg(400, 300).subarray(0, -2), Buffer.from([0xff, 0xd8]), PNG_HEADER]) {
      const reads = [vi.spyOn(DataView.prototype, 'getUint16'), vi.spyOn(DataView.prototype, 'getUint32')]
      read(Buffer.concat([before, many]))
      expect(reads.flatMap(({ mock }) => mock.calls).length).toBeLessThan(many.length + 1000)
      for (const spy of reads) spy.mockRestore()
    }
  })
})
