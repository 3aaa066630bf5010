// Sign-in is with Google alone. Supabase Lite 0.10 takes passwords, codes and links by e-mail all the same, and prints the
// e-mails on the console; a hosted project whose Email provider is off refuses them in these words.

const PREFIX = '/auth/v1'

/** What is let through, by exact address: however Lite would read another spelling of the rest, it never sees it. */
const OPEN = new Set([
  'GET /authorize',
  'GET /callback',
  'POST /token?grant_type=pkce',
  'POST /token?grant_type=refresh_token',
  'POST /logout',
  'GET /user',
  'PUT /user',
  'GET /health',
  'GET /settings',
  'GET /.well-known/jwks.json',
])

/** Sign-up, sign-in, and what proves or changes an e-mail address. */
const BY_EMAIL = new Set(['signup', 'token', 'otp', 'magiclink', 'verify', 'recover', 'resend', 'reauthenticate'])

/** Wraps Lite's handler for /auth/v1. */
export function takeGoogleOnly(lite: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS') return lite(request)
    const { pathname, search } = new URL(request.url)
    const path = pathname.slice(PREFIX.length)
    if (!OPEN.has(`${request.method} ${path}${path === '/token' ? search : ''}`)) return refusal(path.slice(1))
    if (request.method === 'PUT' && (await changesSignIn(request.clone()))) return refusal('token')
    return lite(request)
  }
}

function refusal(path: string): Response {
  if (!BY_EMAIL.has(path)) return answer(404, 'not_found', 'Not found')
  return answer(422, 'email_provider_disabled', `Email ${path === 'signup' ? 'signups' : 'logins'} are disabled`)
}

/** The user's own name and avatar may change; what one signs in with may not. */
async function changesSignIn(request: Request): Promise<boolean> {
  const body: unknown = await request.json().catch(() => null)
  return typeof body === 'object' && body !== null && ['email', 'phone', 'password'].some((field) => field in body)
}

function answer(code: number, errorCode: string, msg: string): Response {
  return Response.json(
    { code, error_code: errorCode, msg },
    { status: code, headers: { 'x-sb-error-code': errorCode } },
  )
}
