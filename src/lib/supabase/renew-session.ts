import type { SupabaseClient } from '@supabase/supabase-js'
import { NetworkError } from '@/lib/http/api-error'

const TOO_MANY_REQUESTS = 429

/**
 * Asks for a fresh session, for when a token was refused before its time. Answers false when there is none to have: the
 * auth server said no. Throws NetworkError when it could not be asked, which says nothing about the session.
 */
export async function renewSession(supabase: SupabaseClient): Promise<boolean> {
  const { data, error } = await supabase.auth.refreshSession()
  if (!error) return data.session !== null
  const status = error.status ?? 0
  // By name: the library's own guards do the same and would bring all of it into the chunk of whoever asks.
  const isRefused = error.name === 'AuthApiError' && status < 500 && status !== TOO_MANY_REQUESTS
  if (isRefused || error.name === 'AuthSessionMissingError') return false
  throw new NetworkError('network', { cause: error })
}
