import { encodeBase64 } from 'hono/utils/encode'
import type { Bytes } from '../../bytes.ts'

/**
 * Returns the URL of an image or a voice if it's https. Otherwise returns a data URI, because providers can't fetch from that Storage.
 */
export function getInputReference({ url, bytes, mime }: { url: string; bytes: Bytes; mime: string }): string {
  return url.startsWith('https:') ? url : `data:${mime};base64,${encodeBase64(bytes.buffer)}`
}
