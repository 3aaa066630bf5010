// Forty faults of an operator's bad day, each with the words that name it. The list is older than the checks that find them.
import { type Plant, SITE } from './deployment.ts'
import { headers } from './plant.ts'

export interface Fault {
  /** What was done by hand. */
  name: string
  plant: Plant
  /** The doctor's words for it. */
  says: RegExp
}

const sql = (statement: string): Plant => ({ sql: [statement, 'select 1'] })
const onSite = (url: URL) => url.origin === SITE
/** The function alone has these settings. */
const atFunction = (settings: Record<string, string>): Plant => ({ api: settings })
/** The file has these settings, and the function has them by a deployment. */
const deployed = (settings: Record<string, string>): Plant => ({ settings, deployed: true })

const DATABASE: Fault[] = [
  {
    name: 'a policy shows every user to every user',
    plant: sql('create policy everybody on public.users for select to authenticated using (true)'),
    says: /policy everybody/,
  },
  {
    name: 'the policy of the users compares nothing any more',
    plant: sql('alter policy users_select_own on public.users using (true)'),
    says: /policy users_select_own/,
  },
  {
    name: 'a policy opens the bucket of the videos',
    plant: sql(`create policy watch on storage.objects for select to anon using (bucket_id = 'videos')`),
    says: /policy watch/,
  },
  {
    name: 'every visitor may change users',
    plant: sql('grant update on public.users to anon'),
    says: /may update .*public\.users/,
  },
  {
    name: 'every user may write accounts',
    plant: sql('grant insert, update, delete on private.credit_accounts to authenticated'),
    says: /may delete, insert, update .*private\.credit_accounts/,
  },
  {
    name: 'every user may grant credits',
    plant: sql('grant execute on all functions in schema private to authenticated'),
    says: /may execute .*private\.grant_credits/,
  },
  {
    name: 'e-mail addresses are granted by column',
    plant: sql('grant select (email) on public.users to anon'),
    says: /may select \(email\) .*public\.users/,
  },
  {
    name: 'the policy of the jobs was dropped',
    plant: sql('drop policy jobs_select_own on public.jobs'),
    says: /policy jobs_select_own .*is not there/,
  },
  {
    name: 'the triggers of the users are off',
    plant: sql('alter table public.users disable trigger user'),
    says: /trigger users_protect .*off/,
  },
  {
    name: 'the foreign keys of the holds are off',
    plant: sql('alter table private.credit_holds disable trigger all'),
    says: /trigger.*private\.credit_holds.*off/,
  },
  {
    name: 'the trigger that keeps the statement was dropped',
    plant: sql('drop trigger credit_entries_append_only on private.credit_entries'),
    says: /trigger credit_entries_append_only .*is not there/,
  },
  {
    name: 'the function that refuses changes of the statement does nothing',
    plant: sql(`create or replace function private.refuse_change() returns trigger language plpgsql set search_path = ''
      as $$ begin return new; end $$`),
    says: /function private\.refuse_change\(\)/,
  },
  {
    name: 'the balance is read with the rights of the owner',
    plant: sql('alter function public.get_user_credits(uuid) security definer'),
    says: /function public\.get_user_credits\(user_id uuid\)/,
  },
  {
    name: 'a function was dropped',
    plant: sql('drop function public.touch_job'),
    says: /function public\.touch_job.* is not there/,
  },
  {
    name: 'row level security of the sign-ins is off',
    plant: sql('alter table public.login_logs disable row level security'),
    says: /Row level security is off .*public\.login_logs/,
  },
  {
    name: 'row level security of the stored files is off',
    plant: sql('alter table storage.objects disable row level security'),
    says: /Row level security is off .*storage\.objects/,
  },
  {
    name: 'a view shows the users to every visitor',
    plant: sql('create view public.people as select * from public.users; grant select on public.people to anon'),
    says: /view public\.people/,
  },
  {
    name: 'visitors may look into the private schema',
    plant: sql('grant usage on schema private to anon; grant select on private.credit_entries to anon'),
    says: /may usage .*private|may use .*private/,
  },
  {
    name: 'signed-in users pass by row level security',
    plant: sql('alter role authenticated bypassrls'),
    says: /authenticated.*row level security/,
  },
  {
    name: 'the server may not hold credits any more',
    plant: sql('revoke execute on all functions in schema public from service_role'),
    says: /The server may not execute .*public\.hold_credits/,
  },
  {
    name: 'a job may be charged twice',
    plant: sql('drop index private.credit_entries_job_kind_key'),
    says: /index .*credit_entries_job_kind_key.* is not there/,
  },
  {
    name: 'an account may go below zero',
    plant: sql(`do $$ declare c text; begin
      for c in select conname from pg_constraint where conrelid = 'private.credit_accounts'::regclass and contype = 'c' loop
        execute format('alter table private.credit_accounts drop constraint %I', c);
      end loop; end $$`),
    says: /constraint .*private\.credit_accounts.* is not there/,
  },
  {
    name: 'the bucket of the images was deleted',
    plant: sql(`delete from storage.buckets where id = 'pictures'`),
    says: /bucket pictures is not there/,
  },
  {
    name: 'the bucket of the videos is public',
    plant: sql(`update storage.buckets set public = true where id = 'videos'`),
    says: /bucket videos is public/,
  },
  {
    name: 'new jobs are paused',
    plant: sql('update private.credit_settings set new_jobs = false'),
    says: /New jobs are paused/,
  },
  {
    name: 'every model is off',
    plant: sql('update private.model_prices set is_on = false'),
    says: /Every model is off/,
  },
  {
    name: 'a price was changed by hand',
    plant: sql(`update private.model_prices set credits = 1 where model = 'kling-1.6'`),
    says: /kling-1\.6 costs 1 .*20/,
  },
  {
    name: 'the secret of the sweep in Vault is empty',
    plant: sql(`update vault.secrets set secret = '' where name = 'sweep_secret'`),
    says: /secret is not SWEEP_SECRET/,
  },
]

const SETTINGS: Fault[] = [
  {
    name: 'the function takes the tokens of another project',
    plant: atFunction({ JWT_ISSUER: 'https://other.supabase.co/auth/v1' }),
    says: /issuer https:\/\/other\.supabase\.co/,
  },
  {
    name: 'the function has another provider key',
    plant: atFunction({ VIDEO_API_KEY: 'pollo_key_of_the_function' }),
    says: /VIDEO_API_KEY/,
  },
  { name: 'the function asks another provider', plant: atFunction({ VIDEO_PROVIDER: 'fal' }), says: /provider fal/ },
  {
    name: 'the function asks an address of before',
    plant: atFunction({ VIDEO_API_URL: 'https://old.test/api' }),
    says: /providerHost old\.test/,
  },
  {
    name: 'the files of the provider are refused',
    plant: deployed({ VIDEO_FILE_ORIGINS: 'https://files.films.test' }),
    says: /VIDEO_FILE_ORIGINS.*https:\/\/videocdn\.pollo\.ai/,
  },
  {
    name: 'the provider is told another address of the API',
    plant: deployed({ PUBLIC_API_URL: 'https://old.test/functions/v1/api' }),
    says: /PUBLIC_API_URL.*https:\/\/old\.test/,
  },
  {
    name: 'a stranger is among the origins of the function',
    plant: atFunction({ ALLOWED_ORIGINS: `${SITE},https://stranger.test` }),
    says: /https:\/\/stranger\.test/,
  },
  {
    name: 'a stranger is among the origins of the file',
    plant: deployed({ ALLOWED_ORIGINS: `${SITE},https://stranger.test` }),
    says: /https:\/\/stranger\.test/,
  },
  {
    name: 'the function has no sweep secret',
    plant: atFunction({ SWEEP_SECRET: '' }),
    says: /SWEEP_SECRET/,
  },
  {
    name: 'the function signs administrators with another secret',
    plant: atFunction({ ADMIN_JWT_SECRET: 'another-admin-secret-of-more-than-thirty-two-characters' }),
    says: /ADMIN_JWT_SECRET/,
  },
]

const PAGES: Fault[] = [
  {
    name: 'only the first page has its headers',
    plant: headers(
      (url) => onSite(url) && url.pathname !== '/',
      (all) => all.delete('content-security-policy'),
    ),
    says: /\/pricing.*Content-Security-Policy|Content-Security-Policy.*\/pricing/,
  },
  {
    name: 'a file of the pages is missing',
    plant: {
      answer: (url) =>
        onSite(url) && url.pathname === '/assets/settings-2.js' ? new Response('no', { status: 404 }) : undefined,
    },
    says: /\/assets\/settings-2\.js/,
  },
]

export const FAULTS: Fault[] = [...DATABASE, ...SETTINGS, ...PAGES]
