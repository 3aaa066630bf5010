// Signs nobody in: a sign-in that ends with "refused at Google" shows where the auth server would send the user.
import { type Check, type Context, object, type Problem, Unanswered } from './check.ts'
import { keyHeaders } from './project.ts'
import { dashboard, type Settings } from './settings.ts'

const AUTHORIZE = '/auth/v1/authorize'
const providersPage = (settings: Settings) => dashboard(settings, 'auth/providers')
const urlsPage = (settings: Settings) => dashboard(settings, 'auth/url-configuration')

export const SIGN_IN_CHECKS: Check[] = [
  {
    name: 'sign-in methods',
    after: ['project'],
    async run({ settings, ask }) {
      const answer = await ask(`${settings.VITE_SUPABASE_URL}/auth/v1/settings`, {
        headers: keyHeaders(settings.VITE_SUPABASE_ANON_KEY),
      })
      const { external, disable_signup: isClosed } = object(answer, providersPage(settings))
      const { google, ...others } = external as Record<string, boolean>
      const open = Object.keys(others).filter((name) => others[name] === true)
      const problem = (what: string): Problem => ({
        what,
        where: answer.url,
        fix: `Change it on ${providersPage(settings)}`,
      })
      return [
        ...(google ? [] : [problem('Sign-in with Google is off.')]),
        ...(open.length > 0
          ? [problem(`Other ways to sign in are open, and only Google is meant to be: ${open.join(', ')}.`)]
          : []),
        ...(isClosed ? [problem('New users are refused ("Allow new users to sign up" is off).')] : []),
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
        return [{ what: 'Google is on without a client id.', where, fix: `Add it on ${providersPage(settings)}` }]
      if (back !== expected)
        return [
          {
            what: `Google would send users to ${back} and not to ${expected}.`,
            where,
            fix: 'Set VITE_SUPABASE_URL to the address that the auth server has (with a custom domain, that domain)',
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
      const answer = await context.ask((await startSignIn(context, `${settings.VITE_SITE_URL}/login`)).href)
      const location = URL.parse(answer.headers.get('location') ?? '', answer.url)
      // Undocumented: the decoded `authError` begins with the reason.
      if (location?.pathname !== '/signin/oauth/error') return []
      const said = Buffer.from(location.searchParams.get('authError') ?? '', 'base64').toString('latin1')
      return [
        {
          what: `Google refuses the sign-in: ${/[a-z]+(_[a-z]+)+/.exec(said)?.[0] ?? 'it does not say why'}.`,
          where: 'the OAuth client in Google Cloud, https://console.cloud.google.com/apis/credentials',
          fix: `Add ${settings.VITE_SUPABASE_URL}/auth/v1/callback to its authorized redirect URIs, and compare the client id with ${providersPage(settings)}`,
        },
      ]
    },
  },
  {
    name: 'return addresses',
    after: ['project', 'sign-in methods'],
    async run(context) {
      const { settings } = context
      const site = settings.VITE_SITE_URL
      const wanted = [`${site}/login`, `${site}/login?popup=1`]
      const problems = await Promise.all(
        wanted.map(async (address): Promise<Problem[]> => {
          const end = await endOfSignIn(context, address)
          if (withoutError(end) === address) return []
          return [
            {
              what: `After ${address} a user would be sent to ${end.origin}${end.pathname}.`,
              where: `${settings.VITE_SUPABASE_URL}${AUTHORIZE}`,
              fix: `Add ${address} to the redirect URLs, and make ${site} the site URL, on ${urlsPage(settings)}`,
            },
          ]
        }),
      )
      const stranger = await endOfSignIn(context, STRANGER)
      if (stranger.origin === site) return problems.flat()
      const isOpen = stranger.origin === new URL(STRANGER).origin
      const what = isOpen
        ? 'A sign-in may end at any site (a redirect URL with a wildcard): that hands sessions to strangers.'
        : `The site URL is ${stranger.origin}, where sign-ins end that name no address of their own.`
      const fix = isOpen ? 'Take the wildcard out of the redirect URLs' : `Make ${site} the site URL`
      const where = `${settings.VITE_SUPABASE_URL}${AUTHORIZE}`
      return [...problems.flat(), { what, where, fix: `${fix} on ${urlsPage(settings)}` }]
    },
  },
]

const STRANGER = 'https://stranger.invalid/'

async function startSignIn({ settings, ask }: Context, address: string): Promise<URL> {
  const url = `${settings.VITE_SUPABASE_URL}${AUTHORIZE}`
  const answer = await ask(`${url}?${new URLSearchParams({ provider: 'google', redirect_to: address })}`)
  const location = URL.parse(answer.headers.get('location') ?? '')
  if (location?.host === 'accounts.google.com') return location
  const what = `It answers ${answer.status} and leads to ${location?.host ?? 'nowhere'}, not to Google.`
  throw new Unanswered({ what, where: url, fix: `Compare the Google provider on ${providersPage(settings)}` })
}

/** Only this tells of an address that is not allowed: the auth server silently replaces it by the site URL. */
async function endOfSignIn(context: Context, address: string): Promise<URL> {
  const state = (await startSignIn(context, address)).searchParams.get('state') ?? ''
  const url = `${context.settings.VITE_SUPABASE_URL}/auth/v1/callback`
  const answer = await context.ask(`${url}?${new URLSearchParams({ error: 'access_denied', state })}`)
  const end = URL.parse(answer.headers.get('location') ?? '')
  if (end) return end
  const fix = `Compare the addresses yourself on ${urlsPage(context.settings)}`
  throw new Unanswered({ what: `It answers ${answer.status} and leads nowhere.`, where: url, fix })
}

function withoutError(end: URL): string {
  const address = new URL(end)
  address.hash = ''
  for (const name of ['error', 'error_code', 'error_description', 'sb']) address.searchParams.delete(name)
  return address.href
}
