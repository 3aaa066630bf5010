// Deletes a job's record before its files. The sweep completes an interrupted deletion.
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { createUnknownJobError, RequestError } from '../../errors.ts'
import { describeCause, type Log } from '../../log.ts'
import type { Files } from '../files.ts'
import type { DeletedFile, JobRecords } from './jobs.ts'

export interface DeleteDeps {
  jobs: JobRecords
  files: Files
  log: Log
}

export async function deleteJob(jobId: string, userId: string, deps: DeleteDeps): Promise<void> {
  const answer = await deps.jobs.delete(jobId, userId)
  switch (answer.outcome) {
    case 'not_found':
      throw createUnknownJobError()
    case 'open':
      throw new RequestError(REFUSALS.jobOpen())
    case 'deleted':
      await deleteFiles(answer.files, deps)
      return
    default:
      return answer satisfies never
  }
}

/** Returns whether all files were deleted. If a bucket fails, its files remain listed for the next sweep. */
export async function deleteFiles(listed: DeletedFile[], { jobs, files, log }: DeleteDeps): Promise<boolean> {
  let isDone = true
  for (const bucket of ['videos', 'images'] as const) {
    const paths = listed.filter((file) => file.bucket === bucket).map(({ path }) => path)
    if (paths.length === 0) continue
    try {
      await files.remove(bucket, paths)
      await jobs.clearDeletedFiles(paths, bucket)
    } catch (cause) {
      isDone = false
      log({ level: 'error', message: 'orphaned files not deleted yet', cause: describeCause(cause) })
    }
  }
  return isDone
}
