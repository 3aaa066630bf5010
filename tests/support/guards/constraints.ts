// What no row may be, whoever writes it: the last line behind the functions.
import { randomUUID } from 'node:crypto'
import { attempt, refusal } from '../server/sql.ts'
import { insertable, insertRow, type Probe, type Setting } from './setting.ts'

const CHECK = '23514'
const UNIQUE = '23505'
const REFERENCE = '23503'

type Table =
  | 'admin_addresses'
  | 'admin_tries'
  | 'last_sweep'
  | 'login_log_days'
  | 'users'
  | 'generations'
  | 'login_logs'
  | 'credit_accounts'
  | 'credit_holds'
  | 'credit_entries'
  | 'credit_settings'
  | 'model_prices'
  | 'rate_limits'
  | 'vendor_tasks'
  | 'files_to_delete'
type BadRow = [sentence: string, table: Table, code: string, change: (setting: Setting) => Record<string, unknown>]

const HOME: Record<Table, [schema: string, row: (setting: Setting) => string]> = {
  users: ['public', ({ owner }) => `id = '${owner}'`],
  generations: ['public', ({ jobs }) => `id = '${jobs.started}'`],
  login_logs: ['public', ({ owner }) => `user_id = '${owner}'`],
  credit_accounts: ['private', ({ owner }) => `user_id = '${owner}'`],
  credit_holds: ['private', ({ jobs }) => `job_id = '${jobs.held}'`],
  credit_entries: ['private', ({ jobs }) => `job_id = '${jobs.captured}' and kind = 'capture'`],
  credit_settings: ['private', () => 'id'],
  model_prices: ['private', () => `model = 'veo-3'`],
  rate_limits: ['private', ({ owner }) => `key = 'create:${owner}'`],
  admin_tries: ['private', () => `key = 'address:192.0.2.1'`],
  admin_addresses: ['private', () => `address = '192.0.2.1'`],
  last_sweep: ['private', () => 'true'],
  login_log_days: ['private', () => `day = (now() at time zone 'utc')::date`],
  vendor_tasks: ['private', ({ jobs }) => `job_id = '${jobs.started}'`],
  files_to_delete: ['private', ({ jobs }) => `job_id = '${jobs.released}'`],
}

/** A deleted row is an ended one of which nothing is left. */
const ofDeletedJob = (s: Setting) => ({
  ...ofHeldJob(s),
  prompt: '',
  finished_at: '2026-11-01',
  deleted_at: '2026-11-02',
})
const another = () => ({ job_id: randomUUID() })
const ofNewcomer = ({ newcomer }: Setting) => ({ user_id: newcomer })
/** The held job has no generation yet: a row with its id breaks no other rule. */
const ofHeldJob = ({ jobs }: Setting) => ({ id: jobs.held })

/** Each is a copy of a good row with one thing wrong. */
const BAD_ROWS: BadRow[] = [
  ['a balance below zero', 'credit_accounts', CHECK, (s) => ({ ...ofNewcomer(s), available: -1, held: 0 })],
  ['less than nothing held', 'credit_accounts', CHECK, (s) => ({ ...ofNewcomer(s), available: 1, held: -1 })],
  [
    'a held amount that could not come back',
    'credit_accounts',
    CHECK,
    (s) => ({ ...ofNewcomer(s), available: 2 ** 31 - 1, held: 1 }),
  ],
  ['a second account', 'credit_accounts', UNIQUE, () => ({})],
  ['an account of nobody', 'credit_accounts', REFERENCE, () => ({ user_id: randomUUID() })],

  ['a hold of nothing', 'credit_holds', CHECK, () => ({ ...another(), amount: 0 })],
  ['a hold in a state that does not exist', 'credit_holds', CHECK, () => ({ ...another(), state: 'lost' })],
  ['a second hold for a job', 'credit_holds', UNIQUE, () => ({})],
  ['a hold of nobody', 'credit_holds', REFERENCE, () => ({ ...another(), user_id: randomUUID() })],

  ['an entry of nothing', 'credit_entries', CHECK, ({ jobs }) => ({ job_id: jobs.held, amount: 0 })],
  ['an entry of a kind that does not exist', 'credit_entries', CHECK, () => ({ kind: 'gift' })],
  ['a grant without a key', 'credit_entries', CHECK, () => ({ kind: 'grant', job_id: null })],
  ['a grant for a job', 'credit_entries', CHECK, () => ({ kind: 'grant', grant_key: randomUUID() })],
  ['a capture without a job', 'credit_entries', CHECK, () => ({ job_id: null, grant_key: randomUUID() })],
  ['a capture for a job nobody held', 'credit_entries', REFERENCE, another],
  ['an entry of nobody', 'credit_entries', REFERENCE, ({ jobs }) => ({ job_id: jobs.held, user_id: randomUUID() })],
  ['a second hold entry for a job', 'credit_entries', UNIQUE, () => ({ kind: 'hold' })],
  ['a release of what was captured', 'credit_entries', UNIQUE, () => ({ kind: 'release' })],

  ['a second row of settings', 'credit_settings', UNIQUE, () => ({})],
  ['settings that are not the settings', 'credit_settings', CHECK, () => ({ id: false })],
  ['sign-up credits below zero', 'credit_settings', CHECK, () => ({ sign_up_credits: -1 })],
  ['a daily limit of nothing', 'credit_settings', CHECK, () => ({ daily_credits_per_user: 0 })],
  ['a daily budget of nothing', 'credit_settings', CHECK, () => ({ daily_credits_budget: 0 })],

  ['a model for nothing', 'model_prices', CHECK, () => ({ model: 'veo-99', credits: 0 })],
  ['a second price of a model', 'model_prices', UNIQUE, () => ({ credits: 1 })],

  ['a rate counted from nothing', 'rate_limits', CHECK, () => ({ key: 'other', used: 0 })],
  ['an endless rate key', 'rate_limits', CHECK, () => ({ key: 'x'.repeat(201) })],
  ['a second count of a key', 'rate_limits', UNIQUE, () => ({})],

  ['fewer than no wrong tries', 'admin_tries', CHECK, () => ({ key: 'other', wrong: -1 })],
  ['an endless key of tries', 'admin_tries', CHECK, () => ({ key: 'x'.repeat(201) })],
  ['a second count of tries', 'admin_tries', UNIQUE, () => ({})],
  ['an endless address of an administrator', 'admin_addresses', CHECK, () => ({ address: 'x'.repeat(201) })],
  ['an endless account of an administrator', 'admin_addresses', CHECK, () => ({ account: 'x'.repeat(201) })],
  ['an address of an administrator twice', 'admin_addresses', UNIQUE, () => ({})],
  ['a day of fewer than no login records', 'login_log_days', CHECK, () => ({ day: '2001-01-01', records: -1 })],
  ['a day counted twice', 'login_log_days', UNIQUE, () => ({})],

  ['a second last sweep', 'last_sweep', CHECK, () => ({ only_row: false })],
  ['the last sweep twice', 'last_sweep', UNIQUE, () => ({})],

  ['an endless name', 'users', CHECK, () => ({ name: 'x'.repeat(501) })],
  ['an endless picture address', 'users', CHECK, () => ({ avatar_url: 'x'.repeat(2001) })],
  ['an endless provider', 'users', CHECK, () => ({ provider: 'x'.repeat(51) })],
  ['a second profile', 'users', UNIQUE, () => ({})],

  ['a kind of device that does not exist', 'login_logs', CHECK, () => ({ id: randomUUID(), device_type: 'toaster' })],
  ['a second login record with one id', 'login_logs', UNIQUE, () => ({})],
  ['a login record of nobody', 'login_logs', REFERENCE, () => ({ id: randomUUID(), user_id: randomUUID() })],

  ['a job for nothing', 'generations', CHECK, (s) => ({ ...ofHeldJob(s), credits: 0 })],
  ['a job of no length', 'generations', CHECK, (s) => ({ ...ofHeldJob(s), length_seconds: 0 })],
  ['a job of a mode that does not exist', 'generations', CHECK, (s) => ({ ...ofHeldJob(s), mode: 'song' })],
  ['a seed over 999', 'generations', CHECK, (s) => ({ ...ofHeldJob(s), seed: 1000 })],
  ['a status that does not exist', 'generations', CHECK, (s) => ({ ...ofHeldJob(s), status: 'paused' })],
  ['a success without a video', 'generations', CHECK, (s) => ({ ...ofHeldJob(s), status: 'succeeded' })],
  ['a failure without a reason', 'generations', CHECK, (s) => ({ ...ofHeldJob(s), status: 'failed' })],
  ['a deleted job that is still open', 'generations', CHECK, (s) => ({ ...ofDeletedJob(s), finished_at: null })],
  ...['prompt', 'negative_prompt', 'failure_message', 'picture_path', 'video_path'].map(
    (column): BadRow => [
      `a deleted job with its ${column}`,
      'generations',
      CHECK,
      (s) => ({ ...ofDeletedJob(s), [column]: 'left' }),
    ],
  ),
  ['a second job with one id', 'generations', UNIQUE, () => ({})],
  ['a job without a hold', 'generations', REFERENCE, () => ({ id: randomUUID() })],
  ['a job of nobody', 'generations', REFERENCE, (s) => ({ ...ofHeldJob(s), user_id: randomUUID() })],
  ['a job of a model without a price', 'generations', REFERENCE, (s) => ({ ...ofHeldJob(s), model: 'veo-99' })],

  ['a second vendor task of a job', 'vendor_tasks', UNIQUE, () => ({})],
  ['a vendor task without a job', 'vendor_tasks', REFERENCE, ({ jobs }) => ({ job_id: jobs.held })],
  ['a file to delete twice in one bucket', 'files_to_delete', UNIQUE, ({ jobs }) => ({ job_id: jobs.captured })],
  ['a file to delete of no job', 'files_to_delete', REFERENCE, ({ jobs }) => ({ job_id: jobs.held, path: 'a/c.mp4' })],
]

async function expectRefused(setting: Setting, code: string, statement: string, parameters: unknown[] = []) {
  const error = await attempt(setting.sql, () => refusal(setting.sql(statement, parameters)))
  if (error?.code !== code) throw new Error(`${statement}: ${error?.code ?? 'done'}, not ${code}`)
}

function refuses([sentence, table, code, change]: BadRow): [string, Probe] {
  return [
    `refuses ${sentence}`,
    async (setting) => {
      const [schema, row] = HOME[table]
      const name = `${schema}.${table}`
      const [good] = await setting.sql<{ row: object }>(
        `select to_jsonb(t) as row from ${name} t where ${row(setting)}`,
      )
      const columns = await insertable(setting.sql, name)
      await expectRefused(setting, code, insertRow(name, columns), [
        JSON.stringify({ ...good?.row, ...change(setting) }),
      ])
    },
  ]
}

/** Columns that may be empty: every other one is `not null`. */
const MAY_BE_EMPTY = [
  'private.credit_entries.grant_key',
  'private.credit_entries.job_id',
  'private.credit_holds.cancel_requested_at',
  'private.credit_settings.daily_credits_budget',
  'private.credit_settings.daily_credits_per_user',
  'private.files_to_delete.uploading_until',
  'private.vendor_tasks.cancelling_until',
  'private.vendor_tasks.delivering_path',
  'private.vendor_tasks.delivering_until',
  'private.vendor_tasks.due_at',
  'private.vendor_tasks.file_missing_since',
  'private.vendor_tasks.provider_task_id',
  'public.generations.deleted_at',
  'public.generations.failure_code',
  'public.generations.failure_message',
  'public.generations.finished_at',
  'public.generations.picture_path',
  'public.generations.video_bytes',
  'public.generations.video_duration_seconds',
  'public.generations.video_path',
]

export const CONSTRAINT_PROBES: Record<string, Probe> = {
  ...Object.fromEntries(BAD_ROWS.map(refuses)),

  'refuses a grant key twice': async (setting) => {
    const grant = `insert into private.credit_entries (user_id, kind, amount, type, source, grant_key) values ($1, 'grant', 1, 't', 's', 'one-key')`
    await attempt(setting.sql, async () => {
      await setting.sql(grant, [setting.owner])
      await expectRefused(setting, UNIQUE, grant, [setting.owner])
    })
  },
  'refuses a second entry with one number': (setting) =>
    expectRefused(
      setting,
      UNIQUE,
      `insert into private.credit_entries (id, user_id, kind, amount, type, source, grant_key) overriding system value
       select min(id), $1, 'grant', 1, 't', 's', 'other-key' from private.credit_entries`,
      [setting.owner],
    ),
  'refuses a mirror below zero even without its trigger': (setting) =>
    attempt(setting.sql, async () => {
      await setting.sql('alter table public.users disable trigger users_protect')
      await expectRefused(setting, CHECK, 'update public.users set credits = -1')
    }),
  'refuses to delete a person who ever had credits': (setting) =>
    expectRefused(setting, REFERENCE, 'delete from auth.users where id = $1', [setting.stranger]),
  'refuses to delete a person with a hold, even without entries': (setting) =>
    attempt(setting.sql, async () => {
      await setting.sql(
        `insert into private.credit_holds (job_id, user_id, type, source, amount) values ($1, $2, 't', 'veo-3', 1)`,
        [randomUUID(), setting.newcomer],
      )
      await expectRefused(setting, REFERENCE, 'delete from auth.users where id = $1', [setting.newcomer])
    }),
  'deletes a person who never had credits, with profile and login records': (setting) =>
    attempt(setting.sql, async () => {
      const { sql, newcomer } = setting
      await sql(`insert into public.users (id, email) values ($1, '')`, [newcomer])
      await sql('insert into public.login_logs (user_id) values ($1)', [newcomer])
      await sql('delete from auth.users where id = $1', [newcomer])
      const left = await sql(
        `select 1 from public.users where id = $1 union all select 1 from public.login_logs where user_id = $1`,
        [newcomer],
      )
      if (left.length > 0) throw new Error('the profile or a login record is left')
    }),
  'the columns listed may be empty, and no other': async ({ sql }) => {
    const found = await sql<{ name: string }>(
      `select relnamespace::regnamespace || '.' || relname || '.' || attname as name from pg_attribute join pg_class c on c.oid = attrelid
       where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace) and attnum > 0 and not attisdropped and not attnotnull
       order by 1`,
    )
    const names = found.map(({ name }) => name).sort()
    if (names.join() !== MAY_BE_EMPTY.join()) throw new Error(`these may be empty: ${names}`)
  },
}
