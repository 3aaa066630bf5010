import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { webhookMessage } from '../../../../supabase/functions/_shared/contract/messages.ts'
import type { Interceptor } from '../../../harness/api.ts'
import { openEmptyReceiver, startWebhookApi } from '../../../support/messages/webhook-api.ts'
import { verifyMessage } from '../../../support/messages/webhook-receiver.ts'
import { sql } from '../../../support/server/suite.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const receiver = openEmptyReceiver()

it('sends a signed message with the job, but without expiring URLs, when a video is delivered', async () => {
  const { add, finish, listDeliveries, user, request } = await startWebhookApi(receiver)
  const { id, secret } = await add()
  const job = randomUUID()
  await finish(job, { prompt: 'A heron at dawn' })
  const [message] = receiver.received
  if (!message) throw new Error('nothing was sent')
  const body = verifyMessage(message, secret)
  expect(webhookMessage.parse(body)).toEqual(body)
  expect(body).toMatchObject({
    type: 'job.completed',
    timestamp: expect.stringMatching(/^\d{4}-.+Z$/),
    data: { id: job, status: 'succeeded', prompt: 'A heron at dawn', credits: 20, settlement: 'captured' },
  })
  expect(message.body).not.toMatch(/https?:|token=/)
  const shown = (await request('GET', `/api/jobs/${job}`, user)).body.data
  expect(shown).toMatchObject((body as { data: object }).data)
  expect(await listDeliveries(id)).toEqual([
    expect.objectContaining({
      id: message.headers['webhook-id'],
      event: 'job.completed',
      jobId: job,
      state: 'delivered',
      tries: 1,
      lastStatus: 204,
      lastFault: null,
      nextTryAt: null,
    }),
  ])
  expect(() => verifyMessage({ ...message, body: `${message.body} ` }, secret)).toThrow()
})

it('sends a message for each job that ends without a video: failed, canceled, or expired', async () => {
  const { add, create, status, provider, user, request, clock, sweep, waitUntilIdle } = await startWebhookApi(receiver)
  const { secret } = await add()
  const [failed, canceled, expired] = [randomUUID(), randomUUID(), randomUUID()]
  const told = async (job: string) => {
    await waitUntilIdle()
    const bodies = receiver.received.map((message) => verifyMessage(message, secret)) as {
      type: string
      data: { id: string; settlement: string }
    }[]
    return bodies.filter(({ data }) => data.id === job).map(({ type, data }) => [type, data.settlement])
  }
  await create(user, failed)
  provider.fail('No.')
  await status(user, failed)
  expect(await told(failed)).toEqual([['job.failed', 'released']])
  await create(user, expired)
  provider.run()
  clock.now += 71 * MINUTE
  await sweep()
  await sweep()
  expect(await told(expired)).toEqual([['job.failed', 'released']])
  await create(user, canceled)
  await sql(`select public.settle_job($1, null, 'cancelled', null)`, [canceled])
  await sweep()
  expect(await told(canceled)).toEqual([['job.canceled', 'released']])
  // A hold without a job sends no message.
  const unused = randomUUID()
  await request('POST', `/api/jobs/${unused}/cancel`, user)
  expect(receiver.received).toHaveLength(3)
})

it('retries a failed message with growing delays and the same ID, until the receiver accepts the message', async () => {
  const { add, finish, listDeliveries, clock, sweep } = await startWebhookApi(receiver)
  const { id, secret } = await add()
  receiver.answer = (response) => response.writeHead(500).end('no')
  await finish(randomUUID())
  expect(await listDeliveries(id)).toMatchObject([
    { state: 'pending', tries: 1, lastStatus: 500, lastFault: 'status', nextTryAt: expect.any(String) },
  ])
  await sweep()
  expect(receiver.received).toHaveLength(1)
  clock.now += 6000
  await sweep()
  expect(receiver.received).toHaveLength(2)
  clock.now += 4 * MINUTE
  await sweep()
  expect(receiver.received).toHaveLength(2)
  receiver.answer = (response) => response.writeHead(200).end('thank you')
  clock.now += 2 * MINUTE
  await sweep()
  expect(new Set(receiver.ids).size).toBe(1)
  expect(receiver.received.map((message) => verifyMessage(message, secret))).toHaveLength(3)
  expect(await listDeliveries(id)).toMatchObject([{ state: 'delivered', tries: 3, lastStatus: 200, lastFault: null }])
  clock.now += HOUR
  await sweep()
  expect(receiver.received).toHaveLength(3)
})

it('sends the same message body at each try, even if the user changes the video meanwhile', async () => {
  const { add, create, finish, status, request, user, clock, sweep, waitUntilIdle } = await startWebhookApi(receiver)
  await add()
  receiver.answer = (response) => response.writeHead(500).end()
  const [source, job] = [randomUUID(), randomUUID()]
  await finish(source)
  await create(user, job)
  await sql(`update public.jobs set source_id = $1, source_use = 'frame' where id = $2`, [source, job])
  await status(user, job)
  await waitUntilIdle()
  await request('DELETE', `/api/jobs/${source}`, user)
  await request('POST', `/api/jobs/${job}/label`, user, { title: 'Morning', isStarred: true })
  clock.now += HOUR
  await sweep()
  const bodies = receiver.received.map(({ body }) => body).filter((body) => JSON.parse(body).data.id === job)
  expect(bodies).toHaveLength(2)
  expect(bodies[1]).toBe(bodies[0])
})

it('stops sending a message after ten tries in three days, and resends the message on request', async () => {
  const { add, finish, listDeliveries, clock, sweep, request, user, waitUntilIdle } = await startWebhookApi(receiver)
  const { id } = await add()
  receiver.answer = (response) => response.writeHead(503).end()
  await finish(randomUUID())
  for (const hours of [1, 1, 1, 2, 5, 10, 14, 20, 24, 24]) {
    clock.now += hours * HOUR + MINUTE
    await sweep()
  }
  expect(receiver.received).toHaveLength(10)
  const [delivery] = await listDeliveries(id)
  expect(delivery).toMatchObject({ state: 'failed', tries: 10, nextTryAt: null })
  receiver.reset()
  const repeated = await request('POST', `/api/webhooks/${id}/deliveries/${delivery.id}/repeat`, user)
  await waitUntilIdle()
  expect(repeated.status).toBe(200)
  expect(receiver.ids).toEqual([delivery.id])
  expect(await listDeliveries(id)).toMatchObject([{ state: 'delivered', tries: 1 }])
})

it("follows no redirect from a webhook's receiver", async () => {
  const { add, finish, listDeliveries } = await startWebhookApi(receiver)
  const { id } = await add()
  receiver.answer = (response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${receiver.port}/inside` }).end()
  await finish(randomUUID())
  expect(receiver.received.map(({ path }) => path)).toEqual(['/jobs'])
  expect(await listDeliveries(id)).toMatchObject([{ state: 'pending', lastStatus: 307, lastFault: 'redirect' }])
})

it('sends no message to a host name that now resolves to an internal address', async () => {
  let numbers = ['93.184.215.14']
  const network = { resolve: async () => numbers, isOwn: false }
  const { add, finish, listDeliveries } = await startWebhookApi(receiver, { network })
  const { id } = await add()
  numbers = ['93.184.215.14', '169.254.169.254']
  await finish(randomUUID())
  expect(receiver.received).toEqual([])
  expect(await listDeliveries(id)).toMatchObject([{ state: 'pending', lastStatus: null, lastFault: 'refused_address' }])
})

it('disables a webhook whose receiver returns 410, and sends no more messages', async () => {
  const { add, finish, listDeliveries, request, user } = await startWebhookApi(receiver)
  const { id } = await add()
  receiver.answer = (response) => response.writeHead(410).end()
  await finish(randomUUID())
  const { body } = await request('GET', '/api/webhooks', user)
  expect(body.data.webhooks).toMatchObject([{ id, disabledAt: expect.any(String), disabledReason: 'gone' }])
  const [delivery] = await listDeliveries(id)
  expect(delivery).toMatchObject({ state: 'failed', tries: 1, lastStatus: 410 })
  await finish(randomUUID())
  expect(receiver.received).toHaveLength(1)
  for (const path of [`/api/webhooks/${id}/test`, `/api/webhooks/${id}/deliveries/${delivery.id}/repeat`]) {
    expect(await request('POST', path, user)).toMatchObject({ status: 409, body: { code: 'webhook_off' } })
  }
})

it('sends each message once in a sweep if a server stopped right after the settlement', async () => {
  const dead: Interceptor = (request, send) =>
    request.url.endsWith('/claim_message') ? Promise.reject(new TypeError('reset')) : send(request)
  const stopped = await startWebhookApi(receiver, { intercept: dead })
  await stopped.add()
  const job = randomUUID()
  await stopped.finish(job)
  expect(receiver.received).toEqual([])
  const { sweep } = await startWebhookApi(receiver)
  await sweep()
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.id)).toEqual([job])
})

it("sends a message again if a server doesn't record the receiver's response, and ignores a record that comes too late", async () => {
  const forgetful: Interceptor = (request, send) =>
    request.url.endsWith('/record_attempt') ? Promise.reject(new TypeError('reset')) : send(request)
  const stopped = await startWebhookApi(receiver, { intercept: forgetful })
  const { id } = await stopped.add()
  await stopped.finish(randomUUID())
  expect(stopped.log).toContainEqual(expect.objectContaining({ level: 'error', message: 'messages not sent' }))
  const api = await startWebhookApi(receiver)
  await api.sweep()
  expect(receiver.received).toHaveLength(1)
  api.clock.now += 61_000
  await api.sweep()
  expect(receiver.received).toHaveLength(2)
  expect(new Set(receiver.ids).size).toBe(1)
  await sql(`select public.record_attempt(id, 1, 500, 'status', null) from private.messages where receiver_id = $1`, [
    id,
  ])
  expect(await stopped.listDeliveries(id)).toMatchObject([{ state: 'delivered', tries: 2, lastFault: null }])
})

it('sends each message once when several sweeps run at the same time', async () => {
  const { add, create, user, sweep, clock } = await startWebhookApi(receiver)
  const urls = ['a', 'b', 'c', 'd', 'e'].map((path) => `https://hooks.example/${path}`)
  for (const url of urls) await add(url)
  const jobs = [randomUUID(), randomUUID()]
  for (const job of jobs) {
    await create(user, job)
    await sql(`select public.settle_job($1, null, 'provider_failed', null)`, [job])
  }
  clock.now += MINUTE
  await Promise.all([sweep(), sweep(), sweep()])
  const sent = receiver.received.map(({ path, body }) => `${path} ${JSON.parse(body).data.id}`)
  expect(sent.sort()).toEqual(['a', 'b', 'c', 'd', 'e'].flatMap((path) => jobs.map((job) => `/${path} ${job}`)).sort())
})

it('sends messages to other receivers, and finishes the sweep, while one receiver is silent', async () => {
  const { add, create, user, sweep, waitUntilIdle, clock } = await startWebhookApi(receiver)
  for (const path of ['silent', 'well']) await add(`https://hooks.example/${path}`)
  const held: (() => void)[] = []
  receiver.answer = (response, path) => {
    if (path === '/silent') held.push(() => response.end())
    else response.end()
  }
  for (const job of [randomUUID(), randomUUID(), randomUUID()]) {
    await create(user, job)
    await sql(`select public.settle_job($1, null, 'provider_failed', null)`, [job])
  }
  clock.now += MINUTE
  const swept = sweep()
  await expect.poll(() => receiver.received.filter(({ path }) => path === '/well').length).toBe(3)
  expect(receiver.received.filter(({ path }) => path === '/silent')).toHaveLength(1)
  receiver.answer = (response) => response.end()
  for (const end of held) end()
  await swept
  await waitUntilIdle()
})

it('sends to a receiver whose last message failed after all others', async () => {
  const { add, finish, create, user, clock } = await startWebhookApi(receiver)
  const failing = 'https://hooks.example/failing'
  await add(failing)
  receiver.answer = (response) => response.writeHead(500).end()
  await finish(randomUUID())
  await add('https://hooks.example/well')
  const job = randomUUID()
  await create(user, job)
  clock.now += HOUR
  await sql(`select public.settle_job($1, null, 'provider_failed', null)`, [job])
  // The failing receiver has waited longest.
  await sql(`update private.receivers set busy_until = private.clock() where url <> $1`, [failing])
  const claim = async () =>
    (await sql<{ url: string }>(`select public.claim_message($1) ->> 'url' as url`, [user.id]))[0]?.url
  expect([await claim(), await claim()]).toEqual(['https://hooks.example/well', failing])
})

it('starts no message in a sweep after 20 seconds, and sends the rest in the next sweep', async () => {
  const { add, create, user, sweep, clock } = await startWebhookApi(receiver)
  await add()
  for (const job of [randomUUID(), randomUUID()]) {
    await create(user, job)
    await sql(`select public.settle_job($1, null, 'provider_failed', null)`, [job])
  }
  clock.now += MINUTE
  receiver.answer = (response) => {
    clock.now += 20_000
    response.end()
  }
  await sweep()
  expect(receiver.received).toHaveLength(1)
  await sweep()
  expect(receiver.received).toHaveLength(2)
})

it('deletes the messages about a deleted video, and all messages of a removed webhook', async () => {
  const { add, finish, listDeliveries, request, user, waitUntilIdle, clock, sweep } = await startWebhookApi(receiver)
  const { id } = await add()
  receiver.answer = (response) => response.writeHead(500).end()
  const [deleted, kept] = [randomUUID(), randomUUID()]
  await finish(deleted)
  await finish(kept)
  await request('DELETE', `/api/jobs/${deleted}`, user)
  expect((await listDeliveries(id)).map(({ jobId }: { jobId: string }) => jobId)).toEqual([kept])
  const release = Promise.withResolvers<void>()
  receiver.answer = (response) => void release.promise.then(() => response.writeHead(500).end())
  await request('POST', `/api/webhooks/${id}/test`, user)
  await expect.poll(() => receiver.received.length).toBe(3)
  expect((await request('DELETE', `/api/webhooks/${id}`, user)).body.data).toEqual({ id })
  release.resolve()
  await waitUntilIdle()
  clock.now += HOUR
  await sweep()
  expect(receiver.received).toHaveLength(3)
  expect(await sql('select 1 from private.messages where job_id = $1', [kept])).toEqual([])
})

it('deletes finished messages after 30 days', async () => {
  const { add, finish, listDeliveries, clock, sweep } = await startWebhookApi(receiver)
  const { id } = await add()
  await finish(randomUUID())
  clock.now += 30 * 24 * HOUR - MINUTE
  await sweep()
  expect(await listDeliveries(id)).toHaveLength(1)
  clock.now += 2 * MINUTE
  await sweep()
  expect(await listDeliveries(id)).toEqual([])
})
