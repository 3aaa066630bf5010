import { writeFile } from 'node:fs/promises'
import {
  ALL_FORMATS,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { FRAME_RATE } from '../clip.ts'
import { RATE, type Stereo } from '../sound/stereo.ts'
import { encodeSound, PACKET } from './sound.ts'
import { runFfmpeg } from './tools.ts'

const AUDIO_BITS_PER_SECOND = 160_000
/** The decoder configuration that a player needs in advance: AAC-LC, 48 kHz, two channels. */
const AUDIO_DESCRIPTION = new Uint8Array([0x11, 0x90])
/** The approximate size of the MP4's tables. */
const HEADER_BYTES = 14_000
/** The scaling of frames, because drafts are rendered smaller than the clip. */
const SCALING = 'out_color_matrix=bt709:out_range=tv:flags=lanczos+accurate_rnd+full_chroma_int'
/** Fine grain after scaling. Without it, dark gradients show bands. */
const GRAIN = 'noise=c0s=3:c0f=t+u'
const BT709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

interface PictureSettings {
  /** The frames as an ffmpeg pattern, for example `folder/%04d.png`. */
  pattern: string
  seconds: number
  size: readonly [width: number, height: number]
  /** The part of the frames that is shown: left, top, and size. The whole frame is 0, 0, 1. */
  part: readonly [number, number, number]
  /** The path for intermediate files, without an extension. */
  scratch: string
  output: string
  bytes: number
}

/**
 * Encodes frames to H.264. A single group of pictures avoids a visible step in the grain at a second key frame. Two
 * passes make the file as large as the limit allows. Dark areas get more bits than x264's default, because bands appear
 * there first.
 */
async function encodePictures({ pattern, seconds, size, part, ...settings }: PictureSettings): Promise<void> {
  const bitsPerSecond = Math.floor((settings.bytes * 8) / seconds)
  const [left, top, share] = part
  const crop = `crop=iw*${share}:ih*${share}:iw*${left}:ih*${top}`
  const pass = (number: number, output: string[]) =>
    runFfmpeg(
      ...['-framerate', String(FRAME_RATE), '-i', pattern],
      ...['-vf', [crop, `scale=${size.join(':')}:${SCALING}`, GRAIN, 'format=yuv420p'].join()],
      ...['-c:v', 'libx264', '-preset', 'medium', '-profile:v', 'high', '-b:v', String(bitsPerSecond)],
      ...['-pass', String(number), '-passlogfile', settings.scratch],
      ...['-x264-params', 'keyint=400:min-keyint=400:scenecut=0:aq-mode=3:aq-strength=1.05:deblock=-1,-1:bframes=6'],
      ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'],
      ...output,
    )
  await pass(1, ['-f', 'null', '-'])
  await pass(2, ['-movflags', '+faststart', settings.output])
}

/** Writes the MP4 with its sound, in at most `bytes`. Returns the file's size. */
export async function encodeClip(settings: PictureSettings, sound: Stereo): Promise<number> {
  const { scratch, output, bytes } = settings
  const packets = await encodeSound(scratch, sound, AUDIO_BITS_PER_SECOND)
  const audioBytes = packets.reduce((total, packet) => total + packet.length, 0)
  const silent = `${scratch}.mp4`
  await encodePictures({ ...settings, output: silent, bytes: bytes - audioBytes - HEADER_BYTES })

  const input = new Input({ source: new FilePathSource(silent), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config) throw new Error(`${silent} contains no video`)
  const target = new BufferTarget()
  const file = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const video = new EncodedVideoPacketSource('avc')
  const audio = new EncodedAudioPacketSource('aac')
  file.addVideoTrack(video, { frameRate: FRAME_RATE })
  file.addAudioTrack(audio)
  await file.start()
  let first = true
  for await (const packet of new EncodedPacketSink(track).packets()) {
    await video.add(packet, first ? { decoderConfig: { ...config, colorSpace: BT709 } } : undefined)
    first = false
  }
  for (const [i, data] of packets.entries()) {
    const start = (i - 1) * PACKET
    const length = Math.min(PACKET, sound.left.length - start)
    const packet = new EncodedPacket(data, 'key', start / RATE, length / RATE)
    const decoderConfig = { codec: 'mp4a.40.2', sampleRate: RATE, numberOfChannels: 2, description: AUDIO_DESCRIPTION }
    await audio.add(packet, i === 0 ? { decoderConfig } : undefined)
  }
  await file.finalize()
  if (!target.buffer) throw new Error('nothing was written')
  await writeFile(output, new Uint8Array(target.buffer))
  return target.buffer.byteLength
}
