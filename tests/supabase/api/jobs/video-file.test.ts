import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { measureStream } from '../../../../supabase/functions/api/services/delivery/measured-stream.ts'
import { UnusableFileError } from '../../../../supabase/functions/api/services/delivery/provider-file.ts'
import { checkVideo } from '../../../../supabase/functions/api/services/delivery/video-file.ts'
import { checkStoredVideo, renameSampleEntry, setBoxNumber, VIDEO, VIDEO_BYTES } from '../../../support/video-file.ts'

/**
 * Returns the video with an empty box of this many bytes. The box is before the tables if `tables` is 'last', and at
 * the end otherwise.
 */
function padded(bytes: number, tables: 'first' | 'last'): Uint8Array<ArrayBuffer> {
  const padding = Buffer.alloc(bytes)
  padding.writeUInt32BE(bytes, 0)
  padding.write('free', 4)
  const whole = Buffer.from(VIDEO)
  const moov = whole.indexOf('moov') - 4
  const cut = moov + whole.readUInt32BE(moov)
  // The packets keep their offsets, because only the parts after them move.
  const parts =
    tables === 'first'
      ? [whole, padding]
      : [
          whole.subarray(0, moov),
          hidden(whole.subarray(moov, cut)),
          whole.subarray(cut),
          padding,
          whole.subarray(moov, cut),
        ]
  return new Uint8Array(Buffer.concat(parts))
}
function hidden(box: Buffer): Buffer {
  const copy = Buffer.from(box)
  copy.write('free', 4)
  return copy
}

describe('malformed video file', () => {
  it.each<[string, Uint8Array<ArrayBuffer>]>([
    ['four billion samples of one length', setBoxNumber('stts', 12, 0xffff_ffff)],
    ['four billion lengths', setBoxNumber('stts', 8, 0xffff_ffff)],
    ['four billion offsets of frames', setBoxNumber('ctts', 12, 0xffff_ffff)],
    ['four billion samples in a chunk', setBoxNumber('stsc', 16, 0xffff_ffff)],
    ['four billion chunks of sound', setBoxNumber('stsc', 24, 0xffff_ffff, 1)],
    ['four billion sizes', setBoxNumber('stsz', 12, 0xffff_ffff)],
    ['four billion key frames', setBoxNumber('stss', 8, 0xffff_ffff)],
    ['an outermost box with a wrong size', setBoxNumber('moov', -4, 1)],
    ['a video that is larger than its file', setBoxNumber('mdat', -4, 0x7fff_ffff).subarray(0, 5000)],
    ['a video of a codec that nobody knows', setBoxNumber('avc1', 0, 0x7a7a_7a7a, 1)],
    ['a video cut off in its last packets', VIDEO_BYTES.slice(0, VIDEO_BYTES.byteLength - 600)],
    ['a video whose last byte is missing', VIDEO_BYTES.slice(0, -1)],
    ['a last frame of no bytes', setBoxNumber('stsz', 16 + 4 * 11, 0)],
    ['an empty file', new Uint8Array(0)],
    ['text', new TextEncoder().encode('not a video')],
    ['a million empty boxes', new Uint8Array(8_000_000).map((_, at) => [0, 0, 0, 8, 102, 114, 101, 101][at % 8] ?? 0)],
    [
      'a container other than MP4',
      new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0xf7, 0x81, 1, 0x42, 0xf2, 0x81]),
    ],
  ])('refuses a video file quickly and without much memory: %s', async (_name, bytes) => {
    const started = performance.now()
    await expect(checkStoredVideo(bytes)).rejects.toThrow(UnusableFileError)
    expect(performance.now() - started).toBeLessThan(2000)
    // The MP4 reader prints a warning for an unknown codec.
    vi.mocked(console.warn).mockClear()
  })

  it('accepts a video with 2,000 boxes, and refuses one with 2,001', async () => {
    const box = new Uint8Array([0, 0, 0, 8, ...new TextEncoder().encode('free')])
    // The video has four boxes of its own.
    const among = (boxes: number) =>
      new Uint8Array(Buffer.concat([VIDEO_BYTES, ...Array<Uint8Array>(boxes - 4).fill(box)]))
    expect((await checkStoredVideo(among(2000))).seconds).toBeCloseTo(1, 1)
    await expect(checkStoredVideo(among(2001))).rejects.toThrow(/claim more entries/)
  })

  it('accepts video frames in another order, with 47 entries, and refuses a false entry', async () => {
    const film = readFileSync('tests/harness/five-seconds.mp4')
    expect(film.readUInt32BE(film.indexOf('ctts') + 8)).toBe(47)
    expect((await checkStoredVideo(new Uint8Array(film))).seconds).toBeCloseTo(5, 1)
    for (const entry of [0, 1, 46]) {
      const lying = setBoxNumber('ctts', 12 + 8 * entry, 0xffff_ffff, 0, film)
      await expect(checkStoredVideo(lying)).rejects.toThrow(/claim more entries/)
    }
  })

  it('accepts a video with bytes after its last box, where players stop reading', async () => {
    const junk = [0, 0, 0, 3, ...new TextEncoder().encode('added by a proxy')]
    expect((await checkStoredVideo(new Uint8Array([...VIDEO_BYTES, ...junk]))).seconds).toBeCloseTo(1, 1)
    await expect(checkStoredVideo(new Uint8Array([...junk, ...VIDEO_BYTES]))).rejects.toThrow(UnusableFileError)
  })

  it('accepts 600,000 PCM samples of equal size and length in a video', async () => {
    const sizes = setBoxNumber('stsz', 8, 2, 1, renameSampleEntry('mp4a', 'twos'))
    const counted = setBoxNumber('stsz', 12, 600_000, 1, sizes)
    const timed = setBoxNumber('stts', 12, 600_000, 1, counted)
    const film = setBoxNumber('stts', 16, 0, 1, timed)
    expect((await checkStoredVideo(film)).seconds).toBeCloseTo(1, 1)
  })

  it('counts video samples with offsets, and boxes with false sizes, toward the entry limit', async () => {
    const samples = setBoxNumber('stts', 12, 600_000)
    const oneSecond = setBoxNumber('mdhd', 16, 600_000, 0, setBoxNumber('stts', 16, 1, 0, samples))
    await expect(checkStoredVideo(oneSecond)).rejects.toThrow(/claim more entries/)
    const hidden = setBoxNumber('trak', -4, 0x7fff_ffff, 0, setBoxNumber('stsz', 12, 600_000))
    await expect(checkStoredVideo(hidden)).rejects.toThrow(/claim more entries/)
  })

  it('refuses a video whose tables fill the file without reading the tables', async () => {
    const bytes = new Uint8Array(30_000_000)
    bytes.set(VIDEO_BYTES.subarray(0, 40))
    const at = new DataView(bytes.buffer)
    at.setUint32(at.getUint32(0), bytes.byteLength - at.getUint32(0))
    bytes.set(new TextEncoder().encode('moov'), at.getUint32(0) + 4)
    await expect(checkStoredVideo(bytes)).rejects.toThrow(/claim more entries/)
  })
})

it.each(['first', 'last'] as const)('reads little of a large video file with its tables %s', async (tables) => {
  const { seconds, reads, readBytes } = await checkStoredVideo(padded(20_000_000, tables))
  expect(seconds).toBeCloseTo(1, 1)
  expect(reads).toBeLessThan(20)
  expect(readBytes).toBeLessThan(2_000_000)
})

it("throws the read error, not an unusable file error, if a part of a video can't be read", async () => {
  const bytes = padded(20_000_000, 'last')
  const { reads } = await checkStoredVideo(bytes)
  for (let failing = 0; failing < reads; failing += 1) {
    let made = 0
    const read = async (start: number, end: number) => {
      if (made++ === failing) throw new TypeError('reset')
      return bytes.slice(start, end)
    }
    await expect(checkVideo({ size: bytes.byteLength, read }, null)).rejects.toThrow(new TypeError('reset'))
  }
  expect(reads).toBeGreaterThan(2)
})

const MIB = 1024 * 1024
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** Returns bytes that differ by position, and a stream of them in chunks of this size. */
function source(length: number, chunk: number) {
  const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) & 255)
  const starts = Array.from({ length: Math.ceil(length / chunk) }, (_, index) => index * chunk)
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const start of starts) controller.enqueue(bytes.slice(start, start + chunk))
      controller.close()
    },
  })
  return { bytes, stream }
}

it.each([
  [2.5 * MIB, 64 * 1024],
  [2 * MIB, 100_003],
  [3 * MIB + 1, 2.2 * MIB],
  [10, 3],
  [0, 1],
])('streams %d bytes in chunks of %d unchanged, and hashes each MiB', async (length, chunk) => {
  const { bytes, stream } = source(length, Math.floor(chunk))
  const measured = measureStream(stream, length, 15_000, { see() {}, getTail: () => undefined })
  expect(Buffer.compare(await buffer(measured.stream), bytes)).toBe(0)
  const pieces = Array.from({ length: Math.ceil(length / MIB) }, (_, i) => sha256(bytes.slice(i * MIB, (i + 1) * MIB)))
  expect(measured.total()).toEqual({
    bytes: length,
    fileBytes: length,
    piecesSha256: sha256(Buffer.concat(pieces)).toString('hex'),
  })
})
