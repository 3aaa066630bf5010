// Reads JSON bodies with a size limit. Routes call this after authentication and rate limits, so a refused request
// buffers nothing.

import type { Context } from 'hono'
import { REFUSALS, type Refused } from '../_shared/contract/refusals.ts'
import { RequestError } from './errors.ts'

export interface BodyLimit {
  maxBytes: number
  tooLarge: () => Refused
}

/** A password of 1,000 characters and a name of 200, at 6 bytes each, are 7,200 bytes. */
const FIELDS: BodyLimit = {
  maxBytes: 8 * 1024,
  tooLarge: REFUSALS.bodyTooLarge,
}

/** A stream can be read only once, but both the admin authentication and its route need the body. */
const alreadyRead = new WeakMap<Request, unknown>()

/**
 * Throws RequestError for an invalid body. Refuses form posts, which any other site can send, and bodies of undeclared
 * length.
 */
export async function readJsonBody(c: Context, { maxBytes, tooLarge } = FIELDS): Promise<unknown> {
  const { body, headers } = c.req.raw
  if (alreadyRead.has(c.req.raw)) return alreadyRead.get(c.req.raw)
  if (!/^application\/json\b/i.test(headers.get('content-type') ?? '')) throw new RequestError(REFUSALS.contentType())
  const length = readDeclaredLength(headers)
  if (length === null) {
    throw new RequestError(REFUSALS.lengthRequired())
  }
  if (length > maxBytes) throw new RequestError(tooLarge())
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(await readBytes(body, length)))
    alreadyRead.set(c.req.raw, parsed)
    return parsed
  } catch {
    // The parser's error isn't logged. It quotes the body, which can contain a password.
    throw new RequestError(REFUSALS.notJson())
  }
}

/** Returns null if the header is absent. Also returns null with chunked encoding, which overrides it. */
function readDeclaredLength(headers: Headers): number | null {
  const value = headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(value) && !headers.has('transfer-encoding') ? Number(value) : null
}

async function readBytes(body: ReadableStream<Uint8Array> | null, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  let size = 0
  for await (const chunk of body ?? []) {
    if (size + chunk.byteLength > length) throw new Error('the body is longer than its Content-Length')
    bytes.set(chunk, size)
    size += chunk.byteLength
  }
  return bytes.subarray(0, size)
}
