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
const VIDEO_BITS_PER_SECOND = 3_000_000
const AUDIO_BITS_PER_SECOND = 192_000
const KEY_FRAME_SECONDS = 2
const MAX_QUEUED_FRAMES = 6
/** The samples in an AAC packet. The player must skip the encoder's first packet. */
const AAC_SAMPLES = 1024
const VIDEO_CODEC = 'avc1.64001f'
const AUDIO_CODEC = 'mp4a.40.2'
const BT709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

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
  readonly #packets: Packet[] = []
  readonly #encoder: VideoEncoder
  #description: Uint8Array | undefined
  #failure: Error | null = null
  #frames = 0

  constructor(frameRate: number) {
    this.frameRate = frameRate
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
      codec: VIDEO_CODEC,
      width: WIDTH,
      height: HEIGHT,
      bitrate: VIDEO_BITS_PER_SECOND,
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
      codedWidth: WIDTH,
      codedHeight: HEIGHT,
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

async function encodeSound(left: Float32Array, right: Float32Array) {
  const packets: Packet[] = []
  let description: Uint8Array | undefined
  let failure: Error | null = null
  const encoder = new AudioEncoder({
    output: (chunk, metadata) => {
      description ??= metadata?.decoderConfig?.description
      packets.push({ data: getBytes(chunk), isKey: true })
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
  return { packets, description }
}

export async function writeClip(
  video: ClipVideo,
  sound: { left: Float32Array; right: Float32Array } | null,
): Promise<Uint8Array> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const videoSource = new EncodedVideoPacketSource('avc')
  const audioSource = new EncodedAudioPacketSource('aac')
  output.addVideoTrack(videoSource, { frameRate: video.frameRate })
  if (sound) output.addAudioTrack(audioSource)
  await output.start()

  const pictures = await video.finish()
  const videoConfig = {
    decoderConfig: {
      codec: VIDEO_CODEC,
      codedWidth: WIDTH,
      codedHeight: HEIGHT,
      description: pictures.description,
      colorSpace: BT709,
    },
  }
  for (const [i, { data, isKey }] of pictures.packets.entries()) {
    const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', i / video.frameRate, 1 / video.frameRate)
    await videoSource.add(packet, i === 0 ? videoConfig : undefined)
  }

  if (sound) {
    const samples = sound.left.length
    const { packets, description } = await encodeSound(sound.left, sound.right)
    const audioConfig = {
      decoderConfig: { codec: AUDIO_CODEC, sampleRate: SAMPLE_RATE, numberOfChannels: 2, description },
    }
    for (const [i, { data }] of packets.entries()) {
      // The first packet starts before zero, and an edit list skips it. The last packet ends with the last sample.
      const start = (i - 1) * AAC_SAMPLES
      const length = Math.min(AAC_SAMPLES, samples - start)
      if (length <= 0) break
      const packet = new EncodedPacket(data, 'key', start / SAMPLE_RATE, length / SAMPLE_RATE)
      await audioSource.add(packet, i === 0 ? audioConfig : undefined)
    }
  }

  await output.finalize()
  if (!target.buffer) throw new Error('The file was not written')
  return clearTimes(new Uint8Array(target.buffer))
}
