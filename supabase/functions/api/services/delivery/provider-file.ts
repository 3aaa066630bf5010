// The finished file where the provider keeps it: an address is fetched from an allowed host alone, and every way in which
// it may not be there is told apart, because not all of them say that there is no video.
import type { Bytes } from '../../bytes.ts'

/** What the bucket takes (supabase/migrations/*_create_storage_buckets.sql). */
export const MAX_VIDEO_BYTES = 200 * 1024 * 1024
const MAX_REDIRECTS = 3

/** The address is no place that a video may come from, or what came is none. */
export class UnusableFileError extends Error {}
/** The host says that there is no such file, or that it may not be read: some do so for a while. */
export class MissingFileError extends Error {}
/** The file is on a host that VIDEO_FILE_ORIGINS does not name. */
export class ForeignHostError extends Error {}
/** Larger than `MAX_VIDEO_BYTES`. */
export class FileTooLargeError extends Error {}

export interface ProviderFile {
  body: ReadableStream<Bytes>
  /** Bytes, where the host names them. */
  length: number | null
}

export type OpenProviderFile = (url: string, signal: AbortSignal) => Promise<ProviderFile>

/**
 * `isAllowed` is asked about every address, those of redirects too, before it is fetched. Throws one of the errors above, or
 * another one when nothing is known: the host is busy, broken or away.
 */
export function createProviderFiles(
  isAllowed: (address: URL) => boolean,
  fetch: typeof globalThis.fetch,
): OpenProviderFile {
  async function follow(url: string, signal: AbortSignal): Promise<Response> {
    let base: string | undefined
    let location = url
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const address = URL.parse(location, base)
      if (!address || !/^https?:$/.test(address.protocol)) throw new UnusableFileError('no address of a file')
      if (!isAllowed(address)) throw new ForeignHostError(address.origin)
      const response = await fetch(address, { redirect: 'manual', signal })
      const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
      if (next === null) return response
      await response.body?.cancel()
      base = address.href
      location = next
    }
    throw new MissingFileError('too many redirects')
  }

  return async (url, signal) => {
    const response = await follow(url, signal)
    const { ok, status, body, headers } = response
    if (!ok || !body) {
      await body?.cancel()
      if (ok) throw new UnusableFileError('an empty answer')
      const isBusy = status >= 500 || status === 408 || status === 425 || status === 429
      throw new (isBusy ? Error : MissingFileError)(`the file's host answered ${status}`)
    }
    // What is encoded on the way has another length than the file.
    const named = headers.has('content-encoding') ? null : headers.get('content-length')
    const length = named !== null && /^\d{1,15}$/.test(named) ? Number(named) : null
    if (length !== null && length > MAX_VIDEO_BYTES) {
      await body.cancel()
      throw new FileTooLargeError(`${length} bytes`)
    }
    return { body, length }
  }
}
