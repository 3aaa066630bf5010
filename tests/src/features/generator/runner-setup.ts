import { vi } from 'vitest'
import { modelById } from '@/config/models'
import { EMPTY_FIELDS } from '@/features/generator/form/fields'
import { createRunner, type Order } from '@/features/generator/runner'
import type { Services } from '@/lib/services'
import { createFakeServices } from '../../../support/app/fake-services'
import { createFakeBrowser } from '../../../support/app/fake-tabs'
import { fakeConsume, fakeVideo } from './fakes'

export const order: Order = {
  userId: 'ada',
  fields: { ...EMPTY_FIELDS, prompt: ' a fox ' },
  model: modelById('veo-3'),
  price: 330,
  picture: null,
}

/** The runner of one tab; tabs of the same browser hear each other. */
export function setupRunner(videoMode: Services['videoMode'] = 'gateway', browser = createFakeBrowser()) {
  const video = fakeVideo()
  const consume = fakeConsume()
  const fakes = createFakeServices()
  fakes.creditsApi.consume.mockImplementation(consume)
  const services: Services = { ...fakes.services, video, videoMode, tabs: browser.openTab() }
  const peers = {
    credits: {
      setBalance: vi.fn(),
      addPending: vi.fn(),
      removePending: vi.fn(),
      refresh: vi.fn(async () => {}),
    },
    endSession: vi.fn(),
  }
  const jobIds = () => fakes.creditsApi.consume.mock.calls.map(([{ jobId }]) => jobId)
  return {
    video,
    consume: fakes.creditsApi.consume,
    jobsApi: fakes.jobsApi,
    services,
    peers,
    jobIds,
    runner: createRunner(services),
  }
}
