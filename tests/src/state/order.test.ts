// Session, credits, and jobs reach the same state, whichever store is created first or receives an event first.
import { beforeEach, expect, it, vi } from 'vitest'
import type { Services } from '@/lib/services'
import { getCreditsStore } from '@/state/credits/credits'
import { getJobStore } from '@/state/jobs/jobs'
import { saveJobs } from '@/state/jobs/stored-job'
import { getSessionStore } from '@/state/session/session'
import { createFakeServices } from '../../support/app/fake-services'
import { fakeVideo } from '../../support/app/fake-video'
import { testStoredJob } from '../../support/app/jobs'
import { testSession } from '../../support/app/session'

const watch = {
  session: (services: Services) => void getSessionStore(services).start(),
  credits: (services: Services) => void getCreditsStore(services).subscribe(() => {}),
  jobs: (services: Services) => void getJobStore(services).subscribe(() => {}),
}
type Name = keyof typeof watch

const ORDERS: Name[][] = [
  ['session', 'credits', 'jobs'],
  ['session', 'jobs', 'credits'],
  ['credits', 'session', 'jobs'],
  ['credits', 'jobs', 'session'],
  ['jobs', 'session', 'credits'],
  ['jobs', 'credits', 'session'],
]

beforeEach(() => void vi.useFakeTimers())

it.each(ORDERS)('follows a user over two sign-ins with stores started in the order %s, %s, %s', async (...names) => {
  const ada = testSession({ userId: 'ada' })
  saveJobs(testStoredJob({ userId: 'ada', startedAt: Date.now() }))
  const { services: fakes, supabase } = createFakeServices({ session: ada, credits: 450 })
  const services: Services = { ...fakes, video: fakeVideo() }
  for (const name of names) watch[name](services)
  const seen = () => [
    getSessionStore(services).get().userId,
    getCreditsStore(services).get().credits,
    getJobStore(services).get().userId,
    getJobStore(services).get().jobs.length,
  ]
  const settle = () => vi.advanceTimersByTimeAsync(0)

  await vi.waitFor(() => expect(seen()).toEqual(['ada', 450, 'ada', 1]))
  expect(supabase.callsOf('users', 'upsert')).toHaveLength(1)
  supabase.emit('SIGNED_IN', testSession({ userId: 'ada', tokenNumber: 2 }))
  await settle()
  expect(supabase.callsOf('users', 'upsert')).toHaveLength(1)

  supabase.emit('SIGNED_OUT', null)
  expect(seen()).toEqual([null, 0, null, 0])
  supabase.emit('SIGNED_IN', testSession({ userId: 'grace', sessionId: 'session-2' }))
  expect(seen().slice(0, 3)).toEqual(['grace', 0, 'grace'])
  await vi.waitFor(() => expect(seen()).toEqual(['grace', 450, 'grace', 0]))
})
