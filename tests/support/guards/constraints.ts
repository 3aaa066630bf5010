// Constraints that hold whoever writes a row: the last line behind the functions.
import { randomUUID } from 'node:crypto'
import { catchSqlError, runInRolledBackSavepoint } from '../../harness/sql.ts'
import { MAY_BE_EMPTY } from './columns/may-be-empty.ts'
import { getRow, insertable, insertRow, type Probe, ROWS, type Setting, type Table } from './setting.ts'

const CHECK = '23514'
const UNIQUE = '23505'
const REFERENCE = '23503'

type BadRow = [sentence: string, code: string, change: (setting: Setting) => Record<string, unknown>]

/** A deleted row is an ended one of which nothing is left. */
const ofDeletedJob = (s: Setting) => ({
  ...ofHeldJob(s),
  prompt: '',
  finished_at: '2026-11-01',
  deleted_at: '2026-11-02',
})
const another = () => ({ job_id: randomUUID() })
const anotherKey = () => ({ id: randomUUID(), secret_hash: 'other' })
const ofNewcomer = ({ newcomer }: Setting) => ({ user_id: newcomer })
/** The held job has no generation yet: a row with its id breaks no other rule. */
const ofHeldJob = ({ jobs }: Setting) => ({ id: jobs.held })

/** Each is a copy of a good row with one thing wrong. */
const BAD_ROWS: Partial<Record<Table, BadRow[]>> = {
  'private.credit_accounts': [
    ['a balance below zero', CHECK, (s) => ({ ...ofNewcomer(s), available: -1, held: 0 })],
    ['less than nothing held', CHECK, (s) => ({ ...ofNewcomer(s), available: 1, held: -1 })],
    ['a held amount that could not come back', CHECK, (s) => ({ ...ofNewcomer(s), available: 2 ** 31 - 1, held: 1 })],
    ['an account of nobody', REFERENCE, () => ({ user_id: randomUUID() })],
  ],
  'private.credit_holds': [
    ['a hold of nothing', CHECK, () => ({ ...another(), amount: 0 })],
    ['a hold in a state that does not exist', CHECK, () => ({ ...another(), state: 'lost' })],
    ['a hold of nobody', REFERENCE, () => ({ ...another(), user_id: randomUUID() })],
  ],
  'private.credit_entries': [
    ['an entry of nothing', CHECK, ({ jobs }) => ({ job_id: jobs.held, amount: 0 })],
    ['an entry of a kind that does not exist', CHECK, () => ({ kind: 'gift' })],
    ['a grant without a key', CHECK, () => ({ kind: 'grant', job_id: null })],
    ['a grant for a job', CHECK, () => ({ kind: 'grant', grant_key: randomUUID() })],
    ['a capture without a job', CHECK, () => ({ job_id: null, grant_key: randomUUID() })],
    ['a capture for a job nobody held', REFERENCE, another],
    ['an entry of nobody', REFERENCE, ({ jobs }) => ({ job_id: jobs.held, user_id: randomUUID() })],
    ['a second hold entry for a job', UNIQUE, () => ({ kind: 'hold' })],
    ['a release of what was captured', UNIQUE, () => ({ kind: 'release' })],
  ],
  'private.credit_settings': [
    ['settings that are not the settings', CHECK, () => ({ id: false })],
    ['sign-up credits below zero', CHECK, () => ({ sign_up_credits: -1 })],
    ['a daily limit of nothing', CHECK, () => ({ daily_credits_per_user: 0 })],
    ['a daily budget of nothing', CHECK, () => ({ daily_credits_budget: 0 })],
  ],
  'private.model_prices': [
    ['a model for nothing', CHECK, () => ({ model: 'veo-99', credits: 0 })],
    ['a second price of a model', UNIQUE, () => ({ credits: 1 })],
  ],
  'private.api_keys': [
    ['two keys of one secret', UNIQUE, () => ({ id: randomUUID() })],
    ['a key of nobody', REFERENCE, () => ({ ...anotherKey(), user_id: randomUUID() })],
    ['a key with a scope that does not exist', CHECK, () => ({ ...anotherKey(), scope: 'all' })],
    ['a key that may spend nothing', CHECK, () => ({ ...anotherKey(), daily_limit: 0 })],
  ],
  'private.shares': [
    [
      'a poster of a link without a size',
      CHECK,
      () => ({ id: randomUUID(), token_hash: 'other', poster_path: 'a.jpg' }),
    ],
    ['two links of one token', UNIQUE, () => ({ id: randomUUID() })],
    ['a link to nothing', REFERENCE, () => ({ id: randomUUID(), token_hash: 'other', job_id: randomUUID() })],
  ],
  'private.share_reports': [
    ['an endless report', CHECK, () => ({ details: 'x'.repeat(1001) })],
    ['a report of nothing', REFERENCE, () => ({ job_id: randomUUID() })],
  ],
  'private.reported_videos': [
    ['a reported video that is none', REFERENCE, () => ({ job_id: randomUUID() })],
    ['fewer than no reports', CHECK, (s) => ({ job_id: s.jobs.started, report_count: -1 })],
  ],
  'private.rate_limits': [
    ['a rate counted from nothing', CHECK, () => ({ key: 'other', used: 0 })],
    ['an endless rate key', CHECK, () => ({ key: 'x'.repeat(201) })],
  ],
  'private.admin_tries': [
    ['fewer than no failed attempts', CHECK, () => ({ key: 'other', wrong: -1 })],
    ['an endless key of tries', CHECK, () => ({ key: 'x'.repeat(201) })],
  ],
  'private.admin_addresses': [
    ['an endless address of an administrator', CHECK, () => ({ address: 'x'.repeat(201) })],
    ['an endless account of an administrator', CHECK, () => ({ account: 'x'.repeat(201) })],
  ],
  'private.login_log_days': [
    ['a day of fewer than no login records', CHECK, () => ({ day: '2001-01-01', records: -1 })],
  ],
  'private.last_sweep': [['a second last sweep', CHECK, () => ({ only_row: false })]],
  'private.alerts': [['an alert that nobody knows', CHECK, () => ({ name: 'other' })]],
  'public.users': [
    ['an endless name', CHECK, () => ({ name: 'x'.repeat(501) })],
    ['an endless avatar address', CHECK, () => ({ avatar_url: 'x'.repeat(2001) })],
    ['an endless provider', CHECK, () => ({ provider: 'x'.repeat(51) })],
  ],
  'public.login_logs': [
    ['a kind of device that does not exist', CHECK, () => ({ id: randomUUID(), device_type: 'toaster' })],
    ['a login record of nobody', REFERENCE, () => ({ id: randomUUID(), user_id: randomUUID() })],
  ],
  'public.jobs': [
    ['a job for nothing', CHECK, (s) => ({ ...ofHeldJob(s), credits: 0 })],
    ['a job of no length', CHECK, (s) => ({ ...ofHeldJob(s), length_seconds: 0 })],
    ['a job of a mode that does not exist', CHECK, (s) => ({ ...ofHeldJob(s), mode: 'song' })],
    ['a seed over 999', CHECK, (s) => ({ ...ofHeldJob(s), seed: 1000 })],
    ['a status that does not exist', CHECK, (s) => ({ ...ofHeldJob(s), status: 'paused' })],
    ['a success without a video', CHECK, (s) => ({ ...ofHeldJob(s), status: 'succeeded' })],
    ['a failure without a reason', CHECK, (s) => ({ ...ofHeldJob(s), status: 'failed' })],
    ['a deleted job that is still open', CHECK, (s) => ({ ...ofDeletedJob(s), finished_at: null })],
    ...['prompt', 'negative_prompt', 'failure_message', 'image_path', 'video_path', 'title'].map(
      (column): BadRow => [
        `a deleted job with its ${column}`,
        CHECK,
        (s) => ({ ...ofDeletedJob(s), [column]: 'left' }),
      ],
    ),
    ['a deleted job with a star', CHECK, (s) => ({ ...ofDeletedJob(s), is_starred: true })],
    ['an endless title', CHECK, (s) => ({ ...ofHeldJob(s), title: 'x'.repeat(101) })],
    ['a mark that no file has', CHECK, (s) => ({ ...ofHeldJob(s), video_mark: 'ink' })],
    ['a kind of input that does not exist', CHECK, (s) => ({ ...ofHeldJob(s), input_kind: 'song' })],
    [
      'a use of a source that does not exist',
      CHECK,
      (s) => ({ ...ofHeldJob(s), source_id: s.jobs.captured, source_use: 'song' }),
    ],
    ['a source without a use', CHECK, (s) => ({ ...ofHeldJob(s), source_id: s.jobs.captured })],
    ['a source that is no job', REFERENCE, (s) => ({ ...ofHeldJob(s), source_id: randomUUID(), source_use: 'edit' })],
    [
      'a deleted job with its source',
      CHECK,
      (s) => ({ ...ofDeletedJob(s), source_id: s.jobs.captured, source_use: 'extend' }),
    ],
    ['a job without a hold', REFERENCE, () => ({ id: randomUUID() })],
    ['a job of nobody', REFERENCE, (s) => ({ ...ofHeldJob(s), user_id: randomUUID() })],
    ['a job of a model without a price', REFERENCE, (s) => ({ ...ofHeldJob(s), model: 'veo-99' })],
  ],
  'private.account_deletions': [
    ['a deletion of nobody', REFERENCE, () => ({ user_id: randomUUID() })],
    ['a second deletion of one account', UNIQUE, () => ({ email: 'other@example.com' })],
  ],
  'private.images': [
    [
      'an image of nobody',
      REFERENCE,
      () => ({ id: randomUUID(), path: 'other.jpg', user_id: randomUUID(), sha256: 'other' }),
    ],
    ['a second image of one content', UNIQUE, () => ({ id: randomUUID(), path: 'other.jpg' })],
    ['a second image of one path', UNIQUE, () => ({ id: randomUUID(), sha256: 'other' })],
  ],
  'private.job_images': [
    ['an image in a role that does not exist', CHECK, () => ({ position: 2, role: 'song' })],
    ['an image of no job', REFERENCE, another],
    ['an image that was never uploaded', REFERENCE, () => ({ position: 2, image_id: randomUUID() })],
  ],
  'private.provider_tasks': [
    [
      'a cost below zero',
      CHECK,
      ({ jobs }) => ({ job_id: jobs.held, cost: -1, cost_unit: 'usd', costed_at: '2026-11-01' }),
    ],
    ['a cost of nobody knows what', CHECK, ({ jobs }) => ({ job_id: jobs.held, cost: 1 })],
    ['a provider task without a job', REFERENCE, ({ jobs }) => ({ job_id: jobs.held })],
  ],
  'private.files_to_delete': [
    ['a file to delete twice in one bucket', UNIQUE, ({ jobs }) => ({ job_id: jobs.captured })],
    ['a file to delete of no job', REFERENCE, ({ jobs }) => ({ job_id: jobs.held, path: 'a/c.mp4' })],
  ],
}

async function expectRefused(setting: Setting, code: string, statement: string, parameters: unknown[] = []) {
  const error = await runInRolledBackSavepoint(setting.sql, () => catchSqlError(setting.sql(statement, parameters)))
  if (error?.code !== code) throw new Error(`${statement}: ${error?.code ?? 'done'}, not ${code}`)
}

function refuses(table: Table, [sentence, code, change]: BadRow): [string, Probe] {
  return [
    `refuses ${sentence}`,
    async (setting) => {
      const [good] = await setting.sql<{ row: object }>(
        `select to_jsonb(t) as row from ${table} t where ${getRow(setting, table)}`,
      )
      const columns = await insertable(setting.sql, table)
      const bad = JSON.stringify({ ...good?.row, ...change(setting) })
      await expectRefused(setting, code, insertRow(table, columns), [bad])
    },
  ]
}

/** The key of a row is a number that the database gives. */
const NUMBERED = ['private.credit_entries', 'private.share_reports']

export const CONSTRAINT_PROBES: Record<string, Probe> = {
  ...Object.fromEntries(
    Object.entries(BAD_ROWS).flatMap(([table, rows]) => rows.map((row) => refuses(table as Table, row))),
  ),

  'refuses a second row with the key of one that is there, in every table': async (setting) => {
    for (const table of Object.keys(ROWS)) {
      if (table.startsWith('storage.') || NUMBERED.includes(table)) continue
      const columns = await insertable(setting.sql, table)
      const copy = `insert into ${table} (${columns}) select ${columns} from ${table} where ${getRow(setting, table)}`
      await expectRefused(setting, UNIQUE, copy)
    }
  },
  'refuses a grant key twice': async (setting) => {
    const grant = `insert into private.credit_entries (user_id, kind, amount, type, source, grant_key) values ($1, 'grant', 1, 't', 's', 'one-key')`
    await runInRolledBackSavepoint(setting.sql, async () => {
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
  'refuses a second report with one number': (setting) =>
    expectRefused(
      setting,
      UNIQUE,
      `insert into private.share_reports (id, job_id, reason, details, created_at) overriding system value
       select id, job_id, reason, details, created_at from private.share_reports`,
    ),
  'refuses a mirror below zero even without its trigger': (setting) =>
    runInRolledBackSavepoint(setting.sql, async () => {
      await setting.sql('alter table public.users disable trigger users_protect')
      await expectRefused(setting, CHECK, 'update public.users set credits = -1')
    }),
  'refuses to delete a person who ever had credits': (setting) =>
    expectRefused(setting, REFERENCE, 'delete from auth.users where id = $1', [setting.stranger]),
  'refuses to delete a person with a hold, even without entries': (setting) =>
    runInRolledBackSavepoint(setting.sql, async () => {
      await setting.sql(
        `insert into private.credit_holds (job_id, user_id, type, source, amount) values ($1, $2, 't', 'veo-3', 1)`,
        [randomUUID(), setting.newcomer],
      )
      await expectRefused(setting, REFERENCE, 'delete from auth.users where id = $1', [setting.newcomer])
    }),
  'deletes a person who never had credits, with profile and login records': (setting) =>
    runInRolledBackSavepoint(setting.sql, async () => {
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
