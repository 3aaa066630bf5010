import type { SupabaseClient } from '@supabase/supabase-js'
import { describeCause } from '../middleware/request-log.ts'
import { inTime } from './in-time.ts'

/** A dependency that takes longer counts as down. */
const CHECK_TIMEOUT_MS = 3000

export interface DependencyOptions {
  supabase: SupabaseClient
  /** Address of the auth server's own health answer, asked with the server's key. */
  auth: { url: string; apikey: string }
  fetch: typeof globalThis.fetch
}

export interface DependencyReport {
  dependencies: Record<string, 'ok' | 'down'>
  /** A sentence for people. */
  message: string
  /** For the log; empty when everything answers. */
  causes: string[]
}

/** What the API needs, each `ok` or `down`. The vendor is not asked: a check every few seconds must not use up its rate. */
export function dependencyChecks({ supabase, auth, fetch }: DependencyOptions): () => Promise<DependencyReport> {
  const checks: Record<string, () => Promise<void>> = {
    async database() {
      const { error } = await supabase
        .from('generations')
        .select('id')
        .limit(1)
        .abortSignal(AbortSignal.timeout(CHECK_TIMEOUT_MS))
      if (error) throw error
    },
    async auth() {
      const response = await fetch(auth.url, {
        headers: { apikey: auth.apikey },
        signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`auth answered ${response.status}`)
    },
    async storage() {
      const { error } = await inTime(supabase.storage.getBucket('videos'), CHECK_TIMEOUT_MS)
      if (error) throw error
    },
  }

  return async () => {
    const causes: string[] = []
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check()
          return [name, 'ok'] as const
        } catch (error) {
          causes.push(`${name}: ${describeCause(error)}`)
          return [name, 'down'] as const
        }
      }),
    )
    const down = results.flatMap(([name, state]) => (state === 'down' ? [name] : []))
    const message = down.length === 0 ? 'Everything answers.' : `Not everything works right now: ${down.join(', ')}.`
    return { dependencies: Object.fromEntries(results), message, causes }
  }
}
