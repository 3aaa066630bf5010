// Stores the poster and the peaks of a video, which pages show before they load the video. Each is stored once. A failure never
// fails a delivery.
import { z } from 'zod'
import { MAX_POSTER_BYTES, MAX_POSTER_SIDE_PX } from '../../../_shared/contract/fields.ts'
import type { previewBody } from '../../../_shared/contract/jobs.ts'
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import type { Bytes } from '../../bytes.ts'
import { createUnknownJobError, RequestError } from '../../errors.ts'
import { describeCause, type Log } from '../../log.ts'
import type { Call } from '../database.ts'
import type { Files } from '../files.ts'
import { decodeBase64, findBase64 } from '../image/data-uri.ts'
import type { JobRow } from '../jobs/job-row.ts'
import type { JobRecords } from '../jobs/jobs.ts'
import { readWebp, type WebpImage } from './webp.ts'

export interface Preview {
  poster: WebpImage | null
  peaks: number[] | null
}

/** Decodes a stored video. Returns a WebP file and the peaks, each null if it can't be made. */
export type DrawPreview = (path: string) => Promise<{ poster: Bytes | null; peaks: number[] | null }>

interface PreviewDeps {
  call: Call
  jobs: Pick<JobRecords, 'find'>
  files: Pick<Files, 'storePoster'>
  drawPreview: DrawPreview | undefined
  log: Log
}

export type Previews = ReturnType<typeof createPreviews>

export function createPreviews({ call, jobs, files, drawPreview, log }: PreviewDeps) {
  /** Stores the parts that the owner's video doesn't have yet. Throws RequestError. */
  async function save(jobId: string, userId: string, { poster, peaks }: Preview): Promise<void> {
    const job = await jobs.find(jobId, userId)
    if (!job?.video_path) throw createUnknownJobError()
    if (poster && !job.poster_path) await savePoster(job, poster)
    if (peaks && !job.peaks)
      await call('save_peaks', { p_job_id: jobId, p_user_id: userId, p_peaks: peaks }, z.unknown())
  }

  async function savePoster(job: JobRow, { bytes, width, height }: WebpImage): Promise<void> {
    // Strangers see the poster in place of the video.
    if (!hasProportions(job, width, height)) throw new RequestError(REFUSALS.posterProportions())
    const path = await call('reserve_poster_path', { p_job_id: job.id, p_user_id: job.user_id }, z.string().nullable())
    if (!path) return
    try {
      await files.storePoster(path, bytes)
    } catch (cause) {
      throw new RequestError(REFUSALS.posterNotStored(), { cause })
    }
    const facts = { p_job_id: job.id, p_path: path, p_width: width, p_height: height, p_bytes: bytes.byteLength }
    await call('save_poster', facts, z.boolean())
  }

  const logFailure = (jobId: string, cause: unknown) =>
    log({ level: 'warn', message: 'poster of a video not stored', jobId, cause: describeCause(cause) })

  return {
    save,
    /** Draws the poster and the peaks of a stored video. Null if this server can't decode it. Never rejects. */
    async draw(jobId: string, path: string): Promise<Preview | null> {
      if (!drawPreview) return null
      try {
        const { poster, peaks } = await drawPreview(path)
        return { poster: poster && checkPoster(poster), peaks }
      } catch (cause) {
        logFailure(jobId, cause)
        return null
      }
    },
    /** Stores what was drawn for a delivered video. Returns the job as it is then. Never rejects. */
    async add(job: JobRow, preview: Preview): Promise<JobRow> {
      try {
        await save(job.id, job.user_id, preview)
        return (await jobs.find(job.id, job.user_id)) ?? job
      } catch (cause) {
        logFailure(job.id, cause)
        return job
      }
    },
  }
}

/** Reads the poster and the peaks that a browser sent. Throws RequestError. */
export function readPreview({ poster, peaks }: z.output<typeof previewBody>): Preview {
  return { poster: poster === undefined ? null : readPoster(poster), peaks: peaks ?? null }
}

function readPoster(dataUri: string): WebpImage {
  const bytes = decodeBase64(findBase64(dataUri) ?? '')
  if (!bytes) throw new RequestError(REFUSALS.posterFormat())
  return checkPoster(bytes)
}

function checkPoster(file: Bytes): WebpImage {
  const image = readWebp(file)
  if (!image) throw new RequestError(REFUSALS.posterFormat())
  if (image.bytes.byteLength > MAX_POSTER_BYTES) throw new RequestError(REFUSALS.posterTooLarge(MAX_POSTER_BYTES))
  if (Math.max(image.width, image.height) > MAX_POSTER_SIDE_PX) {
    throw new RequestError(REFUSALS.posterTooWide(MAX_POSTER_SIDE_PX))
  }
  return image
}

/** Returns whether a poster has the proportions of the stored video. The shorter side may be rounded. */
function hasProportions({ video_width, video_height }: JobRow, width: number, height: number): boolean {
  if (!video_width || !video_height) return false
  const scale = Math.max(width, height) / Math.max(video_width, video_height)
  return Math.abs(video_width * scale - width) <= 1 && Math.abs(video_height * scale - height) <= 1
}
