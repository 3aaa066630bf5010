// Read before anything is decoded: a small file can unfold into gigabytes of pixels.
import { imageSize } from 'image-size'
import { ImageError, MAX_MEGAPIXELS } from './image-faults'

type StillType = 'jpg' | 'png' | 'webp' | 'avif' | 'heic' | 'heif'

const STILL_TYPES: readonly string[] = ['jpg', 'png', 'webp', 'avif', 'heic', 'heif'] satisfies StillType[]

/** Returns the type of a still image of bearable size. Throws ImageError for anything else. */
export function readImageHeader(bytes: Uint8Array): StillType {
  if (bytes.length === 0) throw new ImageError('empty')
  const { type, width, height } = measure(bytes)
  if (type === 'svg') throw new ImageError('drawing')
  if (type === 'gif' || isAnimated(type, bytes)) throw new ImageError('moving')
  if (!isStill(type)) throw new ImageError('otherFormat')
  if (width * height > MAX_MEGAPIXELS * 1_000_000) throw new ImageError('tooManyPixels')
  return type
}

function measure(bytes: Uint8Array): { type: string | undefined; width: number; height: number } {
  try {
    const { type, width, height } = imageSize(bytes)
    return { type, width, height }
  } catch (cause) {
    throw new ImageError(hasImageStart(bytes) ? 'broken' : 'notAnImage', { cause })
  }
}

function isStill(type: string | undefined): type is StillType {
  return type !== undefined && STILL_TYPES.includes(type)
}

function hasImageStart(bytes: Uint8Array): boolean {
  const text = readText(bytes, 0, 12)
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    (text.startsWith('RIFF') && text.endsWith('WEBP')) ||
    /^ftyp(avif|avis|hei|hev|mif1|msf1)/.test(readText(bytes, 4, 12))
  )
}

/** Returns whether an image is animated. Only its first frame would be used, which is seldom what the user wants. */
function isAnimated(type: string | undefined, bytes: Uint8Array): boolean {
  // WebP: a flag of the extended header. PNG: an animation chunk before the first pixels. AVIF: a brand.
  if (type === 'webp') return readText(bytes, 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 0b10) !== 0
  if (type === 'png') return listPngChunks(bytes).includes('acTL')
  return type === 'avif' && readText(bytes, 8, 12) === 'avis'
}

function listPngChunks(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const names: string[] = []
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = readText(bytes, at + 4, at + 8)
    if (name === 'IDAT') break
    names.push(name)
  }
  return names
}

function readText(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}
