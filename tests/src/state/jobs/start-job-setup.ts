import { vi } from 'vitest'
import { modelById } from '@/config/models'
import { ApiError } from '@/lib/http/api-error'
import { EMPTY_FIELDS } from '@/state/jobs/fields'
import { storedJob } from '@/state/jobs/job'
import { type JobInput, type StartDeps, startJob } from '@/state/jobs/start-job'
import { createFakeServices } from '../../../support/app/fake-services'
import { fakeConsume, fakeVideo, JOB_ID } from '../../../support/app/fake-video'

const fields = { ...EMPTY_FIELDS, prompt: ' a fox ', seed: 7 }
const job = storedJob({ jobId: JOB_ID, userId: 'ada', fields, credits: 330, startedAt: 0 }, 'holding')

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

/** One start of a job with everything it touches faked. */
export function setupStart(options: Partial<StartDeps> = {}) {
  const { services, creditsApi } = createFakeServices()
  const video = fakeVideo()
  const abort = new AbortController()
  creditsApi.consume.mockImplementation(fakeConsume())
  const credits = { setBalance: vi.fn(), addPending: vi.fn(), removePending: vi.fn() }
  const onChange = vi.fn<StartDeps['onChange']>()
  const deps: StartDeps = {
    ...services,
    video,
    credits,
    model: modelById('veo-3'),
    readImage: null,
    onChange,
    signal: abort.signal,
    ...options,
  }
  const run = () => startJob(job, deps)
  return {
    video,
    credits,
    consume: creditsApi.consume,
    abort,
    onChange,
    run,
    failure: async () => {
      const end = await run()
      return end.type === 'refused' ? end.failure : null
    },
  }
}
