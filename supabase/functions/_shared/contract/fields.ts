// The schemas of all messages between API and browser; types are derived from them. The API builds its answers by them, tests hold
// every answer against them, and the browser reads with what the build compiles of them (vite/contract-shapes.ts).
// Times are ISO in UTC, amounts and prices credits, durations and lengths seconds, limits of texts characters.
import { z } from 'zod'

/**
 * Marks a field that the specification does not ask of a backend: our API always sends it, and a reader takes `fallback` where it
 * is absent or of another kind.
 */
export function addFallback<T extends z.ZodType>(schema: T, fallback: z.output<T>) {
  return schema.catch(fallback)
}

/** Takes the fallbacks of `addFallback` away: a row of our own database lacks nothing. */
export function removeFallbacks<S extends z.ZodRawShape>(schema: z.ZodObject<S>) {
  const fields = Object.entries(schema.shape)
  const bare = fields.map(([name, field]) => [name, field instanceof z.ZodCatch ? field.unwrap() : field])
  return z.object(Object.fromEntries(bare) as { [K in keyof S]: S[K] extends z.ZodCatch<infer T> ? T : S[K] })
}

/** A field that our API leaves out where it has nothing to say. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined)
}

export const filled = z.string().min(1)

/** The message of an answer. */
export const message = addFallback(z.string(), '')

/** The envelope of every answer whose shape is ours alone. */
export function wrapResponse<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), message, data })
}

/** An address that a page may play, fetch or open; others, such as `javascript:`, are read as none. */
export const address = addFallback(
  z
    .string()
    .regex(/^([hH][tT][tT][pP][sS]?:\/\/|\/)/)
    .nullable(),
  null,
)

export const settlement = z.enum(['held', 'captured', 'released'])
export type Settlement = z.output<typeof settlement>

/** The origin that a file names itself. `ai`, `algorithm`: in XMP. `credentials`: in Content Credentials (C2PA). */
export const videoMark = z.enum(['ai', 'algorithm', 'credentials'])
export type VideoMark = z.output<typeof videoMark>
