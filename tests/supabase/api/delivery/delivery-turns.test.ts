// The order in which finished videos are delivered when some files are missing, silent, or cut off.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { buildPolloStatus } from '../../../../local/video-service/scripted/pollo.ts'
import { sendJson } from '../../../../local/video-service/scripted/response.ts'
import { createDeliveryTurns } from '../../../../supabase/functions/api/services/progress/delivery-turns.ts'
import { startApi, VIDEO } from '../../../harness/api.ts'
import { createUser } from '../../../harness/database.ts'
import { listDueJobs } from '../../../harness/ledger/calls.ts'
import { holdFileResponse } from '../../../support/server/delivery.ts'
import { HELD, PAID } from '../../../support/server/job.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

const PROVIDERS = ['pollo', 'kling', 'runway'] as const
type Name = (typeof PROVIDERS)[number]
const FILES = 'http://files.test'
const SETTINGS = {
  KLING_API_KEY: 'k',
  KLING_FILE_ORIGINS: FILES,
  RUNWAY_API_KEY: 'r',
  RUNWAY_FILE_ORIGINS: FILES,
}

/** Starts an API with three providers that have finished every job. A task's file URL ends with the task's name. */
async function startThree() {
  await sql(`select public.settle_job(id, null, 'deadline', '') from public.jobs where finished_at is null`)
  const api = startApi(supabase, SETTINGS, async (request, send) => {
    // Time passes, as on a running server. Jobs that are due at the same moment would have no order.
    api.clock.now += 1
    const { pathname } = new URL(request.url)
    const url = `${FILES}/${pathname.split('/').at(-1)}`
    if (pathname.startsWith('/v1/videos/')) {
      const task = { task_id: 't', task_status: 'succeed', task_result: { videos: [{ id: 'v', url }] } }
      return sendJson({ code: 0, message: 'SUCCEED', request_id: 'r', data: task })
    }
    if (pathname.startsWith('/v1/tasks/')) {
      return sendJson({ id: 't', createdAt: '2026-11-22T12:00:00Z', status: 'SUCCEEDED', output: [url] })
    }
    return send(request)
  })
  api.provider.intercept.status = ({ id }) => buildPolloStatus('succeed', { url: `${FILES}/${id}` })
  return api
}

type Api = Awaited<ReturnType<typeof startThree>>
type User = Awaited<ReturnType<typeof createUser>>

/** Compares only the beginning, because the random ID in a name may contain these letters. */
const isBad = (url: string) => new URL(url).pathname.startsWith('/bad')

/** Adds a finished job at this provider. `name` is the name of its task and its file. */
async function addJob(api: Api, provider: Name, name: string, by?: User): Promise<string> {
  const [user, job] = [by ?? (await createUser(supabase, 100)), randomUUID()]
  await api.create(user, job)
  await sql(
    `update private.provider_tasks set provider = $2, provider_task_id = $3, due_at = now() - interval '1 minute' where job_id = $1`,
    [job, provider, provider === 'kling' ? `text2video/${name}` : name],
  )
  return job
}

const findStatuses = async (jobs: string[]) => {
  const rows = await sql<{ status: string }>('select status from public.jobs where id = any ($1::uuid[])', [
    `{${jobs}}`,
  ])
  return rows.map(({ status }) => status)
}

describe('sweep', () => {
  it.each<[string, Name, () => Response]>([
    ['missing', 'pollo', () => new Response(null, { status: 404 })],
    ['missing', 'kling', () => new Response(null, { status: 404 })],
    ['refused', 'runway', () => new Response(null, { status: 503 })],
    ['empty', 'pollo', () => new Response(new Uint8Array(0))],
  ])("delivers each provider's good file in one sweep beside twelve files %s at %s", async (_, broken, fail) => {
    const api = await startThree()
    api.provider.intercept.file = ({ url }) => (isBad(url) ? fail() : new Response(VIDEO))
    for (let bad = 0; bad < 12; bad += 1) await addJob(api, broken, `bad-${randomUUID()}`)
    const good: string[] = []
    for (const name of PROVIDERS) good.push(await addJob(api, name, `good-${randomUUID()}`))
    await api.sweep()
    expect(await findStatuses(good)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })

  it('delivers a good file that failed before within three sweeps, despite files that are cut off', async () => {
    const api = await startThree()
    api.provider.intercept.file = ({ url }) => new Response(isBad(url) ? breakOff() : VIDEO)
    for (let bad = 0; bad < 14; bad += 1) await addJob(api, 'pollo', `bad-${randomUUID()}`)
    const good = await addJob(api, 'pollo', `good-${randomUUID()}`)
    // Storage was down for a while, and the last failure was two minutes ago.
    await sql(
      `update private.provider_tasks set delivery_failures = 6, delivery_failed_at = now() - interval '2 minutes' where job_id = $1`,
      [good],
    )
    await sweepEachMinute(api, 3)
    expect(await findStatuses([good])).toEqual(['succeeded'])
  })

  it("delivers a good file within four sweeps, despite its user's and others' files that are cut off", async () => {
    const api = await startThree()
    api.provider.intercept.file = ({ url }) => new Response(isBad(url) ? breakOff() : VIDEO)
    const user = await createUser(supabase, 100)
    for (let bad = 0; bad < 3; bad += 1) await addJob(api, 'pollo', `bad-${randomUUID()}`, user)
    const good = await addJob(api, 'pollo', `good-${randomUUID()}`, user)
    for (let bad = 0; bad < 24; bad += 1) await addJob(api, 'pollo', `bad-${randomUUID()}`)
    await sweepEachMinute(api, 4)
    expect(await findStatuses([good])).toEqual(['succeeded'])
  })

  it("checks a user's second job before the jobs of others whose delivery failed", async () => {
    const api = await startThree()
    const [one, two] = [await createUser(supabase, 100), await createUser(supabase, 100)]
    const ofOne: string[] = []
    for (let job = 0; job < 3; job += 1) ofOne.push(await addJob(api, 'pollo', `good-${randomUUID()}`, one))
    const [failed, first, second] = ofOne
    const ofTwo = await addJob(api, 'pollo', `good-${randomUUID()}`, two)
    await sql('update private.provider_tasks set delivery_failures = 1 where job_id = any ($1::uuid[])', [
      `{${failed},${ofTwo}}`,
    ])
    expect(await listDueJobs(sql, 1)).toEqual([first, second, ofTwo, failed])
  })
})

/** Sweeps this many times, a minute apart. */
async function sweepEachMinute(api: Api, times: number): Promise<void> {
  for (let sweep = 0; sweep < times; sweep += 1) {
    await api.sweep()
    await sql(`update private.provider_tasks set due_at = due_at - interval '1 minute',
      delivery_failed_at = delivery_failed_at - interval '1 minute'`)
  }
}

/** Returns a file that is cut off after its first bytes. */
function breakOff(): ReadableStream<Uint8Array<ArrayBuffer>> {
  let isSent = false
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new Error('connection reset'))
      else controller.enqueue(VIDEO.slice(0, 1000))
      isSent = true
    },
  })
}

describe('deliveries of polled jobs', () => {
  it('reserves one of three deliveries for a job whose file has not failed before', async () => {
    const apis = [await setUp(), await setUp(), await setUp(), await setUp()] as const
    const [first, second, third, good] = apis
    for (const { user, job } of apis) await first.create(user, job)
    await sql(`update private.provider_tasks set delivery_failures = 1 where job_id = any ($1::uuid[])`, [
      `{${[first.job, second.job, third.job]}}`,
    ])
    first.provider.finish()
    first.clock.grace = async () => {}
    const gate = holdFileResponse(first.provider)
    for (const { user, job } of apis) await first.status(user, job)
    gate.open()
    await first.waitUntilIdle()
    expect(first.provider.fetches).toHaveLength(3)
    expect(await good.booked()).toEqual(PAID)
    expect(await third.booked()).toEqual(HELD)
  })
})

describe('createDeliveryTurns', () => {
  const MB = 1_000_000
  let isOver = false

  /** Creates turns whose deliveries the test ends by hand. `begun` lists them in the order in which they started. */
  function open() {
    isOver = false
    const turns = createDeliveryTurns(() => isOver)
    const begun: string[] = []
    const ends = new Map<string, (bytes: number) => Promise<void>>()
    const skipped: string[] = []
    const take = (provider: string, user: string, failedSeconds: number | null = null) => {
      const name = `${provider}/${user}${failedSeconds ?? ''}`
      const taken = turns.take({ user_id: user, delivery_failed_seconds: failedSeconds }, provider, async (moved) => {
        begun.push(name)
        const { promise, resolve } = Promise.withResolvers<number>()
        ends.set(name, async (bytes) => {
          resolve(bytes)
          await taken
          await Promise.resolve()
        })
        moved(await promise)
        return 'done'
      })
      void taken.then((outcome) => outcome === 'under_way' && skipped.push(name))
    }
    const end = async (name: string, bytes: number) => {
      await ends.get(name)?.(bytes)
      await new Promise((done) => setImmediate(done))
    }
    return { take, begun, end, skipped }
  }

  it("runs one delivery per provider at a time, so that no provider waits for another's silent host", async () => {
    const { take, begun, end } = open()
    for (const provider of ['a', 'b', 'c', 'd']) {
      take(provider, 'one')
      take(provider, 'two')
    }
    expect(begun).toEqual(['a/one', 'b/one', 'c/one', 'd/one'])
    await end('b/one', 0)
    expect(begun).toHaveLength(4)
    await end('a/one', 0)
    await end('d/one', 0)
    // The first delivery of provider c is still running, which leaves room for a second one.
    expect(begun).toHaveLength(5)
  })

  it('delivers one video per provider, however many bytes the sweep has moved, and skips the rest', async () => {
    const { take, begun, end, skipped } = open()
    take('a', 'one')
    take('a', 'two')
    await end('a/one', 180 * MB)
    expect(skipped).toEqual(['a/two'])
    take('b', 'one')
    take('b', 'two')
    await end('b/one', 30 * MB)
    expect([begun, skipped]).toEqual([
      ['a/one', 'b/one'],
      ['a/two', 'b/two'],
    ])
  })

  it('counts no delivery that moved 0 bytes, and counts ten small deliveries as the whole budget', async () => {
    const { take, begun, end, skipped } = open()
    for (let job = 0; job < 22; job += 1) take('a', `user-${job}`)
    for (let job = 0; job < 12; job += 1) await end(`a/user-${job}`, 0)
    for (let job = 12; job < 22; job += 1) await end(`a/user-${job}`, 1000)
    expect([begun.length, skipped]).toEqual([22, []])
    take('a', 'late')
    await Promise.resolve()
    expect([begun.length, skipped]).toEqual([22, ['a/late']])
  })

  it('alternates between users, and delivers jobs that failed one turn later, oldest failure first', async () => {
    const { take, begun, end } = open()
    take('a', 'busy')
    take('a', 'busy', 10)
    take('a', 'busy', 30)
    take('a', 'other', 20)
    await end('a/busy', 1000)
    await end('a/other20', 1000)
    await end('a/busy30', 1000)
    expect(begun).toEqual(['a/busy', 'a/other20', 'a/busy30', 'a/busy10'])
  })

  it("delivers a user's second file before the files of others that failed", async () => {
    const { take, begun, end } = open()
    take('a', 'one')
    take('a', 'two', 10)
    take('a', 'one')
    await end('a/one', 1000)
    expect(begun).toEqual(['a/one', 'a/one'])
  })

  it('delivers a file that failed before a third file of another user', async () => {
    const { take, begun, end } = open()
    for (let job = 0; job < 3; job += 1) take('a', 'busy')
    take('a', 'other', 20)
    for (const name of ['a/busy', 'a/busy', 'a/other20']) await end(name, 1000)
    expect(begun).toEqual(['a/busy', 'a/busy', 'a/other20', 'a/busy'])
  })

  it('gives a user another turn after a delivery that moved 0 bytes', async () => {
    const { take, begun, end } = open()
    take('a', 'one', 60)
    take('b', 'two')
    await end('a/one60', 0)
    take('b', 'other', 10)
    take('b', 'one')
    await end('b/two', 1000)
    expect(begun).toEqual(['a/one60', 'b/two', 'b/one'])
  })

  it("starts no delivery after the sweep's time is over", async () => {
    const { take, begun, end, skipped } = open()
    take('a', 'one')
    take('a', 'two')
    isOver = true
    await end('a/one', 0)
    take('b', 'one')
    await Promise.resolve()
    expect([begun, skipped]).toEqual([['a/one'], ['a/two', 'b/one']])
  })

  it("rethrows a delivery's error, and then runs the next delivery", async () => {
    const turns = createDeliveryTurns(() => false)
    const job = { user_id: 'one', delivery_failed_seconds: null }
    const failed = turns.take(job, 'a', () => Promise.reject(new Error('no database')))
    const next = turns.take(job, 'a', async () => 'done')
    await expect(failed).rejects.toThrow('no database')
    expect(await next).toBe('done')
  })
})
