// Allows sign-in with Google only, and return addresses on our own pages only. Supabase Lite 0.10 also accepts
// passwords, codes, and email links. This file refuses them with the responses of a hosted project whose Email provider
// is off.

const PREFIX = '/auth/v1'

/** The open routes. They match exactly, so Lite never receives another spelling of a closed route. */
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

const BY_EMAIL = new Set(['signup', 'token', 'otp', 'magiclink', 'verify', 'recover', 'resend', 'reauthenticate'])

/**
 * Limits Lite's auth routes to sign-in with Google. `returnUrls` are the allowed return addresses of a sign-in. The
 * first one replaces any other address.
 */
export function allowGoogleOnly(
  lite: (request: Request) => Promise<Response>,
  returnUrls: readonly [string, ...string[]],
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS') return lite(request)
    const { pathname, search } = new URL(request.url)
    const path = pathname.slice(PREFIX.length)
    if (!OPEN.has(`${request.method} ${path}${path === '/token' ? search : ''}`)) return buildRefusal(path.slice(1))
    if (path === '/authorize') return lite(replaceReturnUrl(request, returnUrls))
    if (request.method === 'PUT' && (await isSignInChange(request.clone()))) return buildRefusal('token')
    return lite(request)
  }
}

/**
 * Replaces a return address that isn't listed. Lite accepts every port and path of this machine, and defaults to the
 * requesting page. Hosted Supabase accepts only listed addresses.
 */
function replaceReturnUrl(request: Request, returnUrls: readonly [string, ...string[]]): Request {
  const url = new URL(request.url)
  if (!returnUrls.includes(url.searchParams.get('redirect_to') ?? ''))
    url.searchParams.set('redirect_to', returnUrls[0])
  return new Request(url, request)
}

function buildRefusal(path: string): Response {
  if (!BY_EMAIL.has(path)) return answer(404, 'not_found', 'Not found')
  return answer(422, 'email_provider_disabled', `Email ${path === 'signup' ? 'signups' : 'logins'} are disabled`)
}

/** Returns whether a request changes the email, phone, or password. Users may change their name and avatar only. */
async function isSignInChange(request: Request): Promise<boolean> {
  const body: unknown = await request.json().catch(() => null)
  return typeof body === 'object' && body !== null && ['email', 'phone', 'password'].some((field) => field in body)
}

function answer(code: number, errorCode: string, msg: string): Response {
  return Response.json(
    { code, error_code: errorCode, msg },
    { status: code, headers: { 'x-sb-error-code': errorCode } },
  )
}
