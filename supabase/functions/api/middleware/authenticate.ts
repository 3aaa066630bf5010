import type { SupabaseClient } from '@supabase/supabase-js'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { getPath } from 'hono/utils/url'
import { z } from 'zod'
import { KEY_PREFIX, type KeyScope } from '../../_shared/contract/keys.ts'
import { REFUSALS, type Refused } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import type { Keys } from '../services/keys/keys.ts'
import { findScope, isProgramPath } from '../v1/routes.ts'
import { createVerifiedTokens, type TokenUser } from './verified-tokens.ts'

/** After a request of at least this duration, the API key is checked again. */
const SECOND_READ_MS = 1000

const claimsSchema = z.object({
  sub: z.uuid(),
  aud: z.union([z.string(), z.array(z.string())]),
  role: z.literal('authenticated'),
  exp: z.number(),
  email: z.string().default(''),
  iss: z.string().optional(),
})

/**
 * Sets `userId`, and `apiKey` if the request uses an API key. An API key can only call V1_ROUTES, within its scope.
 * Supabase's own check also accepts publishable keys, so this checks all claims. `admits` is asked at each call, so that a user who
 * is taken off the list of a server for a team is refused at once, with a session and with an API key.
 */
export function authenticate(
  supabase: SupabaseClient,
  keys: Keys,
  { issuer, admits, now }: { issuer: string; admits: (email: string) => boolean; now: () => Date },
) {
  const verified = createVerifiedTokens(now)

  async function verify(token: string, refuse: () => Refused): Promise<TokenUser> {
    const { data, error } = await supabase.auth
      .getClaims(token)
      .catch((cause: unknown) => ({ data: null, error: cause }))
    if (error && isOutage(error)) {
      throw new RequestError(REFUSALS.authUnavailable(), { cause: error })
    }
    const claims = claimsSchema.safeParse(data?.claims)
    if (!claims.success) throw new RequestError(refuse(), { cause: error ?? claims.error })
    const { sub: userId, aud, exp, email, iss } = claims.data
    const valid = [aud].flat().includes('authenticated') && exp * 1000 > now().getTime() && (iss ?? '') === issuer
    if (!valid) throw new RequestError(refuse(), { cause: new Error('token claims rejected') })
    await verified.keep(token, { userId, email }, exp * 1000)
    return { userId, email }
  }

  function checkAdmission(email: string): void {
    if (!admits(email)) throw new RequestError(REFUSALS.notAdmitted())
  }

  return createMiddleware<{ Variables: ApiVariables }>(async (c, next) => {
    const token = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    const refuse = isProgramPath(getPath(c.req.raw)) ? REFUSALS.keyMissing : REFUSALS.signInFirst
    if (!token) throw new RequestError(refuse())
    if (token.startsWith(KEY_PREFIX)) {
      const { id, userId, scope, email } = await keys.use(token)
      checkAdmission(email)
      checkScope(scope, findScope(c.req.method, routePath(c)))
      c.set('apiKey', { id, scope })
      c.set('userId', userId)
    } else {
      const { userId, email } = (await verified.find(token)) ?? (await verify(token, refuse))
      checkAdmission(email)
      c.set('userId', userId)
    }
    const askedAt = now().getTime()
    await next()
    // A long poll can outlive its key. The key is checked again before video URLs are sent.
    if (c.get('apiKey') && c.req.method === 'GET' && now().getTime() - askedAt >= SECOND_READ_MS) await keys.use(token)
  })
}

function checkScope(given: KeyScope, needed: KeyScope | null): void {
  if (needed === null) throw new RequestError(REFUSALS.sessionOnly())
  if (needed === 'create' && given !== 'create') throw new RequestError(REFUSALS.scopeTooSmall())
}

/** AuthUnknownError means that the auth server didn't return JSON, as with a paused project. */
function isOutage(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 0
  const name = error instanceof Error ? error.name : ''
  return name === 'AuthRetryableFetchError' || name === 'AuthUnknownError' || status >= 500
}
