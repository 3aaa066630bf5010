// Checks without decoding: container, video track, duration, and that the last packet of every track is in the file.
import { CustomSource, EncodedPacketSink, Input, MP4, QTFF } from 'mediabunny'
import { hasOversizedTables } from './mp4-tables.ts'
import { UnusableFileError } from './provider-file.ts'
import type { StoredFile } from './stored-file.ts'

/** 60 s with 120 frames and 50 audio packets a second have about 50,000. */
const MAX_SAMPLES = 500_000
const MAX_DURATION_SECONDS = 60
const PART_BYTES = 64 * 1024
const MAX_PARTS = 300
const MAX_READ_BYTES = 16 * 1024 * 1024

/** Returns the duration in seconds. Throws UnusableFileError when it does not play, and what `read` throws. */
export async function checkVideo(stored: StoredFile): Promise<number> {
  const parts = readInParts(stored)
  const source = new CustomSource({ getSize: () => parts.size, read: (start, end) => parts.read(start, end) })
  const input = new Input({ source, formats: [MP4, QTFF] })
  try {
    if (await hasOversizedTables(parts, MAX_SAMPLES)) {
      throw new UnusableFileError('its tables claim more entries than the file can hold')
    }
    const [video, tracks] = [await input.getPrimaryVideoTrack(), await input.getTracks()]
    if (!video?.codec) throw new UnusableFileError('no video track of a known codec')
    const durationSeconds = await input.computeDuration()
    if (!(durationSeconds > 0 && durationSeconds <= MAX_DURATION_SECONDS)) {
      throw new UnusableFileError(`duration ${durationSeconds} s`)
    }
    for (const track of tracks) {
      const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY)
      if (!last || last.data.byteLength === 0) throw new UnusableFileError(`track ${track.id} has no data at its end`)
    }
    return durationSeconds
  } catch (cause) {
    // A failed read says nothing about the file.
    const failure = parts.failure()
    if (failure !== undefined) throw failure
    throw cause instanceof UnusableFileError ? cause : new UnusableFileError('not a readable video', { cause })
  } finally {
    input.dispose()
  }
}

function readInParts({ size, read }: StoredFile): StoredFile & { failure(): unknown } {
  let part = { start: 0, bytes: new Uint8Array(0) }
  let [reads, readBytes] = [0, 0]
  let failure: unknown
  return {
    size,
    failure: () => failure,
    async read(start, end) {
      if (start < part.start || end > part.start + part.bytes.byteLength) {
        const partEnd = Math.min(Math.max(end, start + PART_BYTES), size)
        reads += 1
        readBytes += partEnd - start
        if (reads > MAX_PARTS || readBytes > MAX_READ_BYTES) throw new UnusableFileError('a video in too many pieces')
        try {
          part = { start, bytes: await read(start, partEnd) }
        } catch (cause) {
          failure = cause
          throw cause
        }
      }
      return part.bytes.subarray(start - part.start, end - part.start)
    },
  }
}
