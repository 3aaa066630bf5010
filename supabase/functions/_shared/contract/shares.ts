// Links that show one video to whoever has them.
import { z } from 'zod'
import { addFallback, address, filled, videoMark, wrapResponse } from './fields.ts'
import { text } from './texts.ts'

/** The days that a link may work. */
export const SHARE_DAYS = [1, 7, 30, 90, 365] as const
export const DEFAULT_SHARE_DAYS = 30

/** The links to one video that may work at the same time. */
export const MAX_SHARES = 20

/** A poster of the browser: a JPEG with a long side of 1,280 px. */
export const MAX_POSTER_BYTES = 400 * 1024

/** The seconds for which a shared file's address is signed: a revoked link may play so long. */
export const SHARED_ADDRESS_SECONDS = 600

export const createShareBody = z.object({
  days: z.literal(SHARE_DAYS).default(DEFAULT_SHARE_DAYS),
  showsPrompt: z.boolean().default(false),
  /** True lets search engines list the page. */
  isIndexed: z.boolean().default(false),
  /** A frame of the video for previews of the link, as a base64 data URI. */
  poster: z.string().optional(),
})
export type CreateShareBody = z.input<typeof createShareBody>

/** A link as its owner sees it. The link itself is shown once, when it is created. */
export const share = z.object({
  id: filled,
  createdAt: z.string(),
  expiresAt: z.string(),
  showsPrompt: z.boolean(),
  isIndexed: z.boolean(),
  views: z.int().min(0),
  lastViewedAt: z.string().nullable(),
})
export type Share = z.output<typeof share>

/** `isBlocked`: the administrator took a link down, and the owner can't create another one. */
export const sharesResponse = wrapResponse(z.object({ isBlocked: z.boolean(), shares: z.array(share) }))
/** `token`: the last part of the page's address, `/s/{token}`. */
export const newShareResponse = wrapResponse(z.object({ share, token: filled }))
export const revokedShareResponse = wrapResponse(z.object({ id: filled }))

/** 128 bits in base64url. */
export const shareToken = z.string().regex(/^[\w-]{22}$/)

/** The video of a link as a visitor sees it. It names neither a user nor a job. */
export const sharedVideo = z.object({
  /** The owner's name for the video; empty for none. */
  title: z.string(),
  /** Null unless the owner shows it. */
  prompt: z.string().nullable(),
  modelName: z.string(),
  aspectRatio: z.string(),
  durationSeconds: z.number().nullable(),
  hasSound: z.boolean(),
  /** The origin that the file names itself. Null counts as `ai`. */
  mark: addFallback(videoMark.nullable(), null),
  /** The day of the video: 2026-11-25. */
  createdOn: z.string(),
  expiresAt: z.string(),
  isIndexed: z.boolean(),
  /** Signed for ten minutes; null when it could not be signed. */
  videoUrl: address,
  poster: addFallback(z.object({ url: filled, width: z.int(), height: z.int() }).nullable(), null),
})
export type SharedVideo = z.output<typeof sharedVideo>
export const sharedVideoResponse = wrapResponse(sharedVideo)

/** `again`: the same viewer asks for fresh addresses, which is no view. */
export const sharedVideoQuery = z.object({
  again: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
})

export const REPORT_REASONS = ['consent', 'sexual', 'violence', 'deception', 'copyright', 'other'] as const
export const reportReason = z.enum(REPORT_REASONS)
export type ReportReason = z.output<typeof reportReason>
export const MAX_REPORT_CHARACTERS = 1000

export const reportBody = z.object({ reason: reportReason, details: text(MAX_REPORT_CHARACTERS).default('') })
export type ReportBody = z.input<typeof reportBody>
export const reportResponse = wrapResponse(z.object({}))

/** A video that viewers reported, as the administrator sees it. Its links may have ended. */
export const reportedVideo = z.object({
  jobId: filled,
  userId: filled,
  email: z.string(),
  title: z.string(),
  prompt: z.string(),
  /** The links to the video that work now. */
  openLinks: addFallback(z.int().min(0), 0),
  /** The views of those links. */
  views: z.int().min(0),
  videoUrl: address,
  /** Every report since the last decision. Of many, `reports` has the first ones and the newest ones. */
  reportCount: z.int().min(0),
  /** The number of the newest report. A dismissal says up to which one. */
  newestReport: z.int(),
  /** Oldest first. */
  reports: z.array(z.object({ reason: z.string(), details: z.string(), createdAt: z.string() })),
})
export type ReportedVideo = z.output<typeof reportedVideo>

export const reportedVideosQuery = z.object({ cursor: z.string().max(200).optional() })
/** `videos`: the one that was reported first at the top. `total`: of all pages. `nextCursor`: null on the last page. */
export const reportedVideosResponse = wrapResponse(
  z.object({ videos: z.array(reportedVideo), total: z.int().min(0), nextCursor: z.string().nullable() }),
)
export type ReportedVideos = z.output<typeof reportedVideosResponse>['data']

/** `newestReport`: that of the list. Reports that arrived later stay. */
export const closeReportsBody = z.discriminatedUnion('action', [
  z.object({ action: z.literal('take_down') }),
  z.object({ action: z.literal('dismiss'), newestReport: z.int() }),
])
export type CloseReportsBody = z.input<typeof closeReportsBody>
/** `left`: reports that arrived after the newest one of a dismissal. */
export const closeReportsResponse = wrapResponse(z.object({ jobId: filled, left: z.int().min(0) }))

export const shareRoutes = {
  'GET /api/jobs/:id/shares': sharesResponse,
  'POST /api/jobs/:id/shares': newShareResponse,
  'DELETE /api/shares/:id': revokedShareResponse,
  'GET /api/shared/:token': sharedVideoResponse,
  // Redirects to the signed address.
  'GET /api/shared/:token/poster': z.never(),
  'GET /api/shared/:token/video': z.never(),
  // The page of the site, as text.
  'GET /api/shared/:token/page': z.never(),
  'POST /api/shared/:token/report': reportResponse,
  'GET /api/admin/share-reports': reportedVideosResponse,
  'POST /api/admin/share-reports/:id': closeReportsResponse,
} as const
