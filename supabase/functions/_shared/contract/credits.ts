import { z } from 'zod'
import { addFallback, message, wrapResponse } from './fields.ts'
import { credits, name, pageSize, text } from './texts.ts'

export const consumeBody = z.object({
  amount: credits,
  type: name,
  /** The model's id. */
  source: name,
  /** Accepted, and not stored. */
  description: text(500).default(''),
})
export type ConsumeBody = z.input<typeof consumeBody>

export const consumeResponse = z.object({
  success: z.literal(true),
  message,
  data: z.object({
    balance_after: z.number(),
    // A backend that knows no holds has charged.
    settlement: addFallback(z.enum(['held', 'captured']), 'captured'),
  }),
})

export const userBody = z.object({ user_id: z.uuid() })
export type UserBody = z.input<typeof userBody>
export const addTestCreditsBody = z.object({ user_id: z.uuid(), amount: credits, plan_id: name })
export type AddTestCreditsBody = z.input<typeof addTestCreditsBody>

/** The rest of a plan or pack that was granted. */
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

/** The specification leaves it open. */
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
  /** The change of the balance in credits. */
  amount: z.int(),
  balanceAfter: z.int(),
  /** The credits that were granted, held, charged, or returned. */
  credits: z.number(),
  jobId: addFallback(z.string().nullable(), null),
  /** Null for a grant. */
  modelName: addFallback(z.string().nullable(), null),
  /** The job's, at most 200 characters; null where it has none that could be shown, as when it was deleted. */
  prompt: addFallback(z.string().nullable(), null),
  /** Null for transactions of a job. `source`: the id of a plan, or another word; empty for the administrator's. */
  grant: addFallback(
    z.object({ source: z.string(), isFromAdministrator: z.boolean(), note: z.string() }).nullable(),
    null,
  ),
})
export type StatementLine = z.output<typeof statementLine>

/** Newest first. openingBalance + amounts = closingBalance. */
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
