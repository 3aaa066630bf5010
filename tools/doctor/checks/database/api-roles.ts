// Finds settings of the roles with which the Data API runs statements. They apply to every call of the function.
import type { Context } from '../check.ts'

/** The rows that our longest lists need, as in supabase/config.toml. */
export const MIN_MAX_ROWS = 1000
export const describeMaxRows = (rows: number) => `The Data API returns at most ${rows} rows, so long lists are cut off.`

/** The shortest time for a statement. Supabase gives those of visitors 3 seconds, and all others 8 or more. */
const MIN_STATEMENT_SECONDS = 3

const ROLE_SETTINGS = `select r.rolname as role, coalesce(d.datname, '') as database, split_part(config, '=', 1) as name,
    substr(config, strpos(config, '=') + 1) as value,
    case when config ~ '^pgrst\\.db_pre_request=' then to_regproc(substr(config, strpos(config, '=') + 1)) is null else false end as is_missing
  from pg_db_role_setting s join pg_roles r on r.oid = s.setrole left join pg_database d on d.oid = s.setdatabase,
    unnest(s.setconfig) as config
  where r.rolname in ('authenticator', 'anon', 'authenticated', 'service_role') and (s.setdatabase = 0 or d.datname = current_database())
  order by 1, 2, 3`

interface RoleSetting {
  role: string
  database: string
  name: string
  value: string
  is_missing: boolean
}

/** Returns a sentence for each setting that disables the API, with the statement that removes it. */
export async function findRoleSettings(sql: Context['sql']): Promise<{ what: string; statement: string }[]> {
  const found = await sql<RoleSetting>(ROLE_SETTINGS)
  return found.flatMap((setting) => {
    const what = describeSetting(setting)
    return what ? [{ what, statement: reset(setting) }] : []
  })
}

function describeSetting({ role, name, value, is_missing: isMissing }: RoleSetting): string | null {
  if (name === 'statement_timeout') {
    const seconds = readSeconds(value)
    return seconds > 0 && seconds < MIN_STATEMENT_SECONDS
      ? `Statements of ${role} end after ${value}, so calls of the API fail when there is much to do.`
      : null
  }
  if (role !== 'authenticator') return null
  if (name === 'pgrst.db_schemas' && value.split(/[\s,]+/).includes('private'))
    return 'The Data API exposes the schema private.'
  if (name === 'pgrst.db_max_rows' && Number(value) < MIN_MAX_ROWS) return describeMaxRows(Number(value))
  if (isMissing) return `The Data API calls ${value} before each request, which doesn't exist, so every request fails.`
  return null
}

const UNITS: Record<string, number> = { us: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600, d: 86_400 }

/** Reads a time as PostgreSQL does: a number without a unit is in milliseconds. */
function readSeconds(value: string): number {
  const [, number = '0', unit = ''] = /^([\d.]+)\s*(\w*)$/.exec(value) ?? []
  return Number(number) * (UNITS[unit || 'ms'] ?? 0)
}

/** Returns SQL that gives a setting the value of the dashboard, or of the platform, again. */
function reset({ role, database, name }: RoleSetting): string {
  const place = database ? ` in database "${database}"` : ''
  const change = name === 'statement_timeout' ? `set statement_timeout = '8s'` : `reset ${name}`
  return `alter role ${role}${place} ${change};\nnotify pgrst, 'reload config';`
}
