import { describe, expect, it } from 'vitest'
import { ShortVideoError } from '../../../../supabase/functions/api/services/delivery/provider-file.ts'
import { checkStoredVideo, setBoxNumber, VIDEO, VIDEO_BYTES } from '../../../support/video-file.ts'

describe('length check of a stored video', () => {
  // Models may also generate more seconds than were ordered.
  it.each([null, 1, 2, 0.5])('accepts a 1 s video if %s s were ordered', async (ordered) => {
    expect((await checkStoredVideo(VIDEO_BYTES, ordered)).seconds).toBeCloseTo(1, 1)
  })

  it('refuses a video of less than half the ordered length, and names both lengths', async () => {
    const failed = checkStoredVideo(VIDEO_BYTES, 2.01)
    await expect(failed).rejects.toThrow(ShortVideoError)
    await expect(failed).rejects.toThrow('its picture lasts 1 s of 2.01 s')
  })

  it("measures a video's picture, not its sound", async () => {
    // The timescale is 122,880, which is ten times the real 12,288.
    await expect(checkStoredVideo(setBoxNumber('mdhd', 16, 122_880), 1)).rejects.toThrow(ShortVideoError)
  })

  it('measures only the part of a video that its edit list keeps', async () => {
    const cut = setBoxNumber('elst', 12, 40)
    await expect(checkStoredVideo(cut, 1)).rejects.toThrow('its picture lasts 0.04 s of 1 s')
    // An entry without a start time is a pause.
    expect((await checkStoredVideo(setBoxNumber('elst', 16, 0xffff_ffff, 0, cut), 1)).seconds).toBeCloseTo(1, 1)
    // Some encoders write no length.
    expect((await checkStoredVideo(setBoxNumber('elst', 12, 0), 1)).seconds).toBeCloseTo(1, 1)
  })

  it.each([
    ['the picture', 0],
    ['the sound', 1],
  ])('refuses a video without a timescale of %s', async (_name, which) => {
    await expect(checkStoredVideo(setBoxNumber('mdhd', 16, 0, which))).rejects.toThrow(/lasts Infinity s/)
  })

  it.each([
    ['the movie', 'mvhd', 20],
    ['the track', 'tkhd', 24],
    ['the media', 'mdhd', 20],
  ])("measures a video's samples, and ignores the duration in the header of %s", async (_name, box, offset) => {
    expect((await checkStoredVideo(setBoxNumber(box, offset, 0), 1)).seconds).toBeCloseTo(1, 1)
    expect((await checkStoredVideo(setBoxNumber(box, offset, 1), 2)).seconds).toBeCloseTo(1, 1)
  })

  it('accepts a video of up to a minute', async () => {
    const timescale = new DataView(VIDEO_BYTES.buffer).getUint32(VIDEO.indexOf('mdhd') + 16)
    expect((await checkStoredVideo(setBoxNumber('mdhd', 16, Math.ceil(timescale / 60)))).seconds).toBeCloseTo(1, 1)
    await expect(checkStoredVideo(setBoxNumber('mdhd', 16, Math.floor(timescale / 61)))).rejects.toThrow(
      /track 1 lasts 61/,
    )
  })

  it('refuses a video of one frame, however long the frame is shown', async () => {
    await expect(checkStoredVideo(setBoxNumber('stts', 12, 1))).rejects.toThrow('a single frame')
  })

  it('refuses a video without frames', async () => {
    await expect(checkStoredVideo(setBoxNumber('stts', 8, 0))).rejects.toThrow('no video track with frames')
    await expect(checkStoredVideo(setBoxNumber('hdlr', 12, 0x6d657461))).rejects.toThrow('no video track with frames')
  })
})
