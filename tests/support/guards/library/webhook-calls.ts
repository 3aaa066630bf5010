// Calls about webhooks. Where nobody is named, they are the stranger's.
import { randomUUID } from 'node:crypto'
import { call, computeSecondsFromNow, settleJob, startJob } from '../../../harness/ledger/calls.ts'
import type { Setting } from '../setting.ts'

interface Webhook {
  id: string
  url: string
  disabled_at: string | null
  disabled_reason: string | null
}
interface Delivery {
  id: string
  event: string
  job_id: string | null
  tries: number
  last_status: number | null
  last_fault: string | null
  due_at: string | null
  delivered_at: string | null
}
interface Claimed {
  id: string
  event: string
  tries: number
  url: string
  secret: string
  job: { id: string; prompt: string } | null
}

export const createWebhook = (
  { sql, stranger }: Setting,
  url: string,
  { userId = stranger, max = 5, secondsLater = 0 } = {},
) =>
  call<{ outcome: string; webhook?: Webhook }>(
    sql,
    'public.create_webhook($1, $2::text, $2::text, $3)',
    [userId, url, max],
    computeSecondsFromNow(secondsLater),
  )
export const addWebhook = async (setting: Setting, url: string, over = {}) =>
  (await createWebhook(setting, url, over)).webhook?.id ?? 'none was added'
export const listWebhooks = ({ sql, stranger }: Setting, userId = stranger) =>
  call<Webhook[]>(sql, 'public.list_webhooks($1)', [userId])
export const listDeliveries = ({ sql, stranger }: Setting, webhookId: string, userId = stranger, limit = 50) =>
  call<Delivery[] | null>(sql, 'public.list_webhook_deliveries($1, $2, $3)', [webhookId, userId, limit])
export const readDelivery = async (setting: Setting, webhookId: string) => {
  const [delivery] = (await listDeliveries(setting, webhookId)) ?? []
  if (!delivery) throw new Error('there is no message')
  return delivery
}
export const testWebhook = (
  { sql, stranger }: Setting,
  webhookId: string,
  { userId = stranger, secondsLater = 0 } = {},
) => call<string>(sql, 'public.test_webhook($1, $2)', [webhookId, userId], computeSecondsFromNow(secondsLater))
export const repeatDelivery = (
  { sql, stranger }: Setting,
  id: string,
  webhookId: string,
  userId = stranger,
  secondsLater = 0,
) =>
  call<string>(
    sql,
    'public.repeat_webhook_delivery($1, $2, $3)',
    [id, webhookId, userId],
    computeSecondsFromNow(secondsLater),
  )
export const claimDelivery = ({ sql }: Setting, secondsLater = 0, userId: string | null = null) =>
  call<Claimed | null>(sql, 'public.claim_webhook_delivery($1)', [userId], computeSecondsFromNow(secondsLater))
export const failDelivery = (
  { sql }: Setting,
  claimed: Pick<Claimed, 'id' | 'tries'> | null,
  fault: string | null = null,
  { status = fault ? 500 : 204, secondsLater = 0 } = {},
) =>
  call(
    sql,
    'public.record_webhook_attempt($1, $2, $3, $4)',
    [claimed?.id, claimed?.tries, status, fault],
    computeSecondsFromNow(secondsLater),
  )

/** Ends a new job of this user with this outcome. Returns its ID. */
export async function finishJob({ sql, stranger }: Setting, failureCode: string | null = null, userId = stranger) {
  const jobId = randomUUID()
  await startJob(sql, { userId, jobId })
  if (failureCode) await call(sql, 'public.settle_job($1, null, $2, null)', [jobId, failureCode])
  else await settleJob(sql, jobId, 'capture')
  return jobId
}
