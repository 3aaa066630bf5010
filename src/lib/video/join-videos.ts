// Joins MP4 files into one. Import it on demand, because it includes an MP4 reader and writer.
import {
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  VideoSampleSink,
  VideoSampleSource,
} from 'mediabunny'
import { JoinError } from './join-error.ts'

interface Shot {
  video: InputVideoTrack
  videoConfig: VideoDecoderConfig
  audio: InputAudioTrack | null
  audioConfig: AudioDecoderConfig | null
  /** The duration of the picture in seconds. Longer sound is cut. */
  seconds: number
  /** The start in the joined video, in seconds. */
  start: number
}

interface Progress {
  signal: AbortSignal
  /** Called with the progress, 0 to 1. */
  onProgress: (share: number) => void
}

/** 1,024 samples of silence as AAC-LC stereo. */
const SILENT_AAC = new Uint8Array([0x21, 0x10, 0x04, 0x60, 0x8c, 0x1c])
const AAC_SAMPLES = 1024
const SILENCE_SECONDS = 0.5

/** Writes a track when called. The function that creates the writer adds the track to the output. */
type TrackWriter = () => Promise<void>

/**
 * Joins the files into one MP4. If all pictures have the same encoding, they are copied. Otherwise, all are encoded at
 * the first video's size. Sound is handled in the same way. Rejects with JoinError, or the signal's reason.
 */
export async function joinVideos(files: readonly Blob[], progress: Progress): Promise<Blob> {
  const shots: Shot[] = []
  let start = 0
  for (const [index, file] of files.entries()) {
    const shot = await openShot(file, start).catch((cause) => {
      throw new JoinError('unreadable', index, { cause })
    })
    shots.push(shot)
    start += shot.seconds
    progress.signal.throwIfAborted()
  }
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  try {
    const sound = shots.find(({ audioConfig }) => audioConfig)
    const writers = [
      isSameVideo(shots) ? copyVideo(shots, output, progress) : await encodeVideo(shots, output, progress),
      ...(sound
        ? [
            isSameSound(shots, sound)
              ? copySound(shots, sound, output, progress)
              : await encodeSound(shots, output, progress),
          ]
        : []),
    ]
    await output.start()
    await Promise.all(writers.map((write) => write()))
    await output.finalize()
  } catch (error) {
    await output.cancel().catch(() => undefined)
    throw error
  }
  if (!target.buffer) throw new JoinError('not_encodable', null)
  return new Blob([target.buffer], { type: 'video/mp4' })
}

async function openShot(file: Blob, start: number): Promise<Shot> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF] })
  const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()])
  const videoConfig = await video?.getDecoderConfig()
  if (!video || !videoConfig) throw new Error('The file has no video track')
  const audioConfig = (await audio?.getDecoderConfig()) ?? null
  const seconds = await video.computeDuration()
  return { video, videoConfig, audio: audioConfig && audio, audioConfig, seconds, start }
}

function isSameVideo(shots: readonly Shot[]): boolean {
  const [first] = shots.map(({ videoConfig }) => videoConfig)
  if (!first) return true
  return shots.every(({ videoConfig: { codec, codedWidth, codedHeight, description } }) => {
    const isSameSize = codedWidth === first.codedWidth && codedHeight === first.codedHeight
    return isSameSize && codec === first.codec && isSameBytes(description, first.description)
  })
}

function isSameSound(shots: readonly Shot[], { audioConfig: sound }: Shot): boolean {
  // The silent packet exists only for this codec, so only this codec can fill gaps.
  const canFill = sound?.codec === 'mp4a.40.2' && sound.numberOfChannels === 2
  return shots.every(({ audioConfig: own }) => {
    if (!own || !sound) return canFill
    const isSameFormat = own.sampleRate === sound.sampleRate && own.numberOfChannels === sound.numberOfChannels
    return isSameFormat && own.codec === sound.codec && isSameBytes(own.description, sound.description)
  })
}

function isSameBytes(a: AllowSharedBufferSource | undefined, b: AllowSharedBufferSource | undefined): boolean {
  if (!a || !b) return a === b
  const [one, other] = [toBytes(a), toBytes(b)]
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

function toBytes(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}

function copyVideo(shots: readonly Shot[], output: Output, { signal, onProgress }: Progress): TrackWriter {
  const [first] = shots
  if (!first?.video.codec) throw new JoinError('unreadable', 0)
  const source = new EncodedVideoPacketSource(first.video.codec)
  output.addVideoTrack(source)
  const meta = { decoderConfig: first.videoConfig }
  return async () => {
    for (const [index, { video, start }] of shots.entries()) {
      const from = await video.getFirstTimestamp()
      for await (const packet of new EncodedPacketSink(video).packets()) {
        signal.throwIfAborted()
        await source.add(packet.clone({ timestamp: packet.timestamp - from + start }), meta)
      }
      onProgress((index + 1) / shots.length)
    }
  }
}

function copySound(
  shots: readonly Shot[],
  { audio, audioConfig }: Shot,
  output: Output,
  progress: Progress,
): TrackWriter {
  if (!audio?.codec || !audioConfig) throw new JoinError('unreadable', null)
  const source = new EncodedAudioPacketSource(audio.codec)
  output.addAudioTrack(source)
  return async () => {
    for (const packet of await collectSound(shots, audioConfig)) {
      progress.signal.throwIfAborted()
      await source.add(packet, { decoderConfig: audioConfig })
    }
  }
}

/** Returns all sound packets with their times. Videos without sound get silence. */
async function collectSound(shots: readonly Shot[], { sampleRate }: AudioDecoderConfig): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = []
  const length = AAC_SAMPLES / sampleRate
  for (const { audio, start, seconds } of shots) {
    const end = start + seconds
    if (!audio) {
      for (let at = start; at < end; at += length) packets.push(new EncodedPacket(SILENT_AAC, 'key', at, length))
      continue
    }
    for await (const packet of new EncodedPacketSink(audio).packets()) {
      const timestamp = packet.timestamp + start
      if (timestamp >= end) break
      // A video's first packet starts before its picture. Its decoder needs this packet more than the previous video
      // needs its last one.
      while (timestamp - (packets.at(-1)?.timestamp ?? -1) < packet.duration / 2) packets.pop()
      packets.push(packet.clone({ timestamp }))
    }
  }
  return packets
}

async function encodeVideo(
  shots: readonly Shot[],
  output: Output,
  { signal, onProgress }: Progress,
): Promise<TrackWriter> {
  const [first] = shots
  const size = { width: first?.video.displayWidth ?? 0, height: first?.video.displayHeight ?? 0 }
  const codec = await getFirstEncodableVideoCodec(['avc', 'hevc', 'av1', 'vp9'], size)
  if (!codec) throw new JoinError('not_encodable', null)
  const source = new VideoSampleSource({ codec, quality: new Quality('high'), sizeChangeBehavior: 'contain' })
  output.addVideoTrack(source)
  const total = shots.reduce((sum, { seconds }) => sum + seconds, 0)
  return () =>
    writeShots(shots, signal, async ({ video, start }) => {
      const from = await video.getFirstTimestamp()
      for await (const sample of new VideoSampleSink(video).samples()) {
        using frame = sample
        signal.throwIfAborted()
        frame.setTimestamp(Math.max(0, sample.timestamp - from) + start)
        await source.add(frame)
        onProgress(frame.timestamp / total)
      }
    })
}

async function encodeSound(shots: readonly Shot[], output: Output, { signal }: Progress): Promise<TrackWriter> {
  const format = { numberOfChannels: 2, sampleRate: 48_000 }
  const codec = await getFirstEncodableAudioCodec(['aac', 'opus'], format)
  if (!codec) throw new JoinError('not_encodable', null)
  const source = new AudioSampleSource({ codec, quality: new Quality('high'), transform: format })
  output.addAudioTrack(source)
  return () =>
    writeShots(shots, signal, async ({ audio, start, seconds }) => {
      const end = start + seconds
      let at = start
      for await (const sample of audio ? new AudioSampleSink(audio).samples(0, seconds) : []) {
        using piece = sample
        signal.throwIfAborted()
        if (sample.timestamp < 0) continue
        piece.setTimestamp(sample.timestamp + start)
        await source.add(piece)
        at = piece.timestamp + piece.duration
      }
      for (; at < end; at += SILENCE_SECONDS) {
        using silence = createSilence(at, Math.min(SILENCE_SECONDS, end - at), format)
        await source.add(silence)
      }
    })
}

async function writeShots(
  shots: readonly Shot[],
  signal: AbortSignal,
  write: (shot: Shot) => Promise<void>,
): Promise<void> {
  for (const [index, shot] of shots.entries()) {
    await write(shot).catch((cause) => {
      signal.throwIfAborted()
      throw new JoinError('unreadable', index, { cause })
    })
  }
}

function createSilence(timestamp: number, seconds: number, format: { numberOfChannels: number; sampleRate: number }) {
  const frames = Math.max(1, Math.round(seconds * format.sampleRate))
  const data = new Float32Array(frames * format.numberOfChannels)
  return new AudioSample({ ...format, data, format: 'f32', timestamp })
}
