import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { describeSettings, parseEnv } from '../../../supabase/functions/api/env.ts'
import { waitForFunction } from '../../../tools/deploy/wait-for-function.ts'

const API = 'https://api.test'
const NEW = {
  SWEEP_SECRET: 'the new secret of the sweep, with over 32 characters',
  VIDEO_PROVIDER: 'pollo',
  VIDEO_API_KEY: 'new',
}
const PLATFORM = { SUPABASE_URL: 'https://qwertyuiopasdfghjklz.supabase.co', SUPABASE_SECRET_KEY: '-' }

/** The version and the settings that the function runs with. */
let running: { version: string; settings: Record<string, string> }
beforeEach(() => {
  vi.useFakeTimers()
  running = { version: 'new', settings: NEW }
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: { apikey: string } }) => {
    const { version, settings } = running
    const isKnown = headers.apikey === settings.SWEEP_SECRET
    const report = describeSettings(parseEnv({ ...settings, ...PLATFORM }))
    return Response.json({ version, sweep: { secondsSinceLast: 8 }, ...(isKnown ? { settings: report } : {}) })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function wait(): Promise<string> {
  const deployment = { ref: 'qwertyuiopasdfghjklz', apiUrl: API, functionSecrets: NEW }
  const outcome = waitForFunction(deployment, 'new').then(
    () => 'in force',
    (error: Error) => error.message,
  )
  await vi.advanceTimersByTimeAsync(30_000)
  const early = await Promise.race([outcome, 'waiting'])
  if (early !== 'waiting') return early
  await vi.advanceTimersByTimeAsync(40_000)
  return outcome
}

it('goes on as soon as the function has the new version and settings', async () => {
  expect(await wait()).toBe('in force')
})

it.each([
  [{ version: 'old', settings: NEW }, 'version new'],
  [
    { version: 'new', settings: { ...NEW, SWEEP_SECRET: 'the old secret of the sweep, with over 32 characters' } },
    'the new SWEEP_SECRET',
  ],
  [{ version: 'new', settings: { ...NEW, VIDEO_API_KEY: 'old' } }, 'the new VIDEO_API_KEY'],
  [{ version: 'new', settings: { ...NEW, KEEP_VIDEOS_DAYS: '400' } }, 'the new KEEP_VIDEOS_DAYS'],
])('waits a minute for %j, and then names what is missing', async (old, missing) => {
  running = old
  expect(await wait()).toBe(
    `${API}/health doesn't report ${missing}. See the function's log in the dashboard, under Edge Functions.`,
  )
})
