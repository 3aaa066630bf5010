// Holds the machine and the run that drives it, outside React: leaving the page must not stop a create half way, and
// coming back finds the job where it is.
import { type Model, type ModelId, modelById } from '@/config/models'
import type { Services } from '@/lib/services'
import { sleep } from '@/lib/sleep'
import type { Fields } from './fields'
import { jobInput } from './job-input'
import { type Action, IDLE, reduce, type State } from './machine'
import { type Picture, pictureToDataUri } from './picture'
import { type Job, type JobDeps, resumeJob, runJob } from './run-job'
import { createStore, type Store } from './store'
import { findJob, forgetJob, type StoredJob, saveJob } from './stored-jobs'

/** What the page knows and the runner does not. */
export interface RunnerPeers {
  credits: JobDeps['credits']
  dropLocalUser(): void
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
      dropLocalUser: peers.dropLocalUser,
      forgetJob,
      renewSession: async () => (await services.supabase.auth.refreshSession()).data.session !== null,
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
      // A job that only waits for a sign-in is picked up again; every other one has been seen.
      if (ended.failure.kind !== 'sign_in') forgetJob(ended.job.jobId)
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
      void resumeJob(job, runs, begin(job, userId, peers))
    },
    reset,
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
