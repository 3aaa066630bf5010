// A small real video, and edits that make it malformed.
import { readFileSync } from 'node:fs'
import { checkVideo } from '../../supabase/functions/api/services/delivery/video-file.ts'

export const VIDEO = readFileSync('tests/harness/one-second.mp4')

/** Checks a stored file. Returns its duration, and how much was read. */
export async function checkStoredVideo(bytes: Uint8Array<ArrayBuffer>, orderedSeconds: number | null = null) {
  let [reads, readBytes] = [0, 0]
  const read = async (start: number, end: number) => {
    reads += 1
    readBytes += end - start
    return bytes.slice(start, end)
  }
  const { durationSeconds: seconds } = await checkVideo({ size: bytes.byteLength, read }, orderedSeconds)
  return { seconds, reads, readBytes }
}
export const VIDEO_BYTES = new Uint8Array(VIDEO)

/** Returns the video with the number at `offset` bytes after a box's name set to `value`. */
export function setBoxNumber(
  box: string,
  offset: number,
  value: number,
  which = 0,
  film: Uint8Array = VIDEO,
): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(film)
  let at = bytes.indexOf(box)
  for (let seen = 0; seen < which; seen += 1) at = bytes.indexOf(box, at + 1)
  bytes.writeUInt32BE(value, at + offset)
  return new Uint8Array(bytes)
}

/** Returns the video with another name in the sample entry of a track. */
export function renameSampleEntry(entry: string, name: string): Uint8Array<ArrayBuffer> {
  const film = new Uint8Array(VIDEO)
  // Searches after `stsd`, because a brand may have the same name.
  film.set(new TextEncoder().encode(name), VIDEO.indexOf(entry, VIDEO.indexOf('stsd')))
  return film
}
