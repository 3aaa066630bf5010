import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createUser } from '../../../harness/database.ts'
import { openSession, startPushApi } from '../../../support/messages/push-api.ts'
import { Subscription, VAPID } from '../../../support/messages/push-service.ts'
import { openEmptyReceiver, startWebhookApi } from '../../../support/messages/webhook-api.ts'
import { sql, supabase } from '../../../support/server/suite.ts'

const service = openEmptyReceiver()

it("lists a user's devices with their browser, marks the caller's, and shows nobody their addresses and keys", async () => {
  const { request, user, clock, listDevices } = await startPushApi(service)
  const [phone, laptop] = [await openSession(user), await openSession(user)]
  const [first, second] = [new Subscription(), new Subscription()]
  const headers = { 'user-agent': 'Firefox' }
  const { body } = await request('POST', '/api/devices', phone, first.body, { headers })
  clock.now += 1000
  await request('POST', '/api/devices', laptop, { ...second.body, showsPrompt: true })
  const [own, other] = await listDevices(phone)
  expect(body.data.device).toEqual(own)
  expect(own).toEqual({
    id: expect.any(String),
    userAgent: 'Firefox',
    isOwn: true,
    showsPrompt: false,
    createdAt: expect.any(String),
    sentAt: null,
  })
  expect(other).toMatchObject({ isOwn: false, showsPrompt: true })
  const page = await request('GET', `/api/account/export?cursor=${btoa('{"list":"devices","after":null}')}`, phone)
  expect(page.body.data).toMatchObject({ devices: [{ id: own.id, isOwn: false }, { id: other.id }], nextCursor: null })
  for (const shown of [JSON.stringify([body, own, other, page.body])])
    for (const secret of [first.endpoint, first.body.keys.auth, first.body.keys.p256dh])
      expect(shown).not.toContain(secret)
  expect((await request('GET', '/api/webhooks', user)).body.data.webhooks).toEqual([])
})

it("changes the session's device when its browser subscribes again, and keeps its waiting messages", async () => {
  const { request, finish, subscribe, listDevices, clock, sweep } = await startPushApi(service)
  const { owner, id } = await subscribe()
  service.answer = (response) => response.writeHead(500).end()
  await finish(randomUUID())
  const renewed = new Subscription()
  await request('POST', '/api/devices', owner, { ...renewed.body, showsPrompt: true })
  expect(await listDevices(owner)).toMatchObject([{ id, showsPrompt: true }])
  service.reset()
  clock.now += 10_000
  await sweep()
  expect(service.received.map(({ path }) => path)).toEqual([renewed.path])
})

it('sends nothing more to the first user of a browser once another one subscribes there', async () => {
  const { request, finish, subscribe, listDevices, clock, sweep } = await startPushApi(service)
  const { owner, subscription } = await subscribe()
  service.answer = (response) => response.writeHead(500).end()
  await finish(randomUUID())
  const next = await openSession(await createUser(supabase))
  const same = { ...subscription.body, endpoint: `${subscription.endpoint}#2` }
  expect((await request('POST', '/api/devices', next, same)).status).toBe(200)
  expect(await listDevices(owner)).toEqual([])
  expect(await listDevices(next)).toMatchObject([{ isOwn: true }])
  service.reset()
  clock.now += 10_000
  await sweep()
  await finish(randomUUID())
  expect(service.received).toEqual([])
})

it('accepts up to twenty devices per user, even if many are added at the same time', async () => {
  const { subscribe, request } = await startPushApi(service)
  const added = await Promise.all(Array.from({ length: 24 }, () => subscribe()))
  expect(added.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(added.find(({ status }) => status !== 200)?.body).toMatchObject({
    code: 'too_many_devices',
    message: 'You get notifications on 20 devices. Remove one to add another.',
  })
  const saved = added.find(({ status }) => status === 200)
  await request('DELETE', `/api/devices/${saved?.id}`, saved?.owner ?? null)
  expect((await subscribe()).status).toBe(200)
})

const KEYS = new Subscription().body.keys

it.each([
  ['an http address', { endpoint: 'http://push.example/send' }, 'endpoint'],
  ['no address', { endpoint: '' }, 'endpoint'],
  ['an address with a password', { endpoint: 'https://a:b@push.example/' }, 'endpoint'],
  ["this server's network", { endpoint: 'https://127.0.0.1/' }, 'endpoint'],
  ['the metadata of a cloud', { endpoint: 'https://169.254.169.254/' }, 'endpoint'],
  ['a host that also resolves to a private address', { endpoint: 'https://inside.test/' }, 'endpoint'],
  ['an unknown host', { endpoint: 'https://nowhere.invalid/' }, 'endpoint'],
  ['an address that is too long when encoded', { endpoint: `https://push.example/${'é'.repeat(400)}` }, 'endpoint'],
  ['a short key', { keys: { ...KEYS, p256dh: 'BAAA' } }, 'keys.p256dh'],
  ['a key that is not on the curve', { keys: { ...KEYS, p256dh: `B${'A'.repeat(86)}` } }, 'keys.p256dh'],
  ['a short secret', { keys: { ...KEYS, auth: 'AAAA' } }, 'keys.auth'],
])('refuses a device with %s', async (_, over, field) => {
  const { subscribe, listDevices } = await startPushApi(service)
  const { body, owner } = await subscribe(over)
  expect(body).toMatchObject({ code: 'bad_request', message: expect.stringContaining(`"${field}"`) })
  expect(await listDevices(owner)).toEqual([])
})

it('refuses a device of a session that has ended, of a token without a session, and of another user', async () => {
  const { request, subscribe, user, listDevices } = await startPushApi(service)
  const { owner, id, subscription } = await subscribe()
  expect((await request('POST', '/api/devices', user, new Subscription().body)).status).toBe(401)
  const stranger = await openSession(await createUser(supabase))
  const unknown = await request('DELETE', `/api/devices/${randomUUID()}`, stranger)
  for (const named of [id, id.toUpperCase(), 'x']) {
    const { status, body } = await request('DELETE', `/api/devices/${named}`, stranger)
    expect([status, { ...body, requestId: '' }]).toEqual([404, { ...unknown.body, requestId: '' }])
  }
  expect(await listDevices(owner)).toMatchObject([{ id }])
  await sql('delete from auth.sessions where id = $1', [owner.sessionId])
  expect((await request('POST', '/api/devices', owner, subscription.body)).status).toBe(401)
  expect(await listDevices(owner)).toEqual([])
})

it('tells pages the public key, and adds no device without keys', async () => {
  const on = await startPushApi(service)
  expect((await on.request('GET', '/api/capabilities', null)).body.data.pushKey).toBe(VAPID.VAPID_PUBLIC_KEY)
  const off = await startWebhookApi(service)
  expect((await off.request('GET', '/api/capabilities', null)).body.data.pushKey).toBeNull()
  const owner = await openSession(off.user)
  expect((await off.request('POST', '/api/devices', owner, new Subscription().body)).status).toBe(404)
  expect((await off.request('GET', '/api/devices', owner)).body.data.devices).toEqual([])
})
