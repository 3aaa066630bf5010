import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { measureStream } from '../../../../supabase/functions/api/services/delivery/measured-stream.ts'
import { UnusableFileError } from '../../../../supabase/functions/api/services/delivery/provider-file.ts'
import { checkVideo } from '../../../../supabase/functions/api/services/delivery/video-file.ts'
import { checkStoredVideo, renameSampleEntry, setBoxNumber, VIDEO, VIDEO_BYTES } from '../../../support/video-file.ts'

/** The video with so many bytes of nothing in it: before its tables where `tables` is last, else after all. */
function padded(bytes: number, tables: 'first' | 'last'): Uint8Array<ArrayBuffer> {
  const padding = Buffer.alloc(bytes)
  padding.writeUInt32BE(bytes, 0)
  padding.write('free', 4)
  const whole = Buffer.from(VIDEO)
  const moov = whole.indexOf('moov') - 4
  const cut = moov + whole.readUInt32BE(moov)
  // The addresses of the packets stand: only what is behind them moves.
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

describe('a file that lies about itself is unusable, and costs neither time nor memory', () => {
  it.each<[string, Uint8Array<ArrayBuffer>]>([
    ['four billion samples of one length', setBoxNumber('stts', 12, 0xffff_ffff)],
    ['four billion lengths', setBoxNumber('stts', 8, 0xffff_ffff)],
    ['four billion offsets of frames', setBoxNumber('ctts', 12, 0xffff_ffff)],
    ['four billion samples in a chunk', setBoxNumber('stsc', 16, 0xffff_ffff)],
    ['four billion chunks of sound', setBoxNumber('stsc', 24, 0xffff_ffff, 1)],
    ['four billion sizes', setBoxNumber('stsz', 12, 0xffff_ffff)],
    ['four billion key frames', setBoxNumber('stss', 8, 0xffff_ffff)],
    ['an outermost box of no size', setBoxNumber('moov', -4, 1)],
    ['a video that is larger than its file', setBoxNumber('mdat', -4, 0x7fff_ffff).subarray(0, 5000)],
    ['a video of a codec that nobody knows', setBoxNumber('avc1', 0, 0x7a7a_7a7a, 1)],
    ['a video cut off in its last packets', VIDEO_BYTES.slice(0, VIDEO_BYTES.byteLength - 600)],
    ['a video whose last byte is missing', VIDEO_BYTES.slice(0, -1)],
    ['a last frame of no bytes', setBoxNumber('stsz', 16 + 4 * 11, 0)],
    ['nothing', new Uint8Array(0)],
    ['text', new TextEncoder().encode('not a video')],
    [
      'a million boxes of nothing',
      new Uint8Array(8_000_000).map((_, at) => [0, 0, 0, 8, 102, 114, 101, 101][at % 8] ?? 0),
    ],
    [
      'another container than MP4',
      new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0xf7, 0x81, 1, 0x42, 0xf2, 0x81]),
    ],
  ])('%s', async (_name, bytes) => {
    const started = performance.now()
    await expect(checkStoredVideo(bytes)).rejects.toThrow(UnusableFileError)
    expect(performance.now() - started).toBeLessThan(2000)
    // The reader names a codec that it does not know.
    vi.mocked(console.warn).mockClear()
  })

  it('accepts a video with 2,000 boxes, and refuses one with 2,001', async () => {
    const box = new Uint8Array([0, 0, 0, 8, ...new TextEncoder().encode('free')])
    // It has four of its own.
    const among = (boxes: number) =>
      new Uint8Array(Buffer.concat([VIDEO_BYTES, ...Array<Uint8Array>(boxes - 4).fill(box)]))
    expect((await checkStoredVideo(among(2000))).seconds).toBeCloseTo(1, 1)
    await expect(checkStoredVideo(among(2001))).rejects.toThrow(/claim more entries/)
  })

  it('accepts frames in another order, with 47 entries, and refuses them if one of these lies', async () => {
    const film = readFileSync('tests/harness/five-seconds.mp4')
    expect(film.readUInt32BE(film.indexOf('ctts') + 8)).toBe(47)
    expect((await checkStoredVideo(new Uint8Array(film))).seconds).toBeCloseTo(5, 1)
    for (const entry of [0, 1, 46]) {
      const lying = setBoxNumber('ctts', 12 + 8 * entry, 0xffff_ffff, 0, film)
      await expect(checkStoredVideo(lying)).rejects.toThrow(/claim more entries/)
    }
  })

  it('accepts 600,000 samples of PCM, which have one size and one length', async () => {
    const sizes = setBoxNumber('stsz', 8, 2, 1, renameSampleEntry('mp4a', 'twos'))
    const counted = setBoxNumber('stsz', 12, 600_000, 1, sizes)
    const timed = setBoxNumber('stts', 12, 600_000, 1, counted)
    const film = setBoxNumber('stts', 16, 0, 1, timed)
    expect((await checkStoredVideo(film)).seconds).toBeCloseTo(1, 1)
  })

  it('counts samples with offsets, which a parser holds in their order, and boxes whose sizes lie', async () => {
    const samples = setBoxNumber('stts', 12, 600_000)
    const oneSecond = setBoxNumber('mdhd', 16, 600_000, 0, setBoxNumber('stts', 16, 1, 0, samples))
    await expect(checkStoredVideo(oneSecond)).rejects.toThrow(/claim more entries/)
    const hidden = setBoxNumber('trak', -4, 0x7fff_ffff, 0, setBoxNumber('stsz', 12, 600_000))
    await expect(checkStoredVideo(hidden)).rejects.toThrow(/claim more entries/)
  })

  it('leaves tables that fill a file unread', async () => {
    const bytes = new Uint8Array(30_000_000)
    bytes.set(VIDEO_BYTES.subarray(0, 40))
    const at = new DataView(bytes.buffer)
    at.setUint32(at.getUint32(0), bytes.byteLength - at.getUint32(0))
    bytes.set(new TextEncoder().encode('moov'), at.getUint32(0) + 4)
    await expect(checkStoredVideo(bytes)).rejects.toThrow(/claim more entries/)
  })
})

it.each(['first', 'last'] as const)('reads little of a large file with its tables %s', async (tables) => {
  const { seconds, reads, readBytes } = await checkStoredVideo(padded(20_000_000, tables))
  expect(seconds).toBeCloseTo(1, 1)
  expect(reads).toBeLessThan(20)
  expect(readBytes).toBeLessThan(2_000_000)
})

it("doesn't call a file unusable if a part of it could not be read", async () => {
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

/** Bytes that differ from place to place, in chunks of this size. */
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
])('passes %d bytes in chunks of %d on as they were, and hashes them by the MiB', async (length, chunk) => {
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
