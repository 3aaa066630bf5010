// Routes read the body after authentication and rate limits, so that nothing is buffered for a refused request.

import type { Context } from 'hono'
import { REFUSALS, type Refused } from '../_shared/contract/refusals.ts'
import { RequestError } from './errors.ts'

export interface BodyLimit {
  maxBytes: number
  tooLarge: () => Refused
}

/** A password of 1,000 and a name of 200 characters, up to 6 bytes each, are 7,200 bytes. */
const FIELDS: BodyLimit = {
  maxBytes: 8 * 1024,
  tooLarge: REFUSALS.bodyTooLarge,
}

/** A stream can be read once, but the admin authentication and its route both need the body. */
const alreadyRead = new WeakMap<Request, unknown>()

/** Throws RequestError: also for a form post, which any foreign page can send, and for a body of undeclared length. */
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
    // The parser's error quotes the body, which may hold a password.
    throw new RequestError(REFUSALS.notJson())
  }
}

/** Null if absent or beside chunked encoding, which overrides it. */
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
