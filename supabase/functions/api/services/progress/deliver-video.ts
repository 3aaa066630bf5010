// Copies and checks a video, then charges the credits. A claim that expires allows one caller at a time. If in doubt,
// the job remains open.
import type { FailureCode } from '../../../_shared/contract/errors.ts'
import { describeCause } from '../../log.ts'
import { copyVideo, type VideoCopy } from '../delivery/copy-video.ts'
import {
  FileTooLargeError,
  ForeignHostError,
  MissingFileError,
  UnplayableFormatError,
  UnusableFileError,
} from '../delivery/provider-file.ts'
import { StorageLimitError } from '../delivery/video-store.ts'
import type { JobRow } from '../jobs/job-row.ts'
import type { ConfiguredProvider } from '../providers/provider.ts'
import { findOrderedSeconds } from './find-ordered-seconds.ts'
import { DELIVERY_MS, MISSING_FILE_SECONDS, type RefreshDeps } from './refresh-job.ts'

const FILE_READS = 3
const FILE_READ_INTERVAL_MS = 1000
/** A file that takes this long isn't read again, because its writer had enough time to complete it. */
const LONG_READ_MS = 20_000

interface Failure {
  code: FailureCode
  cause: string
}

/** Returns 'under_way' if another caller has the claim. Throws RequestError if the database doesn't respond. */
export async function deliverVideo(
  job: JobRow,
  provider: ConfiguredProvider,
  taskId: string,
  url: string | null,
  deps: RefreshDeps,
): Promise<JobRow | 'under_way'> {
  const { jobs, previews, claims, now, log } = deps
  const started = now().getTime()
  const claim = await claims.claim(job.id)
  if (!claim) return 'under_way'
  const { path } = claim
  const failed = { ...job, delivery_failures: job.delivery_failures + 1 }
  let mayBeCaptured = false
  try {
    const found = await readFile(job, provider, taskId, url, path, deps)
    if (found === null) {
      await discard(path, deps)
      await claim.giveBack()
      return failed
    }
    if ('code' in found) {
      const { code, cause } = found
      log({
        level: code === 'file_too_large_for_storage' ? 'error' : 'warn',
        message: 'job failed',
        jobId: job.id,
        code,
        cause,
      })
      await discard(path, deps)
      await claim.giveBack()
      return await jobs.release(job.id, code)
    }
    const { bytes, piecesSha256, durationSeconds, width, height, mark, cause } = found
    // This comes before the capture, so that the first answer after it mostly has the poster.
    const preview = await previews.draw(job.id, path)
    mayBeCaptured = true
    const after = await jobs.capture(job.id, { path, durationSeconds, bytes, width, height, mark })
    // Another delivery, a cancel or the deadline came first.
    if (after.video_path !== path) await discard(path, deps)
    const milliseconds = Math.max(0, now().getTime() - started)
    log({ level: 'info', message: 'video delivered', jobId: job.id, bytes, piecesSha256, milliseconds })
    if (!mark)
      log({ level: 'warn', message: 'video not marked as made by AI', jobId: job.id, cause: describeCause(cause) })
    return preview && after.video_path === path ? await previews.add(after, preview) : after
  } catch (cause) {
    // The file host, Storage, or the database failed. The video may be fine, so the job remains open.
    log({ level: 'error', message: 'video not delivered', jobId: job.id, cause: describeCause(cause) })
    if (!mayBeCaptured) await discard(path, deps)
    await claim.giveBack()
    return failed
  } finally {
    claim.stop()
  }
}

async function readFile(
  job: JobRow,
  provider: ConfiguredProvider,
  taskId: string,
  firstUrl: string | null,
  path: string,
  deps: RefreshDeps,
): Promise<VideoCopy | Failure | null> {
  const made = { tool: deps.nameOf(job.model), createdAt: new Date(job.created_at) }
  const orderedSeconds = await findOrderedSeconds(job, provider, deps.jobs)
  const started = deps.now().getTime()
  const endAt = deps.deliveriesEndAt ?? started + DELIVERY_MS
  let url = firstUrl
  let failure: Failure = { code: 'broken_file', cause: 'not read' }
  for (let read = 1; read <= FILE_READS; read += 1) {
    if (read > 1) {
      if (deps.now().getTime() >= started + LONG_READ_MS) break
      await deps.sleep(FILE_READ_INTERVAL_MS)
      const again = await provider.status(taskId)
      url = again.kind === 'succeeded' ? again.url : url
    }
    if (!url) return awaitFile(job, { code: 'no_url', cause: 'success without a URL' }, deps)
    try {
      return await copyVideo(url, path, made, orderedSeconds, {
        ...deps,
        openFile: deps.openFilesOf(provider),
        leftMs: Math.max(0, endAt - deps.now().getTime()),
      })
    } catch (error) {
      const cause = describeCause(error)
      if (error instanceof ForeignHostError) {
        const advice = `${cause}: add it to the file origins of ${provider.name} if it is the provider's, and this job is delivered`
        deps.log({
          level: 'error',
          message: 'video is on a host that is not allowed',
          jobId: job.id,
          code: 'file_host_not_allowed',
          cause: advice,
        })
        return null
      }
      if (error instanceof MissingFileError) return awaitFile(job, { code: 'missing_file', cause }, deps)
      if (error instanceof FileTooLargeError) return { code: 'file_too_large', cause }
      if (error instanceof StorageLimitError) {
        const advice = 'raise the size limit of the bucket videos, and the global one in Storage Settings, to 200 MB'
        return { code: 'file_too_large_for_storage', cause: `${cause}: ${advice}` }
      }
      if (!(error instanceof UnusableFileError)) throw error
      failure = { code: error.code, cause }
      // The format would be the same in another attempt.
      if (error instanceof UnplayableFormatError) return failure
    }
  }
  return failure
}

/**
 * Returns null for the first five minutes after the provider reported success without the file. Then returns the
 * failure.
 */
async function awaitFile(job: JobRow, failure: Failure, { jobs, log }: RefreshDeps): Promise<Failure | null> {
  const seconds = await jobs.recordMissingFile(job.id)
  if (seconds >= MISSING_FILE_SECONDS) return failure
  log({ level: 'warn', message: 'video file not found yet', jobId: job.id, ...failure })
  return null
}

/** Deletes an unused file. If this fails, the file remains hidden from users and listed for deletion. */
async function discard(path: string, { files, log }: RefreshDeps): Promise<void> {
  try {
    await files.remove('videos', [path])
  } catch (cause) {
    log({ level: 'warn', message: 'unused video file not deleted yet', cause: describeCause(cause) })
  }
}
