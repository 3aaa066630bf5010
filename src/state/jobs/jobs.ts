import type { Job as ServerJob } from '@contract'
import type { Model } from '@/config/models'
import { ApiError } from '@/lib/http/api-error'
import { isCancelPending } from '@/lib/jobs-api'
import { oncePer } from '@/lib/once-per'
import type { Services } from '@/lib/services'
import { sleep } from '@/lib/sleep'
import { creditsFor } from '@/state/credits/credits'
import { endSession } from '@/state/session/end-session'
import { createJobEvents } from './events'
import type { Fields } from './fields'
import { type Job, mayCancel, neverArrived, stageOf, storedJob, told } from './job'
import { createJobList } from './job-list'
import { createJobStore } from './job-store'
import { POLL_INTERVAL_MS } from './poll'
import { chooseSeed, type Started, startJob } from './start-job'
import { findJobs, findShown, forgetJob, forgetJobsOfOthers, isSetAside, saveJob, setJobAside } from './stored-job'

/** An older job has had its 180 polls: the library shows it, and the form is free. */
const LONGEST_IN_PANEL_MS = 15 * 60_000
/** As long as the tab that stored a job may still be creating it. */
const CREATE_MAY_LAST_MS = 2 * 60_000

export interface Order {
  fields: Fields
  model: Model
  /** As on the button. */
  price: number
  readImage: (() => Promise<string>) | null
}

export type Jobs = ReturnType<typeof createJobs>

export const jobsFor = oncePer(createJobs)

function createJobs(services: Services) {
  const { jobsApi, videoMode, tabs } = services
  const isDirect = videoMode === 'direct'
  const credits = creditsFor(services)
  const events = createJobEvents(tabs)
  const store = createJobStore(services, onMissing)
  const { put, update, drop, read, shown } = store
  /** By this tab, for this user. */
  const sent = new Set<string>()
  /** A refused job keeps its hold for a while: the next click for the same thing reuses its id. */
  let unsent: { jobId: string; model: string; credits: number } | null = null

  function show(jobId: string) {
    store.patch({ shownId: jobId })
    update(jobId, () => ({ isOurs: true }))
  }

  function onMissing(job: Job) {
    if (sent.has(job.id)) {
      credits.removePending(job.id)
      unsent = { jobId: job.id, model: job.model, credits: job.credits }
      return update(job.id, () => ({ failure: neverArrived(job) }))
    }
    // The page was left before it was sent.
    if (Date.now() - job.startedAt > CREATE_MAY_LAST_MS) forgetJob(job.id)
    const wasShown = store.get().shownId === job.id
    drop(job.id)
    if (wasShown) void findRunning()
  }

  /** From the server, which knows what runs after a sign-out and on other devices. */
  async function findRunning() {
    const signal = store.signal()
    while (!signal.aborted && store.get().shownId === null) {
      try {
        const { jobs } = await jobsApi.list({ open: true })
        if (signal.aborted || store.get().shownId !== null) return
        put(...store.heard(jobs))
        const isYoung = ({ elapsedSeconds }: ServerJob) => elapsedSeconds * 1000 < LONGEST_IN_PANEL_MS
        const running = jobs.find((job) => isYoung(job) && !isSetAside(job.id))
        if (running) show(running.id)
        return
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) return
        await sleep(POLL_INTERVAL_MS, signal).catch(() => undefined)
      }
    }
  }

  /** Restores what this browser has stored for the user. */
  function startVisit(userId: string | null, kept: readonly Job[] = []) {
    store.startVisit(userId, kept)
    sent.clear()
    unsent = null
    if (!userId) return
    forgetJobsOfOthers(userId)
    // In direct mode only the provider knows a job, by its own id.
    if (isDirect) return
    const stored = findJobs(userId, Date.now())
    put(...stored.map((entry) => storedJob(entry, 'unknown')))
    const last = findShown(stored)
    if (last) show(last.jobId)
    else void findRunning()
  }

  function reset() {
    const job = shown()
    const stage = stageOf(job)
    const { userId } = store.get()
    if (!job || stage.status === 'generating') return
    store.patch({ shownId: null })
    if (!job.isListed) drop(job.id)
    // Signed in again meanwhile: the kept job goes on.
    if (stage.status === 'error' && stage.failure.kind === 'sign_in' && userId) startVisit(userId)
  }

  function onStarted(job: Job, end: Started) {
    if (end.type === 'refused') {
      const { failure } = end
      if (end.isUnsent) unsent = { jobId: job.id, model: job.model, credits: job.credits }
      update(job.id, () => ({ failure }))
      if (failure.kind === 'sign_in') {
        forgetJob(job.id)
        void endSession(services)
      }
      if (!end.isListed) return
    } else {
      update(job.id, () => (end.type === 'lost' ? { status: 'unknown' } : { status: 'waiting', taskId: end.taskId }))
    }
    if (isDirect) return
    events.publish({ type: 'changed', jobId: job.id })
    void read(job.id)
  }

  events.subscribe(({ type, jobId }) => {
    if (!store.get().userId) return
    if (type === 'deleted') return store.erase(jobId)
    store.wake(jobId)
    if (!store.find(jobId)?.isListed || !store.isPolled(jobId)) void read(jobId)
  })

  return {
    get: store.get,
    subscribe: store.subscribe,
    renew: store.renew,
    ...createJobList(store, jobsApi, isDirect),
    /** Nothing of the previous user remains, except the message why nobody is signed in. */
    visit(userId: string | null) {
      if (userId === store.get().userId) return
      const job = shown()
      startVisit(userId, job && !userId && stageOf(job).status === 'error' ? [job] : [])
    },
    /** Does nothing while the shown job is being made. */
    start({ fields: typed, model, price, readImage }: Order) {
      const { userId } = store.get()
      reset()
      if (!userId || shown()) return
      const isSame = unsent?.model === model.id && unsent.credits === price
      const jobId = isSame && unsent ? unsent.jobId : crypto.randomUUID()
      unsent = null
      const fields = { ...typed, seed: chooseSeed(typed, Math.random) }
      const { name: modelName, hasSound } = model
      const stored = { jobId, userId, fields, modelName, hasSound, credits: price, startedAt: Date.now() }
      saveJob(stored)
      sent.add(jobId)
      const job = storedJob(stored, 'holding')
      put(job)
      show(jobId)
      const onChange = (change: Partial<Job>) => update(jobId, () => change)
      const start = startJob(job, { ...services, credits, model, readImage, onChange, signal: store.signal() })
      start.then(
        (end) => onStarted(job, end),
        () => undefined,
      )
    },
    /** 'Try Again' and 'Generate New'. */
    reset,
    /** 'Start another': the job goes on in its row of the library. */
    setAside() {
      const { shownId } = store.get()
      if (!shownId) return
      setJobAside(shownId)
      store.patch({ shownId: null })
    },
    /** The outcome is in the job. */
    async cancel(jobId: string) {
      const signal = store.signal()
      const job = store.find(jobId)
      if (!job || !mayCancel(job)) return
      update(jobId, () => ({ cancel: 'asking', isOurs: true }))
      try {
        const { outcome, job: answer } = await jobsApi.cancel(jobId)
        if (signal.aborted) return
        const cancel = outcome === 'stopped' ? 'asking' : outcome === 'too_late' ? 'too_late' : 'ended'
        update(jobId, (now) => ({ ...told(now, answer, Date.now()), cancel }))
        events.publish({ type: 'changed', jobId })
        store.wake(jobId)
      } catch (error) {
        if (!signal.aborted) update(jobId, () => ({ cancel: isCancelPending(error) ? 'pending' : 'unanswered' }))
      }
    },
    /** Rejects with what the API threw. */
    async remove(jobId: string) {
      await jobsApi.remove(jobId)
      store.erase(jobId)
      events.publish({ type: 'deleted', jobId })
    },
  }
}
