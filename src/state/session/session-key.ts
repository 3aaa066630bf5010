import type { Session } from '@supabase/supabase-js'

/** The same over token refreshes, another for the next sign-in. The user's id when a token has no session id. */
export function sessionKey(session: Session): string {
  return sessionIdClaim(session.access_token) ?? session.user.id
}

/** Not verified, because nothing is granted by it. */
function sessionIdClaim(accessToken: string): string | null {
  try {
    const payload = accessToken.split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof claims !== 'object' || claims === null || !('session_id' in claims)) return null
    return typeof claims.session_id === 'string' ? claims.session_id : null
  } catch {
    return null
  }
}
