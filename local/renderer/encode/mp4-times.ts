// Removes creation times from an MP4 file, so its bytes depend on the content alone. A time of zero means that the time
// isn't set.

const PARENTS = new Set(['moov', 'trak', 'mdia'])
const TIMED = new Set(['mvhd', 'tkhd', 'mdhd'])

/** Clears the times in place, and returns the file. */
export function clearTimes(file: Uint8Array): Uint8Array {
  clearIn(new DataView(file.buffer, file.byteOffset, file.byteLength), 0, file.byteLength)
  return file
}

function clearIn(view: DataView, start: number, end: number): void {
  let at = start
  while (at + 8 <= end) {
    const size = view.getUint32(at)
    const type = String.fromCharCode(...[4, 5, 6, 7].map((i) => view.getUint8(at + i)))
    // The sizes 0 (to the end) and 1 (64-bit) are for media data, which follows the header.
    if (size < 8) return
    if (PARENTS.has(type)) clearIn(view, at + 8, at + size)
    if (TIMED.has(type)) {
      const isLong = view.getUint8(at + 8) === 1
      for (let i = 0; i < (isLong ? 16 : 8); i++) view.setUint8(at + 12 + i, 0)
    }
    at += size
  }
}
