import { z } from 'zod'
import { addFallback, credits, cursor, message, name, nextCursor, pageSize, text, wrapResponse } from './fields.ts'

export const consumeBody = z.object({
  amount: credits.describe('The credits to hold: the price of the video.'),
  type: name.describe('Always `video_generation`.'),
  source: name.describe("The model's ID."),
  description: text(500).default('').describe('Accepted but not stored.'),
})
export type ConsumeBody = z.input<typeof consumeBody>

export const consumeResponse = wrapResponse(
  z
    .object({
      balance_after: z.number().describe('Credits that the user can still spend.'),
      settlement: addFallback(z.enum(['held', 'captured']), 'captured').describe(
        'The state of the credits: `held`, or `captured` (charged).',
      ),
    })
    .describe('The hold.'),
)

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

export const balanceResponse = wrapResponse(z.object({ total_credits: z.number(), balances }))
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

export const statementLine = z
  .object({
    id: z.string().describe("The transaction's ID."),
    at: z.string().describe('The time of the transaction.'),
    kind: z
      .enum(['grant', 'hold', 'capture', 'release'])
      .describe('Credits were granted, held, charged (`capture`), or returned (`release`).'),
    amount: z.int().describe('The change of the balance, in credits.'),
    balanceAfter: z.int().describe('The balance after the transaction, in credits.'),
    credits: z.number().describe('The credits that were granted, held, charged, or returned.'),
    jobId: addFallback(z.string().nullable(), null).describe("The job's ID. Null for a grant."),
    modelName: addFallback(z.string().nullable(), null).describe("The model's name. Null for a grant."),
    prompt: addFallback(z.string().nullable(), null).describe(
      "The job's prompt, at most 200 characters. Null if the job has no visible prompt or was deleted.",
    ),
    grant: addFallback(
      z
        .object({
          source: z.string().describe('A plan ID or another identifier. Empty for a grant by the administrator.'),
          isFromAdministrator: z.boolean().describe('Whether the administrator granted the credits.'),
          note: z.string().describe('The reason of the grant. Can be empty.'),
        })
        .nullable(),
      null,
    ).describe('The origin of granted credits. Null for transactions of a job.'),
  })
  .describe('A transaction of credits.')
export type StatementLine = z.output<typeof statementLine>

export const statementPage = z
  .object({
    openingBalance: z.int().describe('The balance before the oldest transaction of the page, in credits.'),
    closingBalance: z
      .int()
      .describe('The balance after the newest transaction of the page: `openingBalance` plus all amounts, in credits.'),
    entries: z.array(statementLine).describe('The transactions, newest first.'),
    nextCursor: nextCursor(),
  })
  .describe('A page of transactions.')
export type StatementPage = z.output<typeof statementPage>
export const statementResponse = wrapResponse(statementPage)

export const statementQuery = z.object({ limit: pageSize(100, 50), cursor })

export const creditRoutes = {
  'POST /api/credits/consume': consumeResponse,
  'GET /api/credits/test/balance': balanceResponse,
  'POST /api/credits/test/validate': validateResponse,
  'POST /api/credits/test/add': addTestCreditsResponse,
  'GET /api/credits/statement': statementResponse,
} as const
