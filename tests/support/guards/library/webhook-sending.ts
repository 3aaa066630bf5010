// Answers to the senders of messages to webhooks.
import { randomUUID } from 'node:crypto'
import { type Probe, same } from '../setting.ts'
import { addWebhook, claimDelivery, failDelivery, finishJob, readDelivery, testWebhook } from './webhook-calls.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const WEBHOOK_SENDING_PROBES: Record<string, Probe> = {
  'a due message is claimed once, with what is needed to send it, and again after a minute': async (s) => {
    const webhook = await addWebhook(s, 'a')
    same(await claimDelivery(s), null)
    const job = await finishJob(s, 'provider_failed')
    const claimed = await claimDelivery(s)
    same(
      [claimed?.event, claimed?.tries, claimed?.url, claimed?.secret, claimed?.job?.id, claimed?.job?.prompt],
      ['job.failed', 1, 'a', 'a', job, 'Rain on a window'],
    )
    same([await claimDelivery(s), await claimDelivery(s, 59), (await claimDelivery(s, 61))?.tries], [null, null, 2])
    // The answer to the first try comes late.
    await failDelivery(s, claimed, null, { secondsLater: 62 })
    same((await readDelivery(s, webhook)).delivered_at, null)
  },
  'an address has one sender at a time, for half a minute': async (s) => {
    await addWebhook(s, 'a')
    const jobs = [await finishJob(s, 'provider_failed'), await finishJob(s, 'provider_failed')]
    const first = await claimDelivery(s)
    same([await claimDelivery(s), await claimDelivery(s, 29)], [null, null])
    const second = await claimDelivery(s, 31)
    same([first?.job?.id, second?.job?.id].sort(), jobs.sort())
  },
  'the message that is due first goes first, and a message of the future stays': async (s) => {
    const webhook = await addWebhook(s, 'a')
    const jobs = [await finishJob(s, 'provider_failed'), await finishJob(s, 'provider_failed')]
    for (const [index, job] of jobs.entries()) {
      await s.sql(
        `update private.webhook_deliveries set due_at = now() - make_interval(secs => $2) where webhook_id = $1 and job_id = $3`,
        [webhook, 10 * (index + 1), job],
      )
    }
    const first = await claimDelivery(s)
    await failDelivery(s, first)
    same(first?.job?.id, jobs[1])
    same([await claimDelivery(s, -11), (await claimDelivery(s))?.job?.id], [null, jobs[0]])
  },
  'addresses take turns, those that failed after the others, and only the user who is named': async (s) => {
    for (const url of ['a', 'b']) await addWebhook(s, url)
    await addWebhook(s, 'c', { userId: s.owner })
    await s.sql(`delete from private.outgoing_webhooks where url = 'https://own.example/'`)
    for (const userId of [s.stranger, s.stranger, s.owner]) await finishJob(s, 'provider_failed', userId)
    same((await claimDelivery(s, 0, s.owner))?.url, 'c')
    same(await claimDelivery(s, 0, s.owner), null)
    const first = await claimDelivery(s, 1)
    await failDelivery(s, first, 'timeout', { secondsLater: 1 })
    const second = await claimDelivery(s, 2)
    await failDelivery(s, second, null, { secondsLater: 2 })
    same([first?.url, second?.url].sort(), ['a', 'b'])
    // Its other message comes before that of the address that failed, though it was tried later.
    const third = await claimDelivery(s, 3)
    same(third?.url, second?.url)
    await failDelivery(s, third, null, { secondsLater: 3 })
    const fourth = await claimDelivery(s, 4)
    same(fourth?.url, first?.url)
    // One that works again is as good as the others.
    await failDelivery(s, fourth, null, { secondsLater: 4 })
    const [{ count } = { count: 0 }] = await s.sql<{ count: number }>(
      'select count(*)::int as count from private.outgoing_webhooks where is_failing',
    )
    same(count, 0)
  },
  'a message that failed is put off, longer each time, and given up after ten tries': async (s) => {
    const webhook = await addWebhook(s, 'a')
    await testWebhook(s, webhook)
    const waits = [5, 5 * MINUTE, HOUR / 2, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
    let at = 0
    for (const [index, wait] of waits.entries()) {
      const claimed = await claimDelivery(s, at)
      same(claimed?.tries, index + 1)
      await failDelivery(s, claimed, 'no_answer', { secondsLater: at })
      same(await claimDelivery(s, at + wait - 1), null)
      at += wait
    }
    await failDelivery(s, await claimDelivery(s, at), 'timeout', { secondsLater: at })
    const { tries, due_at, delivered_at, last_fault, last_status } = await readDelivery(s, webhook)
    same([tries, due_at, delivered_at, last_fault, last_status], [10, null, null, 'timeout', 500])
    same(await claimDelivery(s, at + 60 * DAY), null)
  },
  'the end of a try is recorded of that message alone, and frees its address alone': async (s) => {
    const [one, two] = [await addWebhook(s, 'a'), await addWebhook(s, 'b')]
    for (const webhook of [one, two]) await testWebhook(s, webhook)
    const [first, second] = [await claimDelivery(s), await claimDelivery(s)]
    await failDelivery(s, first)
    const delivered = async (webhook: string) => (await readDelivery(s, webhook)).delivered_at !== null
    same([await delivered(one), await delivered(two)].sort(), [false, true])
    await failDelivery(s, second && { ...second, id: randomUUID() })
    await testWebhook(s, one)
    await testWebhook(s, two)
    same((await claimDelivery(s))?.url, first?.url)
    same(await claimDelivery(s), null)
  },
}
