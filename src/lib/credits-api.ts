import {
  type AddTestCreditsBody,
  addTestCreditsResponse,
  balanceResponse,
  type ConsumeBody,
  type CreditBalances,
  consumeResponse,
  type StatementPage,
  statementResponse,
  type UserBody,
  validateResponse,
} from '@contract/credits'
import type { Http } from './http/http'
import { readAnyRecord, readResponse } from './http/read-response'

export interface Consumption {
  /** The job's ID, which is also the idempotency key. */
  jobId: string
  amount: number
  /** The `source` of the hold: the model's ID, with the inputs that change the price. */
  source: string
  description: string
  signal?: AbortSignal | undefined
}

export interface TestGrant {
  userId: string
  amount: number
  planId: string
  /** The idempotency key, one per click, reused for retries. */
  idempotencyKey: string
}

/**
 * The credit calls. Every method throws the errors of `Http.request`. The test calls return 404 if test credits are
 * disabled.
 */
export interface CreditsApi {
  consume(consumption: Consumption): Promise<{ balanceAfter: number; settlement: 'held' | 'captured' }>
  balance(userId: string): Promise<{ totalCredits: number; balances: CreditBalances['balances'] }>
  validate(userId: string): Promise<{ wasRepaired: boolean; currentCredits: number }>
  addTestCredits(plan: TestGrant): Promise<{ totalCredits: number | null }>
  /** Reads a page of the statement. `cursor`: the end of the previous page. Without it, returns the newest entries. */
  statement(cursor?: string): Promise<StatementPage>
}

export function createCreditsApi(http: Http): CreditsApi {
  return {
    async consume({ jobId, amount, source, description, signal }) {
      const body = await http.request({
        method: 'POST',
        path: '/api/credits/consume',
        headers: { 'Idempotency-Key': jobId },
        body: { amount, type: 'video_generation', source, description } satisfies ConsumeBody,
        signal,
      })
      const { data } = readResponse(consumeResponse, body)
      return { balanceAfter: data.balance_after, settlement: data.settlement }
    },
    async balance(userId) {
      const body = await http.request({
        method: 'GET',
        path: '/api/credits/test/balance',
        query: { user_id: userId },
      })
      const { data } = readResponse(balanceResponse, body)
      return { totalCredits: data.total_credits, balances: data.balances }
    },
    async validate(userId) {
      const body = await http.request({
        method: 'POST',
        path: '/api/credits/test/validate',
        body: { user_id: userId } satisfies UserBody,
      })
      const { data } = readResponse(validateResponse, body)
      return { wasRepaired: data.was_repaired, currentCredits: data.current_credits }
    },
    async addTestCredits({ userId, amount, planId, idempotencyKey }) {
      const added = http.request({
        method: 'POST',
        path: '/api/credits/test/add',
        headers: { 'Idempotency-Key': idempotencyKey },
        body: { user_id: userId, amount, plan_id: planId } satisfies AddTestCreditsBody,
      })
      const { data } = readResponse(addTestCreditsResponse, await readAnyRecord(added))
      return { totalCredits: data.total_credits }
    },
    async statement(cursor) {
      const body = await http.request({
        method: 'GET',
        path: '/api/credits/statement',
        ...(cursor ? { query: { cursor } } : {}),
      })
      return readResponse(statementResponse, body).data
    },
  }
}
