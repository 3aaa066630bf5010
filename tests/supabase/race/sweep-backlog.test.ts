// A backlog on a real PostgreSQL: 5,000 abandoned jobs of 300 users, and unused holds, 300 of them of one user.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPolloStatus } from '../../../local/video-service/scripted/pollo.ts'
import { startApi } from '../../harness/api.ts'
import { createDataApi } from '../../harness/data-api.ts'
import { type Database, openPostgres, type Postgres } from '../../harness/postgres.ts'
import type { Sql } from '../../harness/sql.ts'
import { readBooks } from '../../support/ledger/books.ts'

let postgres: Postgres
let db: Database
beforeAll(async () => {
  postgres = await openPostgres()
  db = await postgres.createDatabase()
})
afterAll(() => postgres?.remove())

const USERS = 300

/**
 * Inserts `count` jobs or holds of 20 credits, as the functions would have left them. They are `minutes` old and spread
 * over users 1 to `users`.
 */
async function makeOld(
  sql: Sql,
  made: { name: string; count: number; users: number; minutes: number; started?: boolean },
) {
  const { name, count, users, minutes, started = true } = made
  const rows = `(select md5('${name} ' || i)::uuid as id, md5('user ' || i % ${users})::uuid as user_id, i,
    now() - make_interval(mins => ${minutes}, secs => (${count} - i) * 0.001) as at from generate_series(1, ${count}) i) as made`
  await sql(`insert into private.credit_holds (job_id, user_id, type, source, amount, state, created_at)
    select id, user_id, 'video_generation', 'kling-1.6', 20, '${started ? 'started' : 'open'}', at from ${rows}`)
  await sql(`insert into private.credit_entries (user_id, kind, job_id, amount, type, source)
    select user_id, 'hold', id, 20, 'video_generation', 'kling-1.6' from ${rows}`)
  await sql(`update private.credit_accounts a set available = available - 20 * n, held = held + 20 * n
    from (select user_id, count(*) as n from ${rows} group by 1) m where m.user_id = a.user_id`)
  if (!started) return
  await sql(`insert into public.jobs (id, user_id, model, credits, mode, input_kind, length_seconds, aspect_ratio, seed, generate_audio, status, created_at)
    select id, user_id, 'kling-1.6', 20, 'text', 'text', 5, '16:9', 7, true, 'running', at from ${rows}`)
  await sql(`insert into private.provider_tasks (job_id, provider, request_hash, provider_task_id, due_at)
    select id, 'pollo', '', ${name === 'lost' ? 'null' : `'${name} ' || i`}, now() - interval '1 minute' + i * interval '1 ms' from ${rows}`)
}

const listOpen = async (name: string, count: number) =>
  (
    await db.sql<{ user_id: string }>(
      `select user_id from public.jobs where finished_at is null and id in (select md5('${name} ' || i)::uuid from generate_series(1, ${count}) i)`,
    )
  ).map(({ user_id }) => user_id)

it('settles a backlog of 5,000 abandoned jobs in time, with every user in turn', async () => {
  await db.sql(
    `insert into auth.users (id, email) select md5('user ' || i)::uuid, i || '@example.com' from generate_series(0, ${USERS - 1}) i`,
  )
  await db.sql(
    `select private.grant_credits(md5('user ' || i)::uuid, 20000, 'test_plan', 'lite', 'user ' || i, '') from generate_series(0, ${USERS - 1}) i`,
  )
  const { sql } = db
  // One user's 300 holds are older than those of all other users.
  await makeOld(sql, { name: 'hoard', count: 300, users: 1, minutes: 30, started: false })
  await makeOld(sql, { name: 'unused', count: 600, users: USERS, minutes: 20, started: false })
  // In order: past the last checks, past the deadline without a task, at the last checks, and two kinds still running.
  await makeOld(sql, { name: 'dead', count: 2400, users: USERS, minutes: 75 })
  await makeOld(sql, { name: 'lost', count: 1600, users: USERS, minutes: 62 })
  await makeOld(sql, { name: 'late', count: 100, users: USERS, minutes: 61 })
  await makeOld(sql, { name: 'crowd', count: 300, users: 1, minutes: 5 })
  await makeOld(sql, { name: 'young', count: 600, users: USERS, minutes: 4 })

  const pool = db.clients(2)
  const api = startApi(createDataApi(pool.sql))
  api.provider.intercept.status = ({ url }) => {
    // Each status check takes a tenth of a second, so a sweep can make 400 checks in its 40 seconds.
    api.clock.now += 100
    return decodeURIComponent(url).includes('young') ? buildPolloStatus('failed', { failMsg: 'No.' }) : undefined
  }
  const health = async () => (await api.request('GET', '/health', null)).body.sweep
  expect(await health()).toEqual({ secondsSinceLast: null, backlog: 5900 })

  const { data } = (await api.sweep()).body
  expect(data).toMatchObject({ released_holds: 900, expired_jobs: 4000, failed_checks: 0 })
  // Eight checks run at a time, so seven more may have started before the time was over.
  expect(data.checked_jobs).toBeGreaterThanOrEqual(400)
  expect(data.checked_jobs).toBeLessThanOrEqual(407)
  // The 400 checks cover each user once and some users twice. One user's 300 jobs don't delay the first job of any
  // other user.
  const left = await listOpen('young', 600)
  expect(new Set(left).size).toBeLessThanOrEqual(USERS)
  const perUser = Map.groupBy(left, (user) => user)
  expect(Math.max(...[...perUser.values()].map((jobs) => jobs.length))).toBeLessThanOrEqual(2)

  let sweeps = 1
  for (; (await listOpen('late', 100)).length + (await listOpen('young', 600)).length > 0 && sweeps < 5; sweeps += 1) {
    api.clock.now += 20_000
    await api.sweep()
  }
  console.log(`5,000 jobs and 900 holds settled in ${sweeps} sweeps`)
  expect(sweeps).toBeLessThanOrEqual(4)
  expect(await listOpen('crowd', 300)).toHaveLength(300)
  const users = await db.sql<{ id: string }>('select id from auth.users')
  const books = await readBooks(
    db.sql,
    users.map(({ id }) => id),
  )
  expect(books.reduce((held, each) => held + (each?.held ?? 0), 0)).toBe(300 * 20)
  await pool.close()
})
