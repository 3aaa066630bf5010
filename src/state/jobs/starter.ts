// Starts what is ordered: every job is stored before anything is sent.
import type { Model } from '@/config/models'
import type { Services } from '@/lib/services'
import { creditsFor } from '@/state/credits/credits'
import { sessionFor } from '@/state/session/session'
import type { createJobEvents } from './events'
import type { Fields } from './fields'
import type { Job } from './job'
import { describeLostRequest, restoreJob } from './job-reducer'
import type { JobStore, Visit } from './job-store'
import { saveShot } from './shots'
import { chooseSeed, type Start, type Started, startJob, startTogether } from './start-job'
import { forgetJob, type StoredJob, saveJobs } from './stored-job'

export interface Order {
  fields: Fields
  model: Model
  /** The price on the button, in credits. */
  price: number
  readImage: (() => Promise<string>) | null
  /** The name of the image's file. */
  imageName?: string | undefined
}

export function createStarter(
  services: Services,
  store: JobStore,
  events: ReturnType<typeof createJobEvents>,
  show: (visit: Visit, ...jobIds: string[]) => void,
) {
  const { jobsApi, videoMode } = services
  const { dispatch, put, read } = store
  const credits = creditsFor(services)
  const session = sessionFor(services)
  /** Ids of jobs that this tab has sent for this user. */
  const sent = new Set<string>()
  /** A refused job, which keeps its hold for a while. The next click for the same thing reuses its id. */
  let unsent: { jobId: string; model: string; credits: number } | null = null

  /** Stores the job, then shows it. */
  function prepare({ fields, model, price, readImage, imageName }: Order, jobId: string, userId: string, seed: number) {
    const { name: modelName, hasSound } = model
    const startedAt = Date.now()
    if (readImage && imageName) saveShot(jobId, imageName)
    const stored: StoredJob = {
      jobId,
      userId,
      fields: { ...fields, seed },
      modelName,
      hasSound,
      credits: price,
      startedAt,
    }
    const job = restoreJob(stored, 'holding')
    const visit = store.visit()
    const onHeld = (settlement: Job['settlement']) => dispatch(visit, jobId, { type: 'held', settlement })
    const start: Start = { job, deps: { ...services, credits, model, readImage, onHeld, signal: visit.signal } }
    return { stored, start }
  }

  function onStarted(visit: Visit, job: Job, end: Started) {
    if (end.type === 'refused') {
      const { failure } = end
      if (end.isUnsent) unsent = { jobId: job.id, model: job.model, credits: job.credits }
      dispatch(visit, job.id, { type: 'refused', failure })
      if (failure.kind === 'sign_in') {
        forgetJob(job.id)
        void session.end()
      }
      if (!end.isListed) return
    } else {
      dispatch(visit, job.id, end.type === 'lost' ? { type: 'create_lost' } : end)
    }
    if (videoMode === 'direct') return
    events.publish({ type: 'changed', jobId: job.id })
    void read(visit, job.id)
  }

  return {
    /** Forgets what was sent for the former user. */
    forget() {
      sent.clear()
      unsent = null
    },
    /** Refuses a job whose create request did not arrive. Returns false for one that this tab did not send. */
    refuseMissing(visit: Visit, job: Job): boolean {
      if (!sent.has(job.id)) return false
      credits.removePending(job.id)
      unsent = { jobId: job.id, model: job.model, credits: job.credits }
      dispatch(visit, job.id, { type: 'refused', failure: describeLostRequest(job) })
      return true
    },
    start(userId: string, orders: readonly [Order, ...Order[]]) {
      const [{ fields, model, price }] = orders
      const isSame = orders.length === 1 && unsent?.model === model.id && unsent.credits === price
      const reused = isSame && unsent ? unsent.jobId : null
      unsent = null
      const seed = chooseSeed(fields, Math.random)
      const prepared = orders.map((order) => prepare(order, reused ?? crypto.randomUUID(), userId, seed))
      saveJobs(...prepared.map(({ stored }) => stored))
      const starts = prepared.map(({ start }) => start)
      const visit = store.visit()
      put(visit, ...starts.map(({ job }) => job))
      for (const { job } of starts) sent.add(job.id)
      show(visit, ...starts.map(({ job }) => job.id))
      const [only] = starts
      const done =
        starts.length === 1 && only
          ? startJob(only.job, only.deps).then((end) => onStarted(visit, only.job, end))
          : startTogether(
              starts,
              (jobId) => jobsApi.cancel(jobId),
              (job, end) => onStarted(visit, job, end),
            ).finally(() => credits.refresh())
      done.catch(() => undefined)
    },
  }
}
