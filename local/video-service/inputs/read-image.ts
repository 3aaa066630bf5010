// Reads the image of a request, which is a data URI (direct mode) or a URL.
import { loadImage } from '@napi-rs/canvas'
import { fetchInput, InputFault } from './fetch-input.ts'
import { type ImageHeader, readImageHeader } from './image-header.ts'

export interface UploadedImage {
  bytes: Uint8Array
  extension: ImageHeader['extension']
}

/** The pixel limit. Decoding uses four bytes per pixel, and a small file can claim huge dimensions. */
const MAX_PIXELS = 50_000_000
const MAX_IMAGE_BYTES = 12 * 1024 * 1024
const FETCH_TIMEOUT_MS = 10_000
const DATA_URI = /^data:image\/(?:png|jpe?g|webp);base64,([A-Za-z0-9+/\s]+=*)\s*$/i

/** Reads and checks an image. Throws InputFault. */
export async function readImage(image: string, origin: string): Promise<UploadedImage> {
  const limits = { origin, maxBytes: MAX_IMAGE_BYTES, timeoutMs: FETCH_TIMEOUT_MS }
  const bytes = image.startsWith('data:') ? fromDataUri(image) : await fetchInput(image, limits)
  if (!bytes) throw new InputFault('must be a JPG, PNG or WebP data URI, or an address of one')
  const header = readImageHeader(bytes)
  if (!header) throw new InputFault('is not a JPG, PNG or WebP file')
  if (header.width * header.height > MAX_PIXELS) throw new InputFault('has too many pixels')
  if (!(await canDecode(bytes))) throw new InputFault('could not be decoded')
  return { bytes, extension: header.extension }
}

function fromDataUri(uri: string): Uint8Array | null {
  const base64 = uri.match(DATA_URI)?.[1]
  return base64 ? new Uint8Array(Buffer.from(base64, 'base64')) : null
}

async function canDecode(bytes: Uint8Array): Promise<boolean> {
  try {
    const image = await loadImage(Buffer.from(bytes))
    return image.width > 0 && image.height > 0
  } catch {
    return false
  }
}
