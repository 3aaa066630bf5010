import { z } from 'zod'
import { statementLine } from './credits.ts'
import { addFallback, address, filled, wrapResponse } from './fields.ts'
import { serverJob } from './jobs.ts'
import { apiKey } from './keys.ts'
import { text } from './texts.ts'

const session = z.object({
  /** The claim `session_id` of its tokens. */
  id: filled,
  startedAt: z.string(),
  /** When it was last renewed: an hour at most before its last use. */
  usedAt: z.string(),
  /** Null where the sign-in service keeps none, as on one machine. */
  userAgent: addFallback(z.string().nullable(), null),
})
export type AccountSession = z.output<typeof session>

export const account = z.object({
  name: z.string(),
  email: z.string(),
  createdAt: z.string(),
  /** Credits that can be spent. */
  credits: z.number(),
  /** Files that an export has. An image of a video and an uploaded one may be the same. */
  videos: z.number(),
  images: z.number(),
  /** The latest used first, at most 100. */
  sessions: z.array(session),
})
export type Account = z.output<typeof account>

const uploadedImage = z.object({ id: filled, usedAt: z.string(), url: address })

/** Each page has a part of one list alone, and fresh addresses. */
export const exportPage = z.object({
  jobs: z.array(serverJob),
  transactions: z.array(statementLine),
  /** Records of sign-ins, column by column. */
  signIns: z.array(z.unknown()),
  images: z.array(uploadedImage),
  /** Personal keys, without their secrets. */
  keys: addFallback(z.array(apiKey), []),
  /** The list of GET /api/webhooks. It has no secrets. */
  webhooks: addFallback(z.array(z.unknown()), []),
  /** Null on the last page. */
  nextCursor: addFallback(z.string().nullable(), null),
})
export type ExportPage = z.output<typeof exportPage>

export const exportQuery = z.object({ cursor: z.string().max(300).optional() })

export const deleteAccountBody = z.object({ email: text(400) })
export type DeleteAccountBody = z.input<typeof deleteAccountBody>

export const accountResponse = wrapResponse(account)
export const exportResponse = wrapResponse(exportPage)
export const accountDeletionResponse = wrapResponse(z.object({}))

export const accountRoutes = {
  'GET /api/account': accountResponse,
  'GET /api/account/export': exportResponse,
  'POST /api/account/delete': accountDeletionResponse,
} as const
