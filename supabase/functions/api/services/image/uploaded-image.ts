import {
  MAX_IMAGE_BYTES,
  MAX_IMAGE_RATIO,
  MIN_IMAGE_SIDE_PX,
  readJpeg,
  readPng,
} from '../../../_shared/contract/media/image.ts'
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import type { Bytes } from '../../bytes.ts'
import { RequestError } from '../../errors.ts'
import { decodeBase64, findBase64 } from './data-uri.ts'

export interface UploadedImage {
  bytes: Bytes
  mime: 'image/jpeg' | 'image/png'
}

/** An image with its width and height in pixels. */
export interface MeasuredImage extends UploadedImage {
  width: number
  height: number
}

/** File extensions by MIME type. */
export const IMAGE_EXTENSION = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const

export const MAX_IMAGE_BASE64_CHARACTERS = Math.ceil(MAX_IMAGE_BYTES / 3) * 4
/** Twice the side that the browser sends. Such an image has 67 MB of pixels when decoded. */
export const MAX_IMAGE_SIDE_PX = 4096

/**
 * Reads an image from a base64 data URI, and trusts only its bytes. Throws RequestError for an invalid image.
 * Drops bytes after the image's end, such as the video in a motion photo. The same image then always has the same hash.
 */
export function readImage(dataUri: string): MeasuredImage {
  const base64 = findBase64(dataUri)
  if (base64 === null) throw new RequestError(REFUSALS.imageUnreadable())
  if (base64.length > MAX_IMAGE_BASE64_CHARACTERS) throw new RequestError(REFUSALS.imageTooLarge(MAX_IMAGE_BYTES))
  const bytes = decodeBase64(base64)
  if (!bytes) throw new RequestError(REFUSALS.imageUnreadable())
  const jpeg = readJpeg(bytes)
  const png = jpeg ? null : readPng(bytes)
  const facts = jpeg ?? png
  if (!facts) throw new RequestError(REFUSALS.imageFormat())
  // A provider would use one frame, or refuse the file.
  if (png?.isAnimated) throw new RequestError(REFUSALS.imageAnimated())
  const { width, height, end } = facts
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
  if (longer > MAX_IMAGE_SIDE_PX) throw new RequestError(REFUSALS.imageTooWide(width, height, MAX_IMAGE_SIDE_PX))
  if (shorter < MIN_IMAGE_SIDE_PX) throw new RequestError(REFUSALS.imageTooSmall(width, height, MIN_IMAGE_SIDE_PX))
  if (longer > MAX_IMAGE_RATIO * shorter) throw new RequestError(REFUSALS.imageTooLong())
  // Decoders would fill in the missing part, of unknown size.
  if (end === null) throw new RequestError(REFUSALS.imageCut())
  // A copy, because the hash covers the whole buffer.
  return { bytes: bytes.slice(0, end), mime: jpeg ? 'image/jpeg' : 'image/png', width, height }
}
