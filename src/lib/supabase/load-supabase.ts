import type { SupabaseClient } from '@supabase/supabase-js'
import type { Env } from '@/config/env'
import { NetworkError } from '@/lib/http/api-error'
import { sleep } from '@/lib/sleep'

const RETRIES = 3
const RETRY_DELAY_MS = 1000

/** Its code is a third of the app's: loaded after the first paint. Rejects with NetworkError; the next call tries again. */
export function createSupabaseLoader(
  env: Env,
  load: () => Promise<typeof import('./supabase')> = () => import('./supabase'),
): () => Promise<SupabaseClient> {
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

  return () => {
    loading ??= start()
    return loading
  }
}
