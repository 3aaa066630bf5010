// Reads and changes credits with the functions of supabase/migrations/*_create_ledger.sql and *_create_holds.sql.
import { z } from 'zod'
import { type CreditUser, creditUser } from '../../../_shared/contract/admin.ts'
import { balanceResponse, type CreditBalances, grantLeft, validateResponse } from '../../../_shared/contract/credits.ts'
import { refusedSettlement } from '../../../_shared/contract/errors.ts'
import { removeFallbacks } from '../../../_shared/contract/fields.ts'
import type { Call } from '../database.ts'
import { type EntryPage, entryPage } from './statement.ts'

export const holdRefusals = [
  z.object({ outcome: z.literal('insufficient'), available: z.number() }),
  z.object({ outcome: z.literal('price_changed'), price: z.number(), settlement: refusedSettlement }),
  z.object({ outcome: z.enum(['spent', 'key_mismatch']), settlement: refusedSettlement }),
  z.object({ outcome: z.enum(['unknown_model', 'key_ended', 'paused']) }),
  z.object({ outcome: z.literal('suspended'), settlement: refusedSettlement }),
  // `retry_after_seconds`: seconds until the end of the UTC day.
  z.object({ outcome: z.literal('budget_reached'), retry_after_seconds: z.number(), settlement: refusedSettlement }),
  z.object({
    outcome: z.enum(['daily_limit', 'key_limit']),
    retry_after_seconds: z.number(),
    limit: z.number(),
    left: z.number(),
  }),
  // `limit`: uncharged jobs per hour. `retry_after_seconds`: seconds until the next job is allowed.
  z.object({ outcome: z.literal('too_many_canceled'), retry_after_seconds: z.number(), limit: z.number() }),
] as const
export type HoldRefusal = z.output<(typeof holdRefusals)[number]>

const placed = { available: z.number(), settlement: z.enum(['held', 'captured']) }
const holdResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('held'), ...placed }),
  z.object({ outcome: z.literal('exists'), ...placed }),
  ...holdRefusals,
])
export type HoldResponse = z.output<typeof holdResponse>

const balance = balanceResponse.shape.data.extend({ balances: z.array(removeFallbacks(grantLeft)) })

const adminGrantResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['granted', 'exists']), user: creditUser }),
  z.object({ outcome: z.enum(['key_mismatch', 'no_user', 'bad_amount', 'bad_reason', 'balance_full']) }),
])
export type AdminGrantResponse = z.output<typeof adminGrantResponse>

export interface AdminGrant {
  userId: string
  amount: number
  reason: string
  admin: string
  key: string
}

export interface HoldRequest {
  userId: string
  jobId: string
  type: string
  source: string
  amount: number
  description: string
  capture: boolean
  /** The API key of the request. Null for a session. */
  apiKeyId: string | null
}

export function createLedger(call: Call) {
  return {
    hold: (hold: HoldRequest): Promise<HoldResponse> =>
      call(
        'hold_credits',
        {
          p_user_id: hold.userId,
          p_job_id: hold.jobId,
          p_type: hold.type,
          p_source: hold.source,
          p_amount: hold.amount,
          p_description: hold.description,
          p_capture: hold.capture,
          p_api_key_id: hold.apiKeyId,
        },
        holdResponse,
      ),
    balance: (userId: string): Promise<CreditBalances> => call('credit_balances', { p_user_id: userId }, balance),
    statement: (userId: string, before: string | null, limit: number): Promise<EntryPage> =>
      call('list_credit_entries', { p_user_id: userId, p_before: before, p_limit: limit }, entryPage),
    validate: (userId: string) => call('validate_credits', { p_user_id: userId }, validateResponse.shape.data),
    addTestCredits: (userId: string, amount: number, planId: string, key: string) =>
      call(
        'add_test_credits',
        { p_user_id: userId, p_amount: amount, p_plan_id: planId, p_key: key },
        balance.extend({ outcome: z.enum(['granted', 'exists', 'key_mismatch']) }),
      ),
    findUsers: (user: string): Promise<CreditUser[]> =>
      call('find_credit_users', { p_user: user }, z.array(creditUser)),
    grantByAdmin: (grant: AdminGrant): Promise<AdminGrantResponse> =>
      call(
        'grant_admin_credits',
        {
          p_user_id: grant.userId,
          p_amount: grant.amount,
          p_reason: grant.reason,
          p_admin: grant.admin,
          p_key: grant.key,
        },
        adminGrantResponse,
      ),
    releaseUnusedHolds: (limit: number): Promise<number> =>
      call('release_unused_holds', { p_limit: limit }, z.number()),
  }
}
export type Ledger = ReturnType<typeof createLedger>
