// Starts jobs. Each job is stored before any request is sent.
import type { Model } from '@/config/models'
import type { Services } from '@/lib/services'
import { getCreditsStore } from '@/state/credits/credits'
import { getSessionStore } from '@/state/session/session'
import type { createJobEvents } from './events'
import type { Fields } from './fields'
import type { Job } from './job'
import { describeLostRequest, restoreJob } from './job-reducer'
import type { JobStore, SessionScope } from './job-store'
import { chooseSeeds, type JobInput, type StartMode, type StartResult, startJob, startTogether } from './start-job'
import { moveJobsToBackground, removeStoredJob, type StoredJob, saveJobs, savePanelJobs } from './stored-job'
import { findFrameSource } from './video-chain'

export interface GenerationOrder {
  fields: Fields
  model: Model
  /** The price on the button, in credits. */
  price: number
  /** The `source` of the hold (supabase/functions/_shared/contract/pricing.ts). */
  source: string
  input: JobInput | null
  /** The file name of the first image. */
  imageName?: string | undefined
  /** The take's number, from 0. Jobs of the same take share a seed, for all models. */
  take?: number
}

export function createStarter(
  services: Services,
  store: JobStore,
  events: ReturnType<typeof createJobEvents>,
  show: (visit: SessionScope, ...jobIds: string[]) => void,
) {
  const { jobsApi, videoMode } = services
  const { dispatch, put, read } = store
  const credits = getCreditsStore(services)
  const session = getSessionStore(services)
  /** The `source` of the hold of each job that this tab has sent for this user, by job ID. */
  const sent = new Map<string, string>()
  /** A refused job whose hold remains for a while. The next click for the same price and `source` reuses its ID. */
  let unsent: { jobId: string; source: string; credits: number } | null = null

  function saveUnsent({ id, model, credits }: Job) {
    unsent = { jobId: id, source: sent.get(id) ?? model, credits }
  }

  /** Prepares the data to store, and the job to start. */
  function prepare(order: GenerationOrder, jobId: string, userId: string, seed: number) {
    const { fields, model, price, source, imageName } = order
    const { name: modelName, hasSound } = model
    const startedAt = Date.now()
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
    const input = order.input && nameFrame(order.input, imageName)
    const start: StartMode = { job, deps: { ...services, credits, model, source, input, onHeld, signal: visit.signal } }
    return { stored, start }
  }

  /** Adds the ID of the video whose last frame the image is. Only our server stores videos. */
  function nameFrame(input: JobInput, imageName = ''): JobInput {
    const job = videoMode === 'direct' ? undefined : findFrameSource(imageName, store.get().jobs)?.id
    return job ? { ...input, read: async () => ({ source: { job, use: 'frame' }, ...(await input.read()) }) } : input
  }

  /** Applies the result of a job's start. Resolves after the job was read from the server. */
  async function onStarted(visit: SessionScope, job: Job, end: StartResult): Promise<void> {
    if (end.type === 'refused') {
      const { failure } = end
      if (end.isUnsent) saveUnsent(job)
      dispatch(visit, job.id, { type: 'refused', failure })
      if (failure.kind === 'sign_in') {
        removeStoredJob(job.id)
        void session.end()
      }
      if (!end.isListed) return
    } else {
      dispatch(visit, job.id, end.type === 'lost' ? { type: 'create_lost' } : end)
    }
    if (videoMode === 'direct') return
    events.publish({ type: 'changed', jobId: job.id })
    await read(visit, job.id)
  }

  /** Prepares jobs and stores them before any request is sent. */
  function prepareAll(
    userId: string,
    orders: readonly [GenerationOrder, ...GenerationOrder[]],
  ): [StartMode, ...StartMode[]] {
    const [{ fields, source, price }] = orders
    // The first job reuses the hold. The other jobs need their own IDs.
    const reused = unsent?.source === source && unsent.credits === price ? unsent.jobId : null
    unsent = null
    const takes = Math.max(...orders.map(({ take = 0 }) => take)) + 1
    const seeds = chooseSeeds(fields, takes, Math.random)
    const prepareOne = (one: GenerationOrder, jobId: string) => prepare(one, jobId, userId, seeds[one.take ?? 0] ?? 0)
    const [first, ...others] = orders
    const prepared = [
      prepareOne(first, reused ?? crypto.randomUUID()),
      ...others.map((one) => prepareOne(one, crypto.randomUUID())),
    ] as const
    saveJobs(...prepared.map(({ stored }) => stored))
    for (const { start } of prepared) sent.set(start.job.id, start.deps.source)
    const [one, ...more] = prepared
    return [one.start, ...more.map(({ start }) => start)]
  }

  /** Sends the jobs. Rejects only when aborted. */
  async function run(visit: SessionScope, starts: readonly [StartMode, ...StartMode[]]): Promise<void> {
    const [{ job, deps }] = starts
    if (starts.length === 1) return onStarted(visit, job, await startJob(job, deps))
    const undo = (jobId: string) => jobsApi.cancel(jobId)
    await startTogether(starts, undo, (one, end) => void onStarted(visit, one, end)).finally(() => credits.refresh())
  }

  return {
    /** Clears the previous user's sent jobs. */
    forget() {
      sent.clear()
      unsent = null
    },
    /**
     * Marks a job as refused, because its create request didn't arrive. Returns false if this tab didn't send the job.
     */
    refuseMissing(visit: SessionScope, job: Job): boolean {
      if (!sent.has(job.id)) return false
      credits.removePending(job.id)
      saveUnsent(job)
      dispatch(visit, job.id, { type: 'refused', failure: describeLostRequest(job) })
      return true
    },
    /** Starts jobs and shows them in the panel. */
    start(userId: string, orders: readonly [GenerationOrder, ...GenerationOrder[]]) {
      const starts = prepareAll(userId, orders)
      const jobIds = starts.map(({ job }) => job.id)
      savePanelJobs(jobIds)
      const visit = store.visit()
      put(visit, ...starts.map(({ job }) => job))
      show(visit, ...jobIds)
      run(visit, starts).catch(() => undefined)
    },
    /** Starts a job in the background. Resolves once it is created or refused, with its ID if the library lists it. */
    async startInBackground(userId: string, order: GenerationOrder): Promise<string | null> {
      const starts = prepareAll(userId, [order])
      const jobId = starts[0].job.id
      moveJobsToBackground([jobId])
      const visit = store.visit()
      put(visit, starts[0].job)
      await run(visit, starts).catch(() => undefined)
      return store.find(jobId)?.isListed ? jobId : null
    },
  }
}
