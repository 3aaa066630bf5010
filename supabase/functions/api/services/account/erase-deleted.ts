// Erases the remaining data of deleted accounts, jobs, and images. A failed or interrupted round leaves its work for
// the next one.

import type { Images } from '../inputs/images.ts'
import { type DeleteDeps, deleteFiles } from '../jobs/delete-job.ts'
import type { Accounts } from './accounts.ts'

export interface EraseDeps extends DeleteDeps {
  accounts: Accounts
  images: Images
}

/**
 * The limits allow 4,000 jobs, 2,000 files, and 2,000 unused images per run. A function may use two seconds of CPU, and
 * each call takes a few milliseconds.
 */
const ROUNDS = 20
const JOBS = 200
const FILES = 100

export async function eraseDeleted({ accounts, images, ...deps }: EraseDeps, isOver: () => boolean): Promise<void> {
  await repeat(isOver, () => accounts.erase(JOBS))
  await repeat(isOver, async () => {
    const listed = await deps.jobs.claimFilesToDelete(FILES)
    return (await deleteFiles(listed, deps)) && listed.length === FILES
  })
  await repeat(isOver, async () => (await images.deleteUnused(FILES)) === FILES)
}

/** Calls `work` at least once. `work` returns whether more may remain. */
async function repeat(isOver: () => boolean, work: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) if (!(await work()) || isOver()) return
}
