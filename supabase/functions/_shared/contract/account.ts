import { z } from 'zod'
import { castMember } from './cast.ts'
import { statementLine } from './credits.ts'
import { addFallback, address, filled, text, wrapResponse } from './fields.ts'
import { serverJob } from './jobs.ts'
import { apiKey } from './keys.ts'

const session = z.object({
  /** The `session_id` claim of the session's tokens. */
  id: filled,
  startedAt: z.string(),
  /** The time of the last renewal. The session was last used within the hour after it. */
  usedAt: z.string(),
  /** Null if neither the sign-in service nor a login record has it. */
  userAgent: addFallback(z.string().nullable(), null),
})
export type AccountSession = z.output<typeof session>

export const account = z.object({
  name: z.string(),
  email: z.string(),
  createdAt: z.string(),
  /** Credits that the user can spend. */
  credits: z.number(),
  /** `videos` and `images` count the files in an export. One image can be both uploaded and used by a video. */
  videos: z.number(),
  images: z.number(),
  /** The size of the videos, their posters, and the uploaded images. */
  storedBytes: addFallback(z.number(), 0),
  /** The latest used first, at most 100. */
  sessions: z.array(session),
})
export type Account = z.output<typeof account>

const uploadedImage = z.object({ id: filled, usedAt: z.string(), url: address })

/** One page of an export. Each page has entries of one list only, and newly signed URLs. */
export const exportPage = z.object({
  jobs: z.array(serverJob),
  transactions: z.array(statementLine),
  /** Sign-in records, with all their columns. */
  signIns: z.array(z.unknown()),
  images: z.array(uploadedImage),
  /** The cast as `GET /api/cast` returns it. Its images are also in `images`. */
  cast: addFallback(z.array(castMember), []),
  /** API keys, without their secrets. */
  keys: addFallback(z.array(apiKey), []),
  /** The webhooks as `GET /api/webhooks` returns them, without secrets. */
  webhooks: addFallback(z.array(z.unknown()), []),
  /** The devices that get notifications, as `GET /api/devices` returns them. */
  devices: addFallback(z.array(z.unknown()), []),
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
export const endedSessionResponse = wrapResponse(z.object({ id: filled }))

export const accountRoutes = {
  'GET /api/account': accountResponse,
  'GET /api/account/export': exportResponse,
  'POST /api/account/delete': accountDeletionResponse,
  'DELETE /api/account/sessions/:id': endedSessionResponse,
} as const
