// Reads a session's user from the sign-in provider's data and the token.
import type { Session, User } from '@supabase/supabase-js'
import { toPlainText } from '@/lib/text'

export interface Profile {
  id: string
  email: string
  name: string
  /** The avatar's URL from the sign-in provider. */
  picture: string | null
}

/** Reads the profile. The metadata comes from the sign-in provider and may contain anything. */
export function readProfile(user: User): Profile {
  const metadata: Record<string, unknown> = user.user_metadata ?? {}
  const email = user.email ?? ''
  return {
    id: user.id,
    email,
    name: readText(metadata.name) ?? readText(email.split('@')[0]) ?? 'User',
    picture: readText(metadata.avatar_url),
  }
}

function readText(value: unknown): string | null {
  const text = typeof value === 'string' ? toPlainText(value).trim() : ''
  return text === '' ? null : text
}

/**
 * Returns a key for the session that doesn't change when the token is refreshed. It is the user's ID if the token has
 * no session ID.
 */
export function getSessionKey(session: Session): string {
  return readSessionId(session.access_token) ?? session.user.id
}

/** Reads the claim without verification, because it grants no access. */
function readSessionId(accessToken: string): string | null {
  try {
    const payload = accessToken.split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof claims !== 'object' || claims === null || !('session_id' in claims)) return null
    return typeof claims.session_id === 'string' ? claims.session_id : null
  } catch {
    return null
  }
}
