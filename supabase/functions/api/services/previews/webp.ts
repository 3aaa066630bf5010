// Reads a poster. It must be a lossy still WebP, as canvases write it (RFC 9649).
import type { Bytes } from '../../bytes.ts'

export interface WebpImage {
  /** The file with only its pixels. Profiles, metadata, and bytes after the end are cut off. */
  bytes: Bytes
  width: number
  height: number
}

const FILE_HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
/** The tag, the start code, and the size of a key frame (RFC 6386, 9.1). */
const FRAME_HEADER_BYTES = 10
/** The upper bits of a size are a scale, which decoders ignore. */
const SIZE_MASK = 0x3fff

/** Returns null for any other file, such as an animation, a transparent image, or an incomplete file. */
export function readWebp(file: Bytes): WebpImage | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.byteLength < FILE_HEADER_BYTES || readName(view, 0) !== 'RIFF' || readName(view, 8) !== 'WEBP') return null
  const end = Math.min(file.byteLength, CHUNK_HEADER_BYTES + view.getUint32(4, true))
  for (let at = FILE_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= end; ) {
    const size = view.getUint32(at + 4, true)
    const next = at + CHUNK_HEADER_BYTES + size + (size % 2)
    const name = readName(view, at)
    if (name === 'VP8 ') return next <= end ? readFrame(view, at, size) : null
    // Transparency and frames of an animation stand before the pixels that this would find.
    if (name === 'ALPH' || name === 'ANMF') return null
    at = next
  }
  return null
}

function readFrame(view: DataView, at: number, size: number): WebpImage | null {
  const frame = at + CHUNK_HEADER_BYTES
  if (size < FRAME_HEADER_BYTES) return null
  const isKeyFrame = (view.getUint8(frame) & 1) === 0
  const hasStartCode = view.getUint16(frame + 3) === 0x9d01 && view.getUint8(frame + 5) === 0x2a
  if (!isKeyFrame || !hasStartCode) return null
  const width = view.getUint16(frame + 6, true) & SIZE_MASK
  const height = view.getUint16(frame + 8, true) & SIZE_MASK
  return width > 0 && height > 0 ? { bytes: wrapChunk(view, at, size), width, height } : null
}

/** Returns a file of this chunk alone. */
function wrapChunk(view: DataView, at: number, size: number): Bytes {
  const length = CHUNK_HEADER_BYTES + size + (size % 2)
  const bytes = new Uint8Array(FILE_HEADER_BYTES + length)
  bytes.set(new TextEncoder().encode('RIFF....WEBP'))
  new DataView(bytes.buffer).setUint32(4, 4 + length, true)
  bytes.set(new Uint8Array(view.buffer, view.byteOffset + at, length), FILE_HEADER_BYTES)
  return bytes
}

function readName(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))
}
