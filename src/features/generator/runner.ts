// Holds the machine and the run that drives it, outside React: leaving the page must not stop a create half way, and
// coming back finds the job where it is.
import type { Model, ModelId } from '@/config/models'
import type { VideoAddresses } from '@/lib/browser/download-video'
import { isShown, onShown } from '@/lib/browser/visibility'
import { ApiError } from '@/lib/http/api-error'
import { parseStatus } from '@/lib/job-status'
import { isCancelUndecided } from '@/lib/jobs-api'
import type { Services } from '@/lib/services'
import { sleep } from '@/lib/sleep'
import { createStore, type Store } from '@/lib/store'
import { MESSAGES } from '@/state/jobs/job-text'
import { jobsFor } from '@/state/jobs/jobs-for'
import type { Fields } from './form/fields'
import { type Picture, pictureToDataUri } from './image/image'
import { storedFacts, toldFacts } from './job-facts'
import { chooseSeed, jobInput } from './job-input'
import type { JobDeps } from './job-run'
import { pickUpJob, runJob } from './run-job'
import { type Action, type Canceling, IDLE, isPolling, type JobFacts, reduce, type State } from './stage/machine'
import { notify } from './stage/notify'
import { findJob, forgetJob, type StoredJob, saveJob } from './stored-jobs'
import { statusPath } from './watch-job'

/** An older job has had its 180 polls: the library shows it, and the form is free for another one. */
const LONGEST_ON_STAGE_MS = 15 * 60_000
/** As long as the tab that stored a job may still be on the way to creating it. */
const CREATE_MAY_LAST_MS = 2 * 60_000
const ASK_AGAIN_MS = 5000
/** Where a stop may be asked for: not asked yet, or asked without an answer. */
const MAY_ASK: ReadonlySet<Canceling> = new Set<Canceling>(['none', 'undecided', 'unheard'])

/** What the page knows and the runner does not. */
export interface RunnerPeers {
  credits: JobDeps['credits']
  endSession(): void
}

export interface Order {
  userId: string
  fields: Fields
  model: Model
  /** The price on the button. */
  price: number
  picture: Picture | null
}

export interface Runner {
  state: Store<State>
  /** Prices the server told with a refusal, which are newer than those in the code. */
  prices: Store<Partial<Record<ModelId, number>>>
  /** Starts a job, from whatever the last one left behind. Does nothing while one runs. */
  generate(order: Order, peers: RunnerPeers): void
  /** Picks up the job of this person that is still being made, wherever it was started, once nothing else is shown. */
  resume(userId: string, peers: RunnerPeers): void
  /** Asks the server to stop the job that is shown. */
  cancel(): Promise<void>
  /** New addresses of the finished video, whose signed ones end after a while; null when there are none to have. */
  renew(): Promise<VideoAddresses | null>
  /** 'Try Again' and 'Generate New'. */
  reset(): void
  /** Lets go of a job that is not this person's to watch: somebody else signed in, or nobody is. */
  leave(userId: string | null): void
}

export function createRunner(services: Services): Runner {
  const { store: jobs, news } = jobsFor(services)
  const state = createStore<State>(IDLE)
  const prices = createStore<Partial<Record<ModelId, number>>>({})
  const dispatch = (action: Action) => state.set(reduce(state.get(), action))
  let runs = 0
  let current: { userId: string; peers: RunnerPeers; abort: AbortController } | null = null
  let asking = new AbortController()
  // A job that was turned down keeps its hold for a while: the next press for the same thing uses the same id.
  let unsent: (Pick<StoredJob, 'jobId' | 'userId' | 'credits'> & { modelId: Model['id'] }) | null = null

  function begin(userId: string, peers: RunnerPeers): { runId: number; deps: JobDeps } {
    const abort = new AbortController()
    current = { userId, peers, abort }
    runs += 1
    const deps: JobDeps = {
      video: services.video,
      videoMode: services.videoMode,
      consume: (consumption) => services.creditsApi.consume(consumption),
      credits: peers.credits,
      endSession: peers.endSession,
      forgetJob,
      tabs: services.tabs,
      news,
      isShown,
      onShown,
      announce: ({ jobId, prompt }) => notify(MESSAGES.ready, { body: prompt, tag: jobId, isShown: isShown() }),
      sleep,
      now: () => Date.now(),
      dispatch,
      signal: abort.signal,
    }
    return { runId: runs, deps }
  }

  function reset() {
    const ended = state.get()
    if (ended.status === 'error') dispatch({ type: 'error_to_idle', runId: ended.runId })
    if (ended.status === 'success') dispatch({ type: 'success_to_idle', runId: ended.runId })
    if (ended.status === 'stopped') dispatch({ type: 'stopped_to_idle', runId: ended.runId })
  }

  /** Stops watching the job that is shown. */
  function letGo(action: 'polling_to_stopped' | 'generating_to_idle', credits = 0) {
    const now = state.get()
    if (now.status !== 'generating') return
    current?.abort.abort()
    if (action === 'generating_to_idle') return dispatch({ type: action, runId: now.runId })
    dispatch({ type: action, runId: now.runId, credits, isFromPoll: false })
    forgetJob(now.job.jobId)
    current?.peers.credits.refresh().catch(() => undefined)
  }

  async function pickUp(job: JobFacts, startedAt: number, userId: string, peers: RunnerPeers) {
    const { runId, deps } = begin(userId, peers)
    dispatch({ type: 'idle_to_polling', runId, job, startedAt, taskId: job.jobId })
    return pickUpJob({ job, runId, deps })
  }

  async function resumeStored(stored: StoredJob, userId: string, peers: RunnerPeers) {
    const end = await pickUp(storedFacts(stored), stored.startedAt, userId, peers)
    if (end !== 'unknown') return
    if (Date.now() - stored.startedAt > CREATE_MAY_LAST_MS) forgetJob(stored.jobId)
    void resumeTold(userId, peers)
  }

  /** Nothing is stored here: the server knows what runs, after a sign-out and on another device. */
  async function resumeTold(userId: string, peers: RunnerPeers) {
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    while (!signal.aborted && state.get().status === 'idle') {
      try {
        const { jobs: open } = await services.jobsApi.list({ open: true })
        const job = open.find(({ elapsedSeconds }) => elapsedSeconds * 1000 < LONGEST_ON_STAGE_MS)
        if (signal.aborted || state.get().status !== 'idle' || !job) return
        await pickUp(toldFacts(job), Date.now() - job.elapsedSeconds * 1000, userId, peers)
        return
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) return
        await sleep(ASK_AGAIN_MS, signal).catch(() => undefined)
      }
    }
  }

  // It may have been stopped in the library or in another tab.
  news.listen((item) => {
    const now = state.get()
    if (item.type === 'stopped' && isPolling(now) && now.job.jobId === item.jobId) {
      letGo('polling_to_stopped', item.credits)
    }
  })

  return {
    state,
    prices,
    generate({ userId, fields: typed, model, price, picture }, peers) {
      reset()
      if (state.get().status !== 'idle') return
      asking.abort()
      const again =
        unsent?.userId === userId && unsent.modelId === model.id && unsent.credits === price ? unsent.jobId : null
      unsent = null
      const startedAt = Date.now()
      const fields = { ...typed, seed: chooseSeed(typed, Math.random) }
      const stored = { jobId: again ?? crypto.randomUUID(), userId, fields, credits: price, startedAt }
      saveJob(stored)
      const job = storedFacts(stored)
      const image = fields.mode === 'image' ? picture : null
      const makeInput = async () =>
        jobInput(fields, {
          image: image ? await pictureToDataUri(image) : null,
          sendsAudio: services.videoMode === 'gateway' || model.hasSound,
          seed: job.seed,
        })
      const { runId, deps } = begin(userId, peers)
      dispatch({ type: 'idle_to_holding', runId, job, startedAt })
      void runJob({ job, runId, deps }, makeInput).then((end) => {
        if (end === 'unsent') unsent = { jobId: job.jobId, userId, modelId: model.id, credits: price }
        const ended = state.get()
        // Whatever run ended in it, a price the server told holds from now on.
        if (ended.status === 'error' && ended.runId === runId && ended.failure.price !== undefined) {
          prices.set({ ...prices.get(), [model.id]: ended.failure.price })
        }
      })
    },
    resume(userId, peers) {
      const before = state.get()
      if (before.status === 'error' && before.failure.kind === 'sign_in') reset()
      // In direct mode only the vendor knows the job, by an id of its own.
      if (state.get().status !== 'idle' || services.videoMode === 'direct') return
      const stored = findJob(userId, Date.now())
      void (stored ? resumeStored(stored, userId, peers) : resumeTold(userId, peers))
    },
    async cancel() {
      const now = state.get()
      if (!isPolling(now) || !MAY_ASK.has(now.canceling)) return
      const { runId, job } = now
      dispatch({ type: 'polling_canceling', runId, canceling: 'asking' })
      try {
        const { outcome } = await jobs.cancel(job.jobId)
        // A stop is told to every tab, this one included.
        if (outcome === 'stopped') return
        dispatch({ type: 'polling_canceling', runId, canceling: outcome === 'too_late' ? 'too_late' : 'ended' })
      } catch (error) {
        dispatch({ type: 'polling_canceling', runId, canceling: isCancelUndecided(error) ? 'undecided' : 'unheard' })
      }
    },
    async renew() {
      const shown = state.get()
      if (shown.status !== 'success') return null
      try {
        if (services.videoMode === 'gateway') return await jobs.renew(shown.job.jobId)
        const answer = await services.video.request({ method: 'GET', path: statusPath(shown.taskId) })
        return { videoUrl: parseStatus(answer).url, downloadUrl: null }
      } catch {
        return null
      }
    },
    reset,
    leave(userId) {
      if (current?.userId === userId) return
      asking.abort()
      if (!current) return
      letGo('generating_to_idle')
      const { status } = state.get()
      // An error stays: it may be the one that says why nobody is signed in any more.
      if (status === 'success' || status === 'stopped') reset()
    },
  }
}
