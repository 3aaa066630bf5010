import { describe, expect, it, vi } from 'vitest'
import { UnplayableFormatError } from '../../../../supabase/functions/api/services/delivery/provider-file.ts'
import { checkStoredVideo, renameSampleEntry, setBoxNumber, VIDEO } from '../../../support/video-file.ts'

/** Offset of the codec's number from the name `esds` in an `mp4a` entry, with the 4-byte lengths that ffmpeg writes. */
const CODEC_AT = 4 + 4 + 5 + 3 + 5

describe('format check of a stored video', () => {
  it.each([
    ['avc1', 'avc3'],
    ['avc1', 'vp09'],
    ['avc1', 'av01'],
    ['mp4a', 'Opus'],
    ['mp4a', 'fLaC'],
    ['mp4a', '.mp3'],
    ['mp4a', 'ipcm'],
    ['mp4a', 'twos'],
  ])('accepts a stored video whose %s entry is renamed to %s, which browsers play', async (entry, name) => {
    expect((await checkStoredVideo(renameSampleEntry(entry, name))).seconds).toBeCloseTo(1, 1)
    vi.mocked(console.warn).mockClear()
  })

  it.each([
    ['picture', 'avc1', 'hev1', 'hev1 (hevc)'],
    ['picture', 'avc1', 'hvc1', 'hvc1 (hevc)'],
    ['picture', 'avc1', 'apch', 'apch (prores)'],
    ['picture', 'avc1', 'mp4v', 'mp4v'],
    ['picture', 'avc1', 'encv', 'encv'],
    ['sound', 'mp4a', 'ac-3', 'ac-3 (ac3)'],
    ['sound', 'mp4a', 'ec-3', 'ec-3 (eac3)'],
    ['sound', 'mp4a', 'alac', 'alac'],
    ['sound', 'mp4a', 'enca', 'enca'],
  ])('refuses a stored video and names its %s if its %s entry is renamed to %s', async (kind, entry, name, named) => {
    const failed = checkStoredVideo(renameSampleEntry(entry, name))
    await expect(failed).rejects.toThrow(UnplayableFormatError)
    await expect(failed).rejects.toThrow(`its ${kind} is ${named}`)
    vi.mocked(console.warn).mockClear()
  })

  it.each([
    ['AAC of MPEG-2', 0x67, true],
    ['Vorbis', 0xdd, true],
    ['DTS', 0xa9, false],
    ['CELP', 0xe1, false],
  ])("recognizes a video's sound by the number in its mp4a entry: %s", async (_name, number, isPlayed) => {
    const film = new Uint8Array(VIDEO)
    film[VIDEO.indexOf('esds') + CODEC_AT] = number
    if (isPlayed) expect((await checkStoredVideo(film)).seconds).toBeCloseTo(1, 1)
    else await expect(checkStoredVideo(film)).rejects.toThrow(UnplayableFormatError)
    vi.mocked(console.warn).mockClear()
  })

  it('accepts a video with MP3 sound, and refuses an older MPEG layer with the same number', async () => {
    const film = Buffer.from(VIDEO)
    film[film.indexOf('esds') + CODEC_AT] = 0x6b
    const firstPacket = film.readUInt32BE(film.indexOf('stco', film.indexOf('stco') + 1) + 12)
    film.set([0xff, 0xfb], firstPacket)
    expect((await checkStoredVideo(new Uint8Array(film))).seconds).toBeCloseTo(1, 1)
    film.set([0xff, 0xfd], firstPacket)
    await expect(checkStoredVideo(new Uint8Array(film))).rejects.toThrow(/older layer than MP3/)
  })

  it('ignores the format of a sound track without packets', async () => {
    const silent = setBoxNumber('stts', 8, 0, 1, renameSampleEntry('mp4a', 'ac-3'))
    expect((await checkStoredVideo(silent)).seconds).toBeCloseTo(1, 1)
  })
})
