import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Env } from '@/config/env'

/**
 * The one Supabase client of the page: two would share a storage key and a broadcast channel.
 * PKCE, because the implicit flow puts tokens into addresses; the code is exchanged by the login page and nowhere else.
 */
export function createSupabase(env: Pick<Env, 'supabaseUrl' | 'supabaseAnonKey'>): SupabaseClient {
  return createClient(env.supabaseUrl, env.supabaseAnonKey, {
    auth: { flowType: 'pkce', detectSessionInUrl: false },
  })
}
