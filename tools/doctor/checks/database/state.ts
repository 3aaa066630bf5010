// Finds faults that disable a database even though its tables and functions match the migrations.
import { type Check, listSomeNames } from '../check.ts'
import { describeInEditor, getDashboardUrl, setAndDeploy } from '../settings.ts'
import { findRoleSettings } from './api-roles.ts'

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

/** Finds triggers on users that raise an error, or write to a missing table. All other triggers belong to the operator. */
const SIGN_UP = `select distinct g.tgname as trigger, p.oid::regprocedure::text as function, written.target
  from pg_trigger g join pg_proc p on p.oid = g.tgfoid,
    lateral (select regexp_replace(p.prosrc, '--[^\\n]*', '', 'g') as code) as body,
    lateral (
      select (regexp_matches(code, '(?:insert\\s+into|update|delete\\s+from)\\s+([\\w"]+\\.[\\w"]+)', 'gi'))[1] as target
      union all
      select null where code ~* '\\mraise\\s+(?!notice|warning|info|log|debug)') as written
  where g.tgrelid = to_regclass('auth.users') and not g.tgisinternal and g.tgenabled <> 'D' and to_regclass(written.target) is null`

/** Finds users whose account, or whose copy of it in public.users, differs from the sum of their transactions. */
const WRONG_BALANCES = `select coalesce(a.user_id, e.user_id) as id
  from private.credit_accounts a
    full join (
      select user_id, sum(change) as available,
        sum(case kind when 'grant' then 0 when 'hold' then amount else -amount end) as held
      from private.credit_entries group by 1) as e using (user_id)
    left join public.users u on u.id = coalesce(a.user_id, e.user_id)
  where coalesce(a.available, 0) <> coalesce(e.available, 0) or coalesce(a.held, 0) <> coalesce(e.held, 0)
    or u.credits <> coalesce(a.available, 0)`
/** Each statement sees the rows of the one before. validate_credits creates no account. */
const CORRECT_BALANCES = `insert into private.credit_accounts (user_id) select distinct user_id from private.credit_entries on conflict do nothing;
select public.validate_credits(id) from (${WRONG_BALANCES}) as wrong;`

/** Finds alerts that the webhook refused at least twice. The first attempt may have met a short outage. */
const UNSENT_ALERTS = `select name from private.alerts where tries > 1 and is_announced <> is_firing order by 1`

/** Finds replication slots that nothing reads, and that already keep more of the log than the server needs. */
const UNUSED_SLOTS = `select slot_name as name, pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) as size
  from pg_replication_slots where not active and wal_status in ('extended', 'unreserved') order by 1`

/** The last day of each version's security fixes (https://www.postgresql.org/support/versioning/). */
const POSTGRES_ENDS: Record<string, string> = {
  14: '2026-11-12',
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
}

export const STATE_CHECK: Check = {
  name: 'database state',
  needs: [['SUPABASE_DB_PASSWORD', 'SUPABASE_ACCESS_TOKEN']],
  after: ['migrations'],
  async run({ settings, sql, now }) {
    const where = 'the database'
    const [readOnly] = await sql<{ reset: string }>(READ_ONLY)
    const [numbering] = await sql<{ last: string | null; highest: string | null }>(NUMBERING)
    const triggers = await sql<{ trigger: string; function: string; target: string | null }>(SIGN_UP)
    const balances = await sql<{ id: string }>(WRONG_BALANCES)
    const unsent = settings.ALERT_WEBHOOK_URL ? await sql<{ name: string }>(UNSENT_ALERTS) : []
    const roleSettings = await findRoleSettings(sql)
    const slots = await sql<{ name: string; size: string }>(UNUSED_SLOTS)
    const [server] = await sql<{ version: string }>(
      `select split_part(current_setting('server_version'), '.', 1) as version`,
    )
    const ended = POSTGRES_ENDS[server?.version ?? '']
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
      ...roleSettings.map(({ what, statement }) => reportProblem(what, statement)),
      ...slots.map(({ name, size }) =>
        reportProblem(
          `Nothing reads the replication slot ${name}, which keeps ${size} of the log on the disk. A full disk makes the database read-only.`,
          `select pg_drop_replication_slot('${name}');`,
        ),
      ),
      ...(ended && new Date(ended) < now()
        ? [
            {
              what: `PostgreSQL ${server?.version} has received no security fixes since ${ended}.`,
              where,
              fix: `Make a backup (docs/backup.md), then upgrade on ${getDashboardUrl(settings, 'settings/infrastructure')}`,
            },
          ]
        : []),
      ...(unsent.length > 0
        ? [
            {
              what: `The webhook refused these alerts: ${unsent.map(({ name }) => name).join(', ')}.`,
              where: 'private.alerts',
              fix: `${setAndDeploy(settings, 'ALERT_WEBHOOK_URL to a new webhook')}. The function sends the alerts again within an hour`,
            },
          ]
        : []),
      ...(balances.length > 0
        ? [
            reportProblem(
              `Balances of these users differ from their transactions: ${listSomeNames(balances.map(({ id }) => id))}. They were changed by hand.`,
              CORRECT_BALANCES,
            ),
          ]
        : []),
      ...triggers.map((found) =>
        reportProblem(
          found.target
            ? `The trigger ${found.trigger} on auth.users writes to ${found.target}, which doesn't exist, so new users can't sign in.`
            : `The trigger ${found.trigger} on auth.users can raise an error, and then users can't sign in.`,
          `drop function ${found.function} cascade;`,
        ),
      ),
    ]
  },
}
