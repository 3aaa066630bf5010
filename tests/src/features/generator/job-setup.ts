import { vi } from 'vitest'
import type { JobInput } from '@/features/generator/job-input'
import type { JobDeps, NewJob } from '@/features/generator/job-run'
import { pickUpJob, runJob } from '@/features/generator/run-job'
import { type Action, IDLE, reduce, type State } from '@/features/generator/stage/machine'
import { ApiError } from '@/lib/http/api-error'
import { sleep } from '@/lib/sleep'
import { createJobNews, type JobNewsItem } from '@/state/jobs/job-news'
import { createFakeBrowser } from '../../../support/app/fake-tabs'
import { fakeConsume, fakeVideo, JOB_ID } from './fakes'

export const job: NewJob = {
  jobId: JOB_ID,
  modelId: 'veo-3',
  modelName: 'Veo 3',
  apiPath: 'generation/google/veo3',
  prompt: 'a fox',
  length: 8,
  seed: 7,
  credits: 330,
  isSilent: false,
  hasPicture: false,
  pictureUrl: null,
}

export const input: JobInput = {
  prompt: 'a fox',
  negativePrompt: '',
  length: 8,
  aspectRatio: '16:9',
  seed: 7,
  generateAudio: true,
}

export function apiError(status: number, code: string, data?: unknown, message = 'The server says no') {
  return new ApiError({ status, code, message, data })
}

/** One run of a job with everything it touches faked; `news` lists what the other tabs were told. */
export function setupJob(options: Partial<JobDeps> = {}) {
  const video = fakeVideo()
  const consume = fakeConsume()
  const abort = new AbortController()
  const actions: Action[] = []
  const told: JobNewsItem[] = []
  let state: State = IDLE
  const tabs = options.tabs ?? createFakeBrowser().openTab()
  const news = options.news ?? createJobNews(tabs)
  news.listen((item) => told.push(item))
  const credits = {
    setBalance: vi.fn(),
    addPending: vi.fn(),
    removePending: vi.fn(),
    refresh: vi.fn(async () => {}),
  }
  const deps = {
    video,
    videoMode: 'gateway' as const,
    consume,
    credits,
    forgetJob: vi.fn(),
    endSession: vi.fn(),
    announce: vi.fn(),
    tabs,
    news,
    isShown: () => true,
    onShown: () => () => {},
    sleep,
    now: () => Date.now(),
    dispatch: (action: Action) => {
      actions.push(action)
      state = reduce(state, action)
    },
    signal: abort.signal,
    ...options,
  }
  return {
    ...deps,
    video,
    consume,
    credits,
    abort,
    actions,
    told,
    state: () => state,
    failure: () => (state.status === 'error' ? state.failure : null),
    run(makeInput: () => Promise<JobInput> = async () => input) {
      deps.dispatch({ type: 'idle_to_holding', runId: 1, job, startedAt: Date.now() })
      return runJob({ job, runId: 1, deps }, makeInput)
    },
    pickUp() {
      deps.dispatch({ type: 'idle_to_polling', runId: 1, job, startedAt: Date.now(), taskId: JOB_ID })
      return pickUpJob({ job, runId: 1, deps })
    },
  }
}
