// What is left to do for deleted accounts, jobs, and images. A round that fails or is cut off leaves its work listed for the next.

import type { Images } from '../inputs/images.ts'
import { type DeleteDeps, deleteFiles } from '../jobs/delete-job.ts'
import type { Accounts } from './accounts.ts'

export interface EraseDeps extends DeleteDeps {
  accounts: Accounts
  images: Images
}

/** 4,000 jobs and 2,000 files at most: a function may use two seconds of CPU, and each call takes a few milliseconds of it. */
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

/** Calls `work`, which returns whether there may be more: once in any case. */
async function repeat(isOver: () => boolean, work: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) if (!(await work()) || isOver()) return
}
