// Simulates the hosted auth server during a sign-in with Google, based on its source (supabase/auth, internal/api).
// `state` carries the return URL. The server silently replaces a return URL that isn't allowed with the site URL.
interface AuthSettings {
  site: string
  project: string
  /** The allowed patterns besides the site's own URLs. A pattern can end with *. */
  allowed: string[]
  external: Record<string, boolean>
  isClosed?: boolean
  /** The server's own URL, as the server is configured. */
  self?: string
}

export function createAuthServer({ site, project, allowed, external, isClosed = false, self = project }: AuthSettings) {
  const isAllowed = (address: string) =>
    new URL(address).origin === new URL(site).origin ||
    allowed.some((pattern) => (pattern.endsWith('*') ? address.startsWith(pattern.slice(0, -1)) : address === pattern))

  return (request: Request): Response => {
    const { pathname, searchParams } = new URL(request.url)
    const redirect = (to: URL | string) => new Response(null, { status: 302, headers: { location: String(to) } })
    if (pathname === '/auth/v1/settings') {
      return Response.json({
        external: { anonymous_users: false, email: false, phone: false, github: false, ...external },
        disable_signup: isClosed,
        mailer_autoconfirm: false,
      })
    }
    if (pathname === '/auth/v1/authorize') {
      if (!external.google)
        return Response.json(
          { code: 400, error_code: 'validation_failed', msg: 'Unsupported provider: provider is not enabled' },
          { status: 400 },
        )
      const asked = searchParams.get('redirect_to') ?? ''
      const state = Buffer.from(JSON.stringify({ referrer: isAllowed(asked) ? asked : site })).toString('base64url')
      const query = { client_id: 'client', redirect_uri: `${self}/auth/v1/callback`, response_type: 'code', state }
      return redirect(`https://accounts.google.com/o/oauth2/v2/auth?${new URLSearchParams(query)}`)
    }
    if (pathname === '/auth/v1/callback') {
      const state = Buffer.from(searchParams.get('state') ?? '', 'base64url').toString()
      const end = new URL((JSON.parse(state) as { referrer: string }).referrer)
      end.searchParams.set('error', searchParams.get('error') ?? '')
      end.hash = `error=${searchParams.get('error')}&sb=`
      return redirect(end)
    }
    return new Response(null, { status: 404 })
  }
}
