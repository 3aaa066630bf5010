// Calls the ledger as the API does, on any database. Each call is one transaction.
import { randomUUID } from 'node:crypto'
import { getResponseAt } from '../clock.ts'
import type { Sql } from '../sql.ts'

export const computeMinutesFromNow = (minutes: number) => `now() + make_interval(mins => ${minutes})`
export const computeSecondsFromNow = (seconds: number) => `now() + make_interval(secs => ${seconds})`

export const PRICES = { 'kling-1.6': 20, 'veo-2': 180, 'veo-3': 330 } as const

export interface HoldCall {
  userId: string
  jobId: string
  model?: string
  quoted?: number
  capture?: boolean
  type?: string
  /** The ID of the API key that requests the hold. Default: the user's own session. */
  apiKeyId?: string | null | undefined
  /** More fields of the request. */
  inputs?: object
}
export interface HoldResponse {
  outcome: string
  available: number
  price: number | null
  settlement: 'held' | 'captured' | 'released' | 'none'
  retry_after_seconds?: number
  limit?: number
  left?: number
}
export interface JobResponse {
  id: string
  status: string
  settlement: 'held' | 'captured' | 'released'
}
export type Outcome = 'capture' | 'release'

/** Calls a database function. `moment`: the clock's time during the call, as SQL. Default: the database's own time. */
export async function call<T>(sql: Sql, expression: string, parameters: unknown[], moment?: string): Promise<T> {
  const statement = moment ? getResponseAt(expression, moment) : `select ${expression} as answer`
  const [row] = await sql<{ answer: T }>(statement, parameters)
  return row?.answer as T
}

export const grantCredits = (sql: Sql, userId: string, amount: number, key: string = randomUUID()) =>
  call<string>(sql, `private.grant_credits($1, $2, 'test_plan', 'lite', $3, 'Test')`, [userId, amount, key])

export const holdCredits = (sql: Sql, hold: HoldCall) =>
  call<HoldResponse>(sql, `public.hold_credits($1, $2, $3, $4, $5, 'Video', $6${hold.apiKeyId ? ', $7' : ''})`, [
    hold.userId,
    hold.jobId,
    hold.type ?? 'video_generation',
    hold.model ?? 'kling-1.6',
    hold.quoted ?? 20,
    hold.capture ?? false,
    ...(hold.apiKeyId ? [hold.apiKeyId] : []),
  ])

export interface Settings {
  sign_up_credits: number
  daily_credits_per_user: number | null
  daily_credits_budget: number | null
  new_jobs: boolean
}
/** Changes the given settings and returns all settings. */
export const readCreditSettings = (sql: Sql, changes: Partial<Settings> = {}) =>
  call<Settings>(sql, 'public.credit_settings($1::jsonb)', [JSON.stringify(changes)])

/** Holds credits for a job and starts it. `maxOpen`: how many jobs a user may have in progress. */
export const startJob = (
  sql: Sql,
  { userId, jobId, model = 'kling-1.6', quoted = 20, inputs = {}, apiKeyId }: HoldCall,
  { hash = 'hash', maxOpen = 1000 } = {},
) =>
  call<{ outcome: string; settlement?: HoldResponse['settlement']; job?: JobResponse }>(
    sql,
    `public.start_job($1, $2, $3, 'pollo', $4, $5::jsonb, $6${apiKeyId ? ', $7' : ''})`,
    [
      userId,
      jobId,
      quoted,
      hash,
      JSON.stringify({ model, description: 'Video', ...REQUEST, ...inputs }),
      maxOpen,
      ...(apiKeyId ? [apiKeyId] : []),
    ],
  )
const REQUEST = {
  mode: 'text',
  input_kind: 'text',
  input: {
    prompt: 'Rain on a window',
    negativePrompt: '',
    length: 5,
    aspectRatio: '16:9',
    seed: 7,
    generateAudio: true,
  },
}

export const settleJob = (sql: Sql, jobId: string, outcome: Outcome, path = 'a/b.mp4') =>
  call<JobResponse | null>(sql, `public.settle_job($1, $2::jsonb, $3, $4)`, [
    jobId,
    outcome === 'capture' ? JSON.stringify({ path, duration_seconds: 5, bytes: 1000 }) : null,
    outcome === 'capture' ? null : 'provider_failed',
    outcome === 'capture' ? null : 'The video could not be made.',
  ])

export interface CancelResponse {
  outcome: 'stopped' | 'already_finished' | 'ask' | 'busy' | 'unsent' | 'not_found'
  job?: JobResponse
  hold?: { settlement: string; credits: number; model: string; finished_at: string | null }
}
export const requestCancel = (sql: Sql, userId: string, jobId: string, minutesLater = 0) =>
  call<CancelResponse>(sql, 'public.request_cancel($1, $2)', [jobId, userId], computeMinutesFromNow(minutesLater))

/** Returns the credits of unused holds, as if `minutesLater` minutes had passed. Resolves with the number of holds. */
export const releaseUnusedHolds = (sql: Sql, minutesLater: number, limit = 1000) =>
  call<number>(sql, 'public.release_unused_holds($1)', [limit], computeMinutesFromNow(minutesLater))

export const noteTask = (sql: Sql, jobId: string, taskId: string = randomUUID()) =>
  call<unknown>(sql, 'public.record_provider_task($1, $2)', [jobId, taskId])

export const postponeChecks = (sql: Sql, minutesLater: number, provider = 'pollo', byJobId = false) =>
  call(
    sql,
    'public.defer_unreachable_jobs($1::text[], $2::text[], 3600)',
    [`{${provider}}`, byJobId ? `{${provider}}` : '{}'],
    computeMinutesFromNow(minutesLater),
  )

/** Moves a job that no provider accepted yet from one provider to another. */
export const handOverJob = (sql: Sql, jobId: string, from: string, to: string) =>
  call<boolean>(sql, 'public.hand_over_job($1, $2, $3)', [jobId, from, to])

/** Fails the jobs past their deadline, as if `minutesLater` minutes had passed. Returns the jobs whose credits it returned. */
export const expireJobs = (sql: Sql, minutesLater: number, { provider = 'pollo', limit = 1000 } = {}) =>
  call<{ id: string }[]>(
    sql,
    'public.expire_due_jobs($1::text[], 3600, 600, $2)',
    [`{${provider}}`, limit],
    computeMinutesFromNow(minutesLater),
  )

export const listDueJobs = (
  sql: Sql,
  minutesLater: number,
  { provider = 'pollo', limit = 1000, byJobId = false } = {},
) =>
  call<string[]>(
    sql,
    'public.list_due_jobs($1, $2, $3)',
    [provider, limit, byJobId],
    computeMinutesFromNow(minutesLater),
  )

export const claimJob = (sql: Sql, jobId: string, minutesLater: number) =>
  call<JobResponse | null>(sql, 'public.claim_job($1)', [jobId], computeMinutesFromNow(minutesLater))

export const validateCredits = (sql: Sql, userId: string) =>
  call<{ was_repaired: boolean; current_credits: number }>(sql, 'public.validate_credits($1)', [userId])

export const readCreditBalances = (sql: Sql, userId: string) =>
  call<{ total_credits: number; balances: { remaining: number }[] }>(sql, 'public.credit_balances($1)', [userId])
