// Turns the `image` field into checked bytes: a data URI, or an address this service signed itself. It never fetches
// a foreign address, so that a prompt cannot make the local server call other machines.
import { loadImage } from '@napi-rs/canvas'
import { VendorError } from './errors.ts'
import { type PictureHeader, readPictureHeader } from './picture-header.ts'
import type { UploadStore } from './uploads.ts'

export interface Picture {
  bytes: Uint8Array
  extension: PictureHeader['extension']
}

/** Decoding takes four bytes a pixel: a small file that claims to be huge must not take the machine's memory. */
const MAX_PIXELS = 50_000_000
const DATA_URI = /^data:image\/(?:png|jpe?g|webp);base64,([A-Za-z0-9+/\s]+=*)\s*$/i

export async function readPicture(image: string, uploads: UploadStore): Promise<Picture> {
  const bytes = image.startsWith('data:') ? fromDataUri(image) : await uploads.read(image)
  if (!bytes) {
    throw VendorError.invalid(['image must be a JPG, PNG or WebP data URI, or a file URL from file/sign'])
  }
  const header = readPictureHeader(bytes)
  if (!header) throw VendorError.invalid(['image is not a JPG, PNG or WebP file'])
  if (header.width * header.height > MAX_PIXELS) throw VendorError.invalid(['image has too many pixels'])
  if (!(await decodes(bytes))) throw VendorError.invalid(['image could not be decoded'])
  return { bytes, extension: header.extension }
}

function fromDataUri(uri: string): Uint8Array | null {
  const base64 = uri.match(DATA_URI)?.[1]
  return base64 ? new Uint8Array(Buffer.from(base64, 'base64')) : null
}

async function decodes(bytes: Uint8Array): Promise<boolean> {
  try {
    const picture = await loadImage(Buffer.from(bytes))
    return picture.width > 0 && picture.height > 0
  } catch {
    return false
  }
}
