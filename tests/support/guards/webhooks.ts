// The order of messages to webhooks, and late responses from receivers.
import { randomUUID } from 'node:crypto'
import { call, computeSecondsFromNow, settleJob, startJob } from '../../harness/ledger/calls.ts'
import { expectSame, type Probe, type Setting } from './setting.ts'

interface Claimed {
  id: string
  tries: number
  url: string
}
// Calls without a user ID are the stranger's.
const addWebhook = ({ sql, stranger }: Setting, url: string, userId = stranger) =>
  call(sql, 'public.create_webhook($1, $2::text, $2::text, 5)', [userId, url])
const claimDelivery = ({ sql }: Setting, secondsLater: number, userId: string | null = null) =>
  call<Claimed | null>(sql, 'public.claim_message($1)', [userId], computeSecondsFromNow(secondsLater))
const endDelivery = ({ sql }: Setting, claimed: Claimed | null, fault: string | null, secondsLater: number) =>
  call(
    sql,
    'public.record_attempt($1, $2, $3, $4, null)',
    [claimed?.id, claimed?.tries, fault ? 500 : 204, fault],
    computeSecondsFromNow(secondsLater),
  )
async function finishJob({ sql }: Setting, userId: string) {
  const jobId = randomUUID()
  await startJob(sql, { userId, jobId })
  await settleJob(sql, jobId, 'release')
}

export const WEBHOOK_PROBES: Record<string, Probe> = {
  "alternates between webhooks, failing ones last, and claims only the named user's messages": async (s) => {
    for (const url of ['a', 'b']) await addWebhook(s, url)
    await addWebhook(s, 'c', s.owner)
    await s.sql(`delete from private.receivers where url = 'https://own.example/'`)
    for (const userId of [s.stranger, s.stranger, s.owner]) await finishJob(s, userId)
    expectSame((await claimDelivery(s, 0, s.owner))?.url, 'c')
    expectSame(await claimDelivery(s, 0, s.owner), null)
    const first = await claimDelivery(s, 1)
    await endDelivery(s, first, 'timeout', 1)
    const second = await claimDelivery(s, 2)
    await endDelivery(s, second, null, 2)
    expectSame([first?.url, second?.url].sort(), ['a', 'b'])
    // The second message of the working webhook comes before that of the failed webhook, though the working one was
    // tried later.
    const third = await claimDelivery(s, 3)
    expectSame(third?.url, second?.url)
    await endDelivery(s, third, null, 3)
    const fourth = await claimDelivery(s, 4)
    expectSame(fourth?.url, first?.url)
    // A webhook that works again no longer counts as failing.
    await endDelivery(s, fourth, null, 4)
    const [{ count } = { count: 0 }] = await s.sql<{ count: number }>(
      'select count(*)::int as count from private.receivers where is_failing',
    )
    expectSame(count, 0)
  },
  'ignores a late response to an earlier try of a message': async (s) => {
    await addWebhook(s, 'a')
    await finishJob(s, s.stranger)
    const first = await claimDelivery(s, 0, s.stranger)
    expectSame((await claimDelivery(s, 61, s.stranger))?.tries, 2)
    await endDelivery(s, first, null, 62)
    expectSame(await s.sql('select 1 from private.messages where delivered_at is not null'), [])
  },
}
