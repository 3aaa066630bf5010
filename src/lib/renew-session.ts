import { isAuthApiError, isAuthSessionMissingError, type SupabaseClient } from '@supabase/supabase-js'
import { NetworkError } from './api-error'

const TOO_MANY_REQUESTS = 429

/**
 * Asks for a fresh session, for when a token was refused before its time. Answers false when there is none to have: the
 * auth server said no. Throws NetworkError when it could not be asked, which says nothing about the session.
 */
export async function renewSession(supabase: SupabaseClient): Promise<boolean> {
  const { data, error } = await supabase.auth.refreshSession()
  if (!error) return data.session !== null
  const isRefused = isAuthApiError(error) && error.status < 500 && error.status !== TOO_MANY_REQUESTS
  if (isRefused || isAuthSessionMissingError(error)) return false
  throw new NetworkError('network', { cause: error })
}
