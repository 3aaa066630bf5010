import type { SupabaseClient } from '@supabase/supabase-js'
import { NetworkError } from '@/lib/http/api-error'

const TOO_MANY_REQUESTS = 429

/** Returns false when the auth server refuses. Throws NetworkError when it does not answer: the session may be good. */
export async function renewSession(supabase: SupabaseClient): Promise<boolean> {
  const { data, error } = await supabase.auth.refreshSession()
  if (!error) return data.session !== null
  const status = error.status ?? 0
  // By name: the library's type guards would load all of it.
  const isRefused = error.name === 'AuthApiError' && status < 500 && status !== TOO_MANY_REQUESTS
  if (isRefused || error.name === 'AuthSessionMissingError') return false
  throw new NetworkError('network', { cause: error })
}
