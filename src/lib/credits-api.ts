import type { StatementPage } from '@contract'
import { acceptAny, expectShape } from './http/expect-shape'
import type { Http } from './http/http'
import * as s from './shape'

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

const consumeAnswer = s.object({
  success: s.oneOf(true),
  // A backend that knows no holds has charged.
  data: s.object({ balance_after: s.number, settlement: s.orElse(s.oneOf('held', 'captured'), 'captured') }),
})
const balanceAnswer = s.object({
  success: s.oneOf(true),
  data: s.object({
    total_credits: s.number,
    balances: s.orElse(
      s.list(s.object({ id: s.text, source: s.text, granted: s.number, remaining: s.number })),
      [] as CreditBalance[],
    ),
  }),
})
const validateAnswer = s.object({
  success: s.optional(s.oneOf(true)),
  data: s.object({ was_repaired: s.yesOrNo, current_credits: s.number }),
})
/** Only what is added up is checked. */
const statementAnswer = s.object({
  success: s.oneOf(true),
  data: s.atLeast({
    openingBalance: s.integer,
    closingBalance: s.integer,
    entries: s.list(
      s.atLeast({ amount: s.integer, balanceAfter: s.integer, prompt: s.orElse(s.nullable(s.text), null) }),
    ),
  }),
})
const addAnswer = s.object({
  data: s.orElse(s.object({ total_credits: s.nullable(s.number) }), { total_credits: null }),
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
      const added = http.request({
        method: 'POST',
        path: '/api/credits/test/add',
        headers: { 'Idempotency-Key': idempotencyKey },
        body: { user_id: userId, amount, plan_id: planId },
      })
      const { data } = expectShape(addAnswer, await acceptAny(added))
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
