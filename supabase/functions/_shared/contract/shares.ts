// Share links, which show one video to anyone who has the link.
import { z } from 'zod'
import {
  addFallback,
  address,
  cursor,
  deleted,
  filled,
  peaks,
  poster,
  text,
  videoMark,
  wrapResponse,
} from './fields.ts'

/** The lifetimes that a user can choose for a link, in days. */
export const SHARE_DAYS = [1, 7, 30, 90, 365] as const
export const DEFAULT_SHARE_DAYS = 30

/** The limit of valid links per video. */
export const MAX_SHARES = 20

/** The seconds for which a shared file's address is signed: a revoked link may play so long. */
export const SHARED_ADDRESS_SECONDS = 600

const SHOWS_PROMPT = 'Whether the page shows the prompt.'
const IS_INDEXED = 'Whether search engines may list the page.'

export const createShareBody = z.object({
  days: z.literal(SHARE_DAYS).default(DEFAULT_SHARE_DAYS).describe('The number of days until the link expires.'),
  showsPrompt: z.boolean().default(false).describe(SHOWS_PROMPT),
  isIndexed: z.boolean().default(false).describe(IS_INDEXED),
})
export type CreateShareBody = z.input<typeof createShareBody>

/** A link as its owner sees it. The URL is returned only once, when the link is created. */
export const share = z
  .object({
    id: filled.describe("The link's ID."),
    createdAt: z.string().describe('The time when the link was created.'),
    expiresAt: z.string().describe('The time when the link expires.'),
    showsPrompt: z.boolean().describe(SHOWS_PROMPT),
    isIndexed: z.boolean().describe(IS_INDEXED),
    views: z.int().min(0).describe('The number of views.'),
    lastViewedAt: z.string().nullable().describe('The time of the last view. Null if nobody opened the link.'),
  })
  .describe('A link that shows one video to anyone who has it.')
export type Share = z.output<typeof share>

export const sharesResponse = wrapResponse(
  z
    .object({
      isBlocked: z
        .boolean()
        .describe("Whether the administrator took a link down. The owner then can't create another one."),
      shares: z.array(share).describe('The valid links.'),
    })
    .describe("The video's links."),
)
export const newShareResponse = wrapResponse(
  z
    .object({ share, token: filled.describe("The last part of the page's URL, `/s/{token}`. Shown once.") })
    .describe('The new link.'),
)
export const revokedShareResponse = wrapResponse(deleted())

/** 128 random bits in base64url. */
export const shareToken = z.string().regex(/^[\w-]{22}$/)

/**
 * How a shared video was made, before the name of its model. The page of a link, its preview, and the dialog that creates
 * it say the same. `DRAWN_AS` is for the mark `algorithm`.
 */
export const MADE_BY = 'Made with AI by'
export const DRAWN_AS = 'Drawn by a program, not by AI, as a preview of'

/** The video of a link as a visitor sees it, without the user's identity or the job ID. */
export const sharedVideo = z.object({
  /** The title that the owner chose. Empty for none. */
  title: z.string(),
  /** Null unless the owner shares the prompt. */
  prompt: z.string().nullable(),
  modelName: z.string(),
  aspectRatio: z.string(),
  durationSeconds: z.number().nullable(),
  hasSound: z.boolean(),
  /** The origin that the file declares. Null counts as `ai`. */
  mark: addFallback(videoMark.nullable(), null),
  /** The day when the video was created, such as 2026-11-25. */
  createdOn: z.string(),
  expiresAt: z.string(),
  isIndexed: z.boolean(),
  /** Signed for ten minutes. Null if signing failed. */
  videoUrl: address,
  poster: addFallback(poster.nullable(), null),
  peaks: addFallback(peaks.nullable(), null),
})
export type SharedVideo = z.output<typeof sharedVideo>
export const sharedVideoResponse = wrapResponse(sharedVideo)

/** `again`: whether the same viewer requests fresh URLs, which doesn't count as a view. */
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

/** A reported video as the administrator sees it. Its links may have expired. */
export const reportedVideo = z.object({
  jobId: filled,
  userId: filled,
  email: z.string(),
  title: z.string(),
  prompt: z.string(),
  /** The number of valid links to the video. */
  openLinks: addFallback(z.int().min(0), 0),
  /** The views of those links. */
  views: z.int().min(0),
  videoUrl: address,
  /** The number of reports since the last decision. `reports` omits some of them if there are many. */
  reportCount: z.int().min(0),
  /** The number of the newest report. A dismissal covers the reports up to a number. */
  newestReport: z.int(),
  /** Oldest first. */
  reports: z.array(z.object({ reason: z.string(), details: z.string(), createdAt: z.string() })),
})
export type ReportedVideo = z.output<typeof reportedVideo>

export const reportedVideosQuery = z.object({ cursor })
/** `videos`: the earliest reported first. `total`: on all pages. `nextCursor`: null on the last page. */
export const reportedVideosResponse = wrapResponse(
  z.object({ videos: z.array(reportedVideo), total: z.int().min(0), nextCursor: z.string().nullable() }),
)
export type ReportedVideos = z.output<typeof reportedVideosResponse>['data']

/** `newestReport`: the number from the list. Later reports remain open. */
export const closeReportsBody = z.discriminatedUnion('action', [
  z.object({ action: z.literal('take_down') }),
  z.object({ action: z.literal('dismiss'), newestReport: z.int() }),
])
export type CloseReportsBody = z.input<typeof closeReportsBody>
/** `left`: reports that arrived after the newest dismissed one. */
export const closeReportsResponse = wrapResponse(z.object({ jobId: filled, left: z.int().min(0) }))

export const shareRoutes = {
  'GET /api/jobs/:id/shares': sharesResponse,
  'POST /api/jobs/:id/shares': newShareResponse,
  'DELETE /api/shares/:id': revokedShareResponse,
  'GET /api/shared/:token': sharedVideoResponse,
  // Both redirect to the signed URL.
  'GET /api/shared/:token/poster': z.never(),
  'GET /api/shared/:token/video': z.never(),
  // The HTML of the share page.
  'GET /api/shared/:token/page': z.never(),
  'POST /api/shared/:token/report': reportResponse,
  'GET /api/admin/share-reports': reportedVideosResponse,
  'POST /api/admin/share-reports/:id': closeReportsResponse,
} as const
