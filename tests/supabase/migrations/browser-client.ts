import { createClient } from '@supabase/supabase-js'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { KEYS, ORIGIN, type TestUser } from '../../harness/database.ts'

/**
 * Returns a client with a browser's keys: the publishable key and, for a signed-in user, the user's token. `'server'`
 * uses the secret key.
 */
export function getClient(supabase: LocalSupabase, who?: TestUser | 'server') {
  const isServer = who === 'server'
  return createClient(ORIGIN, isServer ? KEYS.secretKey : KEYS.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input, init) => supabase.fetch(new Request(input, init)),
      ...(who && !isServer ? { headers: { authorization: `Bearer ${who.token}` } } : {}),
    },
  })
}
