import type { JobLabel, ServerJob } from '@contract/jobs'
import { readDataUri } from '@/lib/browser/read-data-uri'
import { ApiError, isRefusedAs } from '@/lib/http/api-error'
import { memoizeByKey } from '@/lib/memoize-by-key'
import type { Services } from '@/lib/services'
import { sleep } from '@/lib/sleep'
import { getSessionStore } from '@/state/session/session'
import { createJobEvents } from './events'
import { isActive, type Job, mayCancel } from './job'
import { createJobList } from './job-list'
import { restoreJob } from './job-reducer'
import { createJobStore, type SessionScope } from './job-store'
import { describeReturnedHold, MESSAGES } from './job-text'
import { getPanelStateOf } from './panel'
import { MAX_POLLING_MS, POLL_INTERVAL_MS } from './poll'
import { createStarter, type GenerationOrder } from './starter'
import {
  clearJobsOfOthers,
  findPanelJobs,
  findStoredJobs,
  isInBackground,
  isOwnJob,
  moveJobsToBackground,
} from './stored-job'

/** The longest time in milliseconds that the tab which stored a job may still be creating it. */
const CREATE_MAY_LAST_MS = 2 * 60_000

export type Jobs = ReturnType<typeof createJobs>

export const getJobStore = memoizeByKey(createJobs)

function createJobs(services: Services) {
  const { videoMode, tabs } = services
  const isDirect = videoMode === 'direct'
  const session = getSessionStore(services)
  const events = createJobEvents(tabs)
  const store = createJobStore(services, onMissing)
  const { jobsApi, commit, dispatch, drop, put, read, shown } = store
  const list = createJobList(store, isDirect)
  const starter = createStarter(services, store, events, show)

  function show(visit: SessionScope, ...jobIds: string[]) {
    commit(visit, () => ({ shownIds: jobIds }))
    for (const jobId of jobIds) dispatch(visit, jobId, { type: 'shown' })
  }

  function onMissing(visit: SessionScope, job: Job) {
    if (starter.refuseMissing(visit, job)) return
    const age = Date.now() - job.startedAt
    if (isOwnJob(job.id) || age > CREATE_MAY_LAST_MS) return void returnUnsent(visit, job)
    const { shownIds } = store.get()
    drop(visit, job.id)
    if (shownIds.length > 0 && isPanelFree()) void findRunning(visit)
    // Another tab may still be creating the job. After this time, poll it again.
    sleep(CREATE_MAY_LAST_MS - age, visit.signal).then(
      () => {
        put(visit, job)
        if (isPanelFree()) show(visit, job.id)
      },
      () => undefined,
    )
  }

  /** Ends a job that never reached the server, because the user left its page. Its hold is returned at once. */
  async function returnUnsent(visit: SessionScope, job: Job) {
    const refuse = (charge: string) =>
      dispatch(visit, job.id, {
        type: 'refused',
        failure: { kind: 'plain', message: MESSAGES.leftBeforeStart, charge },
      })
    try {
      const { outcome, job: answer } = await jobsApi.cancel(job.id)
      // The job arrived meanwhile, and may even have ended. For a hold without a job, the server returns `never_sent`.
      if (outcome !== 'stopped' && answer.failureCode !== 'never_sent')
        return put(visit, ...store.mergeServerJobs([answer]))
      refuse(MESSAGES.notCharged)
    } catch (error) {
      refuse(
        error instanceof ApiError && error.status === 404 ? MESSAGES.notCharged : describeReturnedHold(job.credits),
      )
    }
  }

  const isPanelFree = () => store.get().shownIds.length === 0

  /** Requests the active jobs, because the user may have started them before a sign-out or on another device. */
  async function findRunning(visit: SessionScope) {
    const { signal } = visit
    while (!signal.aborted && isPanelFree()) {
      try {
        const { jobs } = await jobsApi.list({ open: true })
        if (signal.aborted || !isPanelFree()) return
        put(visit, ...store.mergeServerJobs(jobs))
        // An older one has timed out: the library shows it, and the form is free.
        const isYoung = ({ elapsedSeconds }: ServerJob) => elapsedSeconds * 1000 < MAX_POLLING_MS
        const running = jobs.find((job) => isYoung(job) && !isInBackground(job.id))
        if (running) show(visit, running.id)
        return
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) return
        await sleep(POLL_INTERVAL_MS, signal).catch(() => undefined)
      }
    }
  }

  /** Restores the jobs that this browser has stored for the user. */
  function startVisit(userId: string | null, kept: readonly Job[] = []) {
    const visit = store.startVisit(userId, kept)
    starter.forget()
    if (!userId) return
    clearJobsOfOthers(userId)
    // In direct mode, only the provider knows a job, by the provider's ID.
    if (isDirect) return
    const stored = findStoredJobs(userId, Date.now())
    put(visit, ...stored.map((entry) => restoreJob(entry, 'unknown')))
    const last = findPanelJobs(stored)
    if (last.length > 0) show(visit, ...last)
    else void findRunning(visit)
  }

  function reset() {
    const jobs = shown()
    const { userId } = store.get()
    if (jobs.some(isActive)) return
    const visit = store.visit()
    commit(visit, () => ({ shownIds: [] }))
    for (const job of jobs) if (!job.isListed) drop(visit, job.id)
    // The user has signed in again, so the stored job continues.
    const isSignedOut = jobs.some((job) => job.status === 'refused' && job.failure.kind === 'sign_in')
    if (isSignedOut && userId) {
      startVisit(userId)
      list.onVisit()
    }
  }

  events.subscribe(({ type, jobId }) => {
    if (!store.get().userId) return
    if (type === 'deleted') return store.erase(jobId)
    store.wake(jobId)
    if (!store.find(jobId)?.isListed || !store.isPolled(jobId)) void read(store.visit(), jobId)
  })

  /** Starts a user's session. It removes the previous user's state, except the message that the session ended. */
  function visit(userId: string | null) {
    if (userId === store.get().userId) return
    const ended = userId ? [] : shown().filter((job) => getPanelStateOf(job) === 'error')
    startVisit(userId, ended)
    list.onVisit()
  }

  let isFollowing = false

  return {
    get: store.get,
    getInitial: store.getInitial,
    /**
     * Calls `onChange` after each change. The first subscription starts the session, and from then on the store follows
     * every change of the user.
     */
    subscribe(onChange: () => void): () => void {
      const unsubscribe = store.subscribe(onChange)
      if (!isFollowing) {
        isFollowing = true
        session.onUser(visit)
      }
      return unsubscribe
    },
    renew: store.renew,
    ...list,
    visit,
    /** Starts jobs in the panel, several as a comparison. Does nothing while a shown job is active. */
    start(...orders: [GenerationOrder, ...GenerationOrder[]]) {
      const { userId } = store.get()
      reset()
      if (userId && shown().length === 0) starter.start(userId, orders)
    },
    /** Starts a job in the background and doesn't change the panel. Resolves with its ID if the library lists it. */
    async startInBackground(order: GenerationOrder): Promise<string | null> {
      const { userId } = store.get()
      return userId ? starter.startInBackground(userId, order) : null
    },
    /** Clears the panel, for 'Try Again' and 'Generate New'. */
    reset,
    /** Clears the panel, for 'Start another'. The library still shows the job's progress. */
    moveToBackground() {
      moveJobsToBackground(store.get().shownIds)
      commit(store.visit(), () => ({ shownIds: [] }))
    },
    /** Cancels a job. The outcome is in the job. */
    async cancel(jobId: string) {
      const visit = store.visit()
      const job = store.find(jobId)
      if (!job || !mayCancel(job)) return
      dispatch(visit, jobId, { type: 'cancel_asked' })
      try {
        const { outcome, job: answer } = await jobsApi.cancel(jobId)
        dispatch(visit, jobId, { type: 'server_told', job: answer, now: Date.now() })
        const cancel = outcome === 'stopped' ? 'asking' : outcome === 'too_late' ? 'too_late' : 'ended'
        dispatch(visit, jobId, { type: 'cancel_answered', cancel })
        if (visit.signal.aborted) return
        events.publish({ type: 'changed', jobId })
        store.wake(jobId)
      } catch (error) {
        const cancel = isRefusedAs(error, 'cancel_pending') ? 'pending' : 'unanswered'
        dispatch(visit, jobId, { type: 'cancel_answered', cancel })
      }
    },
    /** Changes the title or the star. Rejects with the API's error. */
    async label(jobId: string, label: JobLabel) {
      const visit = store.visit()
      try {
        put(visit, ...store.mergeServerJobs([await jobsApi.label(jobId, label)]))
      } catch (error) {
        // The job was deleted on another device.
        if (error instanceof ApiError && error.status === 404) store.erase(jobId)
        throw error
      }
      events.publish({ type: 'changed', jobId })
    },
    /** Stores a video's poster or peaks. Never rejects, because another visit draws them again. */
    async savePreview(jobId: string, { poster, peaks }: { poster?: Blob; peaks?: number[] }) {
      const visit = store.visit()
      const job = store.find(jobId)
      if (peaks && job?.status === 'succeeded') put(visit, { ...job, peaks })
      if (isDirect) return
      const body = { ...(poster ? { poster: await readDataUri(poster) } : {}), ...(peaks ? { peaks } : {}) }
      await jobsApi.savePreview(jobId, body).catch(() => undefined)
    },
    /** Deletes a job's files. Rejects with what the API threw. */
    async remove(jobId: string) {
      await jobsApi.remove(jobId)
      store.erase(jobId)
      events.publish({ type: 'deleted', jobId })
    },
  }
}
