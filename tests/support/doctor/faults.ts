// Lists faults that an operator could cause, each with the words that must report it. The list is older than the checks
// that find the faults.
import { BLIND_SPOTS } from './blind-spots.ts'
import { type DeploymentFault, SITE } from './deployment.ts'
import { headers } from './planted-fault.ts'

/** A fault by hand: its name, the doctor's words for it, and the change that causes it. */
export type Fault = [name: string, says: RegExp, plant: DeploymentFault]

const sql = (statement: string): DeploymentFault => ({ sql: [statement, 'select 1'] })
const onSite = (url: URL) => url.origin === SITE
/** Changes settings of the function only. */
const atFunction = (settings: Record<string, string>): DeploymentFault => ({ api: settings })
/** Changes settings in the file and deploys them to the function. */
const deployed = (settings: Record<string, string>): DeploymentFault => ({ settings, deployed: true })

const DATABASE: Fault[] = [
  [
    'a policy shows every user to every user',
    /policy everybody/,
    sql('create policy everybody on public.users for select to authenticated using (true)'),
  ],
  [
    'the policy of the users compares nothing any more',
    /policy users_select_own/,
    sql('alter policy users_select_own on public.users using (true)'),
  ],
  ['every visitor may change users', /has update on .*public\.users/, sql('grant update on public.users to anon')],
  [
    'every user may grant credits',
    /has execute on .*private\.grant_credits/,
    sql('grant execute on all functions in schema private to authenticated'),
  ],
  [
    'email addresses are granted by column',
    /has select \(email\) on .*public\.users/,
    sql('grant select (email) on public.users to anon'),
  ],
  [
    'the policy of the jobs was dropped',
    /policy jobs_select_own .*is missing/,
    sql('drop policy jobs_select_own on public.jobs'),
  ],
  [
    'the triggers of the users are off',
    /trigger users_protect .*off/,
    sql('alter table public.users disable trigger user'),
  ],
  [
    'the trigger that keeps the statement was dropped',
    /trigger credit_entries_append_only .*is missing/,
    sql('drop trigger credit_entries_append_only on private.credit_entries'),
  ],
  [
    'the balance is read with the rights of the owner',
    /function public\.get_user_credits\(user_id uuid\)/,
    sql('alter function public.get_user_credits(uuid) security definer'),
  ],
  ['a function was dropped', /function public\.record_sweep.* is missing/, sql('drop function public.record_sweep')],
  [
    'row level security of the sign-ins is off',
    /Row level security is off .*public\.login_logs/,
    sql('alter table public.login_logs disable row level security'),
  ],
  [
    'a view shows the users to every visitor',
    /view public\.people/,
    sql('create view public.people as select * from public.users; grant select on public.people to anon'),
  ],
  [
    'visitors may look into the private schema',
    /has usage on .*private/,
    sql('grant usage on schema private to anon; grant select on private.credit_entries to anon'),
  ],
  [
    'signed-in users pass by row level security',
    /authenticated.*row level security/,
    sql('alter role authenticated bypassrls'),
  ],
  [
    'the server may not hold credits any more',
    /The server lacks execute on .*public\.hold_credits/,
    sql('revoke execute on all functions in schema public from service_role'),
  ],
  [
    'a job may be charged twice',
    /index .*credit_entries_job_kind_key.* is missing/,
    sql('drop index private.credit_entries_job_kind_key'),
  ],
  [
    'a failed rebuild left an index invalid',
    /index jobs_library_idx .*differs/,
    sql(`update pg_index set indisvalid = false where indexrelid = 'public.jobs_library_idx'::regclass`),
  ],
  [
    'an account may go below zero',
    /constraint .*private\.credit_accounts.* is missing/,
    sql(`do $$ declare c text; begin
      for c in select conname from pg_constraint where conrelid = 'private.credit_accounts'::regclass and contype = 'c' loop
        execute format('alter table private.credit_accounts drop constraint %I', c);
      end loop; end $$`),
  ],
  [
    'the bucket of the videos is public',
    /bucket videos is public/,
    sql(`update storage.buckets set public = true where id = 'videos'`),
  ],
  ['new jobs are paused', /New jobs are paused/, sql('update private.credit_settings set new_jobs = false')],
  ['every model is off', /Every model is off/, sql('update private.model_prices set is_on = false')],
  [
    'a price was changed by hand',
    /kling-1\.6 costs 1 .*20/,
    sql(`update private.model_prices set credits = 1 where model = 'kling-1.6'`),
  ],
  [
    'the secret of the sweep in Vault is empty',
    /secret differs from SWEEP_SECRET/,
    sql(`update vault.secrets set secret = '' where name = 'sweep_secret'`),
  ],
]

const SETTINGS: Fault[] = [
  [
    'the function takes the tokens of another project',
    /issuer https:\/\/other\.supabase\.co/,
    atFunction({ JWT_ISSUER: 'https://other.supabase.co/auth/v1' }),
  ],
  [
    'the function has another provider key',
    /VIDEO_API_KEY/,
    atFunction({ VIDEO_API_KEY: 'pollo_key_of_the_function' }),
  ],
  ['the function asks another provider', /providers fal at queue\.fal\.run/, atFunction({ VIDEO_PROVIDER: 'fal' })],
  [
    'the files of the provider are refused',
    /VIDEO_FILE_ORIGINS.*https:\/\/videocdn\.pollo\.ai/,
    deployed({ VIDEO_FILE_ORIGINS: 'https://files.studio.test' }),
  ],
  [
    'the provider gets another address of the API',
    /PUBLIC_API_URL.*https:\/\/old\.test/,
    deployed({ PUBLIC_API_URL: 'https://old.test/functions/v1/api' }),
  ],
  [
    'a stranger is among the origins of the function',
    /https:\/\/stranger\.test/,
    atFunction({ ALLOWED_ORIGINS: `${SITE},https://stranger.test` }),
  ],
  ['the function has no sweep secret', /SWEEP_SECRET/, atFunction({ SWEEP_SECRET: '' })],
  [
    'the function signs administrators with another secret',
    /ADMIN_JWT_SECRET/,
    atFunction({ ADMIN_JWT_SECRET: 'another-admin-secret-of-more-than-thirty-two-characters' }),
  ],
]

const PAGES: Fault[] = [
  [
    'only the first page has its headers',
    /\/pricing.*Content-Security-Policy|Content-Security-Policy.*\/pricing/,
    headers(
      (url) => onSite(url) && url.pathname !== '/',
      (all) => all.delete('content-security-policy'),
    ),
  ],
]

/** Ten more faults. They were written before any of them was tried, and without reading the doctor's checks. */
const MORE: Fault[] = [
  [
    'the daily budget was left at a value for a test',
    /daily budget/i,
    sql('update private.credit_settings set daily_credits_budget = 1'),
  ],
  [
    'the Data API shows the private schema',
    /Data API.*schema.*private/i,
    sql(`alter role authenticator set pgrst.db_schemas = 'public, private'`),
  ],
  ['a column has lost its default', /created_at/, sql('alter table public.jobs alter column created_at drop default')],
  [
    'a restore by hand left the numbering of the ledger behind its rows',
    /ID sequence.*credit_entries/,
    sql(`
      select private.grant_credits(id, 5, 'correction', 'test', 'by hand ' || n, '') from auth.users, generate_series(1, 3) n;
      alter table private.credit_entries alter column id restart with 1`),
  ],
  [
    'a tutorial left a trigger that refuses new users',
    /trigger on_auth_user_created/,
    sql(`
      create function public.handle_new_user() returns trigger language plpgsql security definer set search_path = '' as
        $$ begin insert into public.profiles (id) values (new.id); return new; end $$;
      create trigger on_auth_user_created after insert on auth.users for each row execute function public.handle_new_user()`),
  ],
  ['anonymous sign-ins are on', /anonymous/, { auth: { external: { google: true, anonymous_users: true } } }],
  [
    'the database is read-only, because its disk is full',
    /read-only/i,
    sql(`
      do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$;
      set default_transaction_read_only = on`),
  ],
  ['pg_net was switched off', /pg_net/, sql('drop schema net')],
  [
    'the host lets browsers keep the pages for a year',
    /Cache-Control/i,
    headers(
      (url) => onSite(url) && !url.pathname.startsWith('/assets/'),
      (all) => all.set('cache-control', 'public, max-age=31536000, immutable'),
    ),
  ],
  [
    'the host sends scripts as plain text',
    /text\/plain|content-type/i,
    headers(
      (url) => onSite(url) && url.pathname.endsWith('.js'),
      (all) => all.set('content-type', 'text/plain'),
    ),
  ],
]

// The fault that moves the numbering of the ledger back must come after those that write to the ledger.
export const FAULTS: Fault[] = [
  ...DATABASE,
  ...BLIND_SPOTS.map(([name, says, statements]): Fault => [name, says, sql(statements)]),
  ...SETTINGS,
  ...PAGES,
  ...MORE,
]
