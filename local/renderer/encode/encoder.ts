// Encodes frames and samples to an MP4 file. On one machine, the same input must produce the same bytes. The bit rate
// is therefore far from its buffer limit, near which x264 decides by timing across slice threads. The file has no
// creation time.
import type { Canvas } from '@napi-rs/canvas'
import {
  AudioData,
  AudioEncoder,
  type EncodedAudioChunk,
  type EncodedVideoChunk,
  VideoEncoder,
  VideoFrame,
} from '@napi-rs/webcodecs'
import {
  type AudioCodec,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { HEIGHT, WIDTH } from '../draw/stage.ts'
import { clearTimes } from './mp4-times.ts'

export const SAMPLE_RATE = 48_000
const AUDIO_BITS_PER_SECOND = 192_000
const KEY_FRAME_SECONDS = 2
const MAX_QUEUED_FRAMES = 6
/** The samples in an AAC packet. The player must skip the encoder's first packet. */
const AAC_SAMPLES = 1024
const AUDIO_CODEC = 'mp4a.40.2'
const BT709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

interface VideoFormat {
  /** Pixels. */
  width: number
  height: number
  codec: string
  bitsPerSecond: number
}
const CLIP: VideoFormat = { width: WIDTH, height: HEIGHT, codec: 'avc1.64001f', bitsPerSecond: 3_000_000 }

/** Encoded sound. */
export interface Soundtrack {
  codec: AudioCodec
  config: AudioDecoderConfig
  packets: readonly EncodedPacket[]
}

interface Packet {
  data: Uint8Array
  isKey: boolean
}

function getBytes(chunk: EncodedVideoChunk | EncodedAudioChunk): Uint8Array {
  const data = new Uint8Array(chunk.byteLength)
  chunk.copyTo(data)
  return data
}

/**
 * Copies a canvas's pixels. `canvas.data()` allocates 3.7 MB per frame, which took most of a frame's time and hundreds
 * of megabytes.
 */
export async function readPixels(canvas: Canvas, into: Uint8Array): Promise<void> {
  const frame = new VideoFrame(canvas, { timestamp: 0 })
  await frame.copyTo(into)
  frame.close()
}

export class ClipVideo {
  readonly frameRate: number
  readonly format: VideoFormat
  readonly #packets: Packet[] = []
  readonly #encoder: VideoEncoder
  #description: Uint8Array | undefined
  #failure: Error | null = null
  #frames = 0

  constructor(frameRate: number, format: VideoFormat = CLIP) {
    this.frameRate = frameRate
    this.format = format
    this.#encoder = new VideoEncoder({
      output: (chunk, metadata) => {
        this.#description ??= metadata?.decoderConfig?.description
        this.#packets.push({ data: getBytes(chunk), isKey: chunk.type === 'key' })
      },
      error: (cause) => {
        this.#failure = cause
      },
    })
    this.#encoder.configure({
      codec: format.codec,
      width: format.width,
      height: format.height,
      bitrate: format.bitsPerSecond,
      bitrateMode: 'variable',
      framerate: frameRate,
      latencyMode: 'quality',
      hardwareAcceleration: 'prefer-software',
      avc: { format: 'avc' },
    })
  }

  /** Encodes an I420 frame. Waits while the encoder is behind. */
  async add(i420: Uint8Array): Promise<void> {
    const frame = new VideoFrame(i420, {
      format: 'I420',
      codedWidth: this.format.width,
      codedHeight: this.format.height,
      timestamp: Math.round((this.#frames * 1e6) / this.frameRate),
      duration: Math.round(1e6 / this.frameRate),
      colorSpace: BT709,
    })
    this.#encoder.encode(frame, { keyFrame: this.#frames % (KEY_FRAME_SECONDS * this.frameRate) === 0 })
    frame.close()
    this.#frames++
    while (this.#encoder.encodeQueueSize > MAX_QUEUED_FRAMES && !this.#failure) {
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    if (this.#failure) throw this.#failure
  }

  async finish(): Promise<{ packets: Packet[]; description: Uint8Array }> {
    await this.#encoder.flush()
    if (this.#failure) throw this.#failure
    if (!this.#description || this.#packets.length !== this.#frames) throw new Error('The video encoder lost frames')
    return { packets: this.#packets, description: this.#description }
  }

  /** Closes the encoder, whether or not the clip succeeded. */
  close(): void {
    if (this.#encoder.state !== 'closed') this.#encoder.close()
  }
}

async function encodeSound(left: Float32Array, right: Float32Array): Promise<Soundtrack> {
  const packets: EncodedPacket[] = []
  let description: Uint8Array | undefined
  let failure: Error | null = null
  const encoder = new AudioEncoder({
    output: (chunk, metadata) => {
      description ??= metadata?.decoderConfig?.description
      // The first packet starts before zero, and an edit list skips it. The last packet ends with the last sample.
      const start = (packets.length - 1) * AAC_SAMPLES
      const length = Math.min(AAC_SAMPLES, left.length - start)
      if (length > 0) packets.push(new EncodedPacket(getBytes(chunk), 'key', start / SAMPLE_RATE, length / SAMPLE_RATE))
    },
    error: (cause) => {
      failure = cause
    },
  })
  encoder.configure({
    codec: AUDIO_CODEC,
    sampleRate: SAMPLE_RATE,
    numberOfChannels: 2,
    bitrate: AUDIO_BITS_PER_SECOND,
  })
  const planes = new Float32Array(left.length * 2)
  planes.set(left)
  planes.set(right, left.length)
  const data = new AudioData({
    format: 'f32-planar',
    sampleRate: SAMPLE_RATE,
    numberOfFrames: left.length,
    numberOfChannels: 2,
    timestamp: 0,
    data: planes,
  })
  encoder.encode(data)
  data.close()
  await encoder.flush()
  encoder.close()
  if (failure) throw failure
  if (!description) throw new Error('The audio encoder returned no configuration')
  const config = { codec: AUDIO_CODEC, sampleRate: SAMPLE_RATE, numberOfChannels: 2, description }
  return { codec: 'aac', config, packets }
}

export async function writeClip(
  video: ClipVideo,
  sound: { left: Float32Array; right: Float32Array } | Soundtrack | null,
): Promise<Uint8Array> {
  const soundtrack = sound && ('left' in sound ? await encodeSound(sound.left, sound.right) : sound)
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const videoSource = new EncodedVideoPacketSource('avc')
  const audioSource = soundtrack && new EncodedAudioPacketSource(soundtrack.codec)
  output.addVideoTrack(videoSource, { frameRate: video.frameRate })
  if (audioSource) output.addAudioTrack(audioSource)
  await output.start()

  const pictures = await video.finish()
  const { codec, width, height } = video.format
  const videoConfig = {
    decoderConfig: {
      codec,
      codedWidth: width,
      codedHeight: height,
      description: pictures.description,
      colorSpace: BT709,
    },
  }
  for (const [i, { data, isKey }] of pictures.packets.entries()) {
    const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', i / video.frameRate, 1 / video.frameRate)
    await videoSource.add(packet, i === 0 ? videoConfig : undefined)
  }

  if (audioSource && soundtrack) {
    const { config, packets } = soundtrack
    for (const [i, packet] of packets.entries())
      await audioSource.add(packet, i === 0 ? { decoderConfig: config } : undefined)
  }

  await output.finalize()
  if (!target.buffer) throw new Error('The file was not written')
  return clearTimes(new Uint8Array(target.buffer))
}
