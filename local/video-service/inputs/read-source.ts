// Reads a video that a job extends or edits. This file only checks the video. The renderer's process decodes it.
import { BufferSource, Input, MP4 } from 'mediabunny'
import { fetchInput, InputFault } from './fetch-input.ts'

const MAX_SOURCE_BYTES = 64 * 1024 * 1024
const MAX_SOURCE_SECONDS = 60
/** The renderer buffers several frames at 1.5 bytes per pixel. */
const MAX_PIXELS = 4096 * 2304
const FETCH_TIMEOUT_MS = 30_000

export interface UploadedSource {
  bytes: Uint8Array<ArrayBuffer>
  seconds: number
}

/** Reads and checks a source video. Throws InputFault. */
export async function readSource(address: string, origin: string): Promise<UploadedSource> {
  const limits = { origin, maxBytes: MAX_SOURCE_BYTES, timeoutMs: FETCH_TIMEOUT_MS }
  const bytes = await fetchInput(address, limits)
  if (!bytes) throw new InputFault(`must be the address of an MP4 file at ${origin}`)
  const found = await measure(bytes).catch(() => null)
  if (!found) throw new InputFault('is not an MP4 file with a video track')
  if (found.seconds > MAX_SOURCE_SECONDS) throw new InputFault(`must be at most ${MAX_SOURCE_SECONDS} seconds long`)
  if (found.pixels > MAX_PIXELS) throw new InputFault('has too many pixels')
  return { bytes, seconds: found.seconds }
}

async function measure(bytes: Uint8Array<ArrayBuffer>): Promise<{ seconds: number; pixels: number } | null> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] })
  const track = await input.getPrimaryVideoTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config?.codedWidth || !config.codedHeight) return null
  return { seconds: await track.computeDuration(), pixels: config.codedWidth * config.codedHeight }
}
