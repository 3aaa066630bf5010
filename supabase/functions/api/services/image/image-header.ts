// Strict, because a lenient reader may find another size than a decoder; in one pass, because a search for each byte takes
// a second of CPU time for 4 MB of zeros.

export interface ImageHeader {
  mime: 'image/jpeg' | 'image/png'
  width: number
  height: number
  isWhole: boolean
}

const PNG_START = toLatin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
const PNG_END = toLatin1('IEND')
const JPEG_START = toLatin1('\xff\xd8')
const JPEG_END = toLatin1('\xff\xd9')
const MAX_TAIL_BYTES = 64 * 1024

export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (hasAt(bytes, 0, PNG_START) && bytes.length >= 24) {
    const isWhole = isEnded(bytes, PNG_END, PNG_START.length)
    return { mime: 'image/png', width: view.getUint32(16), height: view.getUint32(20), isWhole }
  }
  const frame = hasAt(bytes, 0, JPEG_START) ? findJpegFrame(view) : null
  if (frame === null) return null
  // After the frame, because a thumbnail before it has an end marker too.
  const isWhole = isEnded(bytes, JPEG_END, frame)
  return { mime: 'image/jpeg', width: view.getUint16(frame + 7), height: view.getUint16(frame + 5), isWhole }
}

/** Offset of SOF0, SOF1 or SOF2. */
function findJpegFrame(view: DataView): number | null {
  for (let at = JPEG_START.length; at + 9 <= view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1)
    if (marker >= 0xc0 && marker <= 0xc2) return at
    const length = view.getUint16(at + 2)
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) at += 1
    else if (mayPrecedeFrame(marker) && length >= 2) at += 2 + length
    else return null
  }
  return null
}

/** Huffman tables (DHT), and quantization tables (DQT) to comments (COM). */
function mayPrecedeFrame(marker: number): boolean {
  return marker === 0xc4 || (marker >= 0xdb && marker <= 0xfe)
}

function isEnded(bytes: Uint8Array, end: number[], start: number): boolean {
  for (let at = bytes.length - end.length; at > start && at > bytes.length - MAX_TAIL_BYTES; at -= 1) {
    if (hasAt(bytes, at, end)) return true
  }
  return false
}

function hasAt(bytes: Uint8Array, at: number, word: number[]): boolean {
  return word.every((byte, index) => bytes[at + index] === byte)
}

function toLatin1(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0))
}
