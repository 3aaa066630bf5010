// Caches recently verified tokens, so that polls don't call the auth server each time. The cache has only hashes of the
// tokens, so a memory dump reveals no usable token. Each process has its own cache. Admin tokens aren't cached.
import { encodeBase64 } from 'hono/utils/encode'

/** The time that a revoked token can remain valid here (docs/security.md). */
const KEEP_MS = 60_000
const MAX_TOKENS = 1000

export interface VerifiedTokens {
  /** Returns the token's user, or undefined if the token must be verified. */
  find(token: string): Promise<TokenUser | undefined>
  /** `expiresAt`: milliseconds since the epoch. */
  keep(token: string, user: TokenUser, expiresAt: number): Promise<void>
}

export interface TokenUser {
  userId: string
  email: string
}

export function createVerifiedTokens(now: () => Date): VerifiedTokens {
  // Oldest first.
  const users = new Map<string, { user: TokenUser; since: number; until: number }>()
  return {
    async find(token) {
      const found = users.get(await hashToken(token))
      const time = now().getTime()
      // Ignores an entry from the future: the clock was set back after the entry was stored.
      return found && time >= found.since && time < found.until ? found.user : undefined
    },
    async keep(token, user, expiresAt) {
      const hash = await hashToken(token)
      users.delete(hash)
      const [oldest] = users.keys()
      if (oldest !== undefined && users.size >= MAX_TOKENS) users.delete(oldest)
      const since = now().getTime()
      users.set(hash, { user, since, until: Math.min(since + KEEP_MS, expiresAt) })
    },
  }
}

async function hashToken(token: string): Promise<string> {
  return encodeBase64(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
}
