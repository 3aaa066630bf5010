// Writing and reading videos in Storage by its plain HTTP interface: with streams, byte ranges and a time limit of the
// caller's, none of which supabase-js passes on.
import type { Bytes } from '../../bytes.ts'

/** Storage takes no file of this size: the bucket's limit, or the project's, is lower than what we allow. */
export class StorageLimitError extends Error {}

export interface VideoStore {
  /** Writes over what is there. `length` in bytes, where it is known. Throws StorageLimitError, or another error. */
  write(path: string, body: ReadableStream<Bytes>, length: number | null, signal: AbortSignal): Promise<void>
  /** The bytes from `start` up to `end`, which is not included. Throws when Storage does not answer exactly them. */
  read(path: string, start: number, end: number, signal: AbortSignal): Promise<Bytes>
}

interface StorageOptions {
  supabaseUrl: string
  secretKey: string
  fetch: typeof globalThis.fetch
}

export function createVideoStore({ supabaseUrl, secretKey, fetch }: StorageOptions): VideoStore {
  const addressOf = (path: string) => `${supabaseUrl.replace(/\/$/, '')}/storage/v1/object/videos/${path}`
  const credentials = { apikey: secretKey, authorization: `Bearer ${secretKey}` }

  return {
    async write(path, body, length, signal) {
      const request: RequestInit & { duplex: 'half' } = {
        method: 'POST',
        headers: {
          ...credentials,
          'content-type': 'video/mp4',
          'cache-control': 'max-age=3600',
          'x-upsert': 'true',
          // With it Storage can refuse what is too large; without it the body goes in chunks.
          ...(length === null ? {} : { 'content-length': String(length) }),
        },
        body,
        // Node's fetch wants to be told that the body is not all there yet.
        duplex: 'half',
        signal,
      }
      const response = await fetch(addressOf(path), request)
      if (response.ok) {
        await response.body?.cancel()
        return
      }
      const said = (await response.text()).slice(0, 500)
      const message = `Storage answered ${response.status} ${said}`
      throw new (saysTooLarge(response.status, said) ? StorageLimitError : Error)(message)
    },

    async read(path, start, end, signal) {
      // An address of its own, because a cache before Storage may still have what an earlier attempt wrote.
      const response = await fetch(`${addressOf(path)}?read=${crypto.randomUUID()}`, {
        headers: { ...credentials, range: `bytes=${start}-${end - 1}` },
        signal,
      })
      if (response.status !== 206) {
        await response.body?.cancel()
        throw new Error(`Storage answered ${response.status} to a range`)
      }
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (bytes.byteLength !== end - start) throw new Error(`Storage answered ${bytes.byteLength} bytes of a range`)
      return bytes
    },
  }
}

/** Storage has said it as HTTP 413 and as 400 with `"statusCode":"413"`, by one of two names. */
function saysTooLarge(status: number, said: string): boolean {
  return status === 413 || /"statusCode":\s*"?413|EntityTooLarge|Payload too large/i.test(said)
}
