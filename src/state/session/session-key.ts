import type { Session } from '@supabase/supabase-js'

/**
 * Names one sign-in: stays the same over token refreshes, differs for the next sign-in of the same person. A token that
 * does not name its session is known by its person alone.
 */
export function sessionKey(session: Session): string {
  return sessionIdClaim(session.access_token) ?? session.user.id
}

/** Read for telling sessions apart only; nothing is granted by it, so it is not verified. */
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
