// Lists planted faults, each with the check that must report it.

import { PUBLISHED_PASSWORD } from '../../../supabase/functions/api/services/admin/admin-account.ts'
import { hashPassword } from '../../../supabase/functions/api/services/admin/password-hash.ts'
import { KEYS } from '../../harness/database.ts'
import { DATABASE_FAULTS } from './database-faults.ts'
import { type DeploymentFault, PROJECT, SECRETS, SITE } from './deployment.ts'
import { answers, type ExpectedFault, headers, scripts, settings, sql, type Where } from './planted-fault.ts'
import { PROVIDER_FAULTS } from './provider-faults.ts'

const inFunction: Where = (url) => url.pathname.startsWith('/functions/v1/api')
const inProject: Where = (url) => url.origin === PROJECT
const onSite = (url: URL) => url.origin === SITE

const ORIGIN = 'access-control-allow-origin'
const POLICY = 'content-security-policy'
const OLD_SECRET_KEY = `e30.${Buffer.from('{"role":"service_role"}').toString('base64url')}.x`
const PAGE = '<!doctype html><p>Hi'

const OF_SETTINGS: ExpectedFault[] = [
  ['addresses', /^VITE_SITE_URL is not an https address/, settings({ VITE_SITE_URL: 'http://studio.test' })],
  ['addresses', /^VITE_API_URL is not set/, settings({ VITE_API_URL: '' })],
  ['public key', /is a secret key/, settings({ VITE_SUPABASE_ANON_KEY: SECRETS.SUPABASE_SECRET_KEY }), 'bundle'],
  ['public key', /is a secret key/, settings({ VITE_SUPABASE_ANON_KEY: OLD_SECRET_KEY }), 'bundle'],
  ['server key', /is not a secret key/, settings({ SUPABASE_SECRET_KEY: 'sb_publishable_other' })],
  [
    'old keys',
    /^VITE_SUPABASE_ANON_KEY is an old key/,
    settings({ VITE_SUPABASE_ANON_KEY: 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.signature' }),
    'project',
    'bundle',
  ],
  ['sweep secret', /shorter than 32/, settings({ SWEEP_SECRET: 'short' }), 'sweep schedule'],
  ['sweep secret', /begins with sb_/, settings({ SWEEP_SECRET: `sb_${'x'.repeat(40)}` }), 'sweep schedule'],
  ['admin secrets', /ADMIN_JWT_SECRET/, settings({ ADMIN_JWT_SECRET: 'short' }), 'function settings'],
  ['admin secrets', /ADMIN_PASSWORD_HASH is not/, settings({ ADMIN_PASSWORD_HASH: '' })],
  [
    'admin secrets',
    /published/,
    settings({ ADMIN_PASSWORD_HASH: await hashPassword(PUBLISHED_PASSWORD) }),
    'function settings',
  ],
]

const OF_PROJECT: ExpectedFault[] = [
  ['project', /ANON_KEY is not a key of this/, settings({ VITE_SUPABASE_ANON_KEY: 'sb_publishable_other' }), 'bundle'],
  ['project', /paused/, answers(inProject, 540, 'project paused'), 'function'],
  ['project', /restricted/, answers(inProject, 402, { message: 'exceeded_egress_quota' }), 'function'],
  ['project', /web page \(HTTP 200\)/, answers((url) => url.pathname === '/auth/v1/settings', 200, PAGE)],
  [
    'public function access',
    /Anyone can call the database function get_user_credits/,
    sql(
      'grant execute on function public.get_user_credits(uuid) to anon',
      'revoke execute on function public.get_user_credits(uuid) from anon',
    ),
    'database permissions',
  ],
  [
    'public function access',
    /^Database functions that are missing, or differ from the migrations: record_running\.$/,
    sql('alter function public.record_running rename to away', 'alter function public.away rename to record_running'),
    'database permissions',
  ],
  [
    'public function access',
    /^The Data API returned HTTP 500/,
    answers((url) => url.pathname.startsWith('/rest/v1/'), 500, { message: 'no' }),
    'public table access',
  ],
  [
    'public table access',
    /can read the table users/,
    sql('grant select on public.users to anon', 'revoke select on public.users from anon'),
    'database permissions',
  ],
]

const OF_SIGN_IN: ExpectedFault[] = [
  ['sign-in methods', /Google is off/, { auth: { external: { google: false } } }],
  ['sign-in methods', /other than Google are on: email/, { auth: { external: { google: true, email: true } } }],
  ['sign-in methods', /New users can't sign up/, { auth: { isClosed: true } }],
  ['Google redirect', /https:\/\/old\.test\/auth\/v1\/callback/, { auth: { self: 'https://old.test' } }],
  ['Google client', /redirect_uri_mismatch/, { google: 'https://old.test/auth/v1/callback' }],
  ['redirect URLs', /Sign-in from \S+ would end at http:\/\/new\.test\//, { auth: { site: 'http://new.test' } }],
  ['redirect URLs', /any site/, { auth: { allowed: ['*'] } }],
]

const hasNoToken: Where = (url, request) => inFunction(url, request) && !request.headers.has('authorization')
const hasWrongToken: Where = (url, request) =>
  inFunction(url, request) && request.headers.get('authorization') === 'Bearer nobody'

const OF_FUNCTION: ExpectedFault[] = [
  ['function', /no function at VITE_API_URL/, answers(inFunction, 404, { code: 'NOT_FOUND' })],
  ['function', /verify_jwt is on/, answers(hasNoToken, 401, { message: 'Missing authorization header' })],
  ['function', /didn't start \(HTTP 503\)/, answers(inFunction, 503, { code: 'BOOT_ERROR' })],
  ['function', /web page \(HTTP 200\)/, answers(inFunction, 200, PAGE)],
  ['function', /can't reach: .*database/, { api: { SUPABASE_SECRET_KEY: 'sb_secret_other' } }],
  ['function version', /version ba98, but this code is version 0123456789ab/, { version: 'ba98' }],
  ['token check', /returned HTTP 200 instead of 401/, answers(hasWrongToken, 200, { success: true })],
  [
    'CORS',
    /blocks https:\/\/studio\.test from calling/,
    { api: { ALLOWED_ORIGINS: 'https://www.studio.test' } },
    'function settings',
  ],
  ['function settings', /different SWEEP_SECRET/, { api: { SWEEP_SECRET: 'another' } }],
  [
    'user tokens',
    /have the issuer \S+supabase\.co\/auth\/v1, but the function expects https:\/\/studio\.test\/auth\/v1/,
    {
      api: { JWT_ISSUER: `${SITE}/auth/v1` },
      ...settings({ JWT_ISSUER: `${SITE}/auth/v1` }),
    },
  ],
  ['user tokens', /has expired/, settings({ SUPABASE_USER_TOKEN: 'e30.eyJleHAiOjF9.x' })],
  ['user tokens', /not an access token/, settings({ SUPABASE_USER_TOKEN: 'sb_publishable_x' })],
  ['CORS', /Any website/, headers(inFunction, (all) => all.set(ORIGIN, '*'))],
  [
    'CORS',
    /Other websites/,
    headers(inFunction, (all, { headers: sent }) => all.set(ORIGIN, sent.get('origin') ?? '')),
  ],
  ['CORS', /without credentials/, headers(inFunction, (all) => all.delete('access-control-allow-credentials'))],
  [
    'sweep',
    /last ran 2\d\d s ago.*0 jobs and holds are waiting/,
    sql(
      `update private.last_sweep set finished_at = now() - interval '200 seconds'`,
      'update private.last_sweep set finished_at = now()',
    ),
  ],
  [
    'sweep',
    /never run/,
    sql('delete from private.last_sweep', 'insert into private.last_sweep (finished_at) values (now())'),
  ],
  ['function settings', /^KEEP_VIDEOS_DAYS is set at the function, but not in/, { api: { KEEP_VIDEOS_DAYS: '40' } }],
  [
    'function settings',
    /^The function uses the old key service_role/,
    {
      answer: async (url, _request, pass) => {
        const response = await pass()
        if (!url.pathname.endsWith('/health')) return response
        const { settings: said, ...body } = (await response.json()) as { settings?: object }
        return Response.json({ ...body, ...(said ? { settings: { ...said, usesOldKey: true } } : {}) }, response)
      },
    },
  ],
  ['function speed', /^The function takes \d+\.\d s to respond/, slowFunction()],
  ['test credits', /Test credits are on/, { api: { ENABLE_TEST_CREDITS: 'true' } }, 'function settings'],
  ['administrator', /Admin access is off/, { api: { ADMIN_PASSWORD_HASH: '' } }, 'function settings'],
  ['clock', /differ by (29|30)\d s/, { now: () => new Date(Date.now() - 300_000) }],
]

/** Lets four seconds pass on the doctor's clock with each status check of the function. */
function slowFunction(): DeploymentFault {
  let passedMs = 0
  return {
    now: () => new Date(Date.now() + passedMs),
    answer: (url) => {
      if (url.pathname.endsWith('/health')) passedMs += 4000
      return undefined
    },
  }
}

const OF_ADDRESSES: ExpectedFault[] = [
  [
    'function addresses',
    /^PUBLIC_API_URL is https:\/\/old\.test/,
    { ...settings({ PUBLIC_API_URL: 'https://old.test/functions/v1/api' }), deployed: true },
  ],
]

const isLink = (url: URL) => url.pathname.startsWith('/s/')
const linkPage = (status: number, type: string): DeploymentFault => ({
  answer: (url) =>
    isLink(url)
      ? new Response('<div id="root" data-page="/s/:token">', { status, headers: { 'content-type': type } })
      : undefined,
})

const OF_SITE: ExpectedFault[] = [
  [
    'site',
    /redirects to https:\/\/www\.studio\.test/,
    { answer: (url) => (onSite(url) ? Response.redirect('https://www.studio.test/', 301) : undefined) },
  ],
  ['site', /doesn't serve the app \(HTTP 200\)/, answers(onSite, 200, PAGE)],
  [
    'site pages',
    /unknown address returns HTTP 200/,
    answers((url) => url.pathname.startsWith('/no-such'), 200, PAGE),
    'site headers',
  ],
  [
    'site pages',
    /show another page: \/pricing \(404\)\./,
    answers((url) => url.pathname === '/pricing', 404, 'no'),
    'site headers',
  ],
  ['shared links', /runs no handler .* \(HTTP 404\)/, answers(isLink, 404, PAGE)],
  ['shared links', /returns HTTP 200 instead of 404/, linkPage(200, 'text/html')],
  ['shared links', /has the Content-Type text\/plain/, linkPage(404, 'text/plain')],
  [
    'site files',
    /\/assets\/settings-BxQ3k9Zd\.js/,
    answers((url) => url.pathname === '/assets/settings-BxQ3k9Zd.js', 404, 'no'),
  ],
  ['site files', /start\.js/, answers((url) => url.pathname === '/start.js', 404, 'no')],
  ['site headers', /Content-Security-Policy is missing/, headers(onSite, (all) => all.delete(POLICY))],
  [
    'site headers',
    /Policy differs from your settings/,
    headers(onSite, (all) => all.set(POLICY, "default-src 'self'")),
  ],
  ['bundle', /different VITE_API_URL/, scripts((text) => text.replaceAll(`${PROJECT}/functions`, 'https://old.test'))],
  ['bundle', /different VITE_SUPABASE_ANON_KEY/, scripts((text) => text.replaceAll(KEYS.publishableKey, 'sb_old'))],
  [
    'published secrets',
    /contains a secret key of Supabase/,
    scripts((text) => `${text};"sb_secret_${'x'.repeat(31)}"`),
  ],
  ['bundle', /contains the value of ADMIN_JWT_SECRET/, scripts((text) => `${text};"${SECRETS.ADMIN_JWT_SECRET}"`)],
]

export const PLANTED_FAULTS: ExpectedFault[] = [
  ...OF_SETTINGS,
  ...OF_PROJECT,
  ...OF_SIGN_IN,
  ...OF_FUNCTION,
  ...DATABASE_FAULTS,
  ...PROVIDER_FAULTS,
  ...OF_ADDRESSES,
  ...OF_SITE,
]
