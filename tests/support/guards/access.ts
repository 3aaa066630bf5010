// Who may do what to the owner's row of every table. A table that is not in the list fails.
import {
  type Actor,
  as,
  expectSame,
  getRow,
  insertable,
  insertRow,
  type Probe,
  resetRole,
  type Setting,
  type Table,
} from './setting.ts'

/**
 * The outcomes of select, insert, update, and delete:
 *
 * `yes` (allowed), `denied` (no grant, 42501), `refused` (a policy's check, 42501), or `hidden` (a policy's filter, so
 * nothing happens).
 */
type Verbs = `${Outcome} ${Outcome} ${Outcome} ${Outcome}`
type Outcome = 'yes' | 'denied' | 'refused' | 'hidden'
interface Access extends Record<Actor, Verbs> {
  /** The columns that a browser can set in an insert or update. The server sets the rest. */
  settable?: string[]
}

const NOTHING = 'denied denied denied denied'
/** The access to tables without a policy. Row level security then blocks every browser, even after a mistaken grant. */
const SERVER_ONLY = { anon: NOTHING, owner: NOTHING, stranger: NOTHING } as const
/**
 * The access to Storage's tables. Their grants are broad on every Supabase project, and only the missing policy blocks
 * browsers.
 */
const NO_POLICY = {
  anon: 'hidden refused hidden hidden',
  owner: 'hidden refused hidden hidden',
  stranger: 'hidden refused hidden hidden',
} as const

const ACCESS: Record<Table, Access> = {
  'public.users': {
    anon: NOTHING,
    owner: 'yes yes yes denied',
    stranger: 'hidden refused hidden denied',
    service_role: 'yes denied yes denied',
    settable: ['avatar_url', 'name', 'provider'],
  },
  'public.login_logs': {
    anon: NOTHING,
    owner: 'yes yes denied denied',
    stranger: 'hidden refused denied denied',
    service_role: 'yes denied denied denied',
    settable: [
      'browser_name',
      'device_brand',
      'device_model',
      'id',
      'ip_address',
      'is_mobile',
      'local_time',
      'os_name',
      'provider',
      'user_agent',
    ],
  },
  'public.jobs': {
    anon: NOTHING,
    owner: 'yes denied denied denied',
    stranger: 'hidden denied denied denied',
    service_role: 'yes yes yes denied',
  },
  'private.files_to_delete': { ...SERVER_ONLY, service_role: 'yes yes yes yes' },
  'private.account_deletions': { ...SERVER_ONLY, service_role: 'yes denied yes yes' },
  'private.api_keys': { ...SERVER_ONLY, service_role: 'yes yes yes yes' },
  'private.cast_images': { ...SERVER_ONLY, service_role: 'yes yes denied yes' },
  'private.cast_members': { ...SERVER_ONLY, service_role: 'yes yes yes yes' },
  'private.files': { ...SERVER_ONLY, service_role: 'yes yes yes yes' },
  'private.job_cast': { ...SERVER_ONLY, service_role: 'yes yes denied yes' },
  'private.job_durations': { ...SERVER_ONLY, service_role: 'yes yes yes denied' },
  'private.daily_jobs': { ...SERVER_ONLY, service_role: 'yes yes denied denied' },
  'private.daily_delays': { ...SERVER_ONLY, service_role: 'yes yes denied denied' },
  'private.last_count': { ...SERVER_ONLY, service_role: 'yes yes yes denied' },
  'private.job_files': { ...SERVER_ONLY, service_role: 'yes yes denied yes' },
  'private.shares': { ...SERVER_ONLY, service_role: 'yes yes yes yes' },
  'private.reported_videos': { ...SERVER_ONLY, service_role: 'yes yes yes yes' },
  'private.share_reports': { ...SERVER_ONLY, service_role: 'yes yes denied yes' },
  'private.receivers': { ...SERVER_ONLY, service_role: 'yes yes yes yes' },
  'private.messages': { ...SERVER_ONLY, service_role: 'yes yes yes yes' },
  'private.credit_accounts': {
    anon: NOTHING,
    owner: 'yes denied denied denied',
    stranger: 'hidden denied denied denied',
    service_role: 'yes yes yes denied',
  },
  'private.credit_holds': { ...SERVER_ONLY, service_role: 'yes yes yes denied' },
  'private.credit_entries': { ...SERVER_ONLY, service_role: 'yes yes denied denied' },
  'private.credit_settings': { ...SERVER_ONLY, service_role: 'yes denied yes denied' },
  'private.provider_tasks': { ...SERVER_ONLY, service_role: 'yes yes yes denied' },
  'private.model_prices': { ...SERVER_ONLY, service_role: 'yes yes yes denied' },
  'private.rate_limits': { ...SERVER_ONLY, service_role: 'yes yes yes yes' },
  'private.admin_tries': { ...SERVER_ONLY, service_role: 'yes yes yes yes' },
  'private.admin_addresses': { ...SERVER_ONLY, service_role: 'yes yes yes yes' },
  'private.admin_actions': { ...SERVER_ONLY, service_role: 'yes yes denied denied' },
  'private.suspensions': { ...SERVER_ONLY, service_role: 'yes yes denied yes' },
  'private.refused_words': { ...SERVER_ONLY, service_role: 'yes yes yes yes' },
  'private.last_sweep': { ...SERVER_ONLY, service_role: 'yes yes yes denied' },
  'private.alerts': { ...SERVER_ONLY, service_role: 'yes yes yes denied' },
  'private.provider_status_checks': { ...SERVER_ONLY, service_role: 'yes yes yes denied' },
  'private.refusing_providers': { ...SERVER_ONLY, service_role: 'yes yes yes yes' },
  'private.login_log_days': {
    ...SERVER_ONLY,
    service_role: 'yes denied denied denied',
  },
  'storage.objects': { ...NO_POLICY, service_role: 'yes yes yes yes' },
  'storage.buckets': { ...NO_POLICY, service_role: 'yes yes yes yes' },
}

/** SQL states of a statement that passed the access rights and then failed a key, a reference, or a check. */
const STOPPED_LATER = ['23503', '23505', '23514']

/** Returns each actor's outcomes for every table, as the database has them. */
async function readAccess(setting: Setting): Promise<Record<string, Record<Actor, string>>> {
  const tables = await setting.sql<{ name: string }>(
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
     where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace::regnamespace::text in ('public', 'private', 'storage') order by 1`,
  )
  const found: Record<string, Record<Actor, string>> = {}
  for (const { name } of tables) {
    const row = getRow(setting, name)
    found[name] = {
      anon: await verbs(setting, 'anon', name, row),
      owner: await verbs(setting, 'owner', name, row),
      stranger: await verbs(setting, 'stranger', name, row),
      service_role: await verbs(setting, 'service_role', name, row),
    }
  }
  return found
}

const expectedAccess = () =>
  Object.fromEntries(Object.entries(ACCESS).map(([name, { settable: _, ...actors }]) => [name, actors]))

async function verbs(setting: Setting, actor: Actor, table: string, row: string): Promise<string> {
  const { sql } = setting
  const columns = await insertable(sql, table)
  const column = columns.split(', ').at(-1)
  const read = `select coalesce(jsonb_agg(to_jsonb(t)), '[]') as rows from ${table} t where ${row}`
  const before = await sql<{ rows: unknown[] }>(read)
  const json = JSON.stringify(before[0]?.rows[0] ?? {})
  const statements: [string, unknown[]][] = [
    [`select 1 from ${table} where ${row}`, []],
    [`with done as (${insertRow(table, columns)} returning 1) select 1`, [json]],
    [`with done as (update ${table} set ${column} = ${column} where ${row} returning 1) select 1 from done`, []],
    [`with done as (delete from ${table} where ${row} returning 1) select 1 from done`, []],
  ]
  const outcomes: Outcome[] = []
  for (const [statement, parameters] of statements) {
    outcomes.push(
      await as(setting, actor, async () => {
        const rows = await sql(statement, parameters)
        if (rows.length > 0) return 'yes' as const
        await resetRole(sql)
        const after = await sql(read)
        if (JSON.stringify(after) !== JSON.stringify(before)) throw new Error(`${table}: ${actor} changed a hidden row`)
        return 'hidden' as const
      }).catch((error: { code?: string; message: string }): Outcome => {
        if (STOPPED_LATER.includes(error.code ?? '')) return 'yes'
        if (error.code !== '42501') throw error
        return error.message.includes('row-level security') ? 'refused' : 'denied'
      }),
    )
  }
  return outcomes.join(' ')
}

const ODD_VALUES: Record<string, string> = {
  text: `'odd'`,
  integer: '999999',
  boolean: 'true',
  'timestamp with time zone': `'2001-01-01'`,
}

/**
 * Returns the columns that keep an odd value from the owner in an insert or, if allowed, an update. Throws if setting
 * one column changes another one, which could then hold another user's value.
 */
async function readSettable(setting: Setting, table: string): Promise<string[]> {
  const { sql, owner, stranger } = setting
  const columns = await sql<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname not in ('device_type', 'user_id') order by 1`,
    [table],
  )
  const row = getRow(setting, table)
  // A UUID column gets the ID of another user.
  const oddValue = (type: string) => (type === 'uuid' ? `'${stranger}'` : (ODD_VALUES[type] ?? 'null'))
  const odd = columns.map(({ name, type }) => ({ name, value: oddValue(type) }))
  const kept = async (name: string, value: string) => {
    await resetRole(sql)
    return (await sql(`select 1 from ${table} where ${row} and ${name} = ${value}`)).length > 0
  }
  const settable = new Set<string>()
  for (const { name, value } of odd) {
    const others = `select to_jsonb(t) - array['updated_at', '${name}'] as others from ${table} t where ${row}`
    const [before] = await sql<{ others: object }>(others)
    const changed = await as(setting, 'owner', async () => {
      await sql(`update ${table} set ${name} = ${value} where ${row}`)
      const keeps = await kept(name, value)
      return { keeps, after: (await sql<{ others: object }>(others))[0]?.others ?? {} }
    }).catch(() => null)
    if (changed?.keeps) settable.add(name)
    if (changed) expectSame(changed.after, before?.others)
    const own = row.startsWith('id') ? 'id' : 'user_id'
    if (name === own) continue
    const inserted = await as(setting, 'owner', async () => {
      await resetRole(sql)
      await sql(`delete from ${table} where ${row}`)
      await sql(`select set_config('role', 'authenticated', true)`)
      const needed = own === 'id' && name !== 'email' ? [['email', `''`]] : []
      const given = [[own, `'${owner}'`], [name, value], ...needed]
      await sql(`insert into ${table} (${given.map(([to]) => to)}) values (${given.map(([, what]) => what)})`)
      return kept(name, value)
    }).catch(() => false)
    if (inserted) settable.add(name)
  }
  return [...settable].sort()
}

export const ACCESS_PROBES: Record<string, Probe> = {
  'gives every actor exactly the listed access to each table': async (setting) => {
    const found = await readAccess(setting)
    const expected = expectedAccess()
    for (const name of new Set([...Object.keys(found), ...Object.keys(expected)])) {
      const [has, should] = [JSON.stringify(found[name]), JSON.stringify(expected[name])]
      if (has !== should) throw new Error(`${name} is ${has}, not ${should}`)
    }
  },
  'lets a browser set only the columns listed as settable': async (setting) => {
    for (const [table, { owner, settable = [] }] of Object.entries(ACCESS)) {
      const [, insert, update] = owner.split(' ')
      if (insert !== 'yes' && update !== 'yes') continue
      const found = await readSettable(setting, table)
      if (found.join() !== settable.join()) throw new Error(`${table}: a browser decides ${found}, not ${settable}`)
    }
  },
}
