import type { SupabaseClient } from '@supabase/supabase-js'
import type { BrowserEnv } from '@/config/parse-env'
import { NetworkError } from '@/lib/http/api-error'
import { sleep } from '@/lib/sleep'
import { createStore, type Store } from '@/lib/store'
import { hasStoredSession } from './stored-session'

const RETRIES = 3
const RETRY_DELAY_MS = 1000

export interface SupabaseLoader {
  /** Loads the page's only Supabase client. Rejects with NetworkError, and the next call tries again. */
  loadSupabase(): Promise<SupabaseClient>
  /** Whether this page needs the client: a session was stored at page load, or the client was requested since. */
  isSupabaseWanted: Store<boolean>
}

/**
 * Creates a loader of supabase-js. The library is a third of the app's code, and visitors who stay signed out never
 * load it.
 */
export function createSupabaseLoader(
  env: BrowserEnv,
  load: () => Promise<Pick<typeof import('./supabase'), 'createSupabase'>> = () => import('./supabase'),
): SupabaseLoader {
  const isSupabaseWanted = createStore(hasStoredSession(env))
  let loading: Promise<SupabaseClient> | null = null

  const start = async (): Promise<SupabaseClient> => {
    for (let retries = 0; ; retries += 1) {
      try {
        const { createSupabase } = await load()
        return createSupabase(env)
      } catch (cause) {
        if (retries === RETRIES) {
          loading = null
          throw new NetworkError('network', { cause })
        }
        await sleep(RETRY_DELAY_MS)
      }
    }
  }

  return {
    isSupabaseWanted,
    loadSupabase() {
      loading ??= start()
      isSupabaseWanted.set(true)
      return loading
    },
  }
}
