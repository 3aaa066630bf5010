// Calculates the time of a job's next status check. Checks are rare while the job can't be finished yet, and evenly
// spaced where similar jobs end.
// A job that takes 110 to 294 seconds in 95% of cases needs 12 requests to the provider. 95% of such jobs are found
// within 10 seconds of their end (`npm run bench:scale`, docs/decisions/005-status-checks.md).
import { findDuration } from '../../../_shared/contract/pricing.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { JobRow } from '../jobs/job-row.ts'
import type { FindDuration } from '../jobs/learned-durations.ts'
import type { Providers } from '../providers/provider.ts'

/** The usual duration of a job in seconds. Few jobs end before `from`, half of them by `middle`, and most by `to`. */
export interface UsualSeconds {
  from: number
  /** Default: halfway. */
  middle?: number
  to: number
}

const FIRST_SECONDS = 10
/** The number of steps between `from` and `middle`. More steps find the end earlier, and cost more requests. */
const STEPS = 6
/**
 * The time until which checks stay evenly spaced, as a multiple of `to`. Few jobs last that long, so checks there cost
 * little. A job that does is likely to end soon.
 */
const LATEST = 1.25
/** The time until the next check after that, as a multiple of the job's age. */
const GROWTH = 0.1
/** The maximum seconds between two checks. Always used if the provider sends webhooks. */
const MOST_SECONDS = 60
/** The estimate for a model that this deployment no longer has. */
const UNKNOWN_MODEL: UsualSeconds = { from: 60, to: 300 }

interface WaitDeps {
  catalogue: Pick<Catalogue, 'models'>
  providers: Pick<Providers, 'find'>
  readDurations: () => Promise<FindDuration>
  /** The minimum seconds between two status checks of a job. */
  intervalSeconds: number
}

/** Returns the seconds from a status check of this job to the next one. */
export type PlanWait = (job: JobRow) => Promise<number>

/** The returned function never throws. */
export function createWaitPlanner({ catalogue, providers, readDurations, intervalSeconds }: WaitDeps): PlanWait {
  function getSpecifiedSeconds({ model, length_seconds, provider }: JobRow): UsualSeconds {
    const known = providers.find(provider)?.estimateSeconds
    if (known !== undefined) return { from: known, to: known }
    const durations = catalogue.models.find(({ id }) => id === model)?.durations ?? []
    return findDuration(durations, length_seconds)?.estimateSeconds ?? UNKNOWN_MODEL
  }

  return async (job) => {
    if (intervalSeconds === 0) return 0
    const findLearned = await readDurations()
    const usual = findLearned(job) ?? getSpecifiedSeconds(job)
    const callsUs = providers.find(job.provider)?.readWebhook !== undefined
    return planNextStatusCheck(job.elapsed_seconds, usual, { shortest: intervalSeconds, callsUs })
  }
}

/** Returns the seconds from a create request to the first status check. `shortest`: see planNextStatusCheck. */
export function getFirstCheckSeconds(shortest: number): number {
  return shortest === 0 ? 0 : FIRST_SECONDS
}

/**
 * Returns the whole seconds from a status check to the next one, for a job of this age. `shortest`: the operator's
 * minimum. `callsUs`: whether the provider sends a webhook when the job ends. Checks then only find lost webhooks.
 */
export function planNextStatusCheck(
  elapsed: number,
  { from, to, middle = (from + to) / 2 }: UsualSeconds,
  { shortest, callsUs }: { shortest: number; callsUs: boolean },
): number {
  if (elapsed < FIRST_SECONDS) return Math.ceil(Math.max(FIRST_SECONDS - elapsed, shortest))
  if (callsUs) return Math.ceil(Math.max(MOST_SECONDS, LATEST * to - elapsed))
  const step = Math.max(shortest, (middle - from) / STEPS)
  const left = from - step / 2 - elapsed
  // Equal pauses until the first jobs end.
  if (left > 0) return Math.ceil(Math.max(shortest, left / Math.ceil(left / MOST_SECONDS)))
  const pause = elapsed < LATEST * to ? step : Math.max(step, GROWTH * elapsed)
  return Math.min(MOST_SECONDS, Math.round(pause))
}
