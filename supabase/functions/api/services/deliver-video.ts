// The vendor says that the video is done: fetch it, check it, keep our own copy, then charge. One looker at a time does
// this for a job; the claim ends by itself, so that a server that dies here blocks nobody.
import { describeCause } from '../middleware/request-log.ts'
import type { Job } from './jobs.ts'
import type { RefreshDeps } from './refresh-job.ts'
import { UnusableFileError } from './video-file.ts'

/** How often a success without a usable file is read again before it counts as a failure, and how long between. */
const FILE_READS = 3
const FILE_READ_INTERVAL_MS = 1000

const NO_URL = { code: 'no_url', message: 'Unable to retrieve video. Please try again.' }
const BROKEN_FILE = {
  code: 'broken_file',
  message: 'The video service delivered a file that does not play. You were not charged. Please try again.',
}

/** Captures, releases, or leaves the job open where nothing final can be said. Answers the job as it then stands. */
export async function deliverVideo(job: Job, taskId: string, url: string | null, deps: RefreshDeps): Promise<Job> {
  const { jobs, claims, log } = deps
  const claim = await claims.take(job.id)
  if (!claim) return job
  try {
    const failure = await tryDelivery(job, taskId, url, deps)
    if ('id' in failure) return failure
    log({ level: 'warn', message: 'job failed', jobId: job.id, code: failure.code, cause: failure.cause })
    return await jobs.release(job.id, failure.code, failure.message)
  } catch (cause) {
    // The file's server, our Storage or our records were not reached: the video may be fine, so the job waits for the next
    // look.
    log({ level: 'error', message: 'video not delivered', jobId: job.id, cause: describeCause(cause) })
    await claim.giveBack()
    return job
  } finally {
    claim.stop()
  }
}

interface Failure {
  code: string
  message: string
  cause: string
}

/** The captured job, or why there is no usable file after several reads. Throws when nothing is known. */
async function tryDelivery(
  job: Job,
  taskId: string,
  firstUrl: string | null,
  deps: RefreshDeps,
): Promise<Job | Failure> {
  const { jobs, files, provider, fetchFile, sleep } = deps
  let url = firstUrl
  let failure: Failure = { ...NO_URL, cause: 'success without a URL' }
  for (let read = 1; read <= FILE_READS; read += 1) {
    if (read > 1) {
      await sleep(FILE_READ_INTERVAL_MS)
      const again = await provider.status(taskId)
      url = again.kind === 'succeeded' ? again.url : url
    }
    if (!url) {
      failure = { ...NO_URL, cause: 'success without a URL' }
      continue
    }
    try {
      const { bytes, durationSeconds } = await fetchFile(url)
      const path = await files.storeVideo(job.user_id, job.id, bytes)
      return await jobs.capture(job.id, { path, durationSeconds, bytes: bytes.byteLength })
    } catch (cause) {
      if (!(cause instanceof UnusableFileError)) throw cause
      failure = { ...BROKEN_FILE, cause: describeCause(cause) }
    }
  }
  return failure
}
