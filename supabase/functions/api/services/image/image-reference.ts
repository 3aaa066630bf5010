import { encodeBase64 } from 'hono/utils/encode'
import type { UploadedImage } from './uploaded-image.ts'

/** The image's address, or the image itself (a data URI) where its Storage has no https address for a provider to fetch from. */
export function getImageReference({ url, bytes, mime }: UploadedImage & { url: string }): string {
  return url.startsWith('https:') ? url : `data:${mime};base64,${encodeBase64(bytes.buffer)}`
}
