// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { describeDevice } from '@/state/session/describe-device'
import { getSessionKey, readProfile } from '@/state/session/profile'
import { markLogin, recordLogin } from '@/state/session/record-login'
import { readConsole } from '../../../support/app/console'
import { createFakeSupabase } from '../../../support/app/fake-supabase'
import { testSession } from '../../../support/app/session'

function stubStorage() {
  const entries = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  }
  vi.stubGlobal('window', { localStorage })
}

describe('recordLogin', () => {
  const NOW = new Date('2026-11-20T10:00:00.000Z')
  const USER_AGENT =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    vi.stubGlobal('navigator', { userAgent: USER_AGENT })
  })

  function record({ provider = 'google' as string | null, ip = '203.0.113.7', isNew = true } = {}) {
    const supabase = createFakeSupabase()
    const session = testSession({ userId: 'user-1', provider })
    return {
      supabase,
      session,
      run: () =>
        recordLogin({
          supabase: supabase.client,
          session,
          visit: { key: 'session-1', isNew },
          ipLookup: async () => ip,
        }),
    }
  }

  it('writes one login record with every field', async () => {
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

  it("reads and writes login records with the signed-in user's token, even after a sign-out", async () => {
    const { supabase, session, run } = record()
    await run()
    const own = ['Authorization', `Bearer ${session.access_token}`]
    expect(supabase.callsOf('login_logs', 'setHeader')).toEqual([own, own])
  })

  it("writes 'unknown' for a login's provider or address that isn't known", async () => {
    const { supabase, run } = record({ provider: null, ip: 'unknown' })
    await run()
    expect(supabase.callsOf('login_logs', 'insert')[0]).toMatchObject([{ provider: 'unknown', ip_address: 'unknown' }])
  })

  it("searches the user's login records of the last 60 s", async () => {
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

  it('searches for the record of an interrupted login from 60 s before the sign-in on, however late', async () => {
    stubStorage()
    markLogin({ key: 'session-1', isNew: true })
    vi.setSystemTime(NOW.getTime() + 3_600_000)
    const { supabase, run } = record({ isNew: false })
    expect(await run()).toEqual({ success: true })
    expect(supabase.callsOf('login_logs', 'gte')).toEqual([['login_time', '2026-11-20T09:59:00.000Z']])
    expect(await run()).toEqual({ success: true, skipped: true })
    expect(supabase.callsOf('login_logs', 'insert')).toHaveLength(1)
  })

  it('writes a failed login record on the next load, and none of another session', async () => {
    stubStorage()
    readConsole('error')
    markLogin({ key: 'session-1', isNew: true })
    const first = record()
    first.supabase.answers.table = () => ({ data: null, error: { message: 'refused' } })
    expect(await first.run()).toEqual({ success: false })
    expect(await record({ isNew: false }).run()).toEqual({ success: true })
    markLogin({ key: 'session-2', isNew: true })
    expect(await record({ isNew: false }).run()).toEqual({ success: true, skipped: true })
  })

  it('skips the login record if another tab wrote one and the database dropped this one', async () => {
    const { supabase, run } = record()
    supabase.answers.table = () => ({ data: [], error: null })
    expect(await run()).toEqual({ success: true, skipped: true })
    expect(supabase.callsOf('login_logs', 'insert')).toHaveLength(1)
  })

  it('skips the login record if a recent record exists', async () => {
    const { supabase, run } = record()
    supabase.answers.table = () => ({ data: [{ id: 'log-1' }], error: null })
    expect(await run()).toEqual({ success: true, skipped: true })
    expect(supabase.callsOf('login_logs', 'insert')).toEqual([])
  })

  describe('recordLogin failures', () => {
    it.each(['select', 'insert'])('logs a failed %s of a login record to the console', async (verb) => {
      const error = readConsole('error')
      const { supabase, run } = record()
      const refusal = { message: 'refused' }
      supabase.answers.table = (call) =>
        call.steps[0]?.name === verb ? { data: null, error: refusal } : { data: [], error: null }
      expect(await run()).toEqual({ success: false })
      expect(error).toHaveBeenCalledWith('The login could not be recorded', refusal)
    })

    it('logs a network failure of a login record to the console', async () => {
      const error = readConsole('error')
      const { supabase, run } = record()
      const failure = new TypeError('fetch failed')
      supabase.answers.table = () => {
        throw failure
      }
      expect(await run()).toEqual({ success: false })
      expect(error).toHaveBeenCalledWith('The login could not be recorded', failure)
    })
  })
})

describe('Login device', () => {
  const ANDROID = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${ANDROID} Safari/537.36`

  const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
  it.each([
    ['an iPhone', IPHONE, 'mobile'],
    ['an Android phone', `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${ANDROID} Mobile Safari/537.36`, 'mobile'],
    [
      'an iPad',
      `Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) ${APPLE} Version/17.6 Mobile/15E148 Safari/604.1`,
      'tablet',
    ],
    ['an Android tablet', `Mozilla/5.0 (Linux; Android 14; SM-X710) ${ANDROID} Safari/537.36`, 'tablet'],
    ['Windows', WINDOWS, 'desktop'],
    ['a television', `Mozilla/5.0 (Web0S; Linux/SmartTV) ${ANDROID} Safari/537.36 WebAppManager`, 'other'],
    ['a crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'other'],
    ['what nobody knows', 'x', 'other'],
  ])('describes %s: %s as a %s', async (_, userAgent, device_type) => {
    const is_mobile = device_type === 'mobile' || device_type === 'tablet'
    expect(await describeDevice(userAgent)).toMatchObject({ device_type, is_mobile })
  })

  it("reads a device's system, browser, maker, and model", async () => {
    expect(await describeDevice(IPHONE)).toEqual({
      device_type: 'mobile',
      os_name: 'iOS',
      browser_name: 'Mobile Safari',
      device_brand: 'Apple',
      device_model: 'iPhone',
      is_mobile: true,
    })
  })
})

describe('Login profile', () => {
  it.each([
    ['the account name', { name: ' Ada Byron ', email: 'ada@example.com' }, 'Ada Byron'],
    ['the part of the email before the @', { name: null, email: 'ada@example.com' }, 'ada'],
    ['the visible letters of the name', { name: 'Ada\u202e\u2067\nByron\u0007 ', email: '' }, 'Ada Byron'],
    ["'User' if the name has no visible letters", { name: '\u200f\u202e', email: '' }, 'User'],
    ["'User' if the account has no name or email", { name: '  ', email: '' }, 'User'],
  ])('names the user of a login by %s', (_, account, name) => {
    expect(readProfile(testSession(account).user).name).toBe(name)
  })

  it("copies a login's profile image, but only if its address is text", () => {
    const { user } = testSession({ picture: 'https://pictures.test/ada.png' })
    expect(readProfile(user).picture).toBe('https://pictures.test/ada.png')
    expect(readProfile({ ...user, user_metadata: { avatar_url: 5 } }).picture).toBeNull()
  })

  it('names a session by its ID, which a refresh keeps', () => {
    expect(getSessionKey(testSession())).toBe(getSessionKey(testSession({ tokenNumber: 2 })))
    expect(getSessionKey(testSession())).not.toBe(getSessionKey(testSession({ sessionId: 'session-2' })))
  })

  it('names a session by its user if the token has no session ID', () => {
    const { user } = testSession()
    for (const access_token of ['opaque', 'a.b.c', `x.${btoa('{"sub":"u"}')}.y`]) {
      expect(getSessionKey({ ...testSession(), access_token })).toBe(user.id)
    }
  })
})
