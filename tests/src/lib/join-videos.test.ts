// @vitest-environment node
import { readFile } from 'node:fs/promises'
import {
  BlobSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { joinVideos } from '@/lib/video/join-videos'

const getFile = async (path: string) => new Blob([new Uint8Array(await readFile(path))], { type: 'video/mp4' })
const never = () => ({ signal: new AbortController().signal, onProgress: vi.fn() })

async function getTracks(file: Blob) {
  const input = new Input({ source: new BlobSource(file), formats: [MP4] })
  const getPackets = async (track: Awaited<ReturnType<typeof input.getPrimaryVideoTrack>>) => {
    const packets = []
    if (track) for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
    return packets
  }
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  return {
    seconds: await input.computeDuration(),
    video: await getPackets(video),
    audio: audio ? await getPackets(audio as never) : [],
  }
}

/** Returns the video without its sound. */
async function silenced(file: Blob): Promise<Blob> {
  const video = await new Input({ source: new BlobSource(file), formats: [MP4] }).getPrimaryVideoTrack()
  const config = await video?.getDecoderConfig()
  if (!video?.codec || !config) throw new Error('no video')
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const source = new EncodedVideoPacketSource(video.codec)
  output.addVideoTrack(source)
  await output.start()
  for await (const packet of new EncodedPacketSink(video).packets()) await source.add(packet, { decoderConfig: config })
  await output.finalize()
  return new Blob([target.buffer ?? new ArrayBuffer()])
}

let long: Blob
let short: Blob
beforeAll(async () => {
  // Both videos have 1280 x 720 pixels and the same encoding.
  long = await getFile('public/videos/asmr1.mp4')
  short = await getFile('public/videos/ready.mp4')
})

describe('Videos with the same encoding', () => {
  it('joins videos of one encoding without re-encoding: every frame in order, sound without a gap', async () => {
    const progress = never()
    const joined = await getTracks(await joinVideos([long, short, long], progress))
    const [one, other] = [await getTracks(long), await getTracks(short)]
    expect(joined.seconds).toBeCloseTo(2 * one.seconds + other.seconds, 1)
    expect(joined.video).toHaveLength(2 * one.video.length + other.video.length)
    const seam = joined.video[one.video.length]
    expect([seam?.type, seam?.timestamp]).toEqual(['key', expect.closeTo(one.seconds, 3)])
    expect(seam?.data).toEqual(other.video[0]?.data)
    const gaps = joined.audio.slice(1).map(({ timestamp }, index) => timestamp - (joined.audio[index]?.timestamp ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(0.02)
    expect(Math.max(...gaps)).toBeLessThan(0.033)
    expect(progress.onProgress.mock.calls.map(([share]) => share)).toEqual([1 / 3, 2 / 3, 1])
  })

  it('keeps a joined video silent during a silent source, and without sound if no source has any', async () => {
    const quiet = await silenced(short)
    const joined = await getTracks(await joinVideos([quiet, long], never()))
    const { seconds } = await getTracks(quiet)
    const before = joined.audio.filter(({ timestamp }) => timestamp < seconds - 0.05)
    expect(before.length).toBeGreaterThan(200)
    expect(new Set(before.map(({ byteLength }) => byteLength))).toEqual(new Set([6]))
    expect((await getTracks(await joinVideos([quiet, quiet], never()))).audio).toEqual([])
  })
})

it("says which video file can't be read for joining", async () => {
  const page = new Blob(['<!doctype html>'])
  await expect(joinVideos([long, page], never())).rejects.toMatchObject({ fault: 'unreadable', shot: 1 })
})

it("says that different videos can't be joined without an encoder", async () => {
  const small = await getFile('tests/harness/one-second.mp4')
  await expect(joinVideos([long, small], never())).rejects.toMatchObject({ fault: 'not_encodable', shot: null })
})

it('stops joining videos when the join is canceled', async () => {
  const abort = new AbortController()
  const onProgress = vi.fn(() => abort.abort(new Error('not wanted')))
  await expect(joinVideos([long, short], { signal: abort.signal, onProgress })).rejects.toThrow('not wanted')
  expect(onProgress).toHaveBeenCalledTimes(1)
})
