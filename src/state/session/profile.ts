// Who a session is of, read from what the sign-in provider and the token say.
import type { Session, User } from '@supabase/supabase-js'
import { toPlainText } from '@/lib/plain-text'

export interface Profile {
  id: string
  email: string
  name: string
  /** The avatar's address from the sign-in provider. */
  picture: string | null
}

/** Reads the profile. Metadata comes from the sign-in provider and may contain anything. */
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

/** Returns a name for the session that stays over token refreshes. It is the user's id if a token has no session id. */
export function getSessionKey(session: Session): string {
  return readSessionId(session.access_token) ?? session.user.id
}

/** Reads the claim without verifying it, because nothing is granted by it. */
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
