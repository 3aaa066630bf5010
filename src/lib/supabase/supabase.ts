import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Env } from '@/config/env'

/**
 * The one Supabase client of the page: two would share a storage key and a broadcast channel.
 * PKCE, because the implicit flow puts tokens into addresses; the code is exchanged by the login page and nowhere else.
 */
export function createSupabase(env: Pick<Env, 'supabaseUrl' | 'supabaseAnonKey'>): SupabaseClient {
  return createClient(env.supabaseUrl, env.supabaseAnonKey, {
    auth: { flowType: 'pkce', detectSessionInUrl: false },
    global: { fetch: fetchWithoutServerTime },
  })
}

/**
 * A new session comes with the second at which it ends, by the server's clock. The library compares it with this
 * machine's: on one that is an hour fast every session has already ended, and each call would renew it again. Without
 * that field the library counts `expires_in` from now.
 */
async function fetchWithoutServerTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  const url = input instanceof Request ? input.url : String(input)
  if (!response.ok || !url.includes('/auth/v1/token?')) return response
  const { expires_at: _, ...session } = (await response.json()) as Record<string, unknown>
  return Response.json(session, { status: response.status })
}
