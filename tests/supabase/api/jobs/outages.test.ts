// A dependency of the API is down, paused, or silent. Each case gets a clear response, and nobody is charged.
import { describe, expect, it, vi } from 'vitest'
import { SWEEP_SECRET, startApi } from '../../../harness/api.ts'
import { ORIGIN } from '../../../harness/database.ts'
import { FREE, HELD, PAID } from '../../../support/server/job.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

describe('GET /health', () => {
  it('reports ok when all services respond, and degraded when the sweep has not run for over three minutes', async () => {
    await sql('delete from private.last_sweep')
    const { request, sweep, clock } = startApi(supabase)
    const readHealth = async () => (await request('GET', '/health', null)).body
    expect(await readHealth()).toMatchObject({
      status: 'degraded',
      message: expect.stringContaining('The sweep has never run. '),
      sweep: { secondsSinceLast: null },
    })
    await sweep()
    expect(await readHealth()).toMatchObject({
      success: true,
      status: 'ok',
      message: 'All services are responding.',
      dependencies: { database: 'ok', auth: 'ok', storage: 'ok' },
      sweep: { secondsSinceLast: 0 },
    })
    clock.now += 180_000
    expect(await readHealth()).toMatchObject({ status: 'ok', sweep: { secondsSinceLast: 180 } })
    clock.now += 180_000
    expect(await readHealth()).toMatchObject({
      success: true,
      status: 'degraded',
      message:
        'The sweep has not run for 6 minutes. Credits for abandoned jobs are not being returned. Check its schedule.',
    })
    // Without a secret, no sweep is expected. The server logged that at its start.
    const off = startApi(supabase, { SWEEP_SECRET: '' })
    expect((await off.request('GET', '/health', null)).body).toMatchObject({ status: 'ok' })
  })

  it('shows the current settings at GET /health only with the sweep secret', async () => {
    const { request } = startApi(supabase, { VIDEO_API_URL: 'https://gpu.test/api', ALLOWED_ORIGINS: 'https://a.test' })
    const settingsFor = async (headers: Record<string, string>) =>
      (await request('GET', '/health', null, undefined, { headers })).body.settings
    expect(await settingsFor({})).toBeUndefined()
    expect(await settingsFor({ apikey: 'wrong' })).toBeUndefined()
    expect(await settingsFor({ apikey: SWEEP_SECRET })).toEqual({
      providers: ['pollo at gpu.test'],
      fileOrigins: ['pollo http://files.test'],
      issuer: '',
      origins: ['https://a.test'],
      publicUrl: '',
      usesOldKey: false,
      marks: expect.any(Object),
      alerts: 'off',
    })
  })

  it.each(['database', 'auth', 'storage'])('names the service that is down in the health report: %s', async (name) => {
    const { request, log, network } = startApi(supabase)
    network.lost = { database: /\/rest\//, auth: /\/auth\//, storage: /\/storage\// }[name] ?? null
    const { status, body } = await request('GET', '/health', null)
    expect(status).toBe(503)
    expect(body).toMatchObject({
      success: false,
      code: 'unhealthy',
      message: `Some services are down: ${name}.`,
    })
    expect(body.dependencies).toEqual({ database: 'ok', auth: 'ok', storage: 'ok', [name]: 'down' })
    expect(body.sweep === null).toBe(name === 'database')
    expect(log.at(-1)?.cause).toContain('reset')
  })
})

describe('GET /health under load', () => {
  const busy = { status: 200, body: { success: true, status: 'busy', dependencies: { database: 'busy', auth: 'ok' } } }

  it.each(['PGRST003', '53300', '57014'])('reports a busy database at %s, and down after a minute', async (code) => {
    let isFull = true
    const { request, clock, log } = startApi(supabase, {}, async (call, send) =>
      isFull && call.url.includes('/rpc/') ? Response.json({ code, message: 'full' }, { status: 504 }) : send(call),
    )
    const readHealth = () => request('GET', '/health', null)
    expect(await readHealth()).toMatchObject(busy)
    expect(log.at(-1)?.cause).toContain('full')
    clock.now += 59_999
    expect(await readHealth()).toMatchObject(busy)
    clock.now += 1
    expect(await readHealth()).toMatchObject({ status: 503, body: { dependencies: { database: 'down' } } })
    isFull = false
    expect(await readHealth()).toMatchObject({ status: 200, body: { dependencies: { database: 'ok' } } })
    isFull = true
    expect(await readHealth()).toMatchObject(busy)
  })
})

it.each([
  ['540', 'the project is paused: restore it at', () => new Response('<html>Project paused</html>', { status: 540 })],
  ['503', '503', () => new Response('upstream connect error', { status: 503 })],
])('refuses every call and charges nobody while Supabase returns %s', async (_name, cause, refuse) => {
  let away: RegExp | null = /\/rest\//
  const { request, consume, create, status, user, job, provider, log, booked, clock } = await setUp(
    100,
    async (call, send) => (call.url.startsWith(ORIGIN) && away?.test(call.url) ? refuse() : send(call)),
  )
  // First only the records are unavailable, then sign-in too.
  for (const code of ['database_unavailable', 'auth_unavailable']) {
    for (const answer of [
      await consume(user, job),
      await create(user, job),
      await status(user, job),
      await request('GET', '/api/credits/statement', user),
      await request('GET', '/api/jobs', user),
    ]) {
      expect(answer).toMatchObject({ status: 503, body: { success: false, code } })
      expect(answer.body.message).toMatch(/Try again in a moment\.$/)
    }
    away = /./
    // The token's verification has expired.
    clock.now += 60_000
  }
  expect(log.some((line) => line.cause?.includes(cause))).toBe(true)
  expect(provider.creates).toEqual([])
  away = null
  expect(await booked()).toEqual(FREE)
})

describe('service that never responds', () => {
  /** Intercepts the server's timeouts, so that a test can end each one by hand. */
  function holdTimeouts() {
    const waits: { ms: number; end: () => void }[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      waits.push({ ms, end: () => controller.abort(new DOMException('The time is over', 'TimeoutError')) })
      return controller.signal
    })
    return waits
  }
  const silence = ({ signal }: Request) =>
    new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

  it('cancels a database call after a minute, and returns an error to the user', async () => {
    const waits = holdTimeouts()
    const asked = Promise.withResolvers<void>()
    const { consume, user, job, booked } = await setUp(100, (call, send) => {
      if (!call.url.endsWith('/hold_credits')) return send(call)
      asked.resolve()
      return silence(call)
    })
    const answer = consume(user, job)
    await asked.promise
    expect(waits.at(-1)?.ms).toBe(60_000)
    waits.at(-1)?.end()
    expect(await answer).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
    expect(await booked()).toEqual(FREE)
  })

  it('cancels a delivery if Storage hangs during the upload, and delivers 5 s later', async () => {
    const waits = holdTimeouts()
    let isSilent = true
    const asked = Promise.withResolvers<void>()
    const { create, status, provider, clock, user, job, booked, timers } = await setUp(100, (call, send) => {
      if (!isSilent || !new URL(call.url).pathname.startsWith('/storage/v1/object/videos/')) return send(call)
      asked.resolve()
      return silence(call)
    })
    await create(user, job)
    provider.finish()
    const poll = status(user, job)
    await asked.promise
    waits.at(-1)?.end()
    expect((await poll).body.status).toBe('processing')
    expect(timers.size).toBe(0)
    expect(await booked()).toEqual(HELD)
    isSilent = false
    clock.now += 5000
    expect((await status(user, job)).body.status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
  })

  it.each([
    ['/health', 3000, null],
    ['/api/jobs', 5000, 'signed in'],
  ])('responds without Storage at %s after %i ms', async (path, ms, signedIn) => {
    const asked = Promise.withResolvers<void>()
    let isSilent = false
    const { create, status, provider, request, user, job, log } = await setUp(100, (call, send) => {
      if (!isSilent || !new URL(call.url).pathname.startsWith('/storage/')) return send(call)
      asked.resolve()
      return silence(call)
    })
    await create(user, job)
    provider.finish()
    await status(user, job)
    isSilent = true
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = request('GET', path, signedIn ? user : null)
    await asked.promise
    await vi.advanceTimersByTimeAsync(ms)
    vi.useRealTimers()
    expect((await answer).body).toMatchObject(
      signedIn
        ? { data: { jobs: [{ status: 'succeeded', videoUrl: null, downloadUrl: null }] } }
        : { dependencies: { storage: 'busy' } },
    )
    const addresses = expect.objectContaining({ level: 'error', message: 'file URLs not signed' })
    if (signedIn) expect(log).toContainEqual(addresses)
  })
})
