// Reads and writes stored videos over plain HTTP. supabase-js doesn't support streams, byte ranges, or time limits.
import type { Bytes } from '../../bytes.ts'

export class StorageLimitError extends Error {}

export interface VideoStore {
  /** Overwrites an existing file. Throws StorageLimitError or another error. */
  write(path: string, body: ReadableStream<Bytes>, signal: AbortSignal): Promise<void>
  /**
   * Reads the bytes from `start` up to, but not including, `end`. Throws unless Storage returns exactly these bytes.
   */
  read(path: string, start: number, end: number, signal: AbortSignal): Promise<Bytes>
}

interface StorageOptions {
  supabaseUrl: string
  secretKey: string
  fetch: typeof globalThis.fetch
}

export function createVideoStore({ supabaseUrl, secretKey, fetch }: StorageOptions): VideoStore {
  const getAddress = (path: string) => `${supabaseUrl.replace(/\/$/, '')}/storage/v1/object/videos/${path}`
  const credentials = { apikey: secretKey, authorization: `Bearer ${secretKey}` }

  return {
    async write(path, body, signal) {
      const request: RequestInit & { duplex: 'half' } = {
        method: 'POST',
        headers: {
          ...credentials,
          'content-type': 'video/mp4',
          'cache-control': 'max-age=3600',
          'x-upsert': 'true',
        },
        body,
        duplex: 'half',
        signal,
      }
      const response = await fetch(getAddress(path), request)
      if (response.ok) {
        await response.body?.cancel()
        return
      }
      const said = (await response.text()).slice(0, 500)
      const message = `Storage returned HTTP ${response.status} ${said}`
      throw new (isTooLarge(response.status, said) ? StorageLimitError : Error)(message)
    },

    async read(path, start, end, signal) {
      // The random parameter bypasses caches, which can still have the file of an earlier attempt.
      const response = await fetch(`${getAddress(path)}?read=${crypto.randomUUID()}`, {
        headers: { ...credentials, range: `bytes=${start}-${end - 1}` },
        signal,
      })
      if (response.status !== 206) {
        await response.body?.cancel()
        throw new Error(`Storage returned HTTP ${response.status} for a range`)
      }
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (bytes.byteLength !== end - start) throw new Error(`Storage returned ${bytes.byteLength} bytes of a range`)
      return bytes
    },
  }
}

/**
 * Returns whether the file exceeds Storage's limit. Storage responds with HTTP 413, or with 400 and
 * `"statusCode":"413"`, under two names.
 */
function isTooLarge(status: number, said: string): boolean {
  return status === 413 || /"statusCode":\s*"?413|EntityTooLarge|Payload too large/i.test(said)
}
