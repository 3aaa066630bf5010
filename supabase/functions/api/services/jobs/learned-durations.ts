// Reads how long jobs take, as learned from finished jobs (docs/decisions/005-status-checks.md). Status checks and
// the capabilities share it.
import { describeCause, type Log } from '../../log.ts'
import { waitAtMost } from '../wait-at-most.ts'
import type { JobRecords } from './jobs.ts'
import type { LearnedDuration } from './status-check-records.ts'

/** Durations change slowly, and one read has those of all models. */
const KEEP_MS = 60_000
/** The maximum time that a page waits for a slow database. */
const WAIT_MS = 3000

interface Kind {
  model: string
  provider: string
  length_seconds: number
}

/** Returns what is learned about this kind of job, or null if too few such jobs have ended. */
export type FindDuration = (kind: Kind) => LearnedDuration | null

interface LearnedDurationsDeps {
  jobs: Pick<JobRecords, 'listDurations'>
  now: () => Date
  log: Log
}

/** Returns a function that reads the durations. It never throws. If the database doesn't respond, the last ones remain. */
export function createLearnedDurations({ jobs, now, log }: LearnedDurationsDeps): () => Promise<FindDuration> {
  let last: LearnedDuration[] = []
  let read: { durations: Promise<LearnedDuration[]>; until: number } | null = null

  async function readDurations(): Promise<LearnedDuration[]> {
    try {
      last = await waitAtMost(jobs.listDurations(), WAIT_MS)
    } catch (error) {
      log({ level: 'warn', message: 'learned durations not read', cause: describeCause(error) })
    }
    return last
  }

  return async () => {
    const time = now().getTime()
    if (!read || read.until <= time) read = { durations: readDurations(), until: time + KEEP_MS }
    const durations = await read.durations
    return ({ model, provider, length_seconds }) =>
      durations.find(
        (one) => one.model === model && one.provider === provider && one.length_seconds === length_seconds,
      ) ?? null
  }
}
