// A data URI (direct mode) or an address. Only one origin is fetched, so that a request cannot make the local server call
// other machines.
import { loadImage } from '@napi-rs/canvas'
import { ProviderError } from './errors.ts'
import { type ImageHeader, readImageHeader } from './image-header.ts'

export interface UploadedImage {
  bytes: Uint8Array
  extension: ImageHeader['extension']
}

/** Decoding takes four bytes per pixel: a small file may claim to be huge. */
const MAX_PIXELS = 50_000_000
const MAX_IMAGE_BYTES = 12 * 1024 * 1024
const FETCH_TIMEOUT_MS = 10_000
const DATA_URI = /^data:image\/(?:png|jpe?g|webp);base64,([A-Za-z0-9+/\s]+=*)\s*$/i

export async function readImage(image: string, imageOrigin: string): Promise<UploadedImage> {
  const bytes = image.startsWith('data:') ? fromDataUri(image) : await fetchImage(image, imageOrigin)
  if (!bytes) {
    throw ProviderError.invalid(['image must be a JPG, PNG or WebP data URI, or an address of one'])
  }
  const header = readImageHeader(bytes)
  if (!header) throw ProviderError.invalid(['image is not a JPG, PNG or WebP file'])
  if (header.width * header.height > MAX_PIXELS) throw ProviderError.invalid(['image has too many pixels'])
  if (!(await canDecode(bytes))) throw ProviderError.invalid(['image could not be decoded'])
  return { bytes, extension: header.extension }
}

function fromDataUri(uri: string): Uint8Array | null {
  const base64 = uri.match(DATA_URI)?.[1]
  return base64 ? new Uint8Array(Buffer.from(base64, 'base64')) : null
}

async function fetchImage(address: string, origin: string): Promise<Uint8Array | null> {
  if (URL.parse(address)?.origin !== origin) return null
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch(
    () => null,
  )
  if (!response?.ok) return null
  const bytes = new Uint8Array(await response.arrayBuffer())
  return bytes.byteLength <= MAX_IMAGE_BYTES ? bytes : null
}

async function canDecode(bytes: Uint8Array): Promise<boolean> {
  try {
    const image = await loadImage(Buffer.from(bytes))
    return image.width > 0 && image.height > 0
  } catch {
    return false
  }
}
