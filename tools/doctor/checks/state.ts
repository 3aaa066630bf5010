// Finds faults that disable a database even though its tables and functions match the migrations.
import type { Check } from './check.ts'
import { describeInEditor, getDashboardUrl } from './settings.ts'

const DATABASE_SETTING = `select d.datname as name from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
  where s.setrole = 0 and d.datname = current_database() and 'default_transaction_read_only=on' = any (s.setconfig)`

/**
 * Finds a read-only setting of the database or the server. The platform manages the server's setting. The connection
 * user's setting is ignored, because the management API uses it to read.
 */
const READ_ONLY = `select format('alter database %I reset default_transaction_read_only;', name) as reset from (${DATABASE_SETTING}) as setting
  union all
  select '' from pg_settings where name = 'default_transaction_read_only' and setting = 'on' and source = 'configuration file'`

const NUMBERING = `select last_value::text as last, (select max(id)::text from private.credit_entries) as highest
  from pg_sequences where format('%I.%I', schemaname, sequencename)::regclass =
    pg_get_serial_sequence('private.credit_entries', 'id')::regclass`
const SET_NUMBERING = `select setval(pg_get_serial_sequence('private.credit_entries', 'id'), max(id)) from private.credit_entries;`

const EXPOSED = `select coalesce(d.datname, '') as database from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
    left join pg_database d on d.oid = s.setdatabase, unnest(s.setconfig) as config
  where r.rolname = 'authenticator' and config ~ '^pgrst\\.db_schemas=(.*[ ,])?private([ ,]|$)'`

/** Finds triggers on new users that write to a missing table. All other triggers belong to the operator. */
const SIGN_UP = `select distinct g.tgname as trigger, p.oid::regprocedure::text as function, written.target
  from pg_trigger g join pg_proc p on p.oid = g.tgfoid,
    lateral (select (regexp_matches(p.prosrc, '(?:insert\\s+into|update|delete\\s+from)\\s+([\\w"]+\\.[\\w"]+)', 'gi'))[1] as target) as written
  where g.tgrelid = to_regclass('auth.users') and not g.tgisinternal and g.tgenabled <> 'D' and to_regclass(written.target) is null`

export const STATE_CHECK: Check = {
  name: 'database state',
  needs: [['SUPABASE_DB_PASSWORD', 'SUPABASE_ACCESS_TOKEN']],
  after: ['migrations'],
  async run({ settings, sql }) {
    const where = 'the database'
    const [readOnly] = await sql<{ reset: string }>(READ_ONLY)
    const [numbering] = await sql<{ last: string | null; highest: string | null }>(NUMBERING)
    const exposed = await sql<{ database: string }>(EXPOSED)
    const triggers = await sql<{ trigger: string; function: string; target: string }>(SIGN_UP)
    const reportProblem = (what: string, statement: string) => ({
      what,
      where,
      fix: describeInEditor(settings, statement),
      sql: statement,
    })
    const isBehind = BigInt(numbering?.highest ?? 0) > BigInt(numbering?.last ?? 0)
    return [
      ...(readOnly
        ? [
            readOnly.reset
              ? reportProblem(
                  'The database is read-only, so nothing can be held, charged, or stored.',
                  `begin read write;\n${readOnly.reset}\ncommit;\nset default_transaction_read_only = off;`,
                )
              : {
                  what: 'The database is read-only, so nothing can be held, charged, or stored. Its disk may be full.',
                  where,
                  fix: `See the disk usage on ${getDashboardUrl(settings, 'settings/compute-and-disk')}`,
                },
          ]
        : []),
      ...(isBehind
        ? [
            reportProblem(
              'The ID sequence of private.credit_entries is behind its rows, so no transaction can be recorded.',
              SET_NUMBERING,
            ),
          ]
        : []),
      ...exposed.map(({ database }) =>
        reportProblem(
          'The Data API exposes the schema private.',
          `alter role authenticator${database ? ` in database "${database}"` : ''} reset pgrst.db_schemas;\nnotify pgrst, 'reload config';`,
        ),
      ),
      ...triggers.map((found) =>
        reportProblem(
          `The trigger ${found.trigger} on auth.users writes to ${found.target}, which doesn't exist, so new users can't sign in.`,
          `drop function ${found.function} cascade;`,
        ),
      ),
    ]
  },
}
