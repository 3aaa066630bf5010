// Reads an MP4 with mediabunny and decodes every packet.
import { AudioDecoder, EncodedAudioChunk, EncodedVideoChunk, VideoDecoder, type VideoFrame } from '@napi-rs/webcodecs'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'

export interface DecodedClip {
  boxes: string[]
  creationTimes: number[]
  video: {
    codec: string | null
    width: number
    height: number
    frames: number
    seconds: number
    colorSpace: object
    /** The lowest mean deviation of luma inside a frame, over all frames. */
    spread: number
    /** The mean change of luma between frames half a second apart. */
    motion: number
  }
  audio: null | {
    codec: string | null
    channels: number
    rate: number
    /** The time of the first packet in seconds. */
    start: number
    seconds: number
    left: Float32Array
    right: Float32Array
    peak: number
    /** The longest stretch below -50 dB, in seconds. */
    longestSilence: number
  }
}

/** Returns the luma planes of all frames, 1280 by 720, with values from 16 to 235. */
export async function decodeLuma(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array[]> {
  const track = await new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) }).getPrimaryVideoTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config) throw new Error('no video track')
  const planes: Promise<Uint8Array>[] = []
  const failures: Error[] = []
  const copyLuma = async (frame: VideoFrame) => {
    const plane = new Uint8Array(frame.allocationSize())
    await frame.copyTo(plane)
    frame.close()
    return plane.slice(0, PIXELS)
  }
  const decoder = new VideoDecoder({
    output: (frame) => void planes.push(copyLuma(frame)),
    error: (cause) => void failures.push(cause),
  })
  const { codec, description } = config
  decoder.configure({ codec, codedWidth: 1280, codedHeight: 720, description: description as Uint8Array })
  // The chunks are stored until all are decoded, because another thread reads them.
  const chunks: EncodedVideoChunk[] = []
  for await (const { type, microsecondTimestamp: timestamp, data } of new EncodedPacketSink(track).packets()) {
    const chunk = new EncodedVideoChunk({ type, timestamp, data })
    chunks.push(chunk)
    decoder.decode(chunk)
  }
  await decoder.flush()
  const frames = await Promise.all(planes)
  decoder.close()
  if (failures[0]) throw failures[0]
  if (frames.length !== chunks.length) throw new Error(`${chunks.length} packets gave ${frames.length} frames`)
  return frames
}

export async function decodeClip(bytes: Uint8Array<ArrayBuffer>): Promise<DecodedClip> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const track = await input.getPrimaryVideoTrack()
  const audioTrack = await input.getPrimaryAudioTrack()
  if (!track) throw new Error('no video track')
  const frames = await decodeLuma(bytes)
  const samples = frames.filter((_, place) => place % 12 === 0)
  return {
    boxes: topBoxes(bytes),
    creationTimes: creationTimes(bytes),
    video: {
      codec: await track.getCodec(),
      width: await track.getDisplayWidth(),
      height: await track.getDisplayHeight(),
      frames: frames.length,
      seconds: await track.computeDuration(),
      colorSpace: (await track.getDecoderConfig())?.colorSpace ?? {},
      spread: Math.min(...samples.map(deviation)),
      motion: meanMotion(samples),
    },
    audio: audioTrack ? await decodeAudio(audioTrack) : null,
  }
}

type AudioTrack = NonNullable<Awaited<ReturnType<Input['getPrimaryAudioTrack']>>>

async function decodeAudio(track: AudioTrack): Promise<NonNullable<DecodedClip['audio']>> {
  const parts: [Float32Array, Float32Array][] = []
  const failures: Error[] = []
  const decoder = new AudioDecoder({
    output: (data) => {
      const planes = [0, 1].map((planeIndex) => {
        const plane = new Float32Array(data.numberOfFrames)
        data.copyTo(plane, { planeIndex, format: 'f32-planar' })
        return plane
      })
      parts.push(planes as [Float32Array, Float32Array])
      data.close()
    },
    error: (cause) => void failures.push(cause),
  })
  const config = await track.getDecoderConfig()
  if (!config) throw new Error('no audio configuration')
  decoder.configure({
    codec: config.codec,
    sampleRate: 48_000,
    numberOfChannels: 2,
    description: config.description as Uint8Array,
  })
  const chunks: EncodedAudioChunk[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const chunk = new EncodedAudioChunk({ type: 'key', timestamp: packet.microsecondTimestamp, data: packet.data })
    chunks.push(chunk)
    decoder.decode(chunk)
  }
  await decoder.flush()
  decoder.close()
  if (failures[0]) throw failures[0]
  const left = join(parts.map(([channel]) => channel))
  const right = join(parts.map(([, channel]) => channel))
  let peak = 0
  for (let i = 0; i < left.length; i++) peak = Math.max(peak, Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0))
  return {
    codec: await track.getCodec(),
    channels: await track.getNumberOfChannels(),
    rate: await track.getSampleRate(),
    start: await track.getFirstTimestamp(),
    seconds: await track.computeDuration(),
    left,
    right,
    peak,
    longestSilence: longestSilence(left, right),
  }
}

function join(parts: Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => Array.from(part)))
}

function longestSilence(left: Float32Array, right: Float32Array): number {
  const limit = 10 ** (-50 / 20)
  let longest = 0
  let run = 0
  for (let i = 0; i < left.length; i++) {
    run = Math.max(Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0)) < limit ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest / 48_000
}

const PIXELS = 1280 * 720

function deviation(plane: Uint8Array): number {
  let sum = 0
  let squares = 0
  for (let i = 0; i < PIXELS; i += 7) {
    const value = plane[i] ?? 0
    sum += value
    squares += value * value
  }
  const count = Math.ceil(PIXELS / 7)
  return Math.sqrt(squares / count - (sum / count) ** 2)
}

function meanMotion(planes: Uint8Array[]): number {
  let sum = 0
  for (let n = 1; n < planes.length; n++) {
    let change = 0
    for (let i = 0; i < PIXELS; i += 7) change += Math.abs((planes[n]?.[i] ?? 0) - (planes[n - 1]?.[i] ?? 0))
    sum += change / Math.ceil(PIXELS / 7)
  }
  return sum / (planes.length - 1)
}

function topBoxes(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const boxes: string[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at)
    boxes.push(Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1'))
    if (size < 8) break
    at += size
  }
  return boxes
}

/** Returns the creation and modification times of all header boxes (version 0 or 1). */
function creationTimes(bytes: Uint8Array): number[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = file.indexOf('mdat')
  return ['mvhd', 'tkhd', 'mdhd'].flatMap((type) => {
    const times: number[] = []
    for (let at = file.indexOf(type); at >= 0 && at < end; at = file.indexOf(type, at + 4)) {
      const isLong = file[at + 4] === 1
      times.push(isLong ? Number(file.readBigUInt64BE(at + 8)) : file.readUInt32BE(at + 8))
      times.push(isLong ? Number(file.readBigUInt64BE(at + 16)) : file.readUInt32BE(at + 12))
    }
    return times
  })
}
