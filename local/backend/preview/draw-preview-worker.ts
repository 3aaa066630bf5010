import { createCanvas } from '@napi-rs/canvas'
import { AudioDecoder, EncodedAudioChunk } from '@napi-rs/webcodecs'
import { EncodedPacketSink, FilePathSource, Input, MP4, QTFF } from 'mediabunny'
import { MAX_POSTER_BYTES, MAX_POSTER_SIDE_PX } from '../../../supabase/functions/_shared/contract/fields.ts'
import { readLastFrame } from '../../renderer/render.ts'
import type { DrawnPreview } from './draw-preview.ts'
import { createPeakMeter } from './peak-meter.ts'

/** Qualities of WebP to try, the best first. */
const QUALITIES = [82, 65, 45, 25, 10]

async function draw(file: string): Promise<DrawnPreview> {
  const [poster, peaks] = await Promise.allSettled([drawPoster(file), measurePeaks(file)])
  return {
    poster: poster.status === 'fulfilled' ? poster.value : null,
    peaks: peaks.status === 'fulfilled' ? peaks.value : null,
  }
}

/** Draws the last frame: a video may begin in the dark, or before its title is written. */
async function drawPoster(file: string): Promise<string | null> {
  const frame = await readLastFrame(file)
  const scale = Math.min(1, MAX_POSTER_SIDE_PX / Math.max(frame.width, frame.height))
  const canvas = createCanvas(Math.round(frame.width * scale), Math.round(frame.height * scale))
  const pen = canvas.getContext('2d')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(frame, 0, 0, canvas.width, canvas.height)
  for (const quality of QUALITIES) {
    const webp = canvas.toBuffer('image/webp', quality)
    if (webp.byteLength <= MAX_POSTER_BYTES) return webp.toString('base64')
  }
  return null
}

/** Returns none for a video without sound. */
async function measurePeaks(file: string): Promise<number[]> {
  const input = new Input({ source: new FilePathSource(file), formats: [MP4, QTFF] })
  const track = await input.getPrimaryAudioTrack()
  if (!track) return []
  const config = await track.getDecoderConfig()
  if (!config) throw new Error('its sound has no decoder')
  const meter = createPeakMeter()
  let fault: Error | null = null
  const decoder = new AudioDecoder({
    output(data) {
      for (let channel = 0; channel < data.numberOfChannels; channel += 1) {
        const samples = new Float32Array(data.numberOfFrames)
        data.copyTo(samples, { planeIndex: channel, format: 'f32-planar' })
        meter.add(samples, channel)
      }
      data.close()
    },
    error(cause) {
      fault = cause
    },
  })
  const { codec, sampleRate, numberOfChannels, description } = config
  const settings = { codec, sampleRate, numberOfChannels }
  decoder.configure(description ? { ...settings, description: description as Uint8Array } : settings)
  for await (const { type, microsecondTimestamp: timestamp, data } of new EncodedPacketSink(track).packets()) {
    decoder.decode(new EncodedAudioChunk({ type, timestamp, data }))
  }
  await decoder.flush()
  if (fault) throw fault
  return meter.getPeaks()
}

const drawn = await draw(process.argv[2] ?? '')
process.send?.(drawn, () => process.exit())
