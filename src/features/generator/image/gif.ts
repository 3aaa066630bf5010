// Reads GIF headers. A GIF with one frame is a still image, and some programs save such files.

export interface GifFacts {
  width: number
  height: number
  isAnimated: boolean
}

/** Reads a GIF's size. Returns null for other files. Like browsers, it stops at the end or at an unknown block. */
export function readGif(bytes: Uint8Array): GifFacts | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.byteLength < HEADER_BYTES || view.getUint32(0) !== GIF8) return null
  let width = view.getUint16(6, true)
  let height = view.getUint16(8, true)
  let frames = 0
  for (let at = HEADER_BYTES + getTableBytes(view.getUint8(10)); at + FRAME_BYTES <= view.byteLength; ) {
    const block = view.getUint8(at)
    if (block === EXTENSION) at = skipData(view, at + 2)
    else if (block === FRAME) {
      frames += 1
      // Browsers enlarge the image to its largest frame.
      width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true))
      height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true))
      at = skipData(view, at + FRAME_BYTES + getTableBytes(view.getUint8(at + 9)) + 1)
    } else break
  }
  return { width, height, isAnimated: frames > 1 }
}

const GIF8 = 0x47494638
const HEADER_BYTES = 13
const FRAME_BYTES = 10
const EXTENSION = 0x21
const FRAME = 0x2c

/** Returns the length of the color table in bytes, from the flags. */
function getTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/**
 * Skips data blocks, and returns the offset after them. Each block starts with its length, and an empty block ends the
 * list.
 */
function skipData(view: DataView, start: number): number {
  let at = start
  while (at < view.byteLength && view.getUint8(at) > 0) at += 1 + view.getUint8(at)
  return at + 1
}
