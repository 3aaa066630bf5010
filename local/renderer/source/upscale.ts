// Doubles the width and height of a video. Its colors and its sound stay as they are.
import { EncodedPacketSink, FilePathSource, Input, MP4, QTFF } from 'mediabunny'
import { ClipVideo, type Soundtrack, writeClip } from '../encode/encoder.ts'
import { SourceVideo } from './source-video.ts'

const BITS_PER_SECOND = 8_000_000
/** Level 5.1 allows 4096 by 2304 pixels at 30 frames per second. */
const CODEC = 'avc1.640033'

/** Returns the MP4 file. Throws if the source can't be decoded. */
export async function upscaleVideo(path: string): Promise<Uint8Array> {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF] })
  const track = await input.getPrimaryVideoTrack()
  const source = await SourceVideo.open(path)
  let video: ClipVideo | null = null
  try {
    const frameRate = (await track?.computePacketStats())?.averagePacketRate ?? 0
    for (let frame = await source.readNextPlanes(); frame; frame = await source.readNextPlanes()) {
      const { planes, width, height } = frame
      video ??= new ClipVideo(Math.round(frameRate), {
        width: 2 * width,
        height: 2 * height,
        codec: CODEC,
        bitsPerSecond: BITS_PER_SECOND,
      })
      await video.add(doublePlanes(planes, width, height))
    }
    if (!video) throw new Error('The source video has no frame that can be decoded')
    return await writeClip(video, await readSoundtrack(input))
  } finally {
    video?.close()
    source.close()
  }
}

async function readSoundtrack(input: Input): Promise<Soundtrack | null> {
  const track = await input.getPrimaryAudioTrack()
  const [codec, config] = [await track?.getCodec(), await track?.getDecoderConfig()]
  if (!track || !codec || !config) return null
  return { codec, config, packets: await Array.fromAsync(new EncodedPacketSink(track).packets()) }
}

/** Doubles an I420 frame with an even size. Each pixel becomes four. */
function doublePlanes(planes: Uint8Array, width: number, height: number): Uint8Array {
  const doubled = new Uint8Array(planes.length * 4)
  const chroma = [width / 2, height / 2] as const
  let [from, to] = [0, 0]
  for (const [across, down] of [[width, height] as const, chroma, chroma]) {
    for (let y = 0; y < down; y++) {
      for (let x = 0; x < across; x++) {
        const value = planes[from + x] as number
        doubled[to + 2 * x] = value
        doubled[to + 2 * x + 1] = value
      }
      doubled.copyWithin(to + 2 * across, to, to + 2 * across)
      from += across
      to += 4 * across
    }
  }
  return doubled
}
