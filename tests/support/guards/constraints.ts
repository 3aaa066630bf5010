// Constraints that apply to every writer of a row. They are the last defense behind the functions.
import { randomUUID } from 'node:crypto'
import { catchSqlError, runInRolledBackSavepoint } from '../../harness/sql.ts'
import { MAY_BE_EMPTY } from './columns/may-be-empty.ts'
import { getRow, insertable, insertRow, type Probe, ROWS, type Setting, type Table } from './setting.ts'

const CHECK = '23514'
const UNIQUE = '23505'
const REFERENCE = '23503'

type BadRow = [sentence: string, code: string, change: (setting: Setting) => Record<string, unknown>]

/** A row of a deleted job: ended, and with its content removed. */
const ofDeletedJob = (s: Setting) => ({
  ...ofHeldJob(s),
  prompt: '',
  finished_at: '2026-11-01',
  deleted_at: '2026-11-02',
})
const POSTER = { poster_path: 'a.webp', poster_width: 640, poster_height: 360, poster_bytes: 9 }
const another = () => ({ job_id: randomUUID() })
const anotherMember = () => ({ id: randomUUID(), name: 'Other' })
const anotherKey = () => ({ id: randomUUID(), secret_hash: 'other' })
const ofNewcomer = ({ newcomer }: Setting) => ({ user_id: newcomer })
/** The held job has no row in public.jobs yet, so a row with its ID breaks no other rule. */
const ofHeldJob = ({ jobs }: Setting) => ({ id: jobs.held })

/** Bad rows by table. Each is a copy of a good row with one fault. */
const BAD_ROWS: Partial<Record<Table, BadRow[]>> = {
  'private.credit_accounts': [
    ['a balance below zero', CHECK, (s) => ({ ...ofNewcomer(s), available: -1, held: 0 })],
    ['a negative held amount', CHECK, (s) => ({ ...ofNewcomer(s), available: 1, held: -1 })],
    ['a held amount too large to return', CHECK, (s) => ({ ...ofNewcomer(s), available: 2 ** 31 - 1, held: 1 })],
    ['a credit account without a user', REFERENCE, () => ({ user_id: randomUUID() })],
  ],
  'private.credit_holds': [
    ['a hold of 0 credits', CHECK, () => ({ ...another(), amount: 0 })],
    ['a hold in an unknown state', CHECK, () => ({ ...another(), state: 'lost' })],
    ['a hold without a user', REFERENCE, () => ({ ...another(), user_id: randomUUID() })],
  ],
  'private.credit_entries': [
    ['a ledger entry of 0 credits', CHECK, ({ jobs }) => ({ job_id: jobs.held, amount: 0 })],
    ['a ledger entry of an unknown kind', CHECK, () => ({ kind: 'gift' })],
    ['a grant without a key', CHECK, () => ({ kind: 'grant', job_id: null })],
    ['a grant for a job', CHECK, () => ({ kind: 'grant', grant_key: randomUUID() })],
    ['a capture without a job', CHECK, () => ({ job_id: null, grant_key: randomUUID() })],
    ['a capture for a job without a hold', REFERENCE, another],
    ['a ledger entry without a user', REFERENCE, ({ jobs }) => ({ job_id: jobs.held, user_id: randomUUID() })],
    ['a second hold entry for a job', UNIQUE, () => ({ kind: 'hold' })],
    ['a release after a capture', UNIQUE, () => ({ kind: 'release' })],
  ],
  'private.credit_settings': [
    ['a second row of credit settings', CHECK, () => ({ id: false })],
    ['sign-up credits below zero', CHECK, () => ({ sign_up_credits: -1 })],
    ['a daily limit of 0 credits', CHECK, () => ({ daily_credits_per_user: 0 })],
    ['a daily budget of 0 credits', CHECK, () => ({ daily_credits_budget: 0 })],
  ],
  'private.model_prices': [
    ['a model price of 0 credits', CHECK, () => ({ model: 'veo-99', credits: 0 })],
    ['a second price of a model', UNIQUE, () => ({ credits: 1 })],
  ],
  'private.api_keys': [
    ['two API keys with one secret', UNIQUE, () => ({ id: randomUUID() })],
    ['an API key without a user', REFERENCE, () => ({ ...anotherKey(), user_id: randomUUID() })],
    ['an API key with an unknown scope', CHECK, () => ({ ...anotherKey(), scope: 'all' })],
    ['an API key with a daily limit of 0', CHECK, () => ({ ...anotherKey(), daily_limit: 0 })],
  ],
  'private.shares': [
    ['two shared links with one token', UNIQUE, () => ({ id: randomUUID() })],
    ['a shared link without a job', REFERENCE, () => ({ id: randomUUID(), token_hash: 'other', job_id: randomUUID() })],
  ],
  'private.share_reports': [
    ['a report of 1,001 characters', CHECK, () => ({ details: 'x'.repeat(1001) })],
    ['a report without a video', REFERENCE, () => ({ job_id: randomUUID() })],
  ],
  'private.reported_videos': [
    ['a reported video without a job', REFERENCE, () => ({ job_id: randomUUID() })],
    ['a negative number of reports', CHECK, (s) => ({ job_id: s.jobs.started, report_count: -1 })],
  ],
  'private.rate_limits': [
    ['a rate count of 0', CHECK, () => ({ key: 'other', used: 0 })],
    ['a rate key of 201 characters', CHECK, () => ({ key: 'x'.repeat(201) })],
  ],
  'private.admin_tries': [
    ['a negative number of failed attempts', CHECK, () => ({ key: 'other', wrong: -1 })],
    ['a failed attempt with a key of 201 characters', CHECK, () => ({ key: 'x'.repeat(201) })],
  ],
  'private.admin_addresses': [
    ["an administrator's address of 201 characters", CHECK, () => ({ address: 'x'.repeat(201) })],
    ["an administrator's account of 201 characters", CHECK, () => ({ account: 'x'.repeat(201) })],
  ],
  'private.login_log_days': [
    ['a negative number of login records per day', CHECK, () => ({ day: '2001-01-01', records: -1 })],
  ],
  'private.last_sweep': [['a second row for the last sweep', CHECK, () => ({ only_row: false })]],
  'private.alerts': [['an unknown alert', CHECK, () => ({ name: 'other' })]],
  'public.users': [
    ['a user name of 501 characters', CHECK, () => ({ name: 'x'.repeat(501) })],
    ['an avatar URL of 2,001 characters', CHECK, () => ({ avatar_url: 'x'.repeat(2001) })],
    ['a sign-in provider of 51 characters', CHECK, () => ({ provider: 'x'.repeat(51) })],
  ],
  'public.login_logs': [
    ['an unknown kind of device', CHECK, () => ({ id: randomUUID(), device_type: 'toaster' })],
    ['a login record without a user', REFERENCE, () => ({ id: randomUUID(), user_id: randomUUID() })],
  ],
  'public.jobs': [
    ['a job with a price of 0 credits', CHECK, (s) => ({ ...ofHeldJob(s), credits: 0 })],
    ['a job with a duration of 0 s', CHECK, (s) => ({ ...ofHeldJob(s), length_seconds: 0 })],
    ['a job with an unknown mode', CHECK, (s) => ({ ...ofHeldJob(s), mode: 'song' })],
    ['a job with a seed over 999', CHECK, (s) => ({ ...ofHeldJob(s), seed: 1000 })],
    ['a job with an unknown status', CHECK, (s) => ({ ...ofHeldJob(s), status: 'paused' })],
    ['a succeeded job without a video', CHECK, (s) => ({ ...ofHeldJob(s), status: 'succeeded' })],
    ['a failed job without a failure code', CHECK, (s) => ({ ...ofHeldJob(s), status: 'failed' })],
    ['a deleted job that is still open', CHECK, (s) => ({ ...ofDeletedJob(s), finished_at: null })],
    ...['prompt', 'negative_prompt', 'failure_message', 'image_path', 'video_path', 'title'].map(
      (column): BadRow => [
        `a deleted job with its ${column}`,
        CHECK,
        (s) => ({ ...ofDeletedJob(s), [column]: 'left' }),
      ],
    ),
    ['a deleted job with its poster', CHECK, (s) => ({ ...ofDeletedJob(s), ...POSTER })],
    ['a deleted job with its peaks', CHECK, (s) => ({ ...ofDeletedJob(s), peaks: [] })],
    ['a poster without a size', CHECK, (s) => ({ ...ofHeldJob(s), poster_path: 'a.webp' })],
    ['a poster of more than 40 KB', CHECK, (s) => ({ ...ofHeldJob(s), ...POSTER, poster_bytes: 40_961 })],
    ['a poster of more than 640 px', CHECK, (s) => ({ ...ofHeldJob(s), ...POSTER, poster_height: 641 })],
    ['a wrong number of peaks', CHECK, (s) => ({ ...ofHeldJob(s), peaks: [1, 2] })],
    ['peaks above 100', CHECK, (s) => ({ ...ofHeldJob(s), peaks: new Array(160).fill(101) })],
    ['a deleted job with a star', CHECK, (s) => ({ ...ofDeletedJob(s), is_starred: true })],
    ['a job title of 101 characters', CHECK, (s) => ({ ...ofHeldJob(s), title: 'x'.repeat(101) })],
    ['a job with an unknown video mark', CHECK, (s) => ({ ...ofHeldJob(s), video_mark: 'ink' })],
    ['a job with an unknown kind of input', CHECK, (s) => ({ ...ofHeldJob(s), input_kind: 'song' })],
    [
      'an unknown use of a source video',
      CHECK,
      (s) => ({ ...ofHeldJob(s), source_id: s.jobs.captured, source_use: 'song' }),
    ],
    ['a source video without a use', CHECK, (s) => ({ ...ofHeldJob(s), source_id: s.jobs.captured })],
    [
      'a source video that is not a job',
      REFERENCE,
      (s) => ({ ...ofHeldJob(s), source_id: randomUUID(), source_use: 'edit' }),
    ],
    [
      'a deleted job with its source',
      CHECK,
      (s) => ({ ...ofDeletedJob(s), source_id: s.jobs.captured, source_use: 'extend' }),
    ],
    ['a job without a hold', REFERENCE, () => ({ id: randomUUID() })],
    ['a job without a user', REFERENCE, (s) => ({ ...ofHeldJob(s), user_id: randomUUID() })],
    ['a job with a model that has no price', REFERENCE, (s) => ({ ...ofHeldJob(s), model: 'veo-99' })],
  ],
  'private.account_deletions': [
    ['an account deletion without a user', REFERENCE, () => ({ user_id: randomUUID() })],
    ['a second deletion of one account', UNIQUE, () => ({ email: 'other@example.com' })],
  ],
  'private.files': [
    [
      'an image without a user',
      REFERENCE,
      () => ({ id: randomUUID(), path: 'other.jpg', user_id: randomUUID(), sha256: 'other' }),
    ],
    ['a second image with the same content', UNIQUE, () => ({ id: randomUUID(), path: 'other.jpg' })],
    ['a second image with the same path', UNIQUE, () => ({ id: randomUUID(), sha256: 'other' })],
    ['a voice without a length', CHECK, () => ({ id: randomUUID(), path: 'a.wav', sha256: 'other', seconds: 0 })],
    ['a voice of an hour', CHECK, () => ({ id: randomUUID(), path: 'a.wav', sha256: 'other', seconds: 3600 })],
  ],
  'private.job_files': [
    ['an image in an unknown role', CHECK, () => ({ position: 2, role: 'song' })],
    ["a job's image without a job", REFERENCE, another],
    ["a job's image that was never uploaded", REFERENCE, () => ({ position: 2, file_id: randomUUID() })],
    ["a job's image of no member of the cast", REFERENCE, () => ({ position: 2, member_id: randomUUID() })],
  ],
  'private.cast_members': [
    ['a member of the cast without a user', REFERENCE, () => ({ ...anotherMember(), user_id: randomUUID() })],
    ['a member of an unknown kind', CHECK, () => ({ ...anotherMember(), kind: 'song' })],
    ['a member without a name', CHECK, () => ({ ...anotherMember(), name: '' })],
    ['a name of 41 characters', CHECK, () => ({ ...anotherMember(), name: 'x'.repeat(41) })],
    ['a name with an @', CHECK, () => ({ ...anotherMember(), name: 'a@b' })],
    ['a name in another normal form', CHECK, () => ({ ...anotherMember(), name: 'Zoe\u0301' })],
    ['a note of 301 characters', CHECK, () => ({ ...anotherMember(), note: 'x'.repeat(301) })],
    ['two members with one name, whatever its case', UNIQUE, () => ({ ...anotherMember(), name: 'OWN' })],
    ["a member's voice without a consent", CHECK, () => ({ ...anotherMember(), voice_consented_at: null })],
    ['a consent without a voice', CHECK, () => ({ ...anotherMember(), voice_id: null })],
    ['a voice of a place', CHECK, () => ({ ...anotherMember(), kind: 'place' })],
    ["a member's voice that was never uploaded", REFERENCE, () => ({ ...anotherMember(), voice_id: randomUUID() })],
  ],
  'private.job_cast': [
    ["a job's member without a job", REFERENCE, another],
    ["a job's member who was never in the cast", REFERENCE, () => ({ position: 2, member_id: randomUUID() })],
    ["a job's member without a name", CHECK, () => ({ position: 2, name: '' })],
    ['two members at one position of a job', UNIQUE, () => ({ name: 'Other' })],
  ],
  'private.cast_images': [
    ['a sixth image of a member', CHECK, () => ({ position: 6 })],
    ['an image twice in a member', UNIQUE, () => ({ position: 1 })],
    ['an image of no member', REFERENCE, () => ({ member_id: randomUUID() })],
    ["a member's image that was never uploaded", REFERENCE, () => ({ position: 1, image_id: randomUUID() })],
  ],
  'private.provider_tasks': [
    [
      'a negative cost at a provider',
      CHECK,
      ({ jobs }) => ({ job_id: jobs.held, cost: -1, cost_unit: 'usd', costed_at: '2026-11-01' }),
    ],
    ['a cost at a provider without a unit', CHECK, ({ jobs }) => ({ job_id: jobs.held, cost: 1 })],
    ['a provider task without a job', REFERENCE, ({ jobs }) => ({ job_id: jobs.held })],
  ],
  'private.files_to_delete': [
    ['a file listed twice for deletion', UNIQUE, ({ jobs }) => ({ job_id: jobs.captured })],
    ['a file listed for deletion without a job', REFERENCE, ({ jobs }) => ({ job_id: jobs.held, path: 'a/c.mp4' })],
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

/** Tables whose key is a number that the database assigns. */
const NUMBERED = ['private.admin_actions', 'private.credit_entries', 'private.share_reports']

export const CONSTRAINT_PROBES: Record<string, Probe> = {
  ...Object.fromEntries(
    Object.entries(BAD_ROWS).flatMap(([table, rows]) => rows.map((row) => refuses(table as Table, row))),
  ),

  'refuses a second row with the same key in every table': async (setting) => {
    for (const table of Object.keys(ROWS)) {
      if (table.startsWith('storage.') || NUMBERED.includes(table)) continue
      const columns = await insertable(setting.sql, table)
      const copy = `insert into ${table} (${columns}) select ${columns} from ${table} where ${getRow(setting, table)}`
      await expectRefused(setting, UNIQUE, copy)
    }
  },
  'refuses a second grant with the same key': async (setting) => {
    const grant = `insert into private.credit_entries (user_id, kind, amount, type, source, grant_key) values ($1, 'grant', 1, 't', 's', 'one-key')`
    await runInRolledBackSavepoint(setting.sql, async () => {
      await setting.sql(grant, [setting.owner])
      await expectRefused(setting, UNIQUE, grant, [setting.owner])
    })
  },
  'refuses a second ledger entry with the same number': (setting) =>
    expectRefused(
      setting,
      UNIQUE,
      `insert into private.credit_entries (id, user_id, kind, amount, type, source, grant_key) overriding system value
       select min(id), $1, 'grant', 1, 't', 's', 'other-key' from private.credit_entries`,
      [setting.owner],
    ),
  'refuses a second report with the same number': (setting) =>
    expectRefused(
      setting,
      UNIQUE,
      `insert into private.share_reports (id, job_id, reason, details, created_at) overriding system value
       select id, job_id, reason, details, created_at from private.share_reports`,
    ),
  'refuses a negative users.credits even without the trigger': (setting) =>
    runInRolledBackSavepoint(setting.sql, async () => {
      await setting.sql('alter table public.users disable trigger users_protect')
      await expectRefused(setting, CHECK, 'update public.users set credits = -1')
    }),
  'refuses to delete a user who ever had credits': (setting) =>
    expectRefused(setting, REFERENCE, 'delete from auth.users where id = $1', [setting.stranger]),
  'refuses to delete a user with a hold, even without ledger entries': (setting) =>
    runInRolledBackSavepoint(setting.sql, async () => {
      await setting.sql(
        `insert into private.credit_holds (job_id, user_id, type, source, amount) values ($1, $2, 't', 'veo-3', 1)`,
        [randomUUID(), setting.newcomer],
      )
      await expectRefused(setting, REFERENCE, 'delete from auth.users where id = $1', [setting.newcomer])
    }),
  'deletes a user who never had credits, with profile and login records': (setting) =>
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
  'allows null only in the listed columns': async ({ sql }) => {
    const found = await sql<{ name: string }>(
      `select relnamespace::regnamespace || '.' || relname || '.' || attname as name from pg_attribute join pg_class c on c.oid = attrelid
       where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace) and attnum > 0 and not attisdropped and not attnotnull
       order by 1`,
    )
    const names = found.map(({ name }) => name).sort()
    if (names.join() !== MAY_BE_EMPTY.join()) throw new Error(`these may be empty: ${names}`)
  },
}
