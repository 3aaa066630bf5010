// Decodes a finished clip and measures what the eye and the ear would stumble over: its size, its seam, its loudness.
import { readFile } from 'node:fs/promises'
import { AudioDecoder, EncodedAudioChunk, EncodedVideoChunk, VideoDecoder } from '@napi-rs/webcodecs'
import {
  ALL_FORMATS,
  BufferSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny'

/** Samples that the player drops: the run-in of the AAC encoder. */
const RUN_IN = 1024

export interface ClipFacts {
  bytes: number
  /** Whether the tables stand before the media, so that playing starts at once. */
  isFastStart: boolean
  seconds: number
  codec: string | null
  width: number
  height: number
  frames: number
  /** Mean change of luma from each frame to the next; the last is the step from the last frame to the first. */
  steps: number[]
  audio: { codec: string | null; rate: number; left: Float32Array; right: Float32Array }
}

export async function measureClip(path: string): Promise<ClipFacts> {
  const bytes = await readFile(path)
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(new Uint8Array(bytes)) })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (!video || !audio) throw new Error(`${path} lacks a track`)
  const planes = await decodeLuma(video)
  return {
    bytes: bytes.length,
    isFastStart: bytes.indexOf('moov') < bytes.indexOf('mdat'),
    seconds: await video.computeDuration(),
    codec: await video.getCodec(),
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    frames: planes.length,
    steps: planes.map((plane, i) => meanStep(plane, planes[(i + 1) % planes.length] ?? plane)),
    audio: {
      codec: await audio.getCodec(),
      rate: await audio.getSampleRate(),
      ...(await decodeSound(audio, Math.round((await video.computeDuration()) * 48_000))),
    },
  }
}

/** Every frame's luma, every third pixel of every third row. */
async function decodeLuma(track: InputVideoTrack): Promise<Uint8Array[]> {
  const planes: Promise<Uint8Array>[] = []
  let failure: Error | null = null
  const decoder = new VideoDecoder({
    output: (frame) => {
      const { codedWidth: width, codedHeight: height } = frame
      const whole = new Uint8Array(frame.allocationSize())
      planes.push(
        frame.copyTo(whole).then(() => {
          frame.close()
          return thin(whole, width, height)
        }),
      )
    },
    error: (cause) => {
      failure = cause
    },
  })
  const config = await track.getDecoderConfig()
  if (!config) throw new Error('no video configuration')
  decoder.configure({ codec: config.codec, description: config.description as Uint8Array })
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const { type, microsecondTimestamp: timestamp, data } = packet
    decoder.decode(new EncodedVideoChunk({ type, timestamp, data }))
  }
  await decoder.flush()
  if (failure) throw failure
  return Promise.all(planes)
}

function thin(plane: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(Math.ceil(width / 3) * Math.ceil(height / 3))
  let n = 0
  for (let y = 0; y < height; y += 3) for (let x = 0; x < width; x += 3) out[n++] = plane[y * width + x] ?? 0
  return out
}

function meanStep(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0))
  return sum / a.length
}

async function decodeSound(track: InputAudioTrack, length: number) {
  const left = new Float32Array(length)
  const right = new Float32Array(length)
  let at = -RUN_IN
  let failure: Error | null = null
  const decoder = new AudioDecoder({
    output: (data) => {
      for (const [planeIndex, channel] of [left, right].entries()) {
        const plane = new Float32Array(data.numberOfFrames)
        data.copyTo(plane, { planeIndex, format: 'f32-planar' })
        for (let i = 0; i < plane.length; i++) if (at + i >= 0 && at + i < length) channel[at + i] = plane[i] ?? 0
      }
      at += data.numberOfFrames
      data.close()
    },
    error: (cause) => {
      failure = cause
    },
  })
  const config = await track.getDecoderConfig()
  if (!config) throw new Error('no audio configuration')
  decoder.configure({
    codec: config.codec,
    sampleRate: config.sampleRate,
    numberOfChannels: config.numberOfChannels,
    description: config.description as Uint8Array,
  })
  for await (const packet of new EncodedPacketSink(track).packets()) {
    decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: packet.microsecondTimestamp, data: packet.data }))
  }
  await decoder.flush()
  if (failure) throw failure
  if (config.numberOfChannels !== 2 || at < length) throw new Error(`${at} of ${length} stereo samples`)
  return { left, right }
}
