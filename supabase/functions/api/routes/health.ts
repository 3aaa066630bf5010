import type { SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import type { ApiVariables } from '../app.ts'
import { describeCause } from '../middleware/request-log.ts'

/** A dependency that takes longer counts as down. */
const CHECK_TIMEOUT_MS = 3000

export interface HealthOptions {
  supabase: SupabaseClient
  /** Address of the auth server's own health answer, asked with the server's key. */
  auth: { url: string; apikey: string }
  fetch: typeof globalThis.fetch
}

/**
 * GET /health: what the API needs, each `ok` or `down`; 200 when all is well, else 503. The vendor is not asked: a health
 * check every few seconds must not use up its rate.
 */
export function healthRoutes({ supabase, auth, fetch }: HealthOptions) {
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
      const { error } = await supabase.storage.getBucket('videos')
      if (error) throw error
    },
  }

  return new Hono<{ Variables: ApiVariables }>().get('/health', async (c) => {
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
    const dependencies = Object.fromEntries(results)
    if (causes.length === 0) return c.json({ success: true, status: 'ok', dependencies })
    c.set('errorCause', causes.join('; '))
    const message = `Not everything works right now: ${results.flatMap(([name, state]) => (state === 'down' ? [name] : [])).join(', ')}.`
    return c.json(
      { success: false, code: 'unhealthy', message, status: 'down', dependencies, requestId: c.get('requestId') },
      503,
    )
  })
}
