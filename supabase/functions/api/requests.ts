import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode'
import { z } from 'zod'
import { RequestError } from './errors.ts'

/** PostgreSQL text holds neither NUL nor lone surrogates. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => value.replaceAll('\0', '').toWellFormed())

const name = z
  .string()
  .min(1)
  .max(50)
  .regex(/^\P{C}+$/u, 'it holds a character that no name has')

/** The ledger's columns are 32-bit. */
const credits = z.int().positive().max(2_147_483_647)

export const consumeBody = z.object({
  amount: credits,
  type: name,
  source: name,
  description: text(500).default(''),
})

export const userBody = z.object({ user_id: z.uuid() })

export const addTestCreditsBody = z.object({ user_id: z.uuid(), amount: credits, plan_id: name })

/** Only bounds the work: each model has a lower limit with its own message. */
const MAX_PROMPT_CHARACTERS = 20_000

export const createBody = z.object({
  input: z.object({
    prompt: text(MAX_PROMPT_CHARACTERS).default(''),
    negativePrompt: text(MAX_PROMPT_CHARACTERS).default(''),
    // Which of them a model makes stands in the catalogue.
    length: z.int().min(1).max(60),
    aspectRatio: z.string().max(10),
    seed: z.int().min(0).max(999),
    generateAudio: z.boolean().default(true),
    image: z.string().optional(),
  }),
})
export type CreateInput = z.output<typeof createBody>['input']

const quotedCreditsHeader = z.coerce.number().pipe(credits)

const password = z.string().min(1).max(1000)
export const adminLoginBody = z.object({ username: z.string().min(1).max(200), password })
export const adminCredentials = z.object({ username: z.string().max(200).optional(), password })

export const findUsersBody = z.object({ user: text(320).pipe(z.string().trim().min(1)) })

const MAX_GRANT = 1_000_000
export const grantCreditsBody = z.object({
  user_id: z.uuid(),
  amount: z.int().min(1).max(MAX_GRANT),
  reason: text(200).pipe(z.string().trim().min(1)),
})

const day = z.iso
  .date()
  .refine((value) => value >= '2000-01-01' && value <= '2100-12-31', 'give a day from 2000-01-01 to 2100-12-31')
  .nullable()
  .default(null)
const digits = (max: number, fallback: number) => z.coerce.number().pipe(z.int().min(1).max(max)).default(fallback)

export const loginLogsQuery = z
  .object({
    email: text(320)
      .transform((value) => value.trim())
      .default(''),
    from: day,
    to: day,
    page: digits(1_000_000, 1),
    pageSize: digits(200, 25),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['from'], message: 'it is after the last day' })

const MAX_SEARCH_CHARACTERS = 200
const yesOrNo = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')

/** Open jobs are listed whole: the filters are for all the others. */
export const jobsQuery = z.object({
  limit: digits(50, 12),
  cursor: z.string().max(200).optional(),
  open: yesOrNo,
  /** In the prompt, in any case. */
  q: text(MAX_SEARCH_CHARACTERS)
    .transform((value) => value.trim())
    .optional(),
  model: name.optional(),
  sound: yesOrNo,
  outcome: z.enum(['any', 'failed']).default('any'),
})

export const statementQuery = z.object({ limit: digits(100, 50), cursor: z.string().max(200).optional() })

export const jobPlace = z.object({
  // PostgreSQL has no year 0.
  createdAt: z.iso.datetime({ precision: 6 }).regex(/^(?!0000)/),
  id: z.uuid(),
})
export const entryPlace = z.object({ id: z.string().regex(/^[1-9]\d{0,17}$/) })

export function writeCursor(place: z.output<typeof jobPlace> | z.output<typeof entryPlace>): string {
  return encodeBase64Url(new TextEncoder().encode(JSON.stringify(place)).buffer).replace(/=+$/, '')
}

export function readCursor<T extends z.ZodType>(place: T, cursor: string | undefined): z.output<T> | null {
  if (cursor === undefined) return null
  try {
    return place.parse(JSON.parse(new TextDecoder().decode(decodeBase64Url(cursor))))
  } catch {
    throw new RequestError('bad_request', 'The cursor is not valid. Start again from the first page.')
  }
}

export function idempotencyKey(header: string | undefined): string {
  const key = z.uuid().safeParse(header)
  if (key.success) return key.data.toLowerCase()
  throw new RequestError('bad_request', 'The request carries no valid Idempotency-Key: send a UUID.')
}

export function quotedCredits(header: string | undefined): number {
  const quoted = quotedCreditsHeader.safeParse(header)
  if (quoted.success) return quoted.data
  throw new RequestError('bad_request', 'The request does not say which price was shown: send X-Quoted-Credits.')
}

export function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.')
  throw new RequestError(
    'bad_request',
    field ? `The field ${field} is not valid: ${issue?.message}.` : 'The request body is not valid.',
  )
}

/** For every list: an empty value counts as not given, and any other that is not valid is refused. */
export function parseQuery<T extends z.ZodType>(schema: T, query: Record<string, string>): z.output<T> {
  return parseBody(schema, Object.fromEntries(Object.entries(query).filter(([, value]) => value.trim() !== '')))
}
