import type { StatementPage } from '@contract'
import * as z from 'zod/mini'
import { expectShape } from './http/expect-shape'
import type { Http } from './http/http'

export interface Consumption {
  /** Also the key that makes the call repeatable. */
  jobId: string
  amount: number
  /** The model's id. */
  source: string
  description: string
  signal?: AbortSignal | undefined
}

export interface TestPlan {
  userId: string
  amount: number
  planId: string
  /** One per click, kept over retries. */
  idempotencyKey: string
}

export interface CreditBalance {
  id: string
  source: string
  granted: number
  remaining: number
}

/** Every method throws what `Http.request` throws. The test calls are a 404 where test credits are off. */
export interface CreditsApi {
  consume(consumption: Consumption): Promise<{ balanceAfter: number; settlement: 'held' | 'captured' }>
  balance(userId: string): Promise<{ totalCredits: number; balances: CreditBalance[] }>
  validate(userId: string): Promise<{ wasRepaired: boolean; currentCredits: number }>
  addTestCredits(plan: TestPlan): Promise<{ totalCredits: number | null }>
  /** `cursor`: where the last page ended; absent for the newest entries. */
  statement(cursor?: string): Promise<StatementPage>
}

const consumeAnswer = z.object({
  success: z.literal(true),
  // A backend that knows no holds has charged.
  data: z.object({ balance_after: z.number(), settlement: z.catch(z.enum(['held', 'captured']), 'captured') }),
})
const balanceAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    total_credits: z.number(),
    balances: z.catch(
      z.array(z.object({ id: z.string(), source: z.string(), granted: z.number(), remaining: z.number() })),
      [],
    ),
  }),
})
const validateAnswer = z.object({
  success: z.optional(z.literal(true)),
  data: z.object({ was_repaired: z.boolean(), current_credits: z.number() }),
})
/** Only what is added up is checked. */
const statementAnswer = z.object({
  success: z.literal(true),
  data: z.looseObject({
    openingBalance: z.int(),
    closingBalance: z.int(),
    entries: z.array(z.looseObject({ amount: z.int(), balanceAfter: z.int() })),
  }),
})
const addAnswer = z.object({
  success: z.literal(true),
  data: z.catch(z.object({ total_credits: z.nullable(z.number()) }), { total_credits: null }),
})

export function createCreditsApi(http: Http): CreditsApi {
  return {
    async consume({ jobId, amount, source, description, signal }) {
      const body = await http.request({
        method: 'POST',
        path: '/api/credits/consume',
        headers: { 'Idempotency-Key': jobId },
        body: { amount, type: 'video_generation', source, description },
        signal,
      })
      const { data } = expectShape(consumeAnswer, body)
      return { balanceAfter: data.balance_after, settlement: data.settlement }
    },
    async balance(userId) {
      const body = await http.request({
        method: 'GET',
        path: '/api/credits/test/balance',
        query: { user_id: userId },
      })
      const { data } = expectShape(balanceAnswer, body)
      return { totalCredits: data.total_credits, balances: data.balances }
    },
    async validate(userId) {
      const body = await http.request({
        method: 'POST',
        path: '/api/credits/test/validate',
        body: { user_id: userId },
      })
      const { data } = expectShape(validateAnswer, body)
      return { wasRepaired: data.was_repaired, currentCredits: data.current_credits }
    },
    async addTestCredits({ userId, amount, planId, idempotencyKey }) {
      const body = await http.request({
        method: 'POST',
        path: '/api/credits/test/add',
        headers: { 'Idempotency-Key': idempotencyKey },
        body: { user_id: userId, amount, plan_id: planId },
      })
      const { data } = expectShape(addAnswer, body)
      return { totalCredits: data.total_credits }
    },
    async statement(cursor) {
      const body = await http.request({
        method: 'GET',
        path: '/api/credits/statement',
        ...(cursor ? { query: { cursor } } : {}),
      })
      return expectShape(statementAnswer, body).data as unknown as StatementPage
    },
  }
}
