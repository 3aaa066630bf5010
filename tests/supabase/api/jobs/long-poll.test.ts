// Status requests that wait for news. These tests check what ends the wait and what it costs. Time is simulated.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { expect, it, vi } from 'vitest'
import type { JobRow } from '../../../../supabase/functions/api/services/jobs/job-row.ts'
import { createLongPolls, type LongPollDeps } from '../../../../supabase/functions/api/services/progress/long-poll.ts'
import type { StatusOutcome } from '../../../../supabase/functions/api/services/providers/provider.ts'
import { startApi } from '../../../harness/api.ts'
import { createUser, ORIGIN } from '../../../harness/database.ts'
import { holdFileResponse, makeCheckDue, setAge } from '../../../support/server/delivery.ts'
import { sql, supabase } from '../../../support/server/suite.ts'

const WAIT = { prefer: 'wait=20' }

/** Creates a running job that this server already reported. `at` runs work once this many seconds have passed. */
async function start(settings: Record<string, string> = {}) {
  /** The calls of the database, in order. */
  const calls: { name: string; body: string }[] = []
  let pending = 0
  const api = startApi(supabase, settings, async (request, send) => {
    const { origin, pathname } = new URL(request.url)
    if (origin !== ORIGIN) return send(request)
    pending += 1
    const [, name] = pathname.split('/rpc/')
    if (name) calls.push({ name, body: await request.clone().text() })
    return send(request).finally(() => {
      pending -= 1
    })
  })
  /** Resolves when all pending work that needs no time is done. */
  const quiet = async () => {
    for (let turns = 0; turns < 20; turns = pending > 0 ? 0 : turns + 1) await setImmediate()
  }
  const [user, job] = [await createUser(supabase, 100), randomUUID()]
  const created = await api.create(user, job)
  await api.status(user, job)
  calls.splice(0)
  api.provider.sent.length = 0
  api.clock.now = Date.now() + 10
  api.clock.grace = () => new Promise(() => {})
  const begun = api.clock.now
  const due: { seconds: number; work: () => unknown }[] = []
  api.clock.sleep = async (ms) => {
    await quiet()
    api.clock.now += ms
    for (const entry of due.splice(0)) {
      if (passed() < entry.seconds) due.push(entry)
      else await entry.work()
    }
  }
  const passed = () => (api.clock.now - begun) / 1000
  return {
    ...api,
    user,
    job,
    calls,
    passed,
    at: (seconds: number, work: () => unknown) => due.push({ seconds, work }),
    called: (name: string) => calls.filter((call) => call.name === name).length,
    poll: async (headers: Record<string, string> = WAIT, of = { user, job }) =>
      (await api.request('GET', `/generation/${of.job}/status`, of.user, undefined, { headers })).body,
    other: startApi(supabase),
    offered: created.body.data.wait as unknown,
  }
}

it('holds a long poll for its full time without news, as one request with one status check', async () => {
  const { poll, user, passed, provider, called } = await start({ VIDEO_STATUS_INTERVAL_SECONDS: '60' })
  provider.wait()
  const answer = await poll()
  expect(passed()).toBe(20)
  expect(answer).toMatchObject({ status: 'waiting', job: { settlement: 'held', wait: 20 } })
  // The elapsed time is in whole seconds and is read at 10 s.
  expect(answer.job.elapsedSeconds).toBeGreaterThanOrEqual(19)
  expect(answer.job.elapsedSeconds).toBeLessThan(25)
  expect(provider.checks.length).toBe(1)
  expect([called('poll_job'), called('check_jobs'), called('get_job')]).toEqual([1, 40, 1])
  expect(await sql('select used from private.rate_limits where key = $1', [`status:${user.id}`])).toEqual([{ used: 2 }])
})

it('ends a long poll when the clock is set back, and reports no negative seconds', async () => {
  const { poll, at, clock, log } = await start()
  at(2, () => {
    clock.now -= 3_600_000
  })
  const answer = await poll()
  expect(answer).toMatchObject({ status: 'processing', job: { elapsedSeconds: expect.any(Number) } })
  expect(answer.job.elapsedSeconds).toBeGreaterThanOrEqual(0)
  expect(log.at(-1)).toMatchObject({ message: 'request', milliseconds: 0 })
})

it('returns from a long poll when the video is stored', async () => {
  const { poll, at, passed, provider } = await start()
  at(2, () => provider.finish())
  expect(await poll()).toMatchObject({ status: 'succeed', job: { settlement: 'captured' } })
  // The delivery takes a moment.
  expect(passed()).toBeLessThan(5)
})

it('returns from a long poll after the first failed download of the file', async () => {
  const { poll, at, passed, provider } = await start()
  provider.intercept.file = () => new Response(null, { status: 503 })
  at(2, () => provider.finish())
  expect((await poll()).job).toMatchObject({ settlement: 'held', deliveryEndsInSeconds: expect.any(Number) })
  expect(passed()).toBeLessThan(5)
})

it('returns from a long poll when another server stored the video, without a status check', async () => {
  const { poll, at, passed, provider, other, user, job } = await start({ VIDEO_STATUS_INTERVAL_SECONDS: '60' })
  other.provider.finish()
  at(3, async () => {
    await makeCheckDue(job)
    await other.status(user, job)
  })
  expect(await poll()).toMatchObject({ status: 'succeed', result: { url: expect.stringContaining(job) } })
  expect([passed(), provider.checks.length]).toEqual([3, 0])
})

it('returns from a long poll after a delivery that outlasts the time a poll waits for deliveries', async () => {
  const { poll, at, passed, provider, clock, waitUntilIdle } = await start()
  const file = holdFileResponse(provider)
  clock.grace = async () => {}
  provider.finish()
  at(4, async () => {
    file.open()
    await waitUntilIdle()
  })
  expect(await poll()).toMatchObject({ status: 'succeed', job: { settlement: 'captured' } })
  expect(passed()).toBe(4)
})

it.each([
  ['a job that leaves the queue', ({ provider }: Started) => provider.run(), 'processing'],
  ['a failure', ({ provider }: Started) => provider.fail('Too dark'), 'failed'],
])('returns from a long poll after %s', async (_, end, status) => {
  const api = await start()
  await sql('update public.jobs set queued = true where id = $1', [api.job])
  api.provider.wait()
  api.at(5, () => end(api))
  expect((await api.poll()).status).toBe(status)
  expect(api.passed()).toBe(5)
})
type Started = Awaited<ReturnType<typeof start>>

it('returns 404 from a long poll when the job was deleted during the wait', async () => {
  const { poll, at, other, user, job } = await start()
  other.provider.finish()
  at(1, async () => {
    await makeCheckDue(job)
    await other.status(user, job)
    await other.request('DELETE', `/api/jobs/${job}`, user)
  })
  expect(await poll()).toMatchObject({ code: 'not_found' })
})

it.each<[string, Record<string, string>, Record<string, string>, number, number | undefined]>([
  ['the client does not ask to wait', {}, {}, 0, 20],
  ['the client prefers something else', { prefer: 'respond-async' }, {}, 0, 20],
  ['waiting is switched off', WAIT, { LONG_POLL_SECONDS: '0' }, 0, undefined],
  ['the job is older than five minutes', WAIT, {}, 6, undefined],
])('responds to a status request at once if %s', async (_, headers, settings, minutes, offered) => {
  const { poll, passed, job, offered: first } = await start(settings)
  expect(first).toBe(settings.LONG_POLL_SECONDS ? undefined : 20)
  await setAge(job, minutes)
  const answer = await poll(headers)
  expect([passed(), answer.job.wait]).toEqual([0, offered])
})

it('returns from a long poll at once for a finished job, and offers no wait', async () => {
  const { poll, passed, provider } = await start()
  provider.finish()
  await poll({})
  expect((await poll()).job).toMatchObject({ settlement: 'captured' })
  expect((await poll()).job).not.toHaveProperty('wait')
  expect(passed()).toBe(0)
})

it('holds a long poll as long as the client asks, up to the configured limit', async () => {
  const { poll, passed } = await start({ LONG_POLL_SECONDS: '8' })
  await poll({ prefer: 'respond-async, wait=3' })
  expect(passed()).toBe(3)
  await poll({ prefer: 'wait=600' })
  expect(passed()).toBe(11)
})

it('reads the database once for all long polls, and lets three polls per user wait', async () => {
  const { poll, at, calls, job, create, passed } = await start()
  const other = { user: await createUser(supabase, 100), job: randomUUID() }
  await create(other.user, other.job)
  await poll({}, other)
  const answers = [poll(), poll(), poll(), poll(WAIT, other)]
  let early: number | null = null
  // By now, the first three polls and the other user's poll are waiting.
  at(2, async () => {
    const asked = passed()
    const count = calls.length
    expect((await poll()).status).toBe('processing')
    early = passed() - asked
    expect(calls.slice(count).map(({ name }) => name)).toEqual(['poll_job'])
  })
  await Promise.all(answers)
  expect(early).toBe(0)
  const together = calls.filter(({ name, body }) => name === 'check_jobs' && body.includes(job))
  expect(together.some(({ body }) => body.includes(other.job) && body.split(job).length === 2)).toBe(true)
})

it('returns the last known status from a long poll when the database is down', async () => {
  const { poll, at, passed, network, log } = await start()
  at(3, () => {
    network.lost = /\/rest\//
  })
  expect(await poll()).toMatchObject({ status: 'processing' })
  expect(passed()).toBe(3)
  expect(log).toContainEqual(expect.objectContaining({ message: 'long polls could not be checked' }))
})

it('ends a long poll when the client disconnects, over a real connection', async () => {
  const { app, clock, log, job, user } = await start()
  // Time stands still, so only the disconnect can end the poll.
  const waits = vi.fn(() => setImmediate())
  clock.sleep = waits
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const page = new AbortController()
  const headers = { ...WAIT, authorization: `Bearer ${user.token}` }
  const asked = fetch(`http://127.0.0.1:${port}/generation/${job}/status`, { headers, signal: page.signal })
  asked.catch(() => {})
  const before = log.length
  await expect.poll(() => waits.mock.calls.length).toBeGreaterThan(1)
  page.abort()
  await expect(asked).rejects.toThrow('aborted')
  await expect.poll(() => log.slice(before)).toContainEqual(expect.objectContaining({ message: 'request' }))
  server.close()
})

/**
 * Runs polls without a server. `status` is the provider's response, and each tick of half a second waits for `tick`.
 */
function startAlone(status: () => Partial<Extract<StatusOutcome, { kind: 'running' }>>, tick?: () => Promise<void>) {
  let time = 0
  const unknown = { ahead: null, progress: null, delivery_failures: 0 }
  let job = { ...unknown, status: 'running', queued: true, elapsed_seconds: 9, provider: 'x', provider_task_id: 'task' }
  const deps = {
    jobs: { find: async () => job, recordRunning: async () => {} },
    statusChecks: {
      claim: async (jobs: JobRow[]) => jobs.map((one) => ({ ...one, claimed: true })),
      refresh: async (one: JobRow) => ({ ...one, queued: status().phase !== 'processing', ...status() }),
    },
    providers: {
      find: () => ({ name: 'x', status: async () => ({ kind: 'running', phase: 'waiting', ...status() }) }),
    },
    sleep: vi.fn(async (ms: number) => {
      await tick?.()
      time += ms
    }),
    now: () => new Date(time),
    background: () => {},
    longPollSeconds: 20,
  }
  const polls = createLongPolls(deps as unknown as LongPollDeps)
  return {
    deps,
    passed: () => time / 1000,
    poll(over: Partial<JobRow> = {}, signal = new AbortController().signal) {
      const found = { ...job, id: 'job', user_id: 'user', ...over } as JobRow
      job = { ...job, ...over } as typeof job
      return polls.wait(found, { ...found, ...status() }, { since: 0, seconds: 20, signal })
    },
  }
}

it('ends a long poll at once if the position in the queue is known, because that changes often', async () => {
  const { poll, passed } = startAlone(() => ({ ahead: 3 }))
  expect(await poll()).toMatchObject({ ahead: 3 })
  expect(passed()).toBe(0)
})

it("returns from a long poll when the job's progress changes by a tenth", async () => {
  let progress = 0.25
  const { poll, passed } = startAlone(() => ({ phase: 'processing', progress }))
  const answer = poll({ queued: false, progress: 0.25 })
  progress = 0.34
  expect([(await answer).progress, passed()]).toEqual([0.34, 20])
  const next = startAlone(() => ({ phase: 'processing', progress }))
  const told = next.poll({ queued: false, progress })
  progress = 0.45
  expect((await told).progress).toBe(0.45)
  expect(next.passed()).toBeLessThan(3)
})

it('lets up to five hundred long polls of all users wait', async () => {
  const end = Promise.withResolvers<void>()
  const { poll, deps } = startAlone(
    () => ({}),
    () => end.promise,
  )
  const page = new AbortController()
  const ask = (number: number) => poll({ id: `job ${number}`, user_id: `user ${number}` }, page.signal)
  const waiting = Array.from({ length: 500 }, (_, number) => ask(number))
  const answered = vi.fn()
  for (const answer of waiting) void answer.then(answered)
  await ask(500)
  expect([answered.mock.calls.length, deps.sleep.mock.calls.length]).toEqual([0, 1])
  page.abort()
  end.resolve()
  await Promise.all(waiting)
})
