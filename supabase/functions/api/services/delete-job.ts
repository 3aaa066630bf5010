// Deleting a job: the record first, then its files. What is left of a delete that was cut off, the sweep finishes.
import { RequestError } from '../errors.ts'
import { describeCause, type Log } from '../middleware/request-log.ts'
import type { Files } from './files.ts'
import type { DeletedFile, Jobs } from './jobs.ts'

export interface DeleteDeps {
  jobs: Jobs
  files: Files
  log: Log
}

/** Deletes a finished job of this person, again if asked again. Throws RequestError where there is none or it is open. */
export async function deleteJob(jobId: string, userId: string, deps: DeleteDeps): Promise<void> {
  const answer = await deps.jobs.delete(jobId, userId, deps.files.videoPath(userId, jobId))
  switch (answer.outcome) {
    case 'not_found':
      throw new RequestError('not_found', 'There is no such job.')
    case 'open':
      throw new RequestError(
        'job_open',
        'This video is still being made, so it cannot be deleted yet. Try again when it has ended.',
      )
    case 'deleted':
      return deleteFiles(answer.files, deps)
    default:
      return answer satisfies never
  }
}

/** Takes listed files out of Storage. A bucket that does not answer keeps its files on the list: the next sweep tries again. */
export async function deleteFiles(listed: DeletedFile[], { jobs, files, log }: DeleteDeps): Promise<void> {
  for (const bucket of ['videos', 'pictures'] as const) {
    const here = listed.filter((file) => file.bucket === bucket)
    if (here.length === 0) continue
    try {
      await files.remove(
        bucket,
        here.map(({ path }) => path),
      )
      await jobs.forgetDeletedFiles(
        here.map((file) => file.job_id),
        bucket,
      )
    } catch (cause) {
      log({ level: 'error', message: 'files of deleted jobs not deleted yet', cause: describeCause(cause) })
    }
  }
}
