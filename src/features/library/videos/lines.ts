import type { Job } from '@/state/jobs/job'

/** One line of the library: several videos beside one another, or one job that failed. */
export interface Line {
  jobs: readonly [Job, ...Job[]]
  isFailed: boolean
  /** Of its first job in the list, from 1. */
  place: number
}

/** Newest first. A failed job waits for the line of videos that it would interrupt, so that no line has a hole but the last. */
export function linesOf(jobs: readonly Job[], columns: number): Line[] {
  const lines: Line[] = []
  let place = 1
  const add = (isFailed: boolean, [first, ...rest]: readonly Job[]) => {
    if (!first) return
    lines.push({ jobs: [first, ...rest], isFailed, place })
    place += 1 + rest.length
  }
  let videos: Job[] = []
  let failed: Job[] = []
  const end = () => {
    add(false, videos)
    for (const job of failed) add(true, [job])
    videos = []
    failed = []
  }
  for (const job of jobs) {
    if (job.status === 'failed') failed.push(job)
    else videos.push(job)
    if (videos.length % columns === 0) end()
  }
  end()
  return lines
}
