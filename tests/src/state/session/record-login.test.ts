import { beforeEach, describe, expect, it, vi } from 'vitest'
import { recordLogin } from '@/state/session/record-login'
import { takeConsole } from '../../../support/app/console'
import { createFakeSupabase } from '../../../support/app/fake-supabase'
import { testSession } from '../../../support/app/session'

const NOW = new Date('2026-11-20T10:00:00.000Z')
const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(USER_AGENT)
})

function record({ provider = 'google' as string | null, ip = '203.0.113.7' } = {}) {
  const supabase = createFakeSupabase()
  const session = testSession({ userId: 'user-1', provider })
  return { supabase, session, run: () => recordLogin({ supabase: supabase.client, session, ipLookup: async () => ip }) }
}

it('writes one row with every field', async () => {
  const { supabase, run } = record()
  expect(await run()).toEqual({ success: true })
  expect(supabase.callsOf('login_logs', 'insert')).toEqual([
    [
      {
        user_id: 'user-1',
        login_time: '2026-11-20T10:00:00.000Z',
        ip_address: '203.0.113.7',
        user_agent: USER_AGENT,
        provider: 'google',
        device_type: 'desktop',
        local_time: NOW.toLocaleString(),
        os_name: 'Windows',
        browser_name: 'Chrome',
        device_brand: '',
        device_model: '',
        is_mobile: false,
      },
    ],
  ])
})

it('asks and writes as the person who signed in, also when they have signed out meanwhile', async () => {
  const { supabase, session, run } = record()
  await run()
  const own = ['Authorization', `Bearer ${session.access_token}`]
  expect(supabase.callsOf('login_logs', 'setHeader')).toEqual([own, own])
})

it("writes 'unknown' where the account does not name its provider, or the address is not known", async () => {
  const { supabase, run } = record({ provider: null, ip: 'unknown' })
  await run()
  expect(supabase.callsOf('login_logs', 'insert')[0]).toMatchObject([{ provider: 'unknown', ip_address: 'unknown' }])
})

it('asks for a record of this person in the last 60 s', async () => {
  const { supabase, run } = record()
  await run()
  expect(supabase.tableCalls[0]).toEqual({
    table: 'login_logs',
    steps: [
      { name: 'select', args: ['id'] },
      { name: 'eq', args: ['user_id', 'user-1'] },
      { name: 'gte', args: ['login_time', '2026-11-20T09:59:00.000Z'] },
      { name: 'limit', args: [1] },
      { name: 'setHeader', args: ['Authorization', expect.stringMatching(/^Bearer /)] },
    ],
  })
})

it('skips when another tab wrote one meanwhile, and the database dropped this one', async () => {
  const { supabase, run } = record()
  supabase.answers.table = () => ({ data: [], error: null })
  expect(await run()).toEqual({ success: true, skipped: true })
  expect(supabase.callsOf('login_logs', 'insert')).toHaveLength(1)
})

it('skips when there is one', async () => {
  const { supabase, run } = record()
  supabase.answers.table = () => ({ data: [{ id: 'log-1' }], error: null })
  expect(await run()).toEqual({ success: true, skipped: true })
  expect(supabase.callsOf('login_logs', 'insert')).toEqual([])
})

it.each([
  [
    'mobile',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    { is_mobile: true, os_name: 'Android', browser_name: 'Chrome', device_brand: 'Google', device_model: 'Pixel 9' },
  ],
  [
    'tablet',
    'Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
    { is_mobile: true, os_name: 'iOS', browser_name: 'Mobile Safari', device_brand: 'Apple', device_model: 'iPad' },
  ],
  [
    'desktop',
    'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    { is_mobile: false, os_name: 'Linux', browser_name: 'Firefox', device_brand: '', device_model: '' },
  ],
  [
    'other',
    'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
    {
      is_mobile: false,
      os_name: 'PlayStation',
      browser_name: 'Safari',
      device_brand: 'Sony',
      device_model: 'PlayStation 5',
    },
  ],
])('describes the device: %s', async (device_type, userAgent, fields) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  const { supabase, run } = record()
  await run()
  expect(supabase.callsOf('login_logs', 'insert')[0]).toMatchObject([{ device_type, user_agent: userAgent, ...fields }])
})

describe('a failure is for the console alone', () => {
  it.each(['select', 'insert'])('of the %s', async (verb) => {
    const error = takeConsole('error')
    const { supabase, run } = record()
    const refusal = { message: 'refused' }
    supabase.answers.table = (call) =>
      call.steps[0]?.name === verb ? { data: null, error: refusal } : { data: [], error: null }
    expect(await run()).toEqual({ success: false })
    expect(error).toHaveBeenCalledWith('The login could not be recorded', refusal)
  })

  it('of the network', async () => {
    const error = takeConsole('error')
    const { supabase, run } = record()
    const failure = new TypeError('fetch failed')
    supabase.answers.table = () => {
      throw failure
    }
    expect(await run()).toEqual({ success: false })
    expect(error).toHaveBeenCalledWith('The login could not be recorded', failure)
  })
})
