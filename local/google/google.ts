import { Hono } from 'hono'
import { accountForm, drawAvatar, getGoogleAccount } from './accounts.ts'
import { buildChooserPage, CHOOSER_CSS } from './chooser-page.ts'
import { type GoogleClient, startIdentityServer } from './identity-server.ts'

const GOOGLE_AUTHORIZE = 'https://accounts.google.com/o/oauth2/v2/auth'
const MOUNT = '/stand-ins/google'
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
}

export interface StandInGoogle {
  fetch(request: Request): Response | Promise<Response>
  /** Replaces Google's URL with the local chooser's URL and the same query. */
  redirectHere(location: string): string
  close(): void
}

export async function startGoogle(origin: string, client: GoogleClient): Promise<StandInGoogle> {
  const identity = await startIdentityServer(client)

  /** Returns the URL to redirect to, or null for a request with another client or redirect URI. */
  function returnAddress(query: URLSearchParams, answer: Record<string, string>): URL | null {
    if (query.get('client_id') !== client.clientId || query.get('redirect_uri') !== client.redirectUri) return null
    const url = new URL(client.redirectUri)
    for (const [name, value] of Object.entries({ ...answer, state: query.get('state') ?? '' }))
      url.searchParams.set(name, value)
    return url
  }

  const app = new Hono()
    .basePath(MOUNT)
    .get('/auth', (c) => {
      const query = new URL(c.req.url).searchParams
      if (!returnAddress(query, {})) return c.text('Invalid client ID or redirect URL.', 400)
      return c.html(buildChooserPage({ query: query.toString(), name: '', email: '', fault: null }), 200, HEADERS)
    })
    .post('/choose', async (c) => {
      const query = new URL(c.req.url).searchParams
      const form = await c.req.parseBody().catch((): Record<string, string> => ({}))
      const account = accountForm.safeParse(form)
      if (!account.success) {
        const typed = { name: String(form.name ?? ''), email: String(form.email ?? '') }
        const fault = account.error.issues[0]?.message ?? 'Check the form.'
        return c.html(buildChooserPage({ query: query.toString(), ...typed, fault }), 400, HEADERS)
      }
      const code = await identity.issueCode(getGoogleAccount(origin, account.data))
      const back = returnAddress(query, { code })
      return back ? c.redirect(back.href, 303) : c.text('Invalid client ID or redirect URL.', 400)
    })
    .post('/cancel', (c) => {
      const back = returnAddress(new URL(c.req.url).searchParams, { error: 'access_denied' })
      return back ? c.redirect(back.href, 303) : c.text('Invalid client ID or redirect URL.', 400)
    })
    .get('/chooser.css', (c) => c.body(CHOOSER_CSS, 200, { 'content-type': 'text/css' }))
    .get('/picture/:file{[0-9a-f]{6}\\.svg}', (c) =>
      c.body(drawAvatar(c.req.param('file').slice(0, 6)), 200, {
        'content-type': 'image/svg+xml',
        'cache-control': 'max-age=86400',
      }),
    )

  return {
    fetch: (request) => app.fetch(request),
    redirectHere: (location) =>
      location.startsWith(`${GOOGLE_AUTHORIZE}?`)
        ? `${origin}${MOUNT}/auth${location.slice(GOOGLE_AUTHORIZE.length)}`
        : location,
    close: () => identity.close(),
  }
}
