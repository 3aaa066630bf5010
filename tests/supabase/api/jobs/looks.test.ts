// Who asks the provider about a job that several wait for, and how often.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startApi } from '../../../../harness/api.ts'
import { createUser, type TestUser } from '../../../../harness/database.ts'
import { call } from '../../../../harness/ledger/calls.ts'
import { gateFile } from '../../../support/server/delivery.ts'
import { sql, supabase } from '../../../support/server/suite.ts'

const PLANNED = { VIDEO_LOOK_SECONDS: '5', VIDEO_ESTIMATE_SECONDS: '100' }

async function start(settings: Record<string, string> = PLANNED) {
  const api = startApi(supabase, settings)
  const [user, job] = [await createUser(supabase, 100), randomUUID()]
  await api.create(user, job)
  return { ...api, user, job, poll: async () => (await api.status(user, job)).body }
}

/** Empties the book of looks, which all tests of a process share. */
const forgetLooks = () => sql('delete from private.provider_looks')

it('asks the provider when a look is due, once for all who poll, on every server', async () => {
  const { poll, provider, clock, status, user, job, settings } = await start()
  const other = startApi(supabase, settings)
  other.provider.status = () => other.provider.buildStatus('processing')
  await poll()
  expect(provider.looks).toBe(0)
  clock.now += 11_000
  other.clock.now = clock.now
  await Promise.all([poll(), poll(), status(user, job), other.status(user, job), other.status(user, job)])
  expect(provider.looks + other.provider.looks).toBe(1)
  await poll()
  expect(provider.looks + other.provider.looks).toBe(1)
})

it('tells everybody what the look found', async () => {
  const { poll, provider, clock, job, settings, user } = await start()
  provider.status = () => provider.buildStatus('processing')
  expect((await poll()).status).toBe('waiting')
  clock.now += 11_000
  expect((await poll()).status).toBe('processing')
  const other = startApi(supabase, settings)
  expect((await other.status(user, job)).body.status).toBe('processing')
  expect(other.provider.looks).toBe(0)
})

it('asks no more often than the rate of the provider, users taking turns', async () => {
  const { clock, create, user: greedy } = await start()
  const modest = await createUser(supabase, 100)
  const [jobs, own] = [[randomUUID(), randomUUID(), randomUUID()], randomUUID()]
  for (const job of jobs) {
    await create(greedy, job)
    // Looks that are due at the same moment have no order.
    clock.now += 100
  }
  await create(modest, own)
  const claimAfter = async (seconds: number): Promise<string[]> => {
    const moment = `'${new Date(clock.now + seconds * 1000).toISOString()}'`
    const looks = await call<{ id: string; look: boolean }[]>(
      sql,
      'public.look_at_jobs($1::uuid[], array[60, 60, 60, 60], 1)',
      [`{${[...jobs, own]}}`],
      moment,
    )
    expect(looks).toHaveLength(4)
    return looks.filter(({ look }) => look).map(({ id }) => id)
  }
  await forgetLooks()
  expect(await claimAfter(9)).toEqual([])
  // After a rest there are twice as many.
  const first = await claimAfter(11)
  expect(first.toSorted()).toEqual([jobs[0], own].toSorted())
  expect(await claimAfter(11)).toEqual([])
  expect(await claimAfter(12)).toEqual([jobs[1]])
  expect(await claimAfter(13)).toEqual([jobs[2]])
  await forgetLooks()
})

it('claims a look for 30 s, and puts the next one off once it knows that the job runs on', async () => {
  const { poll, provider, clock, job } = await start({ VIDEO_LOOK_SECONDS: '60' })
  const readWait = async () => {
    const [row] = await sql<{ seconds: number }>(
      'select extract(epoch from due_at - $2::timestamptz)::integer as seconds from private.provider_tasks where job_id = $1',
      [job, new Date(clock.now).toISOString()],
    )
    return row?.seconds
  }
  let claimed: number | undefined
  provider.status = async () => {
    claimed = await readWait()
    return provider.buildStatus('processing')
  }
  clock.now += 120_000
  await poll()
  expect([claimed, await readWait()]).toEqual([30, 60])
})

it('answers what the look found where the next one could not be put off', async () => {
  const { poll, provider, clock, log, network } = await start({ VIDEO_LOOK_SECONDS: '60' })
  provider.status = () => provider.buildStatus('processing')
  network.lost = /defer_look/
  clock.now += 120_000
  expect((await poll()).status).toBe('processing')
  expect(log).toContainEqual(expect.objectContaining({ message: 'next status check not put off' }))
})

it('looks again soon at a video that it has no time to deliver', async () => {
  const { create, status, provider, clock, waitUntilIdle } = await start()
  await forgetLooks()
  const gate = gateFile(provider)
  provider.succeed()
  const jobs: { user: TestUser; job: string }[] = []
  for (let made = 0; made < 4; made += 1) jobs.push({ user: await createUser(supabase, 100), job: randomUUID() })
  for (const { user, job } of jobs) await create(user, job)
  clock.now += 11_000
  const grace = clock.grace
  clock.grace = async () => {}
  const pollAll = async () => {
    const said: string[] = []
    for (const { user, job } of jobs) said.push((await status(user, job)).body.status)
    return said
  }
  await pollAll()
  gate.open()
  await waitUntilIdle()
  clock.grace = grace
  clock.now += 4000
  expect(await pollAll()).toEqual(['succeed', 'succeed', 'succeed', 'waiting'])
  clock.now += 2000
  expect(await pollAll()).toEqual(['succeed', 'succeed', 'succeed', 'succeed'])
})

it('pauses the status checks of a provider after its 429, for as long as it says', async () => {
  const { poll, provider, clock, log } = await start()
  await forgetLooks()
  provider.status = () => Response.json({}, { status: 429, headers: { 'retry-after': '30' } })
  clock.now += 11_000
  await poll()
  expect(provider.looks).toBe(1)
  expect(log).toContainEqual(expect.objectContaining({ message: 'provider status check failed' }))
  clock.now += 26_000
  await poll()
  expect(provider.looks).toBe(1)
  clock.now += 5000
  await poll()
  expect(provider.looks).toBe(2)
  await forgetLooks()
})
