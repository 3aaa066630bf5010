// Reads a request's voice. The renderer's process decodes it, because codecs are native code and can crash.
import { AudioDecoder, EncodedAudioChunk } from '@napi-rs/webcodecs'
import { AudioSampleSink, EncodedPacketSink, FilePathSource, Input, MP3, WAVE } from 'mediabunny'

/** Louder than the scene's own sound, so that a listener hears the words. */
const LEVEL = 0.9

/** Returns the voice as one channel at this sample rate. Throws if the file can't be decoded. */
export async function readVoice(path: string, rate: number): Promise<Float32Array> {
  const input = new Input({ source: new FilePathSource(path), formats: [MP3, WAVE] })
  const track = await input.getPrimaryAudioTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config) throw new Error('The voice has no sound that can be decoded')
  const parts: Float32Array[] = []
  const take = (planes: Float32Array[]) => parts.push(mixDown(planes))
  if (config.codec === 'mp3') await decodeMp3(new EncodedPacketSink(track), config, take)
  else
    for await (const sample of new AudioSampleSink(track).samples()) {
      take(readPlanes(sample.numberOfChannels, sample.numberOfFrames, (plane, to) => sample.copyTo(to, plane)))
      sample.close()
    }
  return raise(resample(join(parts), config.sampleRate, rate))
}

async function decodeMp3(
  packets: EncodedPacketSink,
  config: { codec: string; sampleRate: number; numberOfChannels: number },
  take: (planes: Float32Array[]) => void,
): Promise<void> {
  let failure: Error | null = null
  const decoder = new AudioDecoder({
    output(data) {
      take(readPlanes(data.numberOfChannels, data.numberOfFrames, (plane, to) => data.copyTo(to, plane)))
      data.close()
    },
    error(cause) {
      failure = cause
    },
  })
  decoder.configure(config)
  // The chunks are stored until all are decoded, because another thread reads them.
  const chunks: EncodedAudioChunk[] = []
  for await (const { data, microsecondTimestamp: timestamp } of packets.packets()) {
    const chunk = new EncodedAudioChunk({ type: 'key', timestamp, data })
    chunks.push(chunk)
    decoder.decode(chunk)
  }
  await decoder.flush()
  decoder.close()
  if (failure) throw failure
}

function readPlanes(
  channels: number,
  frames: number,
  copy: (plane: { planeIndex: number; format: 'f32-planar' }, to: Float32Array) => void,
): Float32Array[] {
  return Array.from({ length: channels }, (_, planeIndex) => {
    const samples = new Float32Array(frames)
    copy({ planeIndex, format: 'f32-planar' }, samples)
    return samples
  })
}

function mixDown(planes: readonly Float32Array[]): Float32Array {
  return Float32Array.from({ length: planes[0]?.length ?? 0 }, (_, at) => {
    return planes.reduce((sum, plane) => sum + (plane[at] as number), 0) / planes.length
  })
}

function join(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function resample(samples: Float32Array, from: number, to: number): Float32Array {
  return Float32Array.from({ length: Math.floor((samples.length * to) / from) }, (_, i) => {
    const place = (i * from) / to
    const at = Math.floor(place)
    const [low, high] = [samples[at] ?? 0, samples[at + 1] ?? 0]
    return low + (high - low) * (place - at)
  })
}

/** Raises the voice to the same level, whatever its recording's is. */
function raise(samples: Float32Array): Float32Array {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return peak > 0 ? samples.map((sample) => (sample * LEVEL) / peak) : samples
}
