// Sign-in is with Google only, and ends on our own pages only. Supabase Lite 0.10 also accepts passwords, codes and email links; this refuses them with the
// answers of a hosted project whose Email provider is off.

const PREFIX = '/auth/v1'

/** Exact addresses, so that Lite never sees another spelling of a closed one. */
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

/** `returnUrls`: the addresses that a sign-in may end at. The first one replaces every other. */
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

/** Lite accepts each port and path of this machine, and without an address the page that asks. Hosted Supabase accepts listed ones. */
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

/** Name and avatar may change, email, phone and password may not. */
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
