import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_AUDIO_BYTES, readAudio } from '../../../../supabase/functions/_shared/contract/media/audio.ts'
import { readUploadedAudio } from '../../../../supabase/functions/api/services/inputs/uploaded-audio.ts'
import {
  addFrameCount,
  audioUri,
  chunk,
  createMp3,
  createWav,
  MP3_FRAME_SECONDS,
} from '../../../support/audio-files.ts'

const id3 = (bytes: number) =>
  Buffer.concat([
    Buffer.from('ID3\u0003\0\0'),
    Buffer.from([0, 0, (bytes >> 7) & 0x7f, bytes & 0x7f]),
    Buffer.alloc(bytes, 'x'),
  ])

describe('length of a sound', () => {
  it.each([
    [1, {}],
    [7.5, { rate: 8000 }],
    [2.25, { rate: 48_000, channels: 2 }],
  ])('reads the length of a WAV file: %f s of %o', (seconds, format) => {
    expect(readAudio(createWav(seconds, format))).toEqual({ mime: 'audio/wav', seconds, isCut: false })
  })

  it('reads the length of a WAV file with other chunks around its sound', () => {
    const wav = createWav(1)
    const [format, data] = [wav.subarray(12, 36), wav.subarray(36)]
    const parts = [Buffer.from('WAVE'), chunk('LIST', Buffer.alloc(7)), format, chunk('bext', Buffer.alloc(3)), data]
    const file = chunk('RIFF', Buffer.concat([...parts, chunk('id3 ', Buffer.alloc(5))]))
    expect(readAudio(file)).toEqual({ mime: 'audio/wav', seconds: 1, isCut: false })
  })

  it.each([
    ['no tag', createMp3(100)],
    ['an ID3v2 tag', Buffer.concat([id3(300), createMp3(100)])],
    ['an ID3v1 tag', Buffer.concat([createMp3(100), Buffer.from('TAG'.padEnd(128, ' '))])],
    ['zeros at its end', Buffer.concat([createMp3(100), Buffer.alloc(50)])],
    ['a frame with the number of frames', addFrameCount(createMp3(100), 100)],
  ])('counts the frames of an MP3 file with %s', (_, file) => {
    const facts = readAudio(file)
    expect(facts).toMatchObject({ mime: 'audio/mpeg', isCut: false })
    expect(facts?.seconds).toBeCloseTo(100 * MP3_FRAME_SECONDS)
  })

  it.each([
    ['a WAV file without its end', createWav(1).subarray(0, -1)],
    ['an MP3 file that ends within a frame', createMp3(100).subarray(0, -1)],
    ['an MP3 file with fewer frames than it says', addFrameCount(createMp3(99), 100)],
    ['an MP3 file with a damaged frame', Buffer.concat([createMp3(50), Buffer.alloc(417, 'x'), createMp3(50)])],
  ])('finds that %s is incomplete', (_, file) => {
    expect(readAudio(file)).toMatchObject({ isCut: true })
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('This is no sound, but a line of text.')],
    ['a WAV file without sound', createWav(0)],
    ['a WAV file with a compressed codec', Buffer.from(createWav(1).map((byte, at) => (at === 20 ? 2 : byte)))],
    ['a single MP3 frame', createMp3(1)],
    ['an ID3v2 tag alone', id3(300)],
  ])('finds no sound in %s', (_, file) => {
    expect(readAudio(file)).toBeNull()
  })

  it('returns a positive length or null for any bytes', () => {
    const change = fc.tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }))
    const files = [createWav(0.1), createMp3(6), addFrameCount(createMp3(6), 6), Buffer.concat([id3(20), createMp3(6)])]
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.array(change, { maxLength: 8 }), fc.nat(), (file, changes, cut) => {
        const bytes = Buffer.from(file.subarray(0, file.length - (cut % 60)))
        for (const [place, values] of changes)
          bytes.set(values, Math.min(place % bytes.length, bytes.length - values.length))
        const facts = readAudio(bytes)
        // Also checks bytes that don't start at the beginning of their buffer.
        expect(readAudio(Buffer.concat([Buffer.alloc(3), bytes]).subarray(3))).toEqual(facts)
        expect(facts?.seconds ?? 1).toBeGreaterThan(0)
        expect(Number.isFinite(facts?.seconds ?? 1)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('uploaded sound', () => {
  const wav = createWav(1)

  it.each([
    ['audio/wav', wav],
    ['audio/x-wav', wav],
    ['audio/mpeg', createMp3(40)],
    ['audio/mp3', createMp3(40)],
  ])('is accepted as %s', (type, file) => {
    expect(Buffer.from(readUploadedAudio(audioUri(file, type)).bytes).equals(file)).toBe(true)
  })

  it.each([
    ['no data URI', 'aGVsbG8=', /couldn't read your sound/],
    ["an image's data URI", audioUri(wav, 'image/png'), /couldn't read your sound/],
    ['no base64', 'data:audio/wav;base64,%%%', /couldn't read your sound/],
    ['0 bytes', audioUri(Buffer.alloc(0)), /isn't an MP3 or WAV file/],
    ['text', audioUri(Buffer.from('hello, this is no sound')), /isn't an MP3 or WAV file/],
    ['another format than it names', audioUri(wav, 'audio/mpeg'), /names audio\/mpeg, but the file is audio\/wav/],
    ['a file without its end', audioUri(wav.subarray(0, -100)), /incomplete/],
    ['31 seconds', audioUri(createWav(31, { rate: 8000 })), /longer than 30.2 seconds/],
    ['5 MB and 1 byte', audioUri(Buffer.alloc(MAX_AUDIO_BYTES + 1)), /larger than 5 MB/],
    ['more than 5 MB of base64', audioUri(Buffer.alloc(MAX_AUDIO_BYTES + 10)), /larger than 5 MB/],
  ])('is refused with %s', (_, uri, message) => {
    expect(() => readUploadedAudio(uri)).toThrow(message)
  })

  it('is accepted with exactly 5 MB', () => {
    const rate = 87_380
    const file = createWav(30, { rate })
    const padded = Buffer.concat([file, Buffer.alloc(MAX_AUDIO_BYTES - file.length)])
    expect(readUploadedAudio(audioUri(padded)).seconds).toBe(30)
  })
})
