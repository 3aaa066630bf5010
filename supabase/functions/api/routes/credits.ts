import { Hono } from 'hono'
import { addTestCreditsBody, consumeBody, statementQuery, userBody } from '../../_shared/contract/credits.ts'
import { getPricedModel } from '../../_shared/contract/pricing.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { readJsonBody } from '../read-json-body.ts'
import { entrySortKey, parseBody, parseQuery, readCursor, readIdempotencyKey, writeCursor } from '../requests.ts'
import { sendResponse } from '../response.ts'
import { createHoldError, refuseEndedModel } from '../services/credits/hold-error.ts'
import { viewEntry } from '../services/credits/statement.ts'

const CONSUME_TYPES = new Set(['video_generation'])

export function createCreditsRoutes({
  catalogue,
  ledger,
  limits,
  nameOf,
  now,
  providers,
  signedIn,
  writePrices,
}: Parts) {
  const routes = new Hono<{ Variables: ApiVariables }>().post(
    '/api/credits/consume',
    signedIn,
    limits.credits,
    async (c) => {
      const jobId = readIdempotencyKey(c.req.header('idempotency-key'))
      const { amount, type, source } = parseBody(consumeBody, await readJsonBody(c))
      if (!CONSUME_TYPES.has(type)) throw new RequestError(REFUSALS.unknownType(), { data: { settlement: 'none' } })
      const model = catalogue.models.find(({ id }) => id === getPricedModel(source))
      if (model) refuseEndedModel(model, catalogue.models, now())
      await writePrices()
      const hold = await ledger.hold({
        userId: c.get('userId'),
        jobId,
        type,
        source,
        amount,
        // The ledger outlives its account, so it stores no text from the caller.
        description: `Video with ${source}`,
        // With VIDEO_PROVIDER=none, no job settles a hold, so the credits are captured at once.
        capture: providers.all.length === 0,
        apiKeyId: c.get('apiKey')?.id ?? null,
      })
      if (hold.outcome !== 'held' && hold.outcome !== 'exists') throw createHoldError(hold, nameOf(source), amount)
      return sendResponse(c, 'POST /api/credits/consume', {
        message:
          hold.settlement === 'captured'
            ? `${amount} credits charged.`
            : `${amount} credits held. You pay only if the video arrives.`,
        data: { balance_after: hold.available, settlement: hold.settlement },
      })
    },
  )
  return routes.get('/api/credits/statement', signedIn, limits.library, async (c) => {
    const { limit, cursor } = parseQuery(statementQuery, c.req.query())
    const before = readCursor(entrySortKey, cursor)
    const page = await ledger.statement(c.get('userId'), before?.id ?? null, limit)
    const last = page.has_more ? page.entries.at(-1) : undefined
    return sendResponse(c, 'GET /api/credits/statement', {
      message: 'Statement read.',
      data: {
        openingBalance: page.opening_balance,
        closingBalance: page.closing_balance,
        entries: page.entries.map((entry) => viewEntry(entry, nameOf)),
        nextCursor: last ? writeCursor({ id: last.id }) : null,
      },
    })
  })
}

/**
 * Creates the test credit routes. They exist only with ENABLE_TEST_CREDITS=true, and only for the user's own account.
 */
export function createTestCreditsRoutes({ ledger, limits, signedIn }: Parts) {
  const checkOwner = (userId: string, asked: string) => {
    if (asked !== userId) throw new RequestError(REFUSALS.noAccount())
    return userId
  }
  return new Hono<{ Variables: ApiVariables }>()
    .get('/api/credits/test/balance', signedIn, limits.credits, async (c) => {
      const { user_id } = parseBody(userBody, { user_id: c.req.query('user_id') })
      return sendResponse(c, 'GET /api/credits/test/balance', {
        message: 'Balance read.',
        data: await ledger.balance(checkOwner(c.get('userId'), user_id)),
      })
    })
    .post('/api/credits/test/validate', signedIn, limits.credits, async (c) => {
      const { user_id } = parseBody(userBody, await readJsonBody(c))
      const data = await ledger.validate(checkOwner(c.get('userId'), user_id))
      return sendResponse(c, 'POST /api/credits/test/validate', {
        message: data.was_repaired ? 'The balance was corrected.' : 'The balance is correct.',
        data,
      })
    })
    .post('/api/credits/test/add', signedIn, limits.credits, async (c) => {
      const key = readIdempotencyKey(c.req.header('idempotency-key'))
      const body = parseBody(addTestCreditsBody, await readJsonBody(c))
      const { outcome, ...data } = await ledger.addTestCredits(
        checkOwner(c.get('userId'), body.user_id),
        body.amount,
        body.plan_id,
        key,
      )
      if (outcome === 'key_mismatch') throw new RequestError(REFUSALS.testKeyMismatch())
      return sendResponse(c, 'POST /api/credits/test/add', { message: `${body.amount} test credits added.`, data })
    })
}
