import { readJpeg, readPng } from '../../../supabase/functions/_shared/contract/media/image.ts'

export interface ImageHeader {
  extension: 'png' | 'jpg' | 'webp'
  width: number
  height: number
}

/** Reads the format and size of a PNG, JPEG, or WebP image. Returns null for any other file. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const png = readPng(bytes)
  if (png) return { extension: 'png', width: png.width, height: png.height }
  const jpeg = readJpeg(bytes)
  if (jpeg) return { extension: 'jpg', width: jpeg.width, height: jpeg.height }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return readWebpHeader(view)
  } catch (cause) {
    // A DataView throws a RangeError if a header points past the end of the file.
    if (!(cause instanceof RangeError)) throw cause
  }
  return null
}

function readWebpHeader(view: DataView): ImageHeader | null {
  const checkSize = (width: number, height: number): ImageHeader => ({ extension: 'webp', width, height })
  switch (view.getUint32(12)) {
    case 0x56503820: // 'VP8 ': lossy
      return checkSize(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
    case 0x5650384c: {
      // 'VP8L': lossless, with 14 bits for each dimension
      const bits = view.getUint32(21, true)
      return checkSize((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    case 0x56503858: // 'VP8X': extended, with 24 bits for each dimension
      return checkSize(
        (view.getUint16(24, true) | (view.getUint8(26) << 16)) + 1,
        (view.getUint16(27, true) | (view.getUint8(29) << 16)) + 1,
      )
    default:
      return null
  }
}
