import { encodeBase64 } from 'hono/utils/encode'
import type { UploadedImage } from './uploaded-image.ts'

/**
 * Returns the image's URL if it's https. Otherwise returns a data URI, because providers can't fetch from that Storage.
 */
export function getImageReference({ url, bytes, mime }: UploadedImage & { url: string }): string {
  return url.startsWith('https:') ? url : `data:${mime};base64,${encodeBase64(bytes.buffer)}`
}
