// Fault +d: the API on a real PostgreSQL that goes away while a job is settled. Nothing is lost, and a later sweep ends it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Interceptor, startApi } from '../../../harness/api.ts'
import { createDataApi } from '../../../harness/data-api.ts'
import { call, startJob } from '../../../harness/ledger/calls.ts'
import { signUp } from '../../../harness/ledger/people.ts'
import { type Database, openPostgres, type Postgres } from '../../../harness/postgres.ts'
import { readBooks } from '../../support/ledger/books.ts'

let postgres: Postgres
let db: Database
beforeAll(async () => {
  postgres = await openPostgres()
  db = await postgres.createDatabase()
})
afterAll(() => postgres?.remove())

/** A running job whose video is ready at the provider, and an API that has not looked yet. */
async function startJobOn(intercept: Interceptor, { clients = 4, waitMs = 0 } = {}) {
  const pool = db.clients(clients, waitMs)
  const userId = await signUp(db.sql, 100)
  const jobId = randomUUID()
  await startJob(db.sql, { userId, jobId })
  await call(db.sql, 'public.record_provider_task($1, $2)', [jobId, `task ${jobId}`])
  const api = startApi(createDataApi(pool.sql), {}, intercept)
  api.provider.succeed()
  api.clock.now += 60_000
  return {
    ...api,
    pool,
    booked: async () => (await readBooks(db.sql, [userId]))[0],
    stored: () => db.sql('select status, video_path from public.jobs where id = $1', [jobId]),
    video: [{ status: 'succeeded', video_path: expect.stringMatching(`^${jobId}/[0-9a-f-]{36}\\.mp4$`) }],
  }
}

const isSettle = (request: Request) => request.url.endsWith('/rpc/settle_job')
const HELD = { available: 80, held: 20, captured: 0, entries: 2 }
const PAID = { available: 80, held: 0, captured: 20, entries: 3 }

it('a database that stops before a settle has settled nothing, and the sweep after its return settles once', async () => {
  let isFirst = true
  const job = await startJobOn(async (request, send) => {
    if (isSettle(request) && isFirst) {
      isFirst = false
      await postgres.crash()
    }
    return send(request)
  })
  await job.sweep()
  expect(isFirst).toBe(false)
  expect(job.log.some(({ level }) => level === 'error')).toBe(true)
  // While it is away a sweep says so, and does nothing.
  expect(await job.sweep()).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
  await postgres.start()
  expect(await job.booked()).toMatchObject(HELD)

  // The dead delivery's claim ends after 45 seconds.
  job.clock.now += 60_000
  expect(await job.sweep()).toMatchObject({ status: 200, body: { data: { settled_jobs: 1, failed_checks: 0 } } })
  expect(await job.booked()).toMatchObject(PAID)
  expect(await job.stored()).toEqual(job.video)
  await job.sweep()
  expect(await job.booked()).toMatchObject(PAID)
  expect(job.provider.creates).toEqual([])
  await job.pool.close()
})

it('a database that stops after a settle, before its answer, has settled, and no sweep does it again', async () => {
  const job = await startJobOn(async (request, send) => {
    const answer = await send(request)
    if (!isSettle(request)) return answer
    await postgres.crash()
    throw new TypeError('connection reset')
  })
  await job.sweep()
  await postgres.start()
  expect(await job.booked()).toMatchObject(PAID)
  expect(await job.stored()).toEqual(job.video)
  job.clock.now += 6 * 60_000
  expect(await job.sweep()).toMatchObject({ status: 200, body: { data: { checked_jobs: 0, failed_checks: 0 } } })
  expect(await job.booked()).toMatchObject(PAID)
  await job.pool.close()
})

it('a pool that is full when a job is settled settles nothing, and the next sweep settles once', async () => {
  const occupier = await db.connect('none')
  await occupier.sql('select pg_advisory_lock(815)')
  let taken: Promise<unknown> | null = null
  const job = await startJobOn(
    async (request, send) => {
      // Somebody takes the only connection, and keeps it.
      if (isSettle(request)) taken ??= job.pool.sql('select pg_advisory_lock_shared(815)')
      return send(request)
    },
    { clients: 1, waitMs: 200 },
  )
  await job.sweep()
  expect(taken).not.toBeNull()
  expect(await job.booked()).toMatchObject(HELD)
  expect(JSON.stringify(job.log)).toMatch(/timeout exceeded when trying to connect/)

  await occupier.close()
  await taken
  job.clock.now += 6 * 60_000
  expect(await job.sweep()).toMatchObject({ status: 200, body: { data: { settled_jobs: 1 } } })
  expect(await job.booked()).toMatchObject(PAID)
  await job.pool.close()
})
