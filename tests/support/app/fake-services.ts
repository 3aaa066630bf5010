import type { Session } from '@supabase/supabase-js'
import { vi } from 'vitest'
import type { CreditsApi } from '@/lib/credits-api'
import { ApiError } from '@/lib/http/api-error'
import type { Http } from '@/lib/http/http'
import type { JobsApi } from '@/lib/jobs-api'
import type { Services } from '@/lib/services'
import { createStore } from '@/lib/store'
import { createFakeSupabase } from './fake-supabase'
import { createFakeBrowser } from './fake-tabs'

/** Creates services without a network. A call without a prepared response rejects and names itself. */
export function createFakeServices(options: { session?: Session | null; credits?: number } = {}) {
  const supabase = createFakeSupabase(options)
  const creditsApi = {
    consume: vi.fn<CreditsApi['consume']>(unanswered('creditsApi.consume')),
    balance: vi.fn<CreditsApi['balance']>(unanswered('creditsApi.balance')),
    validate: vi.fn<CreditsApi['validate']>(unanswered('creditsApi.validate')),
    addTestCredits: vi.fn<CreditsApi['addTestCredits']>(unanswered('creditsApi.addTestCredits')),
    statement: vi.fn<CreditsApi['statement']>(unanswered('creditsApi.statement')),
  }
  const jobsApi = {
    // Nobody has jobs by default, because the generator's page always loads the library.
    list: vi.fn<JobsApi['list']>(async () => ({ jobs: [], nextCursor: null })),
    get: vi.fn<JobsApi['get']>(async () => {
      throw new ApiError({ status: 404, code: 'not_found', message: 'Job not found.' })
    }),
    label: vi.fn<JobsApi['label']>(unanswered('jobsApi.label')),
    // What is drawn is stored, whatever a test is about.
    savePreview: vi.fn<JobsApi['savePreview']>(async () => undefined),
    remove: vi.fn<JobsApi['remove']>(unanswered('jobsApi.remove')),
    cancel: vi.fn<JobsApi['cancel']>(unanswered('jobsApi.cancel')),
  }
  const api = { request: vi.fn<Http['request']>(unanswered('api.request')) }
  const admin = { request: vi.fn<Http['request']>(unanswered('admin.request')) }
  const video = { request: vi.fn<Http['request']>(unanswered('video.request')) }
  const services: Services = {
    loadSupabase: async () => supabase.client,
    // Auth events reach the app, as for a user who has signed in before.
    isSupabaseWanted: createStore(true),
    onStoredSession: () => () => {},
    hasStoredSession: () => true,
    removeStoredSession: vi.fn(),
    api,
    creditsApi,
    jobsApi,
    admin,
    video,
    videoMode: 'gateway',
    ipLookup: async () => '203.0.113.7',
    tabs: createFakeBrowser().openTab(),
  }
  return { services, supabase, creditsApi, jobsApi, api, admin, video }
}

function unanswered(name: string) {
  return async (...args: unknown[]): Promise<never> => {
    throw new Error(`The test gave no answer for ${name}(${JSON.stringify(args)})`)
  }
}
