import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { env } from '@/config/env'
import { createSupabaseLoader } from '@/lib/supabase/load-supabase'

const client = { auth: {} }
const code = { createSupabase: () => client }
const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

type Load = NonNullable<Parameters<typeof createSupabaseLoader>[1]>
const loading = () => vi.fn<Load>(async () => code as unknown as Awaited<ReturnType<Load>>)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('loads nothing until it is asked, and then one client for all', async () => {
  const load = loading()
  const loadSupabase = createSupabaseLoader(env, load)
  expect(load).not.toHaveBeenCalled()
  const [one, two] = await Promise.all([loadSupabase(), loadSupabase()])
  expect(one).toBe(client)
  expect(two).toBe(one)
  expect(load).toHaveBeenCalledTimes(1)
})

it('tries again when the code does not arrive', async () => {
  const load = loading().mockImplementationOnce(failing)
  const asked = createSupabaseLoader(env, load)()
  await vi.advanceTimersByTimeAsync(1000)
  await expect(asked).resolves.toBe(client)
  expect(load).toHaveBeenCalledTimes(2)
})

it('gives up with a network error, and starts anew with the next call', async () => {
  const load = loading().mockImplementation(failing)
  const loadSupabase = createSupabaseLoader(env, load)
  const asked = loadSupabase()
  asked.catch(() => {})
  await vi.advanceTimersByTimeAsync(3000)
  await expect(asked).rejects.toMatchObject({ name: 'NetworkError', kind: 'network' })
  expect(load).toHaveBeenCalledTimes(4)
  load.mockImplementation(loading())
  await expect(loadSupabase()).resolves.toBe(client)
})
