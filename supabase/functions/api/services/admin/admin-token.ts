import { sign, verify } from 'hono/jwt'
import { z } from 'zod'
import type { AdminAccount } from './admin-account.ts'

const TOKEN_SECONDS = 30 * 60
const AUDIENCE = 'soundreel-admin'
const ALGORITHM = 'HS256'

const claims = z.object({ aud: z.literal(AUDIENCE), sub: z.string(), exp: z.number() })

/**
 * Creates an admin token. Its key and audience differ from those of a Supabase session, so neither accepts the other's
 * token.
 */
export function issueAdminToken({ username, key }: AdminAccount, now: Date): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000)
  return sign({ aud: AUDIENCE, sub: username, iat: issued, exp: issued + TOKEN_SECONDS }, key, ALGORITHM)
}

export async function isAdminToken(token: string, { username, key }: AdminAccount, now: Date): Promise<boolean> {
  try {
    // The API's clock decides below.
    const payload = await verify(token, key, { alg: ALGORITHM, exp: false, iat: false, nbf: false })
    const { sub, exp } = claims.parse(payload)
    return sub === username && exp * 1000 > now.getTime()
  } catch {
    return false
  }
}
