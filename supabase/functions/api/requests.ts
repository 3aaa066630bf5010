import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode'
import { z } from 'zod'
import { credits, wholeNumber } from '../_shared/contract/fields.ts'
import { REFUSALS } from '../_shared/contract/refusals.ts'
import { RequestError } from './errors.ts'

const quotedCreditsHeader = wholeNumber.pipe(credits)

export const jobSortKey = z.object({
  // PostgreSQL has no year 0.
  createdAt: z.iso.datetime({ precision: 6 }).regex(/^(?!0000)/),
  id: z.uuid(),
})
export const reportSortKey = z.object({ position: z.int().min(0) })
export const actionSortKey = z.object({ id: z.int().min(1) })
export const entrySortKey = z.object({ id: z.string().regex(/^[1-9]\d{0,17}$/) })

/** Encodes a position for `readCursor`. */
export function writeCursor(place: object): string {
  return encodeBase64Url(new TextEncoder().encode(JSON.stringify(place)).buffer).replace(/=+$/, '')
}

export function readCursor<T extends z.ZodType>(place: T, cursor: string | undefined): z.output<T> | null {
  if (cursor === undefined) return null
  try {
    return place.parse(JSON.parse(new TextDecoder().decode(decodeBase64Url(cursor))))
  } catch {
    throw new RequestError(REFUSALS.cursor())
  }
}

/** Accepts quotation marks around the key, as in draft-ietf-httpapi-idempotency-key-header. */
export function readIdempotencyKey(header: string | undefined): string {
  const key = z.uuid().safeParse(header?.replace(/^"(.*)"$/, '$1'))
  if (key.success) return key.data.toLowerCase()
  throw new RequestError(REFUSALS.idempotencyKey())
}

export function readQuotedCredits(header: string | undefined): number {
  const quoted = quotedCreditsHeader.safeParse(header)
  if (quoted.success) return quoted.data
  throw new RequestError(REFUSALS.quotedCredits())
}

export function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body, { error: ({ input }) => (input === undefined ? 'it is missing' : undefined) })
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (issue?.code === 'unrecognized_keys')
    throw new RequestError(REFUSALS.field(String(issue.keys[0]), 'no such field'))
  const field = issue?.path.join('.')
  throw new RequestError(field && issue ? REFUSALS.field(field, issue.message) : REFUSALS.body())
}

/** Parses the query of a list. An empty value counts as unset. Throws RequestError for an invalid value. */
export function parseQuery<T extends z.ZodType>(schema: T, query: Record<string, string>): z.output<T> {
  return parseBody(schema, Object.fromEntries(Object.entries(query).filter(([, value]) => value.trim() !== '')))
}
