// The setting of every guard's probe: two users, and a row of the first user in every table. Probes run inside one open
// transaction on one connection, and each probe rolls its changes back.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { holdCredits, settleJob, startJob } from '../../harness/ledger/calls.ts'
import { becomeUser, signUp } from '../../harness/ledger/users.ts'
import { runInRolledBackSavepoint, type Sql } from '../../harness/sql.ts'

export interface Setting {
  sql: Sql
  /**
   * The ID of a user with a profile and a login record that is five minutes old. The balance is 1,000 credits minus the
   * cost of the jobs below.
   */
  owner: string
  /** The ID of a user who has only 50 credits. */
  stranger: string
  /** The ID of a user who has signed up, but has neither a credit account nor a profile. */
  newcomer: string
  /** The IDs of the owner's jobs, by state. */
  jobs: Record<'held' | 'started' | 'captured' | 'released', string>
}

/** Conditions that find the owner's row in each table. `getRow` fills in the IDs. */
export const ROWS = {
  'public.users': `id = '{owner}'`,
  'public.login_logs': `user_id = '{owner}'`,
  'public.jobs': `id = '{started}'`,
  'private.files_to_delete': `job_id = '{released}'`,
  'private.account_deletions': `user_id = '{owner}'`,
  'private.api_keys': `secret_hash = 'own'`,
  'private.files': `sha256 = 'own'`,
  'private.cast_images': 'position = 5',
  'private.cast_members': `name = 'Own'`,
  'private.job_cast': `job_id = '{started}'`,
  'private.job_durations': `model = 'kling-1.6' and provider = 'pollo' and length_seconds = 5`,
  'private.daily_jobs': `day = '2026-11-01'`,
  'private.daily_delays': `day = '2026-11-01'`,
  'private.last_count': 'true',
  'private.job_files': `job_id = '{started}'`,
  'private.shares': `job_id = '{captured}'`,
  'private.reported_videos': 'report_count = 1',
  'private.share_reports': `details = 'own'`,
  'private.receivers': `url = 'https://own.example/'`,
  'private.messages': `last_fault = 'own'`,
  'private.credit_accounts': `user_id = '{owner}'`,
  'private.credit_holds': `job_id = '{held}'`,
  'private.credit_entries': `job_id = '{captured}' and kind = 'capture'`,
  'private.credit_settings': 'id',
  'private.provider_tasks': `job_id = '{started}'`,
  'private.model_prices': `model = 'veo-3'`,
  'private.rate_limits': `key = 'create:{owner}'`,
  'private.admin_tries': `key = 'address:192.0.2.1'`,
  'private.admin_addresses': `address = '192.0.2.1'`,
  'private.admin_actions': `reason = 'own'`,
  'private.suspensions': `reason = 'own'`,
  'private.refused_words': `word = 'own'`,
  'private.last_sweep': 'true',
  'private.alerts': `name = 'provider_refuses'`,
  'private.refusing_providers': `provider = 'kling'`,
  'private.provider_status_checks': `provider = 'kling'`,
  'private.login_log_days': `day = (now() at time zone 'utc')::date`,
  'storage.objects': `name = '{owner}/video.mp4'`,
  'storage.buckets': `id = 'videos'`,
}
export type Table = keyof typeof ROWS

/** Returns the condition that finds the owner's row, or any row of a table that isn't listed. */
export function getRow({ owner, jobs }: Setting, table: string): string {
  const row = ROWS[table as Table] ?? 'true'
  return row.replace(/\{(\w+)\}/g, (_, name) => ({ ...jobs, owner })[name as 'owner'] ?? '')
}

export type Actor = 'anon' | 'owner' | 'stranger' | 'service_role'
export type Probe = (setting: Setting) => Promise<void>

export async function prepareSetting(sql: Sql): Promise<Setting> {
  const owner = await signUp(sql, 1000)
  const jobs = { held: randomUUID(), started: randomUUID(), captured: randomUUID(), released: randomUUID() }
  for (const jobId of [jobs.started, jobs.captured, jobs.released]) await startJob(sql, { userId: owner, jobId })
  await holdCredits(sql, { userId: owner, jobId: jobs.held })
  await settleJob(sql, jobs.captured, 'capture')
  await settleJob(sql, jobs.released, 'release')
  await sql(`insert into public.users (id, email, name) values ($1, '', 'Ada')`, [owner])
  await sql('insert into public.login_logs (user_id) values ($1)', [owner])
  await sql(`update public.login_logs set login_time = now() - interval '5 minutes' where user_id = $1`, [owner])
  await sql(`insert into private.rate_limits (key, window_start, used) values ($1, now(), 1)`, [`create:${owner}`])
  await sql(
    `insert into private.admin_tries (key, wrong, tried_at, blocked_until, digest) values ('address:192.0.2.1', 1, now(), now(), 'd')`,
  )
  await sql(
    `insert into private.admin_addresses (account, address, last_success_at) values ('somebody', '192.0.2.1', now())`,
  )
  await sql(
    `insert into private.files_to_delete (job_id, bucket, path, due_at) values ($1, 'videos', 'a/old.mp4', now() + interval '1 day')`,
    [jobs.released],
  )
  await sql(
    `with kept as (insert into private.files (user_id, sha256, path) values ($1, 'own', 'own.jpg') returning id)
     insert into private.job_files (job_id, position, role, file_id) select $2, 1, 'style', id from kept`,
    [owner, jobs.started],
  )
  await sql(
    `with voice as (insert into private.files (user_id, sha256, path, seconds) values ($1, 'voice', 'voice.wav', 3) returning id),
     member as (insert into private.cast_members (user_id, kind, name, note, created_at, voice_id, voice_consented_at)
       select $1, 'character', 'Own', '', now(), voice.id, now() from voice returning id, name),
     named as (insert into private.job_cast (job_id, position, member_id, name) select $2, 1, id, name from member)
     insert into private.cast_images (member_id, position, image_id)
     select member.id, 5, files.id from member, private.files where sha256 = 'own'`,
    [owner, jobs.started],
  )
  await sql(
    `insert into private.shares (job_id, token_hash, shows_prompt, is_indexed, created_at, expires_at)
     values ($1, 'own', false, false, now(), now() + interval '30 days')`,
    [jobs.captured],
  )
  await sql(
    `with reported as (insert into private.reported_videos (job_id, report_count) values ($1, 1) returning job_id)
     insert into private.share_reports (job_id, reason, details, created_at) select job_id, 'other', 'own', now() from reported`,
    [jobs.captured],
  )
  await sql(
    `with made as (insert into private.receivers (user_id, kind, url, secret, created_at)
       values ($1, 'webhook', 'https://own.example/', 'whsec_b3du', now()) returning id)
     insert into private.messages (receiver_id, job_id, event, created_at, last_fault)
     select id, $2, 'job.completed', now(), 'own' from made`,
    [owner, jobs.captured],
  )
  await sql(`insert into private.account_deletions (user_id, email) values ($1, 'ada@example.com')`, [owner])
  // Inserted after the account deletion, which deletes all existing keys.
  await sql(
    `insert into private.api_keys (user_id, secret_hash, name, last_four, scope, daily_limit, created_at, expires_at)
     values ($1, 'own', 'Laptop', 'abcd', 'create', 50, now(), now() + interval '30 days')`,
    [owner],
  )
  await sql(
    `insert into private.admin_actions (admin, action, reason, created_at) values ('grace', 'suspend', 'own', now())`,
  )
  await sql(`insert into private.suspensions (user_id, reason, since) values ($1, 'own', now())`, [await signUp(sql)])
  await sql(`insert into private.refused_words (word, folded) values ('own', ' own ')`)
  await sql(
    `insert into private.daily_jobs (day, model, provider, outcome, cost_unit, jobs, charged, returned, cost)
     values ('2026-11-01', 'kling-1.6', 'pollo', 'succeeded', '', 1, 20, 0, 0)`,
  )
  await sql(`insert into private.daily_delays (day, seconds) values ('2026-11-01', 12)`)
  await sql(`insert into private.last_count (day, counted_at, stored_bytes) values ('2026-11-01', now(), 0)`)
  await sql('insert into private.last_sweep (finished_at) values (now())')
  await sql(
    `insert into private.alerts (name, is_firing, since, due_at) values ('provider_refuses', false, now(), now())`,
  )
  await sql(`insert into private.refusing_providers (provider) values ('kling')`)
  await sql(`insert into private.provider_status_checks (provider, remaining, filled_at) values ('kling', 0, now())`)
  await sql(`insert into storage.objects (bucket_id, name) values ('videos', $1)`, [`${owner}/video.mp4`])
  return { sql, owner, stranger: await signUp(sql, 50), newcomer: await signUp(sql), jobs }
}

/** Throws unless the two values are deeply equal. */
export function expectSame(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) throw new Error(`${JSON.stringify(found)}, not ${JSON.stringify(expected)}`)
}

/** Runs `work` as this actor's browser, or as the server, and rolls its changes back. */
export function as<T>({ sql, owner, stranger }: Setting, actor: Actor, work: () => Promise<T>): Promise<T> {
  return runInRolledBackSavepoint(sql, async () => {
    if (actor === 'service_role') await sql(`select set_config('role', 'service_role', true)`)
    else await becomeUser(sql, { anon: null, owner, stranger }[actor])
    return work()
  })
}

/** Returns to the unrestricted role, inside `as`. */
export const resetRole = (sql: Sql) => sql(`select set_config('role', 'none', true)`)

/** Returns the columns that an insert may name, separated by commas. */
export async function insertable(sql: Sql, table: string): Promise<string> {
  const columns = await sql<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = '' order by attnum`,
    [table],
  )
  return columns.map(({ name }) => name).join(', ')
}

/** Returns an insert of the JSON row `$1`, which sets every column, so that no default applies. */
export const insertRow = (table: string, columns: string) =>
  `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb)`
