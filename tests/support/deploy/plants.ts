// Misconfigurations, each with the checks that must name it. `wrong` lists all that are wrong then: the check itself, and
// what necessarily follows.
import { PUBLISHED_PASSWORD } from '../../../supabase/functions/api/services/admin/admin-account.ts'
import { hashPassword } from '../../../supabase/functions/api/services/admin/password-hash.ts'
import { KEYS } from '../server/database.ts'
import { type Plant, PROJECT, SECRETS, SITE } from './deployment.ts'

export interface Planted extends Plant {
  wrong: string[]
  /** What the sentence of the first of them must say. */
  says: RegExp
  now?: () => Date
}

const inFunction = (url: URL) => url.pathname.startsWith('/functions/v1/api')
const json = (body: unknown, status: number) => Response.json(body, { status })

/** The answer with other headers. */
async function withHeaders(pass: () => Promise<Response>, change: (headers: Headers) => void): Promise<Response> {
  const response = await pass()
  const headers = new Headers(response.headers)
  change(headers)
  return new Response(response.body, { status: response.status, headers })
}

/** Scripts of the bundle with another text. */
const scripts =
  (change: (text: string) => string): NonNullable<Plant['answer']> =>
  (url, _request, pass) =>
    url.pathname.endsWith('.js')
      ? pass().then(async (response) => new Response(change(await response.text()), { headers: response.headers }))
      : undefined

export const PLANTS: Record<string, Planted> = {
  'the site without https': {
    settings: { VITE_SITE_URL: 'http://films.test' },
    wrong: ['addresses'],
    says: /^VITE_SITE_URL is no https address/,
  },
  'no address of the function': {
    settings: { VITE_API_URL: '' },
    wrong: ['addresses'],
    says: /^VITE_API_URL is not set/,
  },
  'the secret key as the public one': {
    settings: { VITE_SUPABASE_ANON_KEY: SECRETS.SUPABASE_SECRET_KEY },
    wrong: ['public key', 'bundle'],
    says: /is a secret key/,
  },
  'an old secret key as the public one': {
    settings: { VITE_SUPABASE_ANON_KEY: `e30.${Buffer.from('{"role":"service_role"}').toString('base64url')}.x` },
    wrong: ['public key', 'bundle'],
    says: /is a secret key/,
  },
  'the public key as the secret one': {
    settings: { SUPABASE_SECRET_KEY: 'sb_publishable_other' },
    wrong: ['server key'],
    says: /is not a secret key/,
  },
  'a short sweep secret': {
    settings: { SWEEP_SECRET: 'short' },
    wrong: ['sweep secret', 'schedule of the sweep'],
    says: /shorter than 32/,
  },
  'a sweep secret that looks like a key of the platform': {
    settings: { SWEEP_SECRET: `sb_${'x'.repeat(40)}` },
    wrong: ['sweep secret', 'schedule of the sweep'],
    says: /begins with sb_/,
  },
  'a short admin secret': {
    settings: { ADMIN_JWT_SECRET: 'short' },
    wrong: ['admin secrets'],
    says: /ADMIN_JWT_SECRET/,
  },
  'half of the admin settings': {
    settings: { ADMIN_PASSWORD_HASH: '' },
    wrong: ['admin secrets'],
    says: /ADMIN_PASSWORD_HASH is not/,
  },
  'the published admin password': {
    settings: { ADMIN_PASSWORD_HASH: await hashPassword(PUBLISHED_PASSWORD) },
    wrong: ['admin secrets'],
    says: /published/,
  },
  'a key of another project': {
    settings: { VITE_SUPABASE_ANON_KEY: 'sb_publishable_other' },
    wrong: ['project', 'bundle'],
    says: /VITE_SUPABASE_ANON_KEY is not a key of this project/,
  },
  'a paused project': {
    answer: (url) => (url.origin === PROJECT ? new Response('project paused', { status: 540 }) : undefined),
    wrong: ['project', 'function'],
    says: /paused/,
  },
  'a project that Supabase has restricted': {
    answer: (url) => (url.origin === PROJECT ? json({ message: 'exceeded_egress_quota' }, 402) : undefined),
    wrong: ['project', 'function'],
    says: /restricted/,
  },
  'some site in the place of the project': {
    answer: (url) => (url.pathname === '/auth/v1/settings' ? new Response('<!doctype html><p>Hi') : undefined),
    wrong: ['project'],
    says: /200 with a web page/,
  },
  'a function that anyone may call': {
    sql: [
      'grant execute on function public.get_user_credits(uuid) to anon',
      'revoke execute on function public.get_user_credits(uuid) from anon',
    ],
    wrong: ['functions closed to strangers', 'rights in the database'],
    says: /Anyone may call the database function get_user_credits/,
  },
  'a function that is not there': {
    sql: [
      'alter function public.note_queued rename to note_queued_away',
      'alter function public.note_queued_away rename to note_queued',
    ],
    wrong: ['functions closed to strangers'],
    says: /note_queued is not there/,
  },
  'a Data API that fails': {
    answer: (url) => (url.pathname.startsWith('/rest/v1/') ? json({ message: 'no' }, 500) : undefined),
    wrong: ['functions closed to strangers', 'tables closed to strangers'],
    says: /^The Data API answers 500/,
  },
  'a table that anyone may read': {
    sql: ['grant select on public.users to anon', 'revoke select on public.users from anon'],
    wrong: ['tables closed to strangers', 'rights in the database'],
    says: /may read the table users/,
  },
  'Google off': {
    auth: { external: { google: false } },
    wrong: ['sign-in methods'],
    says: /Google is off/,
  },
  'sign-in by e-mail left on': {
    auth: { external: { google: true, email: true } },
    wrong: ['sign-in methods'],
    says: /only Google is meant to be: email/,
  },
  'no new users': {
    auth: { isClosed: true },
    wrong: ['sign-in methods'],
    says: /New users are refused/,
  },
  'an auth server with another address': {
    auth: { self: 'https://old.test' },
    wrong: ['Google redirect'],
    says: /https:\/\/old\.test\/auth\/v1\/callback/,
  },
  'a redirect address that Google does not know': {
    google: 'https://old.test/auth/v1/callback',
    wrong: ['Google client'],
    says: /redirect_uri_mismatch/,
  },
  'the site URL of a new project': {
    auth: { site: 'http://localhost:3000' },
    wrong: ['return addresses'],
    says: /After https:\/\/films\.test\/login a user would be sent to http:\/\/localhost:3000\//,
  },
  'redirect URLs with a wildcard': {
    auth: { allowed: ['*'] },
    wrong: ['return addresses'],
    says: /any site/,
  },
  'no function': {
    answer: (url) =>
      inFunction(url) ? json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, 404) : undefined,
    wrong: ['function'],
    says: /no function at VITE_API_URL/,
  },
  'verify_jwt on': {
    answer: (url, request) =>
      inFunction(url) && !request.headers.has('authorization')
        ? json({ code: 401, message: 'Missing authorization header' }, 401)
        : undefined,
    wrong: ['function'],
    says: /verify_jwt is on/,
  },
  'a function that does not start': {
    answer: (url) => (inFunction(url) ? json({ code: 'BOOT_ERROR', message: 'failed to boot' }, 503) : undefined),
    wrong: ['function'],
    says: /does not start \(503\)/,
  },
  'the site in the place of the function': {
    answer: (url) => (inFunction(url) ? new Response('<!doctype html><div id="root">') : undefined),
    wrong: ['function'],
    says: /200 with a web page/,
  },
  'a function with the key of another project': {
    api: { SUPABASE_SECRET_KEY: 'sb_secret_other' },
    wrong: ['function'],
    says: /cannot reach: .*database/,
  },
  'an older function': {
    version: 'ba9876543210',
    wrong: ['version of the function'],
    says: /version ba9876543210, and this code makes 0123456789ab/,
  },
  'a function that lets anyone in': {
    answer: (url, request) =>
      inFunction(url) && request.headers.get('authorization') === 'Bearer nobody'
        ? json({ success: true }, 200)
        : undefined,
    wrong: ['callers are checked by the function'],
    says: /answered with 200/,
  },
  'another site allowed': {
    api: { ALLOWED_ORIGINS: 'https://www.films.test' },
    wrong: ['CORS'],
    says: /Pages of https:\/\/films\.test may not call/,
  },
  'every origin allowed': {
    answer: (url, _request, pass) =>
      inFunction(url) ? withHeaders(pass, (headers) => headers.set('access-control-allow-origin', '*')) : undefined,
    wrong: ['CORS'],
    says: /every origin/,
  },
  'the origin of the caller repeated': {
    answer: (url, request, pass) =>
      inFunction(url)
        ? withHeaders(pass, (headers) =>
            headers.set('access-control-allow-origin', request.headers.get('origin') ?? ''),
          )
        : undefined,
    wrong: ['CORS'],
    says: /foreign origin/,
  },
  'calls without credentials': {
    answer: (url, _request, pass) =>
      inFunction(url) ? withHeaders(pass, (headers) => headers.delete('access-control-allow-credentials')) : undefined,
    wrong: ['CORS'],
    says: /without credentials/,
  },
  'a sweep that has stopped': {
    sql: [
      `update private.last_sweep set finished_at = now() - interval '200 seconds'`,
      'update private.last_sweep set finished_at = now()',
    ],
    wrong: ['sweep'],
    says: /last ran 2\d\d s ago.*0 jobs and holds wait/,
  },
  'a sweep that never ran': {
    sql: ['delete from private.last_sweep', 'select 1'],
    wrong: ['sweep'],
    says: /never run/,
  },
  'test credits open': {
    api: { ENABLE_TEST_CREDITS: 'true' },
    wrong: ['test credits closed'],
    says: /test credits are open/,
  },
  'no administrator': {
    api: { ADMIN_PASSWORD_HASH: '' },
    wrong: ['administrator'],
    says: /No administrator is set/,
  },
  'a clock that is five minutes late': {
    now: () => new Date(Date.now() - 300_000),
    wrong: ['clock'],
    says: /differ by (29|30)\d s/,
  },
  'a public bucket': {
    sql: [
      `update storage.buckets set public = true where id = 'videos'`,
      `update storage.buckets set public = false where id = 'videos'`,
    ],
    wrong: ['buckets'],
    says: /bucket videos is public/,
  },
  'a bucket that takes less than a video': {
    sql: [
      `update storage.buckets set file_size_limit = 1048576 where id = 'videos'`,
      `update storage.buckets set file_size_limit = 209715200 where id = 'videos'`,
    ],
    wrong: ['buckets'],
    says: /videos does not stop at 200 MB/,
  },
  'a bucket that takes web pages': {
    sql: [
      `update storage.buckets set allowed_mime_types = null where id = 'pictures'`,
      `update storage.buckets set allowed_mime_types = array['image/jpeg', 'image/png'] where id = 'pictures'`,
    ],
    wrong: ['buckets'],
    says: /pictures takes other files/,
  },
  'no bucket': {
    sql: [
      `create temp table away as select * from storage.buckets where id = 'pictures'; delete from storage.buckets where id = 'pictures'`,
      'insert into storage.buckets select * from away; drop table away',
    ],
    wrong: ['buckets'],
    says: /bucket pictures is not there/,
  },
  'a secret key of another project': {
    settings: { SUPABASE_SECRET_KEY: 'sb_secret_other' },
    wrong: ['buckets'],
    says: /SUPABASE_SECRET_KEY is not a key of this project/,
  },
  'a free project': {
    answer: (url) => (url.pathname.endsWith('/config/storage') ? json({ fileSizeLimit: 52_428_800 }, 200) : undefined),
    wrong: ['file size limit of the project'],
    says: /files of 50 MB at most/,
  },
  'a wrong access token': {
    settings: { SUPABASE_ACCESS_TOKEN: 'sbp_other_token' },
    wrong: ['file size limit of the project'],
    says: /answers 401/,
  },
  'a migration that was not applied': {
    sql: [
      `create temp table away as select * from supabase_migrations.schema_migrations order by version desc limit 1;
       delete from supabase_migrations.schema_migrations where version in (select version from away)`,
      'insert into supabase_migrations.schema_migrations select * from away; drop table away',
    ],
    wrong: ['migrations'],
    says: /^Not applied: \d{14}_\w+\.sql\.$/,
  },
  'a database that is newer than the code': {
    sql: [
      `insert into supabase_migrations.schema_migrations (version) values ('20991231235959')`,
      `delete from supabase_migrations.schema_migrations where version = '20991231235959'`,
    ],
    wrong: ['migrations'],
    says: /newer than this code: 20991231235959/,
  },
  'a function that every user may call': {
    sql: [
      'grant execute on function public.touch_job to authenticated',
      'revoke execute on function public.touch_job from authenticated',
    ],
    wrong: ['rights in the database'],
    says: /Every signed-in user may use the function .*touch_job/,
  },
  'a table without row level security': {
    sql: [
      'alter table public.login_logs disable row level security',
      'alter table public.login_logs enable row level security',
    ],
    wrong: ['rights in the database'],
    says: /Row level security is off for the table .*login_logs/,
  },
  'a sweep that is not scheduled': {
    sql: ['update cron.job set active = false', 'update cron.job set active = true'],
    wrong: ['schedule of the sweep'],
    says: /not scheduled/,
  },
  'a schedule that calls an old address': {
    sql: [
      `update vault.secrets set secret = 'https://old.test' where name = 'sweep_url'`,
      `update vault.secrets set secret = '${PROJECT}/functions/v1/api/api/jobs/sweep' where name = 'sweep_url'`,
    ],
    wrong: ['schedule of the sweep'],
    says: /another address/,
  },
  'a schedule with another secret': {
    sql: [
      `update vault.secrets set secret = 'other' where name = 'sweep_secret'`,
      `update vault.secrets set secret = '${SECRETS.SWEEP_SECRET}' where name = 'sweep_secret'`,
    ],
    wrong: ['schedule of the sweep'],
    says: /secret is not SWEEP_SECRET/,
  },
  'no scheduler': {
    sql: ['alter schema cron rename to cron_away', 'alter schema cron_away rename to cron'],
    wrong: ['schedule of the sweep'],
    says: /pg_cron is not switched on/,
  },
  'a wrong key of the provider': {
    settings: { VIDEO_API_KEY: 'pollo_other_key' },
    wrong: ['provider key'],
    says: /refuses VIDEO_API_KEY \(401\)/,
  },
  'a wrong key of fal': {
    settings: { VIDEO_PROVIDER: 'fal' },
    answer: (url) =>
      url.origin === 'https://queue.fal.run' ? json({ detail: 'No user found for Key ID and Secret' }, 401) : undefined,
    wrong: ['provider key'],
    says: /refuses VIDEO_API_KEY \(401\)/,
  },
  'no credits at the provider': {
    answer: (url) =>
      url.origin === 'https://pollo.ai' ? json({ availableCredits: 0, totalCredits: 9 }, 200) : undefined,
    wrong: ['provider key'],
    says: /has no credits/,
  },
  'a provider that there is not': {
    settings: { VIDEO_PROVIDER: 'polo' },
    wrong: ['provider key'],
    says: /names no provider/,
  },
  'a site that leads to another name': {
    answer: (url) =>
      url.origin === SITE
        ? new Response(null, { status: 301, headers: { location: 'https://www.films.test/' } })
        : undefined,
    wrong: ['site'],
    says: /leads on to https:\/\/www\.films\.test/,
  },
  'some other site': {
    answer: (url) => (url.origin === SITE ? new Response('<!doctype html><h1>It works!') : undefined),
    wrong: ['site'],
    says: /200 and is not the app/,
  },
  'every address answered with the home page': {
    answer: (url, _request, pass) =>
      url.origin === SITE && !url.pathname.includes('.')
        ? pass().then((response) =>
            response.status === 404 ? new Response(response.body, { headers: response.headers }) : response,
          )
        : undefined,
    wrong: ['pages of the site'],
    says: /unknown address answers 200/,
  },
  'no page at /pricing': {
    answer: (url) => (url.pathname === '/pricing' ? new Response('no', { status: 404 }) : undefined),
    wrong: ['pages of the site'],
    says: /\/pricing answers 404/,
  },
  'a host that sends no headers of ours': {
    answer: (url, _request, pass) =>
      url.origin === SITE ? withHeaders(pass, (headers) => headers.delete('content-security-policy')) : undefined,
    wrong: ['headers of the site'],
    says: /Content-Security-Policy is missing/,
  },
  'headers of another deployment': {
    answer: (url, _request, pass) =>
      url.origin === SITE
        ? withHeaders(pass, (headers) => headers.set('content-security-policy', "default-src 'self'"))
        : undefined,
    wrong: ['headers of the site'],
    says: /Content-Security-Policy is not the one/,
  },
  'a bundle of another function': {
    answer: scripts((text) => text.replaceAll(`${PROJECT}/functions/v1/api`, 'https://old.test/functions/v1/api')),
    wrong: ['bundle'],
    says: /built with another VITE_API_URL/,
  },
  'a bundle with another key': {
    answer: scripts((text) => text.replaceAll(KEYS.publishableKey, 'sb_publishable_old')),
    wrong: ['bundle'],
    says: /built with another VITE_SUPABASE_ANON_KEY/,
  },
  'a secret in the bundle': {
    answer: scripts((text) => `${text};"${SECRETS.ADMIN_JWT_SECRET}"`),
    wrong: ['bundle'],
    says: /holds the value of ADMIN_JWT_SECRET/,
  },
}
