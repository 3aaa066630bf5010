// Answers about webhooks of users: the addresses, and the messages to them.
import { randomUUID } from 'node:crypto'
import { call, releaseUnusedHolds, settleJob, startJob } from '../../../harness/ledger/calls.ts'
import { attempt, buildRefusal } from '../../../harness/sql.ts'
import { type Probe, same } from '../setting.ts'
import {
  addWebhook,
  claimDelivery,
  createWebhook,
  failDelivery,
  finishJob,
  listDeliveries,
  listWebhooks,
  readDelivery,
  repeatDelivery,
  testWebhook,
} from './webhook-calls.ts'

const DAY = 24 * 3600

const ADDRESSES: Record<string, Probe> = {
  'webhooks are kept up to a number for each user, each address once': async (s) => {
    same(
      [(await createWebhook(s, 'a', { max: 2 })).outcome, (await createWebhook(s, 'a', { max: 2 })).outcome],
      ['created', 'exists'],
    )
    same(
      [(await createWebhook(s, 'b', { max: 2 })).outcome, (await createWebhook(s, 'c', { max: 2 })).outcome],
      ['created', 'too_many'],
    )
    same((await createWebhook(s, 'a', { userId: s.owner, max: 2 })).outcome, 'created')
    const [kept] = await s.sql('select secret from private.outgoing_webhooks where user_id = $1', [s.stranger])
    same(kept, { secret: 'a' })
  },
  'a deleted account adds no webhook, and its own are gone': async (s) => {
    const id = await addWebhook(s, 'a')
    await testWebhook(s, id)
    const remove = 'public.delete_account($1, $2)'
    await call(s.sql, remove, [s.stranger, `${s.stranger}@example.com`])
    same(await listWebhooks(s), [])
    same((await attempt(s.sql, () => buildRefusal(createWebhook(s, 'b'))))?.code, 'PT401')
    same((await listWebhooks(s, s.owner)).length, 1)
  },
  'webhooks are listed for their owner, the first one first, without a secret': async (s) => {
    const second = await addWebhook(s, 'b', { secondsLater: 2 })
    const first = await addWebhook(s, 'a', { secondsLater: 1 })
    const found = await listWebhooks(s)
    same(
      found.map(({ id }) => id),
      [first, second],
    )
    same(Object.keys(found[0] ?? {}).sort(), ['created_at', 'disabled_at', 'disabled_reason', 'id', 'url'])
    same(await listWebhooks(s, randomUUID()), [])
  },
  'a webhook is removed by its owner alone, with its messages': async (s) => {
    const [id, other] = [await addWebhook(s, 'a'), await addWebhook(s, 'b')]
    for (const webhook of [id, other]) await testWebhook(s, webhook)
    const remove = (webhookId: string, userId: string) =>
      call<boolean>(s.sql, 'public.delete_webhook($1, $2)', [webhookId, userId])
    same([await remove(id, s.owner), await remove(randomUUID(), s.stranger)], [false, false])
    same([await remove(id, s.stranger), await remove(id, s.stranger)], [true, false])
    same([await listDeliveries(s, id), (await listDeliveries(s, other))?.length], [null, 1])
  },
  'no webhook is endless, of nobody, or off for no known reason, and no message is of an unknown kind': async (s) => {
    const refuse = async (statement: string, code: string) =>
      same([statement, (await attempt(s.sql, () => buildRefusal(s.sql(statement))))?.code], [statement, code])
    const webhook = (userId: string, url: string, at = 'null', reason = 'null') =>
      `insert into private.outgoing_webhooks (user_id, url, secret, created_at, disabled_at, disabled_reason)
       values ('${userId}', '${url}', '', now(), ${at}, ${reason})`
    await refuse(webhook(s.stranger, 'x'.repeat(2001)), '23514')
    await refuse(webhook(s.stranger, 'x', 'now()'), '23514')
    await refuse(webhook(s.stranger, 'x', 'now()', `'other'`), '23514')
    await refuse(webhook(randomUUID(), 'x'), '23503')
    await refuse(webhook(s.owner, 'https://own.example/'), '23505')
    const message = (webhookId: string, jobId = 'null', event = 'test') =>
      `insert into private.webhook_deliveries (webhook_id, job_id, event, created_at)
       values ('${webhookId}', ${jobId}, '${event}', now())`
    const id = await addWebhook(s, 'a')
    await refuse(message(randomUUID()), '23503')
    await refuse(message(id, `'${randomUUID()}'`), '23503')
    await refuse(message(id, 'null', 'other'), '23514')
  },
}

const MESSAGES: Record<string, Probe> = {
  'a job that ends has a message to each address of its user that is on': async (s) => {
    const [one, two] = [await addWebhook(s, 'a'), await addWebhook(s, 'b')]
    const off = await addWebhook(s, 'c')
    await s.sql(`update private.outgoing_webhooks set disabled_at = now(), disabled_reason = 'gone' where id = $1`, [
      off,
    ])
    await addWebhook(s, 'd', { userId: s.owner })
    const job = await finishJob(s)
    for (const webhook of [one, two]) {
      same(
        (await listDeliveries(s, webhook))?.map(({ job_id, event, tries }) => [job_id, event, tries]),
        [[job, 'job.completed', 0]],
      )
    }
    same(await listDeliveries(s, off), [])
    const [{ count } = { count: 0 }] = await s.sql<{ count: number }>(
      'select count(*)::int as count from private.webhook_deliveries where job_id = $1',
      [job],
    )
    same(count, 2)
  },
  'a settlement says whether there is a message to send about its job': async (s) => {
    const settle = async (jobId: string) =>
      (await call<{ has_messages: boolean }>(s.sql, `public.settle_job($1, null, 'deadline', null)`, [jobId]))
        .has_messages
    const started = async () => {
      const jobId = randomUUID()
      await startJob(s.sql, { userId: s.stranger, jobId })
      return jobId
    }
    same(await settle(await started()), false)
    await addWebhook(s, 'a')
    await testWebhook(s, await addWebhook(s, 'b'))
    const job = await started()
    same([await settle(job), await settle(job)], [true, true])
    await s.sql('update private.webhook_deliveries set due_at = null where job_id = $1', [job])
    same(await settle(job), false)
  },
  'a message says how its job ended, and there is one only': async (s) => {
    const webhook = await addWebhook(s, 'a')
    const failed = await finishJob(s, 'provider_failed')
    const canceled = await finishJob(s, 'cancelled')
    // Settled again, and written again.
    await settleJob(s.sql, failed, 'release')
    await s.sql('update public.jobs set finished_at = finished_at where id = $1', [failed])
    const found = (await listDeliveries(s, webhook)) ?? []
    same(Object.fromEntries(found.map(({ job_id, event }) => [job_id, event])), {
      [failed]: 'job.failed',
      [canceled]: 'job.canceled',
    })
    same(found.length, 2)
  },
  'a job that goes on, and a hold that no job used, have no message': async (s) => {
    const webhook = await addWebhook(s, 'a', { userId: s.owner })
    await s.sql('update public.jobs set queued = false where id = $1', [s.jobs.started])
    await releaseUnusedHolds(s.sql, 16)
    same(await listDeliveries(s, webhook, s.owner), [])
  },
  'the messages of a deleted job are gone, and no others': async (s) => {
    const webhook = await addWebhook(s, 'a')
    const [job, other] = [await finishJob(s, 'provider_failed'), await finishJob(s, 'provider_failed')]
    await call(s.sql, 'public.delete_job($1, $2)', [job, s.stranger])
    same(
      (await listDeliveries(s, webhook))?.map(({ job_id }) => job_id),
      [other],
    )
  },
  'messages are listed for the owner of the address, the newest first, up to a number': async (s) => {
    const [webhook, other] = [await addWebhook(s, 'a'), await addWebhook(s, 'b')]
    for (const seconds of [2, 3, 1]) {
      await s.sql(
        `insert into private.webhook_deliveries (webhook_id, event, created_at, tries)
         values ($1, 'test', now() + make_interval(secs => $2), $2)`,
        [webhook, seconds],
      )
    }
    await testWebhook(s, other)
    const tries = async (limit: number) =>
      (await listDeliveries(s, webhook, s.stranger, limit))?.map((delivery) => delivery.tries)
    same(
      [await tries(50), await tries(2)],
      [
        [3, 2, 1],
        [3, 2],
      ],
    )
    same([await listDeliveries(s, webhook, s.owner), await listDeliveries(s, randomUUID())], [null, null])
  },
  'a test is sent to the owner’s own address, in place of the one before it': async (s) => {
    const [webhook, other] = [await addWebhook(s, 'a'), await addWebhook(s, 'b')]
    const job = await finishJob(s, 'provider_failed')
    same(
      [await testWebhook(s, webhook, { userId: s.owner }), await testWebhook(s, randomUUID())],
      ['not_found', 'not_found'],
    )
    same(
      [await testWebhook(s, other), await testWebhook(s, webhook), await testWebhook(s, webhook)],
      ['due', 'due', 'due'],
    )
    const events = async (id: string) =>
      (await listDeliveries(s, id))?.map(({ event, job_id }) => [event, job_id]).sort()
    same(await events(webhook), [
      ['job.failed', job],
      ['test', null],
    ])
    same((await events(other))?.length, 2)
  },
  'a message is sent again for its owner alone, with all its tries': async (s) => {
    const [webhook, other] = [await addWebhook(s, 'a'), await addWebhook(s, 'b')]
    await testWebhook(s, webhook)
    await failDelivery(s, await claimDelivery(s))
    const { id } = await readDelivery(s, webhook)
    same([await claimDelivery(s, DAY), (await readDelivery(s, webhook)).delivered_at === null], [null, false])
    same(
      [
        await repeatDelivery(s, id, webhook, s.owner),
        await repeatDelivery(s, id, other),
        await repeatDelivery(s, randomUUID(), webhook),
        await repeatDelivery(s, id, webhook),
      ],
      ['not_found', 'not_found', 'not_found', 'due'],
    )
    const { tries, delivered_at, due_at } = await readDelivery(s, webhook)
    same([tries, delivered_at, due_at === null], [0, null, false])
    same((await claimDelivery(s))?.tries, 1)
  },
  'a message on its way is neither sent anew nor replaced, and what its address answers is recorded': async (s) => {
    const webhook = await addWebhook(s, 'a')
    await testWebhook(s, webhook)
    const claimed = await claimDelivery(s)
    same([await repeatDelivery(s, claimed?.id ?? '', webhook), await testWebhook(s, webhook)], ['due', 'due'])
    await failDelivery(s, claimed)
    const { id, tries, delivered_at } = await readDelivery(s, webhook)
    same([id, tries, delivered_at === null], [claimed?.id, 1, false])
  },
  'a test is sent beside a message on its way, and beside the test of another address': async (s) => {
    const [webhook, other] = [await addWebhook(s, 'a'), await addWebhook(s, 'b')]
    await finishJob(s, 'provider_failed')
    await s.sql('update private.webhook_deliveries set due_at = null where webhook_id = $1', [other])
    await testWebhook(s, other)
    const claimed = [(await claimDelivery(s))?.url, (await claimDelivery(s))?.url]
    same(claimed.sort(), ['a', 'b'])
    await testWebhook(s, webhook)
    same((await listDeliveries(s, webhook))?.map(({ event }) => event).sort(), ['job.failed', 'test'])
  },
  'a message that waits, or whose sender is gone, is sent anew': async (s) => {
    const webhook = await addWebhook(s, 'a')
    await testWebhook(s, webhook)
    const claimed = await claimDelivery(s)
    const isAnew = async (secondsLater = 0) => {
      await repeatDelivery(s, claimed?.id ?? '', webhook, s.stranger, secondsLater)
      return (await readDelivery(s, webhook)).tries === 0
    }
    await attempt(s.sql, async () => same([await isAnew(29), await isAnew(31)], [false, true]))
    await failDelivery(s, claimed, 'status', { status: 500 })
    await s.sql(`update private.outgoing_webhooks set busy_until = 'infinity'`)
    same(await isAnew(), true)
    await testWebhook(s, webhook)
    same((await readDelivery(s, webhook)).id === claimed?.id, false)
  },
  'the one message that is named is sent again': async (s) => {
    const webhook = await addWebhook(s, 'a')
    const job = await finishJob(s, 'provider_failed')
    await finishJob(s, 'provider_failed')
    for (let sent = 0; sent < 2; sent += 1) await failDelivery(s, await claimDelivery(s))
    const { id = '' } = (await listDeliveries(s, webhook))?.find(({ job_id }) => job_id === job) ?? {}
    await repeatDelivery(s, id, webhook)
    await failDelivery(s, await claimDelivery(s))
    same([await claimDelivery(s), (await listDeliveries(s, webhook))?.map(({ tries }) => tries)], [null, [1, 1]])
  },
  'an address that answers 410 is off: nothing more is sent to it, and no test': async (s) => {
    const [webhook, other] = [await addWebhook(s, 'a'), await addWebhook(s, 'b')]
    await finishJob(s, 'provider_failed')
    await finishJob(s, 'provider_failed')
    await s.sql('update private.webhook_deliveries set due_at = null where webhook_id = $1', [other])
    const claimed = await claimDelivery(s)
    await testWebhook(s, other)
    await failDelivery(s, claimed, 'status', { status: 410 })
    same(
      (await listWebhooks(s))
        .map(({ url, disabled_reason, disabled_at }) => [url, disabled_reason, disabled_at === null])
        .sort(),
      [
        ['a', 'gone', false],
        ['b', null, true],
      ],
    )
    same(
      (await listDeliveries(s, webhook))?.map(({ due_at }) => due_at),
      [null, null],
    )
    same([await testWebhook(s, webhook), await repeatDelivery(s, claimed?.id ?? '', webhook)], ['off', 'off'])
    same([(await claimDelivery(s))?.url, (await claimDelivery(s, DAY))?.url], ['b', 'b'])
  },
}

export const WEBHOOK_PROBES: Record<string, Probe> = { ...ADDRESSES, ...MESSAGES }
