import { vi } from 'vitest'
import { getModel } from '@/config/models'
import type { Services } from '@/lib/services'
import { getCreditsStore } from '@/state/credits/credits'
import { EMPTY_FIELDS } from '@/state/jobs/fields'
import { getJobStore } from '@/state/jobs/jobs'
import { choosePrimaryJob, getFailure, getPanelStateOf, listShownJobs } from '@/state/jobs/panel'
import type { GenerationOrder } from '@/state/jobs/starter'
import { createFakeServices } from '../../../support/app/fake-services'
import { createFakeBrowser } from '../../../support/app/fake-tabs'
import { fakeConsume, fakeVideo } from '../../../support/app/fake-video'

export const order: GenerationOrder = {
  fields: { ...EMPTY_FIELDS, prompt: ' a fox ' },
  model: getModel('veo-3'),
  price: 330,
  source: 'veo-3',
  input: null,
}

interface Options {
  videoMode?: Services['videoMode']
  /** The browser of this tab. Tabs of one browser receive each other's messages. */
  browser?: ReturnType<typeof createFakeBrowser>
  /** The signed-in user, or null. */
  userId?: string | null
}

/** Creates the job store of one tab. */
export function setupJobs({ videoMode = 'gateway', browser = createFakeBrowser(), userId = 'ada' }: Options = {}) {
  const video = fakeVideo()
  const fakes = createFakeServices()
  fakes.creditsApi.consume.mockImplementation(fakeConsume())
  const services: Services = { ...fakes.services, video, videoMode, tabs: browser.openTab() }
  const credits = getCreditsStore(services)
  const jobs = getJobStore(services)
  const test = {
    video,
    services,
    jobs,
    consume: fakes.creditsApi.consume,
    jobsApi: fakes.jobsApi,
    signOut: fakes.supabase.auth.signOut,
    credits: {
      setBalance: vi.spyOn(credits, 'setBalance'),
      addPending: vi.spyOn(credits, 'addPending'),
      removePending: vi.spyOn(credits, 'removePending'),
      refresh: vi.spyOn(credits, 'refresh').mockResolvedValue(undefined),
    },
    stage: () => {
      const job = choosePrimaryJob(listShownJobs(jobs.get()))
      return { status: getPanelStateOf(job), ...(job ? { job, failure: getFailure(job) } : {}) }
    },
    jobIds: () => fakes.creditsApi.consume.mock.calls.map(([{ jobId }]) => jobId),
    polls: () => video.status.mock.calls.length,
    rows: () => jobs.get().jobs.flatMap((job) => (job.isListed ? [`${job.id} ${job.status}`] : [])),
    flush: () => vi.advanceTimersByTimeAsync(0),
    async start(patch: Partial<GenerationOrder> = {}) {
      jobs.start({ ...order, ...patch })
      await vi.advanceTimersByTimeAsync(0)
    },
  }
  if (userId) jobs.visit(userId)
  return test
}
