// Redraws an image, which rotates it upright, shrinks it, and removes metadata: location, time, camera, and thumbnails.
import { MAX_IMAGE_BYTES, MAX_IMAGE_RATIO, MIN_IMAGE_SIDE_PX } from '@contract/media/image'
import { canReadCanvas } from '@/lib/browser/canvas'
import { ImageError, MAX_FILE_BYTES, MAX_SENT_SIDE_PX } from './image-faults'
import { type ImageHeader, readImageHeader } from './image-header'

/**
 * The qualities to try: first the canvas default (MDN, HTMLCanvasElement.toBlob), then lower ones if the file exceeds
 * MAX_IMAGE_BYTES.
 */
const JPEG_QUALITIES = [0.92, 0.75, 0.5]
/** The color of transparent parts. A video has no transparency, so the preview already shows this color. */
const BACKGROUND = '#ffffff'

/** A redrawn image without a file name. */
export interface DrawnImage {
  /** A JPEG of at most MAX_IMAGE_BYTES. */
  blob: Blob
  width: number
  height: number
  wasTransparent: boolean
}

/** Redraws an image as a JPEG. Throws ImageError. */
export async function prepareImage(file: Blob): Promise<DrawnImage> {
  if (file.size > MAX_FILE_BYTES) throw new ImageError('tooBig')
  const header = readImageHeader(await read(file))
  const bitmap = await decode(file, header)
  try {
    const shorter = Math.min(bitmap.width, bitmap.height)
    const longer = Math.max(bitmap.width, bitmap.height)
    if (shorter < MIN_IMAGE_SIDE_PX) throw new ImageError('tooSmall')
    if (longer > MAX_IMAGE_RATIO * shorter) throw new ImageError('badRatio')
    return await draw(bitmap, Math.min(1, MAX_SENT_SIDE_PX / longer), header.type !== 'jpg')
  } finally {
    bitmap.close()
  }
}

async function read(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (cause) {
    throw new ImageError('unreadable', { cause })
  }
}

async function decode(file: Blob, { type, isWhole }: ImageHeader): Promise<ImageBitmap> {
  try {
    // This applies the EXIF orientation by default. Older browsers reject the explicit 'from-image'.
    return await createImageBitmap(file)
  } catch (cause) {
    // Some browsers decode an incomplete file, and others reject it.
    const fault = isWhole ? 'broken' : 'incomplete'
    throw new ImageError(type.startsWith('hei') ? 'heic' : fault, { cause })
  }
}

async function draw(bitmap: ImageBitmap, scale: number, mayBeTransparent: boolean): Promise<DrawnImage> {
  const width = Math.round(bitmap.width * scale)
  const height = Math.round(bitmap.height * scale)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: mayBeTransparent })
  const probe = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context || !probe) throw new ImageError('unprepared')
  if (!canReadCanvas(probe)) throw new ImageError('scrambled')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  const wasTransparent = mayBeTransparent && hasTransparency(context.getImageData(0, 0, width, height).data)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = BACKGROUND
  context.fillRect(0, 0, width, height)
  return { blob: await encode(canvas), width, height, wasTransparent }
}

async function encode(canvas: OffscreenCanvas): Promise<Blob> {
  for (const quality of JPEG_QUALITIES) {
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (blob.size <= MAX_IMAGE_BYTES) return blob
  }
  throw new ImageError('unprepared')
}

function hasTransparency(rgba: Uint8ClampedArray): boolean {
  for (let alpha = 3; alpha < rgba.length; alpha += 4) {
    if (rgba[alpha] !== 255) return true
  }
  return false
}
