import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'

/** A finished video as the vendor delivered it, checked. */
export interface VideoFile {
  bytes: ArrayBuffer
  durationSeconds: number
}

/** The longest video sold has 10 s; 200 MB is far above any such file and far below what would hurt the server. */
const MAX_BYTES = 200 * 1024 * 1024
const MAX_DURATION_SECONDS = 60
const FETCH_TIMEOUT_MS = 60_000

/** The vendor says that the video is done, and its file is not there or is no video. */
export class UnusableFileError extends Error {}

/**
 * Fetches a finished video and checks that it plays: container, a video track, a duration, and that the last packet of
 * every track is really in the file. `origins` is the allow-list: an address elsewhere is never fetched.
 */
export async function fetchVideoFile(
  url: string,
  origins: readonly string[],
  fetch: typeof globalThis.fetch,
): Promise<VideoFile> {
  const address = URL.parse(url)
  if (!address || !origins.includes(address.origin))
    throw new UnusableFileError(`address not allowed: ${address?.origin ?? 'none'}`)
  const bytes = await download(address, fetch)
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  try {
    const [video, tracks] = [await input.getPrimaryVideoTrack(), await input.getTracks()]
    if (!video) throw new UnusableFileError('no video track')
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

async function download(address: URL, fetch: typeof globalThis.fetch): Promise<ArrayBuffer> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
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
