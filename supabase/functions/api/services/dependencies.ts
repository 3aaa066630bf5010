import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { describeCause } from '../log.ts'
import { inTime } from './in-time.ts'

const CHECK_TIMEOUT_MS = 3000

export interface DependencyOptions {
  supabase: SupabaseClient
  auth: { url: string; apikey: string }
  fetch: typeof globalThis.fetch
  isSweepOn: boolean
}

const MAX_SWEEP_AGE_SECONDS = 180
const sweepHealth = z.object({ seconds_since_last: z.number().nullable(), backlog: z.number() })

/** `secondsSinceLast`: null when it never ran. `backlog`: jobs and holds that wait for it, at most 10,000 of each. */
export interface SweepHealth {
  secondsSinceLast: number | null
  backlog: number
}

export interface DependencyReport {
  status: 'ok' | 'degraded' | 'down'
  sweep: SweepHealth | null
  dependencies: Record<string, 'ok' | 'down'>
  message: string
  causes: string[]
}

/** The provider is not checked: that would use up its rate limit. */
export function dependencyChecks({
  supabase,
  auth,
  fetch,
  isSweepOn,
}: DependencyOptions): () => Promise<DependencyReport> {
  const checks: Record<string, (found: { sweep: SweepHealth | null }) => Promise<void>> = {
    async database(found) {
      const { data, error } = await supabase.rpc('sweep_health').abortSignal(AbortSignal.timeout(CHECK_TIMEOUT_MS))
      if (error) throw error
      const { seconds_since_last, backlog } = sweepHealth.parse(data)
      found.sweep = { secondsSinceLast: seconds_since_last, backlog }
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
    const found: { sweep: SweepHealth | null } = { sweep: null }
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check(found)
          return [name, 'ok'] as const
        } catch (error) {
          causes.push(`${name}: ${describeCause(error)}`)
          return [name, 'down'] as const
        }
      }),
    )
    const down = results.flatMap(([name, state]) => (state === 'down' ? [name] : []))
    const { sweep } = found
    const dependencies = Object.fromEntries(results)
    if (down.length > 0) {
      const message = `Not everything works right now: ${down.join(', ')}.`
      return { status: 'down', dependencies, sweep, message, causes }
    }
    const late = isSweepOn ? lateSweep(sweep) : null
    return { status: late ? 'degraded' : 'ok', dependencies, sweep, message: late ?? 'Everything answers.', causes }
  }
}

function lateSweep(sweep: SweepHealth | null): string | null {
  const seconds = sweep?.secondsSinceLast ?? null
  if (seconds !== null && seconds <= MAX_SWEEP_AGE_SECONDS) return null
  const last = seconds === null ? 'never run' : `not run for ${Math.floor(seconds / 60)} minutes`
  return `The sweep has ${last}: credits of jobs that nobody watches do not come back. Check the schedule that calls it.`
}
