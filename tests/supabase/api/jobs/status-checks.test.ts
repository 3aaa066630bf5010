// Which request asks the provider about a job that several clients wait for, and how often.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startApi } from '../../../harness/api.ts'
import { createUser, type TestUser } from '../../../harness/database.ts'
import { call } from '../../../harness/ledger/calls.ts'
import { holdFileResponse } from '../../../support/server/delivery.ts'
import { sql, supabase } from '../../../support/server/suite.ts'

const PLANNED = { VIDEO_STATUS_INTERVAL_SECONDS: '5', VIDEO_ESTIMATE_SECONDS: '100' }
/** The webhook of the provider's task of job $1. */
const CALLBACK = `public.record_provider_callback($1::uuid, 'pollo',
  (select provider_task_id from private.provider_tasks where job_id = $1::uuid))`

async function start(settings: Record<string, string> = PLANNED) {
  const api = startApi(supabase, settings)
  const [user, job] = [await createUser(supabase, 100), randomUUID()]
  await api.create(user, job)
  return { ...api, user, job, poll: async () => (await api.status(user, job)).body }
}

/** Clears the providers' rate limits, which all tests of a process share. */
const clearProviderRates = () => sql('delete from private.provider_status_checks')

it('sends one due status check for all polls on every server', async () => {
  const { poll, provider, clock, status, user, job, settings } = await start()
  const other = startApi(supabase, settings)
  other.provider.run()
  await poll()
  expect(provider.checks.length).toBe(0)
  clock.now += 11_000
  other.clock.now = clock.now
  await Promise.all([poll(), poll(), status(user, job), other.status(user, job), other.status(user, job)])
  expect(provider.checks.length + other.provider.checks.length).toBe(1)
  await poll()
  expect(provider.checks.length + other.provider.checks.length).toBe(1)
})

it("limits status checks to the provider's rate, and alternates between users", async () => {
  const { clock, create, user: greedy } = await start()
  const modest = await createUser(supabase, 100)
  const [jobs, own] = [[randomUUID(), randomUUID(), randomUUID()], randomUUID()]
  for (const job of jobs) {
    await create(greedy, job)
    // Checks that are due at the same moment have no order.
    clock.now += 100
  }
  await create(modest, own)
  const claimAfter = async (seconds: number): Promise<string[]> => {
    const moment = `'${new Date(clock.now + seconds * 1000).toISOString()}'`
    const checks = await call<{ id: string; claimed: boolean }[]>(
      sql,
      'public.check_jobs($1::uuid[], array[60, 60, 60, 60], 1)',
      [`{${[...jobs, own]}}`],
      moment,
    )
    expect(checks).toHaveLength(4)
    return checks.filter(({ claimed }) => claimed).map(({ id }) => id)
  }
  await clearProviderRates()
  expect(await claimAfter(9)).toEqual([])
  // After a pause, twice as many checks are allowed.
  const first = await claimAfter(11)
  expect(first.toSorted()).toEqual([jobs[0], own].toSorted())
  expect(await claimAfter(11)).toEqual([])
  expect(await claimAfter(12)).toEqual([jobs[1]])
  expect(await claimAfter(13)).toEqual([jobs[2]])
  await clearProviderRates()
})

it('claims a status check for 30 s, and schedules the next one if the job is still running', async () => {
  const { poll, provider, clock, job } = await start({ VIDEO_STATUS_INTERVAL_SECONDS: '60' })
  const readWait = async () => {
    const [row] = await sql<{ seconds: number }>(
      'select extract(epoch from due_at - $2::timestamptz)::integer as seconds from private.provider_tasks where job_id = $1',
      [job, new Date(clock.now).toISOString()],
    )
    return row?.seconds
  }
  let claimed: number | undefined
  provider.intercept.status = async () => {
    claimed = await readWait()
    return undefined
  }
  clock.now += 120_000
  await poll()
  expect([claimed, await readWait()]).toEqual([30, 60])
})

it("schedules the next check after a sweep's check as after a poll's", async () => {
  const { sweep, provider, clock, job } = await start()
  provider.run()
  clock.now += 105_000
  await sweep()
  const [row] = await sql<{ seconds: number }>(
    'select extract(epoch from due_at - $2::timestamptz)::integer as seconds from private.provider_tasks where job_id = $1',
    [job, new Date(clock.now).toISOString()],
  )
  expect(row?.seconds).toBe(5)
})

it('records when a job was last unfinished: when a check found it running, or when the webhook came', async () => {
  const { poll, provider, clock, job } = await start()
  const began = clock.now
  const readSeconds = async () => {
    const [row] = await sql<{ at: Date | null }>(
      'select unfinished_at as at from private.provider_tasks where job_id = $1',
      [job],
    )
    return row?.at && Math.round((new Date(row.at).getTime() - began) / 1000)
  }
  const pollAfter = async (seconds: number) => {
    clock.now = began + seconds * 1000
    await poll()
    return readSeconds()
  }
  expect(await readSeconds()).toBeNull()
  provider.run()
  expect(await pollAfter(60)).toBe(60)
  provider.intercept.status = () => Response.json({}, { status: 500 })
  expect(await pollAfter(120)).toBe(60)
  provider.intercept = {}
  expect(await pollAfter(180)).toBe(180)
  expect(await call(sql, CALLBACK, [job], `'${new Date(began + 190_000).toISOString()}'`)).toBe(true)
  provider.finish()
  expect(await pollAfter(200)).toBe(190)
})

it('keeps the check that a webhook asked for while another check found the job running', async () => {
  const { poll, provider, clock, job } = await start()
  provider.run()
  clock.now += 120_000
  const moment = `'${new Date(clock.now).toISOString()}'`
  provider.intercept.status = async () => {
    expect(await call(sql, CALLBACK, [job], moment)).toBe(true)
    return undefined
  }
  await poll()
  const [row] = await sql<{ due: boolean }>(
    `select due_at = ${moment}::timestamptz as due from private.provider_tasks where job_id = $1`,
    [job],
  )
  expect(row).toEqual({ due: true })
})

it("returns a status check's result if it can't be recorded", async () => {
  const { poll, provider, clock, log, network } = await start({ VIDEO_STATUS_INTERVAL_SECONDS: '60' })
  provider.run()
  network.lost = /record_running/
  clock.now += 120_000
  expect((await poll()).status).toBe('processing')
  expect(log).toContainEqual(expect.objectContaining({ message: 'status check not recorded' }))
})

/** Creates jobs whose files all come when `gate` opens. Each of three deliveries at once waits for its file. */
async function startFinished(count: number) {
  const { create, status, provider, clock, waitUntilIdle } = await start()
  await clearProviderRates()
  const gate = holdFileResponse(provider)
  provider.finish()
  const jobs: { user: TestUser; job: string }[] = []
  for (let made = 0; made < count; made += 1) jobs.push({ user: await createUser(supabase, 100), job: randomUUID() })
  for (const { user, job } of jobs) await create(user, job)
  clock.now += 11_000
  const pollAll = async () => {
    const said: string[] = []
    for (const { user, job } of jobs) said.push((await status(user, job)).body.status)
    return said
  }
  const grace = clock.grace
  clock.grace = async () => {}
  await pollAll()
  return {
    clock,
    provider,
    pollAll,
    openGate: async () => {
      gate.open()
      await waitUntilIdle()
      clock.grace = grace
    },
  }
}

it('delivers a finished video when another delivery of this server ends, without another status check', async () => {
  const { provider, pollAll, openGate } = await startFinished(5)
  const checks = provider.checks.length
  await openGate()
  expect(await pollAll()).toEqual(Array<string>(5).fill('succeed'))
  expect(provider.checks.length).toBe(checks)
})

it('schedules an early status check for a finished video if too many others wait for their delivery', async () => {
  const { clock, pollAll, openGate } = await startFinished(10)
  await openGate()
  clock.now += 4000
  const delivered = Array<string>(9).fill('succeed')
  expect(await pollAll()).toEqual([...delivered, 'waiting'])
  clock.now += 2000
  expect(await pollAll()).toEqual([...delivered, 'succeed'])
})

it.each<[string, (now: number) => string, number]>([
  ['a fraction', () => '0.5', 1],
  ['a date', (now) => new Date(now + 30_000).toUTCString(), 30],
  // The pause lasts at most five minutes.
  ['an hour', () => '3600', 300],
  ['an unreadable value', () => 'soon', 10],
])("checks other jobs after the pause of a provider's 429, with a Retry-After of %s", async (_, name, seconds) => {
  const { poll, provider, clock, create, status, user } = await start()
  const other = randomUUID()
  await create(user, other)
  await clearProviderRates()
  clock.now += 11_000
  provider.intercept.status = () => {
    provider.intercept = {}
    provider.finish()
    return Response.json({}, { status: 429, headers: { 'retry-after': name(clock.now) } })
  }
  expect((await poll()).status).toBe('waiting')
  clock.now += (seconds - 1) * 1000
  expect((await status(user, other)).body.status).toBe('waiting')
  clock.now += 1000
  expect((await status(user, other)).body.status).toBe('succeed')
  await clearProviderRates()
})
