import { BufferSource, EncodedPacketSink, Input, MP4, QTFF } from 'mediabunny'
import { promisesTooMuch } from './mp4-tables.ts'

/** A finished video as the vendor delivered it, checked. */
export interface VideoFile {
  bytes: ArrayBuffer
  durationSeconds: number
}

/**
 * The longest video sold has 10 s: 50 MB are 40 Mbit/s. It is what Storage takes on a free project, and what fits more than
 * once into the 256 MB of an Edge Function.
 */
const MAX_BYTES = 50 * 1024 * 1024
/** All tables of 60 s with 120 frames and 50 packets of sound a second name about 50,000. */
const MAX_SAMPLES = 500_000
const MAX_REDIRECTS = 3
const MAX_DURATION_SECONDS = 60
const FETCH_TIMEOUT_MS = 60_000

/** The vendor says that the video is done, and its file is not there or is no video. */
export class UnusableFileError extends Error {}

/**
 * Fetches a finished video and checks that it plays: container, a video track, a duration, and that the last packet of
 * every track is really in the file. `origins` is the allow-list: an address elsewhere is never fetched, nor a redirect to one.
 */
export async function fetchVideoFile(
  url: string,
  origins: readonly string[],
  fetch: typeof globalThis.fetch,
): Promise<VideoFile> {
  const bytes = await download(url, origins, fetch)
  if (promisesTooMuch(bytes, MAX_SAMPLES)) throw new UnusableFileError('its tables promise more than such a file has')
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF] })
  try {
    const [video, tracks] = [await input.getPrimaryVideoTrack(), await input.getTracks()]
    if (!video?.codec) throw new UnusableFileError('no video track of a known codec')
    const durationSeconds = await input.computeDuration()
    if (!(durationSeconds > 0 && durationSeconds <= MAX_DURATION_SECONDS))
      throw new UnusableFileError(`duration ${durationSeconds} s`)
    for (const track of tracks) {
      const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY)
      if (!last || last.data.byteLength === 0) throw new UnusableFileError(`track ${track.id} has no data at its end`)
    }
    return { bytes, durationSeconds }
  } catch (cause) {
    throw cause instanceof UnusableFileError ? cause : new UnusableFileError('not a readable video', { cause })
  } finally {
    input.dispose()
  }
}

async function download(url: string, origins: readonly string[], fetch: typeof globalThis.fetch): Promise<ArrayBuffer> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS)
  let response: Response
  let location: string | null = url
  let base: string | undefined
  for (let hop = 0; ; hop += 1) {
    const address: URL | null = URL.parse(location, base)
    if (!address || !origins.includes(address.origin))
      throw new UnusableFileError(`address not allowed: ${address?.origin ?? 'none'}`)
    response = await fetch(address, { redirect: 'manual', signal })
    location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (location === null) break
    await response.body?.cancel()
    if (hop === MAX_REDIRECTS) throw new UnusableFileError('too many redirects')
    base = address.href
  }
  if (!response.ok || !response.body) throw new UnusableFileError(`file answered ${response.status}`)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new UnusableFileError('file too large')
    chunks.push(chunk)
  }
  return new Blob(chunks).arrayBuffer()
}
