// The one place where a body is read. Routes call it, so whoever may not ask, or asks too often, was refused before: of
// what nobody reads, the runtime keeps no more than a socket's buffer.
import type { Context } from 'hono'
import { RequestError } from './errors.ts'

/** What a route takes at most, and the sentence for more. */
export interface BodyLimit {
  maxBytes: number
  tooLarge: string
}

/** Fields alone: a password of 1,000 characters and a name of 200, each 6 bytes long at the worst, are 7,200. */
const FIELDS: BodyLimit = {
  maxBytes: 8 * 1024,
  tooLarge: 'The request is too large: it may have 8 KB. Nothing was charged.',
}

/** A stream is read once, and what looks for an administrator's password reads the body before its route does. */
const alreadyRead = new WeakMap<Request, unknown>()

/**
 * The JSON body. Refused are: a form post (which any foreign page can send), a body that does not declare its length, or
 * too large a one (both unread), one that is longer than it declares, and what is no JSON.
 */
export async function readJsonBody(c: Context, { maxBytes, tooLarge } = FIELDS): Promise<unknown> {
  const { body, headers } = c.req.raw
  if (alreadyRead.has(c.req.raw)) return alreadyRead.get(c.req.raw)
  if (!/^application\/json\b/i.test(headers.get('content-type') ?? ''))
    throw new RequestError('bad_request', 'The request body must be JSON (content-type: application/json).')
  const length = declaredLength(headers)
  if (length === null) {
    throw new RequestError(
      'length_required',
      'The request does not say how long its body is: send a Content-Length. Nothing was charged.',
    )
  }
  if (length > maxBytes) throw new RequestError('body_too_large', tooLarge)
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(await readBytes(body, length)))
    alreadyRead.set(c.req.raw, parsed)
    return parsed
  } catch (cause) {
    throw new RequestError('bad_request', 'The request body is not valid JSON.', { cause })
  }
}

/** Null where there is none, and beside chunks, which make it worth nothing. */
function declaredLength(headers: Headers): number | null {
  const value = headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(value) && !headers.has('transfer-encoding') ? Number(value) : null
}

/** Servers end a body at its declared length. That is not relied upon here: what comes after it is not read. */
async function readBytes(body: ReadableStream<Uint8Array> | null, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  let size = 0
  for await (const chunk of body ?? []) {
    if (size + chunk.byteLength > length) throw new Error('the body is longer than it declares')
    bytes.set(chunk, size)
    size += chunk.byteLength
  }
  return bytes.subarray(0, size)
}
