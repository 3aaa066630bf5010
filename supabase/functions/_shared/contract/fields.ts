// The field schemas that all messages between API and browser share. Types derive from the schemas. The API builds its
// responses with the schemas, and tests check every response against its schema. The browser uses compiled schemas
// (vite/contract-shapes.ts).
// Times are ISO strings in UTC. Amounts and prices are in credits, durations in seconds, and text limits in characters.
import { z } from 'zod'
import { hasVisibleText, trimText } from './visible-text.ts'

/**
 * Marks a field that other backends may omit, but our API always sends. A reader uses `fallback` if the field is absent
 * or invalid.
 */
export function addFallback<T extends z.ZodType>(schema: T, fallback: z.output<T>) {
  return schema.catch(fallback)
}

/** Removes the fallbacks of `addFallback`. Rows of our own database have every field. */
export function removeFallbacks<S extends z.ZodRawShape>(schema: z.ZodObject<S>) {
  const fields = Object.entries(schema.shape)
  const bare = fields.map(([name, field]) => [name, field instanceof z.ZodCatch ? unwrapCatch(field) : field])
  return z.object(Object.fromEntries(bare) as { [K in keyof S]: S[K] extends z.ZodCatch<infer T> ? T : S[K] })
}

function unwrapCatch(field: z.ZodCatch): z.ZodType {
  const inner = field.unwrap() as z.ZodType
  return field.description === undefined ? inner : inner.describe(field.description)
}

/** Marks a field that our API omits when the field has no value. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined)
}

/** The limit of members that a user's cast can have. */
export const MAX_CAST_MEMBERS = 100

export const filled = z.string().min(1)

export const message = addFallback(z.string(), '').describe('A sentence for people.')

/** The fields of every success response. */
export const envelope = { success: z.literal(true).describe('Whether the call succeeded.'), message }

/** Wraps data in the envelope of most responses. */
export function wrapResponse<T extends z.ZodType>(data: T) {
  return z.object({ ...envelope, data })
}

// These are functions, because the browser loads this file's exported schemas on every page.

export const deleted = () =>
  z.object({ id: filled.describe('The ID of the deleted entry.') }).describe('The deleted entry.')

export const nextCursor = () =>
  addFallback(z.string().nullable(), null).describe('The `cursor` of the next page. Null on the last page.')

/** A URL that a page may play, fetch, or open. Any other URL, such as `javascript:`, is read as null. */
export const address = addFallback(
  z
    .string()
    .regex(/^([hH][tT][tT][pP][sS]?:\/\/|\/)/)
    .nullable(),
  null,
)

export const settlement = z
  .enum(['held', 'captured', 'released'])
  .describe("The state of the job's credits: `held`, `captured` (charged), or `released` (returned).")
export type Settlement = z.output<typeof settlement>

export const videoMark = z
  .enum(['ai', 'algorithm', 'credentials'])
  .describe(
    'The origin that the file declares. `ai` and `algorithm` come from XMP, `credentials` from Content Credentials (C2PA).',
  )
export type VideoMark = z.output<typeof videoMark>

export const MAX_POSTER_BYTES = 40 * 1024
/** The longer side. */
export const MAX_POSTER_SIDE_PX = 640

export const poster = z.object({
  url: filled.describe('The signed URL of a WebP file.'),
  width: z.int().describe('The width in pixels.'),
  height: z.int().describe('The height in pixels.'),
})
export type Poster = z.output<typeof poster>

/** The number of slices of a video's sound whose loudest values are its peaks. */
export const PEAKS = 160

export const peaks = z
  .array(z.int().min(0).max(100))
  .describe('The loudest value of each slice of the sound, where 100 is the loudest of all. Empty for silence.')

// The fields below are those of requests, which only the API parses.

/** Removes NUL and lone surrogates, which PostgreSQL can't store. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => value.replaceAll('\0', '').toWellFormed())

/** A text without changes. Text without visible characters becomes empty. */
export const visibleText = (max: number) => text(max).transform((value) => (hasVisibleText(value) ? value : ''))

/** A trimmed text that must have visible characters. */
export const requiredText = (max: number) => text(max).transform(trimText).pipe(z.string().min(1))

/** A single line without bidirectional control characters. Text without visible characters becomes empty. */
export const line = (max: number) =>
  text(max).transform((value) =>
    hasVisibleText(value)
      ? value
          .replace(/\p{Bidi_Control}/gu, '')
          .replace(/[\s\p{Cc}]+/gu, ' ')
          .trim()
      : '',
  )

export const name = z
  .string()
  .min(1)
  .max(50)
  .regex(/^\P{C}+$/u, 'contains a control character')

/** The ledger's columns are 32-bit integers. */
export const credits = z.int().positive().max(2_147_483_647)

/** A number in a header or query. Only decimal digits are valid, so `0x14` is refused. */
export const wholeNumber = z
  .string()
  .regex(/^\d{1,10}$/, 'must be a whole number')
  .transform(Number)

export const cursor = z.string().max(200).optional().describe('The `nextCursor` of the page before.')

/** The number of entries per page, in a query. */
export const pageSize = (max: number, fallback: number) =>
  wholeNumber
    .pipe(z.int().min(1).max(max))
    .default(fallback)
    // Describes the value as an integer in the OpenAPI document. Without this, the document describes a string.
    .meta({ type: 'integer', minimum: 1, maximum: max, default: fallback, pattern: undefined })
    .describe('The number of entries per page.')
