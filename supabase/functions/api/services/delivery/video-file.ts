// Checks a video without decoding: its container, formats, and duration. Also checks that the last packet of every
// track is in the file.
import { CustomSource, EncodedPacketSink, Input, type InputTrack, MP4, QTFF } from 'mediabunny'
import { hasOversizedTables } from './mp4-tables.ts'
import { findPlayable } from './playable-tracks.ts'
import { ShortVideoError, UnusableFileError } from './provider-file.ts'
import type { StoredFile } from './stored-file.ts'
import { createTrackTimesReader, type TrackTimes } from './track-times.ts'

/** 60 s with 120 frames and 50 audio packets per second have about 50,000 table entries. */
const MAX_SAMPLES = 500_000
const MAX_DURATION_SECONDS = 60
/**
 * The minimum part of the ordered duration that is charged.
 * Models round to frames and seconds. 81 frames at 16 per second, stored at 30 per second, last 54%. With less than
 * half, most of the video is missing.
 */
const SHORTEST_PART = 0.5
const PART_BYTES = 64 * 1024
const MAX_PARTS = 300
const MAX_READ_BYTES = 16 * 1024 * 1024

export interface VideoFacts {
  durationSeconds: number
  /** The size in pixels that a browser shows: turned and stretched as the file says. */
  width: number
  height: number
}

/**
 * Throws UnusableFileError if the video doesn't play or is too short. Also throws the errors of `read`.
 * @param orderedSeconds null accepts any length
 */
export async function checkVideo(stored: StoredFile, orderedSeconds: number | null): Promise<VideoFacts> {
  const parts = readInParts(stored)
  const source = new CustomSource({ getSize: () => parts.size, read: (start, end) => parts.read(start, end) })
  const input = new Input({ source, formats: [MP4, QTFF] })
  try {
    const times = createTrackTimesReader()
    if (await hasOversizedTables(parts, MAX_SAMPLES, times.read)) {
      throw new UnusableFileError('its tables claim more entries than the file can hold')
    }
    const tracks = pairTracks(await input.getTracks(), times.getTracks())
    const [pictures, sounds] = [await findEnabled(tracks, 'vide'), await findEnabled(tracks, 'soun')]
    if (pictures.length === 0) throw new UnusableFileError('no video track with frames')
    const picture = await findPlayable('picture', pictures)
    if (sounds.length > 0) await findPlayable('sound', sounds)
    if (!picture.track.isVideoTrack()) throw new UnusableFileError('no video track with frames')
    checkLengths(picture, tracks, orderedSeconds)
    for (const { track } of tracks) {
      const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY)
      if (!last || last.data.byteLength === 0) throw new UnusableFileError(`track ${track.id} has no data at its end`)
    }
    return {
      durationSeconds: Math.max(...tracks.map(({ shownSeconds }) => shownSeconds)),
      width: await picture.track.getDisplayWidth(),
      height: await picture.track.getDisplayHeight(),
    }
  } catch (cause) {
    // A failed read doesn't mean that the file is invalid.
    const failure = parts.failure()
    if (failure !== undefined) throw failure
    throw cause instanceof UnusableFileError ? cause : new UnusableFileError('not a readable video', { cause })
  } finally {
    input.dispose()
  }
}

interface Track extends TrackTimes {
  track: InputTrack
}

/** Returns the tracks that have samples. Browsers play a file without the empty tracks. */
function pairTracks(tracks: readonly InputTrack[], times: readonly TrackTimes[]): Track[] {
  return tracks.flatMap((track) => {
    const found = times.find(({ id }) => id === track.id)
    return found && found.samples > 0 ? [{ ...found, track }] : []
  })
}

/** Returns the tracks of a kind that can play. Browsers play disabled tracks only if none is enabled. */
async function findEnabled(tracks: readonly Track[], kind: TrackTimes['kind']): Promise<Track[]> {
  const ofKind = tracks.filter((track) => track.kind === kind)
  const enabled: Track[] = []
  for (const track of ofKind) if ((await track.track.getDisposition()).default) enabled.push(track)
  return enabled.length > 0 ? enabled : ofKind
}

function checkLengths(picture: Track, tracks: readonly Track[], orderedSeconds: number | null) {
  for (const { id, seconds } of tracks) {
    if (!(seconds > 0 && seconds <= MAX_DURATION_SECONDS)) throw new UnusableFileError(`track ${id} lasts ${seconds} s`)
  }
  const { samples, shownSeconds } = picture
  if (orderedSeconds !== null && shownSeconds < orderedSeconds * SHORTEST_PART) {
    throw new ShortVideoError(`its picture lasts ${shownSeconds} s of ${orderedSeconds} s`)
  }
  if (samples === 1) throw new UnusableFileError('a single frame')
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
