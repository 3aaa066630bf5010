import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { RESPONSES } from '../../../../supabase/functions/_shared/contract/routes.ts'
import { createUser } from '../../../harness/database.ts'
import { openEmptyReceiver, startWebhookApi } from '../../../support/messages/webhook-api.ts'
import { verifyMessage } from '../../../support/messages/webhook-receiver.ts'
import { sql, supabase } from '../../../support/server/suite.ts'

const receiver = openEmptyReceiver()

it("shows a webhook's secret once, and lists a user's webhooks without their secrets", async () => {
  const { add, request, user, clock } = await startWebhookApi(receiver)
  const first = await add('https://hooks.example/one')
  clock.now += 1000
  const second = await add(' https://hooks.example:8443/two?key=a ')
  expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(second.secret).not.toBe(first.secret)
  const { body } = await request('GET', '/api/webhooks', user)
  expect(body.data.webhooks).toMatchObject([
    { id: first.id, url: 'https://hooks.example/one', disabledAt: null, disabledReason: null },
    { id: second.id, url: 'https://hooks.example:8443/two?key=a' },
  ])
  expect(JSON.stringify(body)).not.toContain('whsec_')
  const pages = await request('GET', `/api/account/export?cursor=${btoa('{"list":"webhooks","after":null}')}`, user)
  expect(pages.body.data.webhooks).toEqual(body.data.webhooks)
  expect(JSON.stringify(pages.body)).not.toContain('whsec_')
})

it('accepts up to five different webhooks per user, even if many are added at the same time', async () => {
  const { add, request, user } = await startWebhookApi(receiver)
  const added = await Promise.all(Array.from({ length: 8 }, (_, index) => add(`https://hooks.example/${index}`)))
  expect(added.filter(({ body }) => body.success)).toHaveLength(5)
  expect(added.find(({ body }) => !body.success)?.body).toMatchObject({
    code: 'too_many_webhooks',
    message: 'You have 5 webhooks. Remove one to add another.',
  })
  const kept = added.find(({ body }) => body.success)
  await request('DELETE', `/api/webhooks/${kept?.id}`, user)
  const [same] = (await request('GET', '/api/webhooks', user)).body.data.webhooks
  expect((await add(same.url)).body).toMatchObject({ code: 'webhook_exists' })
  expect((await add('https://hooks.example/again')).body.success).toBe(true)
  const stranger = await createUser(supabase)
  expect((await add(same.url, stranger)).body.success).toBe(true)
})

it.each([
  ['http://hooks.example/', 'use an https address without a username or password'],
  ['https://ada:secret@hooks.example/', 'use an https address without a username or password'],
  ['ftp://hooks.example/', 'use an https address without a username or password'],
  ['hooks.example', 'use an https address without a username or password'],
  ['https://127.0.0.1/', 'use an address on the internet'],
  ['https://inside.test/', 'use an address on the internet'],
  ['https://nowhere.invalid/', "we can't find this host"],
])('refuses a webhook with the URL %s', async (url, fault) => {
  const { add } = await startWebhookApi(receiver)
  expect((await add(url)).body).toMatchObject({ code: 'bad_request', message: `Invalid "url": ${fault}.` })
})

it.each([
  ['path', `https://hooks.example/${'é'.repeat(330)}`],
  ['query', `https://hooks.example/?${'é'.repeat(330)}`],
])('refuses a webhook URL whose %s makes the encoded URL longer than 2,000 characters', async (_, url) => {
  const { add } = await startWebhookApi(receiver)
  const message = 'Invalid "url": use at most 2,000 characters, counted in the encoded address.'
  expect((await add(url)).body).toMatchObject({ code: 'bad_request', message })
})

it('accepts a webhook URL of 2,000 characters, however long its fragment is', async () => {
  const { add } = await startWebhookApi(receiver)
  const longest = `https://hooks.example/${'é'.repeat(329)}abcd`
  expect(new URL(longest).href).toHaveLength(2000)
  expect((await add(`${longest}#${'é'.repeat(300)}`)).body).toMatchObject({ success: true })
})

it('sends a test message in place of the previous test, unless the previous test is being sent', async () => {
  const { add, request, user, waitUntilIdle, listDeliveries } = await startWebhookApi(receiver)
  const { id, secret } = await add()
  for (let count = 0; count < 2; count += 1) {
    await request('POST', `/api/webhooks/${id}/test`, user)
    await waitUntilIdle()
  }
  expect(receiver.received.map((message) => verifyMessage(message, secret))).toEqual([
    { type: 'test', timestamp: expect.any(String), data: {} },
    { type: 'test', timestamp: expect.any(String), data: {} },
  ])
  expect(await listDeliveries(id)).toMatchObject([{ event: 'test', jobId: null, state: 'delivered' }])
  const release = Promise.withResolvers<void>()
  receiver.answer = (response) => void release.promise.then(() => response.end())
  await request('POST', `/api/webhooks/${id}/test`, user)
  await expect.poll(() => receiver.received.length).toBe(3)
  const [sending] = await listDeliveries(id)
  for (const again of ['test', `deliveries/${sending.id}/repeat`])
    expect((await request('POST', `/api/webhooks/${id}/${again}`, user)).status).toBe(200)
  release.resolve()
  await waitUntilIdle()
  expect(receiver.received).toHaveLength(3)
  expect(await listDeliveries(id)).toMatchObject([{ id: sending.id, state: 'delivered', tries: 1 }])
})

it("lists a webhook's latest 50 messages, newest first", async () => {
  const { add, listDeliveries } = await startWebhookApi(receiver)
  const { id } = await add()
  await sql(
    `insert into private.messages (receiver_id, event, created_at, tries)
     select $1, 'test', now() - make_interval(mins => n), n from generate_series(1, 60) as n`,
    [id],
  )
  const tries = (await listDeliveries(id)).map((delivery: { tries: number }) => delivery.tries)
  expect(tries).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
})

it('deletes a webhook and its messages with the account', async () => {
  const { add, finish, request, user } = await startWebhookApi(receiver)
  const { id } = await add()
  await finish(randomUUID())
  const { body } = await request('POST', '/api/account/delete', user, { email: user.email })
  expect(body.success).toBe(true)
  expect(await sql('select 1 from private.receivers where id = $1', [id])).toEqual([])
  expect(await sql('select 1 from private.messages where receiver_id = $1', [id])).toEqual([])
})

/** The request body for each route with a webhook's ID. A route without an entry fails its test. */
const BODIES: Record<string, unknown> = {
  'DELETE /api/webhooks/:id': undefined,
  'POST /api/webhooks/:id/test': {},
  'GET /api/webhooks/:id/deliveries': undefined,
  'POST /api/webhooks/:id/deliveries/:delivery/repeat': {},
}
const rows = new Set([
  ...Object.keys(BODIES),
  ...Object.keys(RESPONSES).filter((route) => route.includes('/api/webhooks/:id')),
])

it.each([...rows])("returns the error of an unknown webhook for another user's webhook: %s", async (route) => {
  const { add, finish, request, user, listDeliveries, waitUntilIdle } = await startWebhookApi(receiver)
  const { id } = await add()
  await finish(randomUUID())
  const [delivery] = await listDeliveries(id)
  const stranger = await createUser(supabase)
  const own = await add('https://hooks.example/mine', stranger)
  expect(Object.keys(BODIES)).toContain(route)
  const [method = '', path = ''] = route.split(' ')
  const ask = async (webhook: string, message: string) => {
    const target = path.replace(':id', encodeURIComponent(webhook)).replace(':delivery', encodeURIComponent(message))
    const answer = await request(method, target, stranger, BODIES[route])
    return { status: answer.status, body: { ...answer.body, requestId: '' } }
  }
  const unknown = await ask(randomUUID(), `msg_${randomUUID()}`)
  expect(unknown).toMatchObject({ status: 404, body: { success: false, code: 'not_found' } })
  for (const webhook of [id, id.toUpperCase()]) expect(await ask(webhook, delivery.id)).toEqual(unknown)
  // Another user's message is unknown under the user's own webhook too.
  if (path.includes(':delivery')) expect(await ask(own.id, delivery.id)).toEqual(unknown)
  expect((await ask("'; drop table jobs", 'msg_1')).status).toBe(404)
  await waitUntilIdle()
  expect(receiver.received).toHaveLength(1)
  expect((await request('GET', '/api/webhooks', user)).body.data.webhooks).toMatchObject([{ id }])
})
