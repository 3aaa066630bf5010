// Times of zero mean 'not given': the bytes then depend on the content alone.

const PARENTS = new Set(['moov', 'trak', 'mdia'])
const TIMED = new Set(['mvhd', 'tkhd', 'mdhd'])

/** Clears the times in place. */
export function clearTimes(file: Uint8Array): Uint8Array {
  clearIn(new DataView(file.buffer, file.byteOffset, file.byteLength), 0, file.byteLength)
  return file
}

function clearIn(view: DataView, start: number, end: number): void {
  let at = start
  while (at + 8 <= end) {
    const size = view.getUint32(at)
    const type = String.fromCharCode(...[4, 5, 6, 7].map((i) => view.getUint8(at + i)))
    // 0 (to the end) and 1 (64-bit) are sizes of the media data, which follows the header.
    if (size < 8) return
    if (PARENTS.has(type)) clearIn(view, at + 8, at + size)
    if (TIMED.has(type)) {
      const isLong = view.getUint8(at + 8) === 1
      for (let i = 0; i < (isLong ? 16 : 8); i++) view.setUint8(at + 12 + i, 0)
    }
    at += size
  }
}
