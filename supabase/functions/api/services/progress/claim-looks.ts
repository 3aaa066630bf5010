// One look per job, whoever waits for it (docs/decisions/047-one-check-per-job.md). The database decides who asks the provider.
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { describeCause } from '../../log.ts'
import { isOpen, type JobRow } from '../jobs/job-row.ts'
import type { JobLook } from '../jobs/look-records.ts'
import { planNextLook, type UsualSeconds } from './plan-looks.ts'
import { type Deliver, type RefreshDeps, refreshJob } from './refresh-job.ts'

/** The usual time changes slowly. */
const KEEP_MS = 10 * 60_000
/** The longest claim in seconds: a caller that dies keeps a job from nobody for longer. */
const CLAIM_SECONDS = 30
/** A model that this deployment no longer has. */
const UNKNOWN_MODEL: UsualSeconds = { from: 60, to: 300 }

export interface LookSettings {
  /** The shortest time in seconds between two looks at a job. */
  lookSeconds: number
  /** The looks that all servers together may have at one provider. */
  looksPerSecond: number
}

export interface LookDeps extends RefreshDeps, LookSettings {
  deliver: Deliver
  catalogue: Pick<Catalogue, 'models'>
}

export interface Looks {
  /**
   * Returns where these open jobs stand, without those that are gone. With `look`, the look at the provider is the caller's, who must
   * ask then: nobody else does before the next one is due.
   */
  claim(jobs: JobRow[]): Promise<JobLook[]>
  /** Claims the look of one job. Returns null where none is due, another caller has it, or the provider's rate is used up. */
  take(jobId: string): Promise<JobRow | null>
  /** Asks the provider about a job whose look the caller has claimed. `by` delivers its video; default: this server's deliveries. */
  refresh(job: JobRow, by?: Deliver): Promise<JobRow>
  /** Asks the provider about a job whose look is due, unless somebody else does. */
  see(job: JobRow): Promise<JobRow>
}

export function createLooks(deps: LookDeps): Looks {
  const { jobs, providers, claims, catalogue, deliver, lookSeconds, looksPerSecond, now, log } = deps
  const usual = new Map<string, { seconds: Promise<UsualSeconds>; until: number }>()

  function estimate({ model, length_seconds, provider }: JobRow): UsualSeconds {
    const known = providers.find(provider)?.estimateSeconds
    if (known !== undefined) return { from: known, to: known }
    const durations = catalogue.models.find(({ id }) => id === model)?.durations
    return durations?.find(({ seconds }) => seconds === length_seconds)?.estimateSeconds ?? UNKNOWN_MODEL
  }

  async function measure(job: JobRow): Promise<UsualSeconds> {
    try {
      return (await jobs.findUsualSeconds(job.model, job.length_seconds)) ?? estimate(job)
    } catch (error) {
      log({ level: 'warn', message: 'usual time of jobs not read', jobId: job.id, cause: describeCause(error) })
      return estimate(job)
    }
  }

  function getUsual(job: JobRow): Promise<UsualSeconds> {
    const key = `${job.provider}/${job.model}/${job.length_seconds}`
    const known = usual.get(key)
    if (known && known.until > now().getTime()) return known.seconds
    const seconds = measure(job)
    usual.set(key, { seconds, until: now().getTime() + KEEP_MS })
    return seconds
  }

  async function planWait(job: JobRow): Promise<number> {
    const callsUs = providers.find(job.provider)?.readWebhook !== undefined
    const usualSeconds = lookSeconds === 0 ? UNKNOWN_MODEL : await getUsual(job)
    return planNextLook(job.elapsed_seconds, usualSeconds, { shortest: lookSeconds, callsUs })
  }

  async function claim(open: JobRow[]): Promise<JobLook[]> {
    const asked = open.map(async (job) => ({ id: job.id, wait: Math.min(await planWait(job), CLAIM_SECONDS) }))
    return jobs.look(await Promise.all(asked), looksPerSecond)
  }

  async function refresh(job: JobRow, by = deliver): Promise<JobRow> {
    const after = await refreshJob(job, by, deps)
    const isSoon = after.is_delivering || after.task_missing || after.delivery_failures > 0
    if (isOpen(after) && !isSoon) await defer(after)
    return after
  }

  /** Never throws: a job that isn't put off is looked at when the claim is over. */
  async function defer(job: JobRow): Promise<void> {
    const wait = await planWait(job)
    if (wait <= CLAIM_SECONDS) return
    try {
      await jobs.deferLook(job.id, wait)
    } catch (error) {
      log({ level: 'warn', message: 'next status check not put off', jobId: job.id, cause: describeCause(error) })
    }
  }

  return {
    claim,
    take: (jobId) => jobs.claim(jobId, lookSeconds === 0 ? 0 : CLAIM_SECONDS, looksPerSecond),
    refresh,
    async see(job) {
      if (!isOpen(job)) return job
      await claims.returnOwed(job.id)
      if (!job.is_look_due) return job
      const [look] = await claim([job])
      return look?.look ? refresh(job) : job
    },
  }
}
