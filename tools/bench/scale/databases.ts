// Creates the databases. It fills one library with a million videos. Each design gets a copy of it and applies its own
// migrations.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type Database, openDatabase, runOnce } from '../../../tests/harness/postgres.ts'
import { type PostgresServer, startPostgres } from '../../../tests/harness/postgres-server.ts'
import type { Sql } from '../../../tests/harness/sql.ts'
import { DURATION_SQL } from './job-script.ts'

/** The number of users who generate videos during the benchmark. Each has videos in the library. */
const USERS = 20_000
/** The user whose library the benchmark reads. */
export const COLLECTOR = 0
const COLLECTOR_VIDEOS = 10_000
const CREDITS = 100_000
const CHUNK = 100_000
const MOST_FILL_MS = 120_000

/**
 * Returns SQL for the ID of the nth object of a kind. The IDs are UUIDs of version 4, spread over an index like random
 * ones.
 */
const nthId = (kind: string, n: string) =>
  `overlay(overlay(md5('${kind}' || (${n})) placing '4' from 13) placing '8' from 17)::uuid`
const userId = (n: string) => nthId('user', n)

export interface BenchDatabase extends Database {
  address: pg.ClientConfig
  bytes: number
}

/** Fills a database of these migrations with a library of `videos`, or with fewer if the time runs out. */
export async function openFilled(migrations: string, videos: number): Promise<BenchDatabase & { videos: number }> {
  const server = await startPostgres({
    settings: ['track_functions=all', 'shared_buffers=512MB', 'max_wal_size=4GB', 'checkpoint_timeout=30min'],
  })
  const harness = join(import.meta.dirname, '../../../tests/harness')
  const runFile = (database: string, file: string, role?: string) =>
    runOnce(server.address(database, role), readFileSync(file, 'utf8'))
  await runFile('postgres', join(harness, 'supabase-roles.sql'))
  await runOnce(server.address('postgres'), 'create database filled owner postgres')
  await runFile('filled', join(harness, 'supabase-stubs.sql'))
  for (const name of readdirSync(migrations).sort()) await runFile('filled', join(migrations, name), 'postgres')
  const filled = await fill(server, videos)
  const database = openDatabase(server, 'filled')
  const [size] = await database.sql<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return {
    ...database,
    address: server.address('filled', 'service_role'),
    bytes: Number(size?.bytes),
    videos: filled,
    async drop() {
      await database.drop()
      await server.remove()
    },
  }
}

/** Fills the library. A finished job has rows in four tables and two ledger entries. Returns the number of videos. */
async function fill(server: PostgresServer, videos: number): Promise<number> {
  const { sql, close } = await openDatabase(server, 'filled').connect('none')
  // Without this setting, PostgreSQL would check each reference, although they are correct by construction.
  await sql('set session_replication_role = replica')
  await sql(
    `insert into auth.users (id, aud, role, email) select ${userId('n')}, 'authenticated', 'authenticated', n || '@example.com'
     from generate_series(0, ${USERS}) as n`,
  )
  await sql(
    `insert into private.model_prices (model, credits) values ('kling-1.6', 20), ('kling-3.0', 60) on conflict do nothing`,
  )
  await sql(
    `insert into private.credit_entries (user_id, kind, amount, type, source, grant_key)
     select id, 'grant', ${CREDITS} + 60 * ${COLLECTOR_VIDEOS}, 'test_plan', 'lite', 'fill:' || id from auth.users`,
  )
  let filled = 0
  for (const end = Date.now() + MOST_FILL_MS; filled < videos && Date.now() < end; filled += CHUNK) {
    await fillChunk(sql, filled + 1, Math.min(videos, filled + CHUNK), videos)
  }
  await sql(
    `insert into private.credit_accounts (user_id, available)
     select user_id, sum(change) from private.credit_entries group by user_id`,
  )
  await teachDurations(sql)
  await sql('set session_replication_role = origin')
  await close()
  await runOnce(server.address('filled'), 'vacuum analyze')
  return Math.min(videos, filled)
}

/** Replaces the learned durations with 200 of each kind of job. Jobs that only measure single calls end at once. */
export async function teachDurations(sql: Sql): Promise<void> {
  await sql(
    `insert into private.job_durations (model, provider, length_seconds, seconds)
     select model, provider, 5, array(select round(${DURATION_SQL})::integer from generate_series(1, 200) where model <> '')
     from (values ('kling-1.6', 'pollo'), ('kling-3.0', 'fal')) as kinds (model, provider)
     on conflict (model, provider, length_seconds) do update set seconds = excluded.seconds`,
  )
}

/** Inserts the videos `from` to `to`. Video 1 is the newest. */
async function fillChunk(sql: Sql, from: number, to: number, videos: number): Promise<void> {
  const owner = userId(`case when n <= ${COLLECTOR_VIDEOS} then ${COLLECTOR} else 1 + n % ${USERS} end`)
  const added = `(select ${nthId('job', 'n')} as job_id, ${owner} as user_id, n,
      case n % 2 when 0 then 'kling-1.6' else 'kling-3.0' end as source, case n % 2 when 0 then 20 else 60 end as amount,
      now() - interval '1 day' - n * (interval '180 days' / ${videos}) as created_at
    from generate_series(${from}, ${to}) as n order by 1) as added`
  await sql(
    `insert into private.credit_holds (job_id, user_id, type, source, amount, state, created_at, submitted_at)
     select job_id, user_id, 'video_generation', source, amount, 'captured', created_at, created_at from ${added}`,
  )
  await sql(
    `insert into private.credit_entries (user_id, kind, job_id, amount, type, source, description, created_at)
     select user_id, kind, job_id, amount, 'video_generation', source, 'Video with ' || source, created_at
     from ${added}, unnest(array['hold', 'capture']) as kind`,
  )
  await sql(
    `insert into public.jobs (id, user_id, model, credits, mode, input_kind, prompt, length_seconds, aspect_ratio, seed, generate_audio,
       status, video_path, video_duration_seconds, video_bytes, created_at, finished_at, queued)
     select job_id, user_id, source, amount, 'text', 'text', repeat('A lighthouse in the rain. ', 8), 5, '16:9', 7, true,
       'succeeded', job_id || '/' || job_id || '.mp4', 5, 5000000, created_at, created_at + ${DURATION_SQL} * interval '1 second', false
     from ${added}`,
  )
  await sql(
    `insert into private.provider_tasks (job_id, provider, request_hash, provider_task_id, due_at)
     select job_id, case source when 'kling-1.6' then 'pollo' else 'fal' end, repeat('x', 64), job_id::text, null from ${added}`,
  )
}

/** Returns the IDs of the library's users, without the collector. */
export async function readUsers(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }>(`select ${userId('n')} as id from generate_series(0, ${USERS}) as n`)
  return rows.map(({ id }) => id)
}

/** The columns of each table that differ in a copied job. */
const OWN_COLUMNS: Record<string, Record<string, string>> = {
  'private.credit_holds': { job_id: 'id', user_id: 'owner', created_at: 'began', submitted_at: 'began' },
  'private.credit_entries': { job_id: 'id', user_id: 'owner', created_at: 'began' },
  'public.jobs': { id: 'id', user_id: 'owner', created_at: 'began', queued: 'waits' },
  'private.provider_tasks': { job_id: 'id', provider_task_id: 'task', due_at: 'due' },
}

export interface OpenJob {
  id: string
  owner: string
  began: Date
  task: string
  /** The time of its next status check. */
  due: Date
  waits: boolean
}

/**
 * Adds open jobs that were created earlier. Their rows are copies of a job that the API created, so they have all
 * columns.
 */
export async function copyJob(sql: Sql, originalId: string, jobs: readonly OpenJob[]): Promise<void> {
  for (const [table, own] of Object.entries(OWN_COLUMNS)) {
    const [schema, name] = table.split('.')
    const columns = await sql<{ column: string }>(
      `select quote_ident(column_name) as column from information_schema.columns
       where table_schema = $1 and table_name = $2 and is_generated = 'NEVER' and is_identity = 'NO'`,
      [schema, name],
    )
    const list = columns.map(({ column }) => column).join(', ')
    const key = table === 'public.jobs' ? 'id' : 'job_id'
    const changes = Object.entries(own).map(([column, field]) => `'${column}', copy.${field}`)
    await sql(
      `insert into ${table} (${list})
       select ${columns.map(({ column }) => `made.${column}`).join(', ')}
       from jsonb_to_recordset($2::jsonb)
         as copy (id uuid, owner uuid, began timestamptz, task text, due timestamptz, waits boolean),
         ${table} as original,
         lateral jsonb_populate_record(original, jsonb_build_object(${changes})) as made
       where original.${key} = $1`,
      [originalId, JSON.stringify(jobs)],
    )
  }
  await sql(
    `update private.credit_accounts a set available = sums.available, held = sums.held
     from (select user_id, sum(change) as available,
         sum(case kind when 'hold' then amount when 'grant' then 0 else -amount end) as held
       from private.credit_entries where user_id = any ($1::uuid[]) group by user_id) as sums
     where a.user_id = sums.user_id`,
    [jobs.map(({ owner }) => owner)],
  )
}

/** An unfinished job with the values of its rows. */
export type UnfinishedJob = Record<string, unknown> & { id: string }

/**
 * Returns the number of accounts whose balance differs from their entries, the jobs that are still open, and the times
 * at which the others ended, in milliseconds since the epoch.
 */
export async function readBooks(
  sql: Sql,
): Promise<{ drift: number; left: UnfinishedJob[]; finishedAt: Map<string, number> }> {
  const [drift] = await sql<{ accounts: number }>(
    `select count(*)::int as accounts from private.credit_accounts a
     left join (select user_id, sum(change) as available,
         sum(case kind when 'hold' then amount when 'grant' then 0 else -amount end) as held
       from private.credit_entries group by user_id) as sums using (user_id)
     where a.available is distinct from sums.available or a.held is distinct from sums.held`,
  )
  const left = await sql<UnfinishedJob>(
    `select j.id, j.status, j.queued, t.*, now() as now, j.created_at
     from public.jobs j join private.provider_tasks t on t.job_id = j.id where j.finished_at is null`,
  )
  const ended = await sql<{ id: string; at: number }>(
    `select id, (extract(epoch from finished_at) * 1000)::float8 as at from public.jobs
     where finished_at > now() - interval '1 hour'`,
  )
  const finishedAt = new Map(ended.map(({ id, at }) => [id, at]))
  return { drift: drift?.accounts ?? -1, left, finishedAt }
}
