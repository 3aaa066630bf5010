// Every right of the API's roles, by table and function. A new right fails the probe until it is listed here.
import { runInRolledBackSavepoint, type Sql } from '../../harness/sql.ts'
import type { Probe } from './setting.ts'

const API_ROLES = `('public'), ('anon'), ('authenticated'), ('service_role')`

/** Returns a line per object, role, and rights. The role `public` means every role. */
async function readGrants(sql: Sql): Promise<string[]> {
  const lines = await sql<{ line: string }>(`
    with roles (name) as (values ${API_ROLES}),
    rights as (
      select nspname as object, nspacl as acl from pg_namespace where nspname = 'private'
      union all
      select relnamespace::regnamespace || '.' || relname, relacl from pg_class
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      union all
      select attrelid::regclass || '.' || attname, attacl from pg_attribute join pg_class c on c.oid = attrelid
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and attacl is not null
      union all
      -- A function without a list is everybody's to execute.
      select pronamespace::regnamespace || '.' || proname || '()', coalesce(proacl, acldefault('f', proowner)) from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    )
    select object || ': ' || roles.name || ' ' || string_agg(lower(privilege_type), ' ' order by privilege_type) as line
    from rights, aclexplode(acl) as held
    join roles on roles.name = case held.grantee when 0 then 'public' else held.grantee::regrole::text end
    group by object, roles.name`)
  return lines.map(({ line }) => line).sort()
}

/** Functions in `private` that API functions call with the server's own rights. */
const PRIVATE_SERVER_FUNCTIONS = [
  'cast_member_record',
  'check_account',
  'clock',
  'close_account',
  'delivery_wait',
  'learn_duration',
  'count_jobs',
  'count_stored_bytes',
  'keeps_file',
  'list_upload',
  'claim_status_checks',
  'delete_session',
  'erase_sign_in_records',
  'clear_login_records',
  'grant_credits',
  'is_admin_address',
  'is_sending',
  'is_suspended',
  'is_taken_down',
  'job_record',
  'held_today',
  'key_record',
  'describe_mismatch',
  'person_record',
  'plan_upscale',
  'record_admin_action',
  'refuse_words',
  'release_open_hold',
  'repeat_start',
  'require_account',
  'seconds_to_midnight',
  'set_alert',
  'share_record',
  'settle_hold',
  'get_settlement',
  'sign_in_record',
  'submitted_today',
  'max_canceled',
  'wait_after_canceled',
  'reserve_budget',
  'release_cast_files',
  'release_files',
  'lock_cast',
  'lock_files',
  'lock_session',
  'device_record',
  'webhook_record',
]

/**
 * `public.add_test_credits` is executable only after supabase/seed.sql ran, which never happens on a hosted project.
 */
function expectedGrants(publicFunctions: string[], { seeded }: { seeded: boolean }): string[] {
  const serverFunctions = publicFunctions.filter(
    (name) => name !== 'get_user_credits' && (seeded || name !== 'add_test_credits'),
  )
  return [
    'private: authenticated usage',
    'private: service_role usage',
    'private.account_deletions: service_role delete select update',
    'private.admin_actions: service_role insert select',
    'private.refused_words: service_role delete insert select update',
    'private.suspensions: service_role delete insert select',
    'private.admin_addresses: service_role delete insert select update',
    'private.admin_tries: service_role delete insert select update',
    'private.api_keys: service_role delete insert select update',
    'private.credit_accounts: authenticated select',
    'private.credit_accounts: service_role insert select update',
    'private.credit_entries: service_role insert select',
    'private.credit_holds: service_role insert select update',
    'private.credit_settings: service_role select update',
    'private.alerts: service_role insert select update',
    'private.provider_status_checks: service_role insert select update',
    'private.refusing_providers: service_role delete insert select update',
    'private.reported_videos: service_role delete insert select update',
    'private.share_reports: service_role delete insert select',
    'private.shares: service_role delete insert select update',
    'private.last_sweep: service_role insert select update',
    'private.login_log_days: service_role select',
    'private.files_to_delete: service_role delete insert select update',
    'private.job_durations: service_role insert select update',
    'private.daily_jobs: service_role insert select',
    'private.daily_delays: service_role insert select',
    'private.last_count: service_role insert select update',
    'private.job_files: service_role delete insert select',
    'private.model_prices: service_role insert select update',
    'private.cast_images: service_role delete insert select',
    'private.job_cast: service_role delete insert select',
    'private.cast_members: service_role delete insert select update',
    'private.files: service_role delete insert select update',
    'private.rate_limits: service_role delete insert select update',
    'private.receivers: service_role delete insert select update',
    'private.messages: service_role delete insert select update',
    'private.provider_tasks: service_role insert select update',
    'public.jobs: authenticated select',
    'public.jobs: service_role insert select update',
    'public.get_user_credits(): authenticated execute',
    'public.login_logs: authenticated insert select',
    'public.login_logs: service_role select',
    'public.users: authenticated insert select update',
    'public.users: service_role select update',
    ...PRIVATE_SERVER_FUNCTIONS.map((name) => `private.${name}(): service_role execute`),
    // Every function in `public` is for the server only, unless another line lists it.
    ...serverFunctions.map((name) => `public.${name}(): service_role execute`),
  ].sort()
}

async function readPublicFunctions(sql: Sql): Promise<string[]> {
  const found = await sql<{ name: string }>(
    `select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  return found.map(({ name }) => name)
}

async function isSeeded(sql: Sql): Promise<boolean> {
  return (await sql(`select 1 from auth.users where email = 'demo@soundreel.example'`)).length > 0
}

/** Returns the rights on objects that are created now. Nobody gets a right until a migration grants it. */
async function readDefaults(sql: Sql): Promise<string[]> {
  return runInRolledBackSavepoint(sql, async () => {
    await sql('create table public.later (id bigint generated always as identity primary key)')
    await sql('create sequence public.later_numbers')
    await sql(`create function public.later() returns integer language sql set search_path = '' as 'select 1'`)
    await sql(`create function private.later() returns integer language sql set search_path = '' as 'select 1'`)
    return (await readGrants(sql)).filter((line) => line.includes('.later'))
  })
}

export const GRANT_PROBES: Record<string, Probe> = {
  "gives the API's roles exactly the listed rights": async ({ sql }) => {
    const found = await readGrants(sql)
    const expected = expectedGrants(await readPublicFunctions(sql), { seeded: await isSeeded(sql) })
    const more = found.filter((line) => !expected.includes(line))
    const less = expected.filter((line) => !found.includes(line))
    if (more.length + less.length > 0) throw new Error(`held and not listed: ${more}; listed and not held: ${less}`)
  },
  'gives nobody a right on a new table, sequence, or function': async ({ sql }) => {
    const given = await readDefaults(sql)
    if (given.length > 0) throw new Error(`given: ${given}`)
  },
}
