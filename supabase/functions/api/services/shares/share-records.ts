// Reads and changes share links with the functions of supabase/migrations/*_create_shares.sql.
import { z } from 'zod'
import type { ReportBody } from '../../../_shared/contract/shares.ts'
import type { Call } from '../database.ts'
import { jobRow } from '../jobs/job-row.ts'

const shareRow = z.object({
  id: z.string(),
  shows_prompt: z.boolean(),
  is_indexed: z.boolean(),
  created_at: z.string(),
  expires_at: z.string(),
  views: z.number(),
  last_viewed_at: z.string().nullable(),
})
export type ShareRow = z.output<typeof shareRow>

const createdShare = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), share: shareRow }),
  z.object({ outcome: z.enum(['not_found', 'blocked', 'too_many']) }),
])

const openedShare = z.object({
  share: shareRow,
  job: jobRow,
})
export type OpenedShare = z.output<typeof openedShare>

const reportedVideos = z.object({
  total: z.number(),
  videos: z.array(
    z.object({
      position: z.number(),
      job_id: z.string(),
      user_id: z.string(),
      email: z.string(),
      title: z.string(),
      prompt: z.string(),
      views: z.number(),
      open_links: z.number(),
      video_path: z.string().nullable(),
      report_count: z.number(),
      newest_report: z.number().nullable(),
      reports: z.array(z.object({ reason: z.string(), details: z.string(), created_at: z.string() })),
    }),
  ),
})

/**
 * The maximum reports per video that are stored with their text: the first half and the newest half. The others are
 * only counted.
 */
const MAX_REPORTS = 100

export interface NewShare {
  jobId: string
  userId: string
  tokenHash: string
  days: number
  showsPrompt: boolean
  isIndexed: boolean
  max: number
}

export function createShareRecords(call: Call) {
  return {
    create: ({ jobId, userId, tokenHash, days, showsPrompt, isIndexed, max }: NewShare) =>
      call(
        'create_share',
        {
          p_job_id: jobId,
          p_user_id: userId,
          p_token_hash: tokenHash,
          p_days: days,
          p_shows_prompt: showsPrompt,
          p_is_indexed: isIndexed,
          p_max: max,
        },
        createdShare,
      ),
    /** Returns null if the user has no such job. */
    list: (jobId: string, userId: string) =>
      call(
        'list_shares',
        { p_job_id: jobId, p_user_id: userId },
        z.object({ is_blocked: z.boolean(), shares: z.array(shareRow) }).nullable(),
      ),
    revoke: (shareId: string, userId: string) =>
      call('revoke_share', { p_share_id: shareId, p_user_id: userId }, z.boolean()),
    /** Returns null for an invalid link. */
    open: (tokenHash: string, counts: boolean) =>
      call('open_share', { p_token_hash: tokenHash, p_counts: counts }, openedShare.nullable()),
    /** Returns false for an invalid link. */
    report: (tokenHash: string, { reason, details = '' }: ReportBody) =>
      call(
        'report_share',
        { p_token_hash: tokenHash, p_reason: reason, p_details: details.trim(), p_max: MAX_REPORTS },
        z.boolean(),
      ),
    /** Returns the reported videos after a position, or the first ones if null. */
    listReported: (after: number | null, limit: number) =>
      call('list_reported_videos', { p_after: after, p_limit: limit }, reportedVideos),
    /** Returns false for a video without reports. */
    takeDown: (jobId: string, admin: string) =>
      call('take_down_video', { p_job_id: jobId, p_admin: admin }, z.boolean()),
    /** Undoes a take-down. Returns false for a deleted video. */
    restore: (jobId: string, admin: string) => call('restore_video', { p_job_id: jobId, p_admin: admin }, z.boolean()),
    /** Returns the number of newer reports that remain. Null for a video without reports. */
    dismiss: (jobId: string, newestReport: number, admin: string) =>
      call(
        'dismiss_reports',
        { p_job_id: jobId, p_newest_report: newestReport, p_admin: admin },
        z.number().nullable(),
      ),
    /** Returns a random path for a copy of the video. Null if its path is already random. */
    reserveVideoPath: (jobId: string, userId: string) =>
      call('reserve_video_path', { p_job_id: jobId, p_user_id: userId }, z.string().nullable()),
    moveVideo: (jobId: string, from: string, to: string) =>
      call('move_video', { p_job_id: jobId, p_from: from, p_to: to }, z.unknown()),
  }
}

export type ShareRecords = ReturnType<typeof createShareRecords>
