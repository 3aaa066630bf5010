// Holds the machine and the run that drives it, outside React: leaving the page must not stop a create half way, and
// coming back finds the job where it is.
import { type Model, type ModelId, modelById } from '@/config/models'
import { parseStatus } from '@/lib/job-status'
import { renewSession } from '@/lib/renew-session'
import type { Services } from '@/lib/services'
import { sleep } from '@/lib/sleep'
import { createStore, type Store } from '@/lib/store'
import type { Fields } from './fields'
import { jobInput } from './job-input'
import { type Action, IDLE, reduce, type State } from './machine'
import { type Picture, pictureToDataUri } from './picture'
import { type Job, type JobDeps, resumeJob, runJob, statusPath } from './run-job'
import { findJob, forgetJob, markLate, type StoredJob, saveJob } from './stored-jobs'

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
  /** Picks up the job that this person started here and has not seen the end of, once there is nothing else to show. */
  resume(userId: string, peers: RunnerPeers): void
  /** 'Try Again' and 'Generate New'. */
  reset(): void
  /** A new address of the finished video, whose signed one ends after a while; null when there is none to have. */
  freshUrl(): Promise<string | null>
  /** Lets go of a job that is not this person's to watch: somebody else signed in, or nobody is. */
  leave(userId: string | null): void
}

export function createRunner(services: Services): Runner {
  const state = createStore<State>(IDLE)
  const prices = createStore<Partial<Record<ModelId, number>>>({})
  const dispatch = (action: Action) => state.set(reduce(state.get(), action))
  let runs = 0
  let current: { userId: string; abort: AbortController } | null = null
  // A job that was turned down keeps its hold for a while: the next press for the same thing uses the same id.
  let unsent: (Pick<StoredJob, 'jobId' | 'userId' | 'credits'> & { modelId: Model['id'] }) | null = null

  function begin(job: Job, userId: string, peers: RunnerPeers): JobDeps {
    const abort = new AbortController()
    current = { userId, abort }
    return {
      video: services.video,
      videoMode: services.videoMode,
      consume: (consumption) => services.creditsApi.consume(consumption),
      credits: peers.credits,
      endSession: peers.endSession,
      forgetJob,
      renewSession: async () => renewSession(await services.loadSupabase()),
      sleep,
      now: () => Date.now(),
      dispatch(action) {
        noticePrice(job, action)
        dispatch(action)
      },
      signal: abort.signal,
    }
  }

  function reset() {
    const ended = state.get()
    if (ended.status === 'error') {
      // The next visit looks once more: the video may have come, and then it is paid for.
      if (ended.failure.kind === 'late') markLate(ended.job.jobId)
      dispatch({ type: 'error_to_idle', runId: ended.runId })
    }
    if (ended.status === 'success') dispatch({ type: 'success_to_idle', runId: ended.runId })
  }

  /** Whatever run ended in it, a price the server told holds from now on. */
  function noticePrice(job: Job, action: Action) {
    if (action.type === 'generating_to_error' && action.failure.price !== undefined) {
      prices.set({ ...prices.get(), [job.modelId]: action.failure.price })
    }
  }

  return {
    state,
    prices,
    generate({ userId, fields, model, price, picture }, peers) {
      reset()
      if (state.get().status !== 'idle') return
      const again =
        unsent?.userId === userId && unsent.modelId === model.id && unsent.credits === price ? unsent.jobId : null
      unsent = null
      const jobId = again ?? crypto.randomUUID()
      const startedAt = Date.now()
      runs += 1
      const runId = runs
      saveJob({ jobId, userId, fields, credits: price, startedAt })
      const job = jobFrom({ jobId, userId, fields, credits: price, startedAt })
      const image = fields.mode === 'image' ? picture : null
      const makeInput = async () =>
        jobInput(fields, {
          image: image ? await pictureToDataUri(image) : null,
          sendsAudio: services.videoMode === 'gateway' || model.hasSound,
          random: Math.random,
        })
      dispatch({ type: 'idle_to_holding', runId, job, startedAt })
      void runJob(job, runId, makeInput, begin(job, userId, peers)).then((end) => {
        if (end === 'unsent') unsent = { jobId, userId, modelId: model.id, credits: price }
      })
    },
    resume(userId, peers) {
      const before = state.get()
      if (before.status === 'error' && before.failure.kind === 'sign_in') reset()
      // In direct mode only the vendor knows the job, by an id of its own.
      if (state.get().status !== 'idle' || services.videoMode === 'direct') return
      const stored = findJob(userId, Date.now())
      if (!stored) return
      runs += 1
      const job = jobFrom(stored)
      dispatch({ type: 'idle_to_polling', runId: runs, job, startedAt: stored.startedAt, taskId: job.jobId })
      void resumeJob(job, runs, begin(job, userId, peers), stored.isLate ? 1 : undefined)
    },
    reset,
    async freshUrl() {
      const shown = state.get()
      if (shown.status !== 'success') return null
      try {
        return parseStatus(await services.video.request({ method: 'GET', path: statusPath(shown.taskId) })).url
      } catch {
        return null
      }
    },
    leave(userId) {
      const now = state.get()
      if (!current || current.userId === userId) return
      if (now.status === 'generating') {
        current.abort.abort()
        dispatch({ type: 'generating_to_idle', runId: now.runId })
      }
      if (now.status === 'success') reset()
      // An error stays: it may be the one that says why nobody is signed in any more.
    },
  }
}

function jobFrom({ jobId, fields, credits }: StoredJob): Job {
  const model = modelById(fields.modelId)
  return {
    jobId,
    modelId: model.id,
    apiPath: model.apiPath,
    modelName: model.name,
    prompt: fields.prompt.trim(),
    length: fields.length,
    hasPicture: fields.mode === 'image',
    credits,
  }
}
