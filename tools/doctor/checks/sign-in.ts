// Checks the sign-in without signing anyone in. A sign-in that ends with "refused at Google" shows the URL to which the
// auth server would redirect the user.
import { type Check, type Context, NoResponseError, type Problem, readObject } from './check.ts'
import { buildKeyHeaders } from './project.ts'
import { getDashboardUrl, type Settings } from './settings.ts'

const AUTHORIZE = '/auth/v1/authorize'
const getProvidersPage = (settings: Settings) => getDashboardUrl(settings, 'auth/providers')
const getUrlsPage = (settings: Settings) => getDashboardUrl(settings, 'auth/url-configuration')

export const SIGN_IN_CHECKS: Check[] = [
  {
    name: 'sign-in methods',
    after: ['project'],
    async run({ settings, ask }) {
      const answer = await ask(`${settings.VITE_SUPABASE_URL}/auth/v1/settings`, {
        headers: buildKeyHeaders(settings.VITE_SUPABASE_ANON_KEY),
      })
      const { external, disable_signup: isClosed } = readObject(answer, getProvidersPage(settings))
      const { google, ...others } = external as Record<string, boolean>
      const open = Object.keys(others).filter((name) => others[name] === true)
      const reportProblem = (what: string): Problem => ({
        what,
        where: answer.url,
        fix: `Change this setting on ${getProvidersPage(settings)}`,
      })
      return [
        ...(google ? [] : [reportProblem('Sign-in with Google is off.')]),
        ...(open.length > 0 ? [reportProblem(`Sign-in methods other than Google are on: ${open.join(', ')}.`)] : []),
        ...(isClosed ? [reportProblem('New users can\'t sign up ("Allow new users to sign up" is off).')] : []),
      ]
    },
  },
  {
    name: 'Google redirect',
    after: ['project', 'sign-in methods'],
    async run(context) {
      const { settings } = context
      const google = await startSignIn(context, `${settings.VITE_SITE_URL}/login`)
      const [id, back] = [google.searchParams.get('client_id'), google.searchParams.get('redirect_uri')]
      const expected = `${settings.VITE_SUPABASE_URL}/auth/v1/callback`
      const where = `${settings.VITE_SUPABASE_URL}${AUTHORIZE}`
      if (!id)
        return [
          { what: 'Sign-in with Google has no client ID.', where, fix: `Add it on ${getProvidersPage(settings)}` },
        ]
      if (back !== expected)
        return [
          {
            what: `Google would send users to ${back} instead of ${expected}.`,
            where,
            fix: 'Set VITE_SUPABASE_URL to the address of the auth server (your custom domain, if you have one)',
          },
        ]
      return []
    },
  },
  {
    name: 'Google client',
    after: ['project', 'sign-in methods', 'Google redirect'],
    async run(context) {
      const { settings } = context
      const what = await describeGoogleRefusal(context)
      if (!what) return []
      return [
        {
          what,
          where: 'the OAuth client in Google Cloud, https://console.cloud.google.com/apis/credentials',
          fix: `Add ${settings.VITE_SUPABASE_URL}/auth/v1/callback to its authorized redirect URIs, and compare the client ID with ${getProvidersPage(settings)}`,
        },
      ]
    },
  },
  {
    name: 'redirect URLs',
    after: ['project', 'sign-in methods'],
    async run(context) {
      const { settings } = context
      const site = settings.VITE_SITE_URL
      const wanted = [`${site}/login`, `${site}/login?popup=1`]
      const problems = await Promise.all(
        wanted.map(async (address): Promise<Problem[]> => {
          const end = await endOfSignIn(context, address)
          if (removeError(end) === address) return []
          return [
            {
              what: `Sign-in from ${address} would end at ${end.origin}${end.pathname}.`,
              where: `${settings.VITE_SUPABASE_URL}${AUTHORIZE}`,
              fix: `Add ${address} to the redirect URLs, and set the site URL to ${site}, on ${getUrlsPage(settings)}`,
            },
          ]
        }),
      )
      const stranger = await endOfSignIn(context, STRANGER)
      if (stranger.origin === site) return problems.flat()
      const isOpen = stranger.origin === new URL(STRANGER).origin
      const what = isOpen
        ? 'A redirect URL has a wildcard, so any site can receive the sessions of your users.'
        : `The site URL is ${stranger.origin}, so a sign-in without an allowed address ends there.`
      const fix = isOpen ? 'Remove the wildcard from the redirect URLs' : `Set the site URL to ${site}`
      const where = `${settings.VITE_SUPABASE_URL}${AUTHORIZE}`
      return [...problems.flat(), { what, where, fix: `${fix} on ${getUrlsPage(settings)}` }]
    },
  },
]

const STRANGER = 'https://stranger.invalid/'

/** Returns the address at Google to which a sign-in sends the browser. Throws NoResponseError. */
export async function startSignIn({ settings, ask }: Context, address: string): Promise<URL> {
  const url = `${settings.VITE_SUPABASE_URL}${AUTHORIZE}`
  const answer = await ask(`${url}?${new URLSearchParams({ provider: 'google', redirect_to: address })}`)
  const location = URL.parse(answer.headers.get('location') ?? '')
  if (location?.host === 'accounts.google.com') return location
  const what = `Sign-in leads to ${location?.host ?? 'nowhere'} instead of Google (HTTP ${answer.status}).`
  const fix = settings.isOneServer
    ? 'Check GOOGLE_CLIENT_ID in .env'
    : `Check the Google provider on ${getProvidersPage(settings)}`
  throw new NoResponseError({ what, where: url, fix })
}

/** Asks Google for its sign-in page. Returns a sentence if Google refuses the client, or null. Throws NoResponseError. */
export async function describeGoogleRefusal(context: Context): Promise<string | null> {
  const google = await startSignIn(context, `${context.settings.VITE_SITE_URL}/login`)
  const answer = await context.ask(google.href)
  const location = URL.parse(answer.headers.get('location') ?? '', answer.url)
  // This format is undocumented: the decoded `authError` begins with the reason.
  if (location?.pathname !== '/signin/oauth/error') return null
  const said = Buffer.from(location.searchParams.get('authError') ?? '', 'base64').toString('latin1')
  return `Google rejects the sign-in: ${/[a-z]+(_[a-z]+)+/.exec(said)?.[0] ?? 'no reason given'}.`
}

/**
 * Returns the URL at which a sign-in ends. The auth server silently replaces a URL that isn't allowed with the site
 * URL. The end of a sign-in is the only sign of this.
 */
async function endOfSignIn(context: Context, address: string): Promise<URL> {
  const state = (await startSignIn(context, address)).searchParams.get('state') ?? ''
  const url = `${context.settings.VITE_SUPABASE_URL}/auth/v1/callback`
  const answer = await context.ask(`${url}?${new URLSearchParams({ error: 'access_denied', state })}`)
  const end = URL.parse(answer.headers.get('location') ?? '')
  if (end) return end
  const fix = `Check the addresses on ${getUrlsPage(context.settings)}`
  throw new NoResponseError({ what: `The sign-in callback doesn't redirect (HTTP ${answer.status}).`, where: url, fix })
}

function removeError(end: URL): string {
  const address = new URL(end)
  address.hash = ''
  for (const name of ['error', 'error_code', 'error_description', 'sb']) address.searchParams.delete(name)
  return address.href
}
