import { z } from 'zod'
import { addFallback, credits, message, name, pageSize, text, wrapResponse } from './fields.ts'

export const consumeBody = z.object({
  amount: credits,
  type: name,
  /** The model's ID. */
  source: name,
  /** Accepted but not stored. */
  description: text(500).default(''),
})
export type ConsumeBody = z.input<typeof consumeBody>

export const consumeResponse = z.object({
  success: z.literal(true),
  message,
  data: z.object({
    balance_after: z.number(),
    /** A backend without holds has already charged the credits. */
    settlement: addFallback(z.enum(['held', 'captured']), 'captured'),
  }),
})

export const userBody = z.object({ user_id: z.uuid() })
export type UserBody = z.input<typeof userBody>
export const addTestCreditsBody = z.object({ user_id: z.uuid(), amount: credits, plan_id: name })
export type AddTestCreditsBody = z.input<typeof addTestCreditsBody>

/** The unspent part of a plan or pack. */
export const grantLeft = z.object({
  id: z.string(),
  source: z.string(),
  granted: z.number(),
  remaining: z.number(),
  created_at: addFallback(z.string(), ''),
})
const balances = addFallback(z.array(grantLeft), [])

export const balanceResponse = z.object({
  success: z.literal(true),
  message,
  data: z.object({ total_credits: z.number(), balances }),
})
export type CreditBalances = z.output<typeof balanceResponse>['data']

export const validateResponse = z.object({
  success: z.literal(true).optional(),
  message,
  data: z.object({ was_repaired: z.boolean(), current_credits: z.number() }),
})

/**
 * The response to added test credits. Other backends may send different data, so every field is optional or has a
 * fallback.
 */
export const addTestCreditsResponse = z.object({
  success: z.literal(true).optional(),
  message,
  data: addFallback(z.object({ total_credits: z.number().nullable(), balances }), {
    total_credits: null,
    balances: [],
  }),
})

export const statementLine = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['grant', 'hold', 'capture', 'release']),
  /** The change of the balance, in credits. */
  amount: z.int(),
  balanceAfter: z.int(),
  /** The credits that were granted, held, charged, or returned. */
  credits: z.number(),
  jobId: addFallback(z.string().nullable(), null),
  /** Null for a grant. */
  modelName: addFallback(z.string().nullable(), null),
  /** The job's prompt, at most 200 characters. Null if the job has no visible prompt or was deleted. */
  prompt: addFallback(z.string().nullable(), null),
  /**
   * Null for transactions of a job. `source`: a plan ID or another identifier. Empty for a grant by the administrator.
   */
  grant: addFallback(
    z.object({ source: z.string(), isFromAdministrator: z.boolean(), note: z.string() }).nullable(),
    null,
  ),
})
export type StatementLine = z.output<typeof statementLine>

/** Newest first. `openingBalance` plus all amounts equals `closingBalance`. */
export const statementPage = z.object({
  openingBalance: z.int(),
  closingBalance: z.int(),
  entries: z.array(statementLine),
  nextCursor: addFallback(z.string().nullable(), null),
})
export type StatementPage = z.output<typeof statementPage>
export const statementResponse = wrapResponse(statementPage)

export const statementQuery = z.object({ limit: pageSize(100, 50), cursor: z.string().max(200).optional() })

export const creditRoutes = {
  'POST /api/credits/consume': consumeResponse,
  'GET /api/credits/test/balance': balanceResponse,
  'POST /api/credits/test/validate': validateResponse,
  'POST /api/credits/test/add': addTestCreditsResponse,
  'GET /api/credits/statement': statementResponse,
} as const
