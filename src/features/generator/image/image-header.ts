// Reads the header before anything is decoded, because a small file can decode to gigabytes of pixels.
import { readJpeg, readPng } from '@contract/media/image'
import { imageSize } from 'image-size'
import { readGif } from './gif'
import { ImageError, type ImageFault, MAX_MEGAPIXELS } from './image-faults'

type StillType = 'jpg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic' | 'heif'

const STILL_TYPES: readonly string[] = ['jpg', 'png', 'gif', 'webp', 'avif', 'heic', 'heif'] satisfies StillType[]

export interface ImageHeader {
  type: StillType
  /** Whether the file is complete. */
  isWhole: boolean
}

/** Returns the header of a still image of acceptable size. Throws ImageError for anything else. */
export function readImageHeader(bytes: Uint8Array): ImageHeader {
  if (bytes.length === 0) throw new ImageError('empty')
  const { type, width, height, isAnimated = false, end } = measure(bytes)
  if (type === 'svg') throw new ImageError('drawing')
  if (isAnimated) throw new ImageError('moving')
  if (!isStill(type)) throw new ImageError('otherFormat')
  if (width * height > MAX_MEGAPIXELS * 1_000_000) throw new ImageError('tooManyPixels')
  return { type, isWhole: end !== null }
}

interface Measured {
  type: string | undefined
  width: number
  height: number
  isAnimated?: boolean
  /** The end of the image. Null if it is missing, undefined if it wasn't checked. */
  end?: number | null
}

function measure(bytes: Uint8Array): Measured {
  const start = readText(bytes, 0, 12)
  const jpeg = readJpeg(bytes)
  if (jpeg) return { type: 'jpg', ...jpeg }
  // No decoder accepts this data, and image-size would search it byte by byte.
  if (start.startsWith('\xff\xd8\xff')) throw new ImageError('broken')
  const png = readPng(bytes)
  if (png) return { type: 'png', ...png }
  const gif = readGif(bytes)
  if (gif) return { type: 'gif', ...gif }
  if (/^(\x89PNG\r\n|GIF8)/.test(start)) return measureOther(bytes, 'broken')
  const isImage = /^(RIFF....WEBP|....ftyp(avif|avis|hei|hev|mif1|msf1))/s.test(start)
  return measureOther(bytes, isImage ? 'unprepared' : 'notAnImage')
}

function measureOther(bytes: Uint8Array, fault: ImageFault): Measured {
  try {
    const { type, width, height } = imageSize(bytes)
    return { type, width, height, isAnimated: isAnimated(type, bytes) }
  } catch (cause) {
    throw new ImageError(fault, { cause })
  }
}

/** Returns whether an image is animated. A video would use only its first frame, which users seldom want. */
function isAnimated(type: string | undefined, bytes: Uint8Array): boolean {
  if (type === 'webp') return countWebpFrames(bytes) > 1
  return type === 'avif' && readText(bytes, 8, 12) === 'avis'
}

/** Returns the number of frames of an animated WebP. Some programs save still images as an animation with one frame. */
function countWebpFrames(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let frames = 0
  for (let at = 12; at + 8 <= view.byteLength; ) {
    if (readText(bytes, at, at + 4) === 'ANMF') frames += 1
    const length = view.getUint32(at + 4, true)
    at += 8 + length + (length % 2)
  }
  return frames
}

function isStill(type: string | undefined): type is StillType {
  return type !== undefined && STILL_TYPES.includes(type)
}

function readText(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}
