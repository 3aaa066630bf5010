import { EncodedVideoChunk, VideoDecoder } from '@napi-rs/webcodecs'
import { EncodedPacketSink, FilePathSource, Input, MP4, QTFF } from 'mediabunny'
import type { Inspection } from './inspect-video.ts'

/** The number of key frames to decode, spread over the video. */
const TRIES = 5

async function inspect(file: string): Promise<Inspection | null> {
  const input = new Input({ source: new FilePathSource(file), formats: [MP4, QTFF] })
  const track = await input.getPrimaryVideoTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config) return null
  const { codec, codedWidth = 0, codedHeight = 0, description } = config
  const settings = {
    codec,
    codedWidth,
    codedHeight,
    ...(description ? { description: description as Uint8Array } : {}),
  }
  if (!(await VideoDecoder.isConfigSupported(settings)).supported) return { noDecoder: codec }
  const duration = await track.computeDuration()
  const sink = new EncodedPacketSink(track)
  const seen = new Set<number>()
  let decoded = 0
  for (let index = 0; index < TRIES; index += 1) {
    const packet = await sink.getKeyPacket((duration * index) / TRIES)
    if (!packet || seen.has(packet.timestamp)) continue
    seen.add(packet.timestamp)
    if (await canDecode(settings, packet.data, packet.microsecondTimestamp)) decoded += 1
  }
  return { tried: seen.size, decoded }
}

async function canDecode(
  settings: Parameters<VideoDecoder['configure']>[0],
  data: Uint8Array,
  timestamp: number,
): Promise<boolean> {
  let frames = 0
  const decoder = new VideoDecoder({
    output: (frame) => {
      frames += 1
      frame.close()
    },
    error: () => {},
  })
  try {
    decoder.configure(settings)
    decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp, data }))
    await decoder.flush()
  } catch {
    // The decoder failed, so the frame counts as not decoded.
  }
  return frames > 0
}

const found = await inspect(process.argv[2] ?? '').catch(() => null)
process.send?.(found, () => process.exit())
