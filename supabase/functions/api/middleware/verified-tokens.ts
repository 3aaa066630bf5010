// Users whose tokens were verified a moment ago, so that not every poll asks the auth server. By the hash of the token: whoever sees
// the memory of the server finds none that could be used. Each process has its own; administrators have other tokens.
import { encodeBase64 } from 'hono/utils/encode'

/** So long a token may still be good here after it was revoked (docs/security.md). */
const KEEP_MS = 60_000
const MAX_TOKENS = 1000

export interface VerifiedTokens {
  /** Returns the user, or undefined for a token that has to be verified. */
  find(token: string): Promise<string | undefined>
  /** `expiresAt` in milliseconds since the epoch. */
  keep(token: string, userId: string, expiresAt: number): Promise<void>
}

export function createVerifiedTokens(now: () => Date): VerifiedTokens {
  /** The oldest first. */
  const users = new Map<string, { userId: string; since: number; until: number }>()
  return {
    async find(token) {
      const found = users.get(await hashToken(token))
      const time = now().getTime()
      // Kept later than now: the clock was set back since.
      return found && time >= found.since && time < found.until ? found.userId : undefined
    },
    async keep(token, userId, expiresAt) {
      const hash = await hashToken(token)
      users.delete(hash)
      const [oldest] = users.keys()
      if (oldest !== undefined && users.size >= MAX_TOKENS) users.delete(oldest)
      const since = now().getTime()
      users.set(hash, { userId, since, until: Math.min(since + KEEP_MS, expiresAt) })
    },
  }
}

async function hashToken(token: string): Promise<string> {
  return encodeBase64(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
}
