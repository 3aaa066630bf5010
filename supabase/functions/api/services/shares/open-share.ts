// Reads share links for viewers and for the administrator.
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { type ReportedVideo, SHARED_ADDRESS_SECONDS, type SharedVideo } from '../../../_shared/contract/shares.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { RequestError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { Files } from '../files.ts'
import { hasSound, viewPoster } from '../jobs/job-view.ts'
import { signPaths } from '../sign-paths.ts'
import type { OpenedShare, ShareRecords } from './share-records.ts'
import { hashShareToken } from './share-video.ts'

export interface OpenShareDeps {
  shares: ShareRecords
  files: Files
  catalogue: Catalogue
  log: Log
}

/** Returns the share. Throws the same RequestError for every invalid link. */
export async function openShare(token: string, counts: boolean, { shares }: OpenShareDeps): Promise<OpenedShare> {
  const opened = await shares.open(await hashShareToken(token), counts)
  if (!opened) throw createUnknownShareError()
  return opened
}

export function createUnknownShareError(): RequestError {
  return new RequestError(REFUSALS.noShare())
}

export async function viewShared({ share, job }: OpenedShare, deps: OpenShareDeps): Promise<SharedVideo> {
  const urls = await signPaths('videos', [job.video_path, job.poster_path], deps, SHARED_ADDRESS_SECONDS)
  return {
    title: job.title,
    prompt: share.shows_prompt ? job.prompt : null,
    modelName: deps.catalogue.nameOf(job.model),
    aspectRatio: job.aspect_ratio,
    durationSeconds: job.video_duration_seconds,
    hasSound: hasSound(job, deps.catalogue),
    mark: job.video_mark,
    createdOn: job.created_at.slice(0, 10),
    expiresAt: share.expires_at,
    isIndexed: share.is_indexed,
    videoUrl: urls.get(job.video_path ?? '') ?? null,
    poster: viewPoster(job, urls),
    peaks: job.peaks,
  }
}

/** Returns a URL signed for ten minutes. Null if the file is missing or can't be signed. */
export async function signShared(
  path: string | null,
  deps: Pick<OpenShareDeps, 'files' | 'log'>,
): Promise<string | null> {
  return (await signPaths('videos', [path], deps, SHARED_ADDRESS_SECONDS)).get(path ?? '') ?? null
}

/** Returns a page of reported videos, the earliest reported first. `next`: the position of the next page. */
export async function listReportedVideos(
  after: number | null,
  limit: number,
  { shares, files, log }: OpenShareDeps,
): Promise<{ videos: ReportedVideo[]; total: number; next: number | null }> {
  const { videos: found, total } = await shares.listReported(after, limit + 1)
  const page = found.slice(0, limit)
  const videos = await Promise.all(
    page.map(async (row) => ({
      jobId: row.job_id,
      userId: row.user_id,
      email: row.email,
      title: row.title,
      prompt: row.prompt,
      openLinks: row.open_links,
      views: row.views,
      videoUrl: await signShared(row.video_path, { files, log }),
      reportCount: row.report_count,
      newestReport: row.newest_report ?? 0,
      reports: row.reports.map(({ reason, details, created_at }) => ({ reason, details, createdAt: created_at })),
    })),
  )
  return { videos, total, next: found.length > limit ? (page.at(-1)?.position ?? null) : null }
}
