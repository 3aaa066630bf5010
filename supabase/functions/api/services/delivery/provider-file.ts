import type { FailureCode } from '../../../_shared/contract/errors.ts'
import type { Bytes } from '../../bytes.ts'

/** The size limit of the bucket (supabase/migrations/*_create_storage.sql). */
export const MAX_VIDEO_BYTES = 200 * 1024 * 1024
const MAX_REDIRECTS = 3

/** A complete file that users shouldn't pay for. */
export class UnusableFileError extends Error {
  readonly code: Extract<FailureCode, 'broken_file' | 'unplayable_format' | 'video_too_short'> = 'broken_file'
}
/** Browsers don't play this file, or others of the same format. */
export class UnplayableFormatError extends UnusableFileError {
  override readonly code = 'unplayable_format'
}
export class ShortVideoError extends UnusableFileError {
  override readonly code = 'video_too_short'
}
/** The host has no such file, forbids access, or returns an empty file. Some hosts do this only temporarily. */
export class MissingFileError extends Error {}
export class ForeignHostError extends Error {}
export class FileTooLargeError extends Error {}

export interface ProviderFile {
  body: ReadableStream<Bytes>
  length: number | null
}

export type OpenProviderFile = (url: string, signal: AbortSignal) => Promise<ProviderFile>

/**
 * Checks every URL, including redirects, before fetching it. Throws one of the errors above, or another error if the
 * host fails.
 */
export function createProviderFiles(
  isAllowed: (address: URL) => boolean,
  fetch: typeof globalThis.fetch,
  headersFor: (address: URL) => Record<string, string> = () => ({}),
): OpenProviderFile {
  async function follow(url: string, signal: AbortSignal): Promise<Response> {
    let base: string | undefined
    let location = url
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const address = URL.parse(location, base)
      if (!address || !/^https?:$/.test(address.protocol)) throw new UnusableFileError('not the address of a file')
      if (!isAllowed(address)) throw new ForeignHostError(address.origin)
      const response = await fetch(address, { headers: headersFor(address), redirect: 'manual', signal })
      const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
      if (next === null) return response
      await response.body?.cancel()
      base = address.href
      location = decodeLocation(next)
    }
    throw new MissingFileError('too many redirects')
  }

  return async (url, signal) => {
    const response = await follow(url, signal)
    const { ok, status, body, headers } = response
    if (!ok || !body) {
      await body?.cancel()
      if (ok) throw new MissingFileError('an empty response')
      const isBusy = status >= 500 || status === 408 || status === 425 || status === 429
      throw new (isBusy ? Error : MissingFileError)(`the file host returned HTTP ${status}`)
    }
    // The length of an encoded body isn't the length of the file.
    const named = headers.has('content-encoding') ? null : headers.get('content-length')
    const length = named !== null && /^\d{1,15}$/.test(named) ? Number(named) : null
    if (length !== null && length > MAX_VIDEO_BYTES) {
      await body.cancel()
      throw new FileTooLargeError(`${length} bytes`)
    }
    return { body, length }
  }
}

/** Decodes a redirect as browsers do. A header has one character per byte, and the bytes are UTF-8 if that is valid. */
function decodeLocation(location: string): string {
  try {
    const bytes = Uint8Array.from(location, (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return location
  }
}
