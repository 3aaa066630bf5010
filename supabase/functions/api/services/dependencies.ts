import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { DependencyState, HealthReport } from '../../_shared/contract/server.ts'
import { describeCause } from '../log.ts'
import { NoResponseError, waitAtMost } from './wait-at-most.ts'

const CHECK_TIMEOUT_MS = 3000
/** Aborts the call, because a later response isn't used. */
const CALL_TIMEOUT_MS = CHECK_TIMEOUT_MS + 1000
/** A dependency that doesn't respond for this time counts as down instead of busy. */
const BUSY_MS = 60_000
/** The codes for no free connection in PostgREST's pool or in PostgreSQL, and for a statement timeout. */
const BUSY_CODES = new Set(['PGRST003', '53300', '57014'])

export interface DependencyOptions {
  supabase: SupabaseClient
  auth: { url: string; apikey: string }
  fetch: typeof globalThis.fetch
  isSweepOn: boolean
  now: () => Date
}

const MAX_SWEEP_AGE_SECONDS = 180
const sweepHealth = z.object({ seconds_since_last: z.number().nullable(), backlog: z.number() })

export interface DependencyReport extends HealthReport {
  message: string
  causes: string[]
}

/** Creates the health checks. The provider isn't checked, because that would use up its rate limit. */
export function createDependencyChecks({
  supabase,
  auth,
  fetch,
  isSweepOn,
  now,
}: DependencyOptions): () => Promise<DependencyReport> {
  const checks: Record<string, (found: Pick<HealthReport, 'sweep'>) => Promise<void>> = {
    async database(found) {
      const { data, error } = await supabase.rpc('sweep_health').abortSignal(AbortSignal.timeout(CALL_TIMEOUT_MS))
      if (error) throw BUSY_CODES.has(error.code) ? new NoResponseError(error.message, { cause: error }) : error
      const { seconds_since_last, backlog } = sweepHealth.parse(data)
      found.sweep = { secondsSinceLast: seconds_since_last, backlog }
    },
    async auth() {
      const response = await fetch(auth.url, {
        headers: { apikey: auth.apikey },
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`auth returned HTTP ${response.status}`)
    },
    async storage() {
      const { error } = await supabase.storage.getBucket('videos')
      if (error) throw error
    },
  }

  const busySince = new Map<string, number>()
  function classifyFailure(name: string, error: unknown): DependencyState {
    const time = now().getTime()
    const since = error instanceof NoResponseError ? (busySince.get(name) ?? time) : null
    if (since === null) busySince.delete(name)
    else busySince.set(name, since)
    return since !== null && time - since < BUSY_MS ? 'busy' : 'down'
  }

  return async () => {
    const causes: string[] = []
    const found: Pick<HealthReport, 'sweep'> = { sweep: null }
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await waitAtMost(check(found), CHECK_TIMEOUT_MS)
          busySince.delete(name)
          return [name, 'ok'] as const
        } catch (error) {
          causes.push(`${name}: ${describeCause(error)}`)
          return [name, classifyFailure(name, error)] as const
        }
      }),
    )
    const listNames = (state: DependencyState) => results.flatMap(([name, found]) => (found === state ? [name] : []))
    const [down, busy] = [listNames('down'), listNames('busy')]
    const { sweep } = found
    const dependencies = Object.fromEntries(results)
    if (down.length > 0) {
      const message = `Some services are down: ${down.join(', ')}.`
      return { status: 'down', dependencies, sweep, message, causes }
    }
    if (busy.length > 0) {
      const message = `Busy right now: ${busy.join(', ')}. Try again in a moment.`
      return { status: 'busy', dependencies, sweep, message, causes }
    }
    const late = isSweepOn ? describeLateSweep(sweep) : null
    return {
      status: late ? 'degraded' : 'ok',
      dependencies,
      sweep,
      message: late ?? 'All services are responding.',
      causes,
    }
  }
}

function describeLateSweep(sweep: HealthReport['sweep']): string | null {
  const seconds = sweep?.secondsSinceLast ?? null
  if (seconds !== null && seconds <= MAX_SWEEP_AGE_SECONDS) return null
  const last = seconds === null ? 'has never run' : `has not run for ${Math.floor(seconds / 60)} minutes`
  return `The sweep ${last}. Credits for abandoned jobs are not being returned. Check its schedule.`
}
