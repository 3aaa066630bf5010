import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { BrowserEnv } from '@/config/parse-env'
import { NetworkError } from '@/lib/http/api-error'
import { createSessionStorage } from './session-storage'
import { getSessionEntry } from './stored-session'

/**
 * Creates the page's only client, because two would share a storage key and a channel. It uses PKCE, because the
 * implicit flow puts tokens into URLs.
 */
export function createSupabase(env: Pick<BrowserEnv, 'supabaseUrl' | 'supabaseAnonKey'>): SupabaseClient {
  return createClient(env.supabaseUrl, env.supabaseAnonKey, {
    auth: {
      flowType: 'pkce',
      detectSessionInUrl: false,
      storageKey: getSessionEntry(env),
      storage: createSessionStorage(),
    },
    global: { fetch: fetchWithoutServerTime },
  })
}

// Removes `expires_at`, which uses the server's clock. If this machine's clock were an hour ahead, every session would
// seem expired and be renewed with each call. Without it, the library counts `expires_in` from now.
async function fetchWithoutServerTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  const url = input instanceof Request ? input.url : String(input)
  if (!response.ok || !url.includes('/auth/v1/token?')) return response
  const { expires_at: _, ...session } = (await response.json()) as Record<string, unknown>
  return Response.json(session, { status: response.status })
}

const TOO_MANY_REQUESTS = 429

/**
 * Renews the session. Returns false if the auth server refuses. Throws NetworkError if it doesn't respond, because the
 * session may be valid.
 */
export async function renewSession(supabase: SupabaseClient): Promise<boolean> {
  const { data, error } = await supabase.auth.refreshSession()
  if (!error) return data.session !== null
  const status = error.status ?? 0
  // Compares names, because the library's type guards would load the whole library.
  const isRefused = error.name === 'AuthApiError' && status < 500 && status !== TOO_MANY_REQUESTS
  if (isRefused || error.name === 'AuthSessionMissingError') return false
  throw new NetworkError('network', { cause: error })
}
