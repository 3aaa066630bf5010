import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startPushApi } from '../../../support/messages/push-api.ts'
import { verifyVapid } from '../../../support/messages/push-service.ts'
import { openEmptyReceiver } from '../../../support/messages/webhook-api.ts'
import { sql } from '../../../support/server/suite.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const service = openEmptyReceiver()

it('sends an encrypted and signed message, without the prompt, when a video is delivered', async () => {
  const { subscribe, finish, listDevices } = await startPushApi(service)
  const { subscription, owner } = await subscribe()
  service.answer = (response) => response.writeHead(201).end()
  const job = randomUUID()
  await finish(job, { prompt: 'A heron at dawn' })
  const [message] = service.received
  if (!message) throw new Error('nothing was sent')
  expect(subscription.decrypt(message)).toEqual({
    id: job,
    path: `/videos/${job}`,
    title: '🎉 Your video is ready!',
    body: 'Kling 1.6',
  })
  expect(message).toMatchObject({
    path: subscription.path,
    headers: { 'content-encoding': 'aes128gcm', ttl: '43200', topic: job.replaceAll('-', ''), urgency: 'high' },
  })
  expect(message.bytes.length).toBeLessThanOrEqual(4096)
  const claims = await verifyVapid(message, 'https://push.example')
  expect(claims.sub).toBe('mailto:operator@example.com')
  expect(Number(claims.exp) - Date.now() / 1000).toBeLessThan(24 * 3600)
  expect(await listDevices(owner)).toMatchObject([{ sentAt: expect.any(String) }])
})

it('names a video by its title, or by the prompt if the user wants that, shortened', async () => {
  const { subscribe, create, finish, provider, status, request, user, waitUntilIdle } = await startPushApi(service)
  const { subscription } = await subscribe({ showsPrompt: true })
  const [untitled, titled] = [randomUUID(), randomUUID()]
  await finish(untitled, { prompt: `🐟${'é'.repeat(300)}` })
  await create(user, titled)
  await request('POST', `/api/jobs/${titled}/label`, user, { title: 'Morning', isStarred: false })
  provider.finish()
  await status(user, titled)
  await waitUntilIdle()
  expect(service.received.map((message) => subscription.decrypt(message))).toMatchObject([
    { id: untitled, body: `🐟${'é'.repeat(199)}…` },
    { id: titled, body: 'Morning' },
  ])
})

it('tells each device of a user, and no one else, that an API key was created', async () => {
  const { subscribe, request, user, waitUntilIdle } = await startPushApi(service)
  const { subscription } = await subscribe()
  const key = { name: 'Script', scope: 'create', dailyLimit: 100, days: 30 }
  expect((await request('POST', '/api/keys', user, key)).status).toBe(200)
  await waitUntilIdle()
  expect(service.received.map((message) => subscription.decrypt(message))).toEqual([
    {
      id: expect.any(String),
      path: '/account#keys',
      title: 'New API key',
      body: "A key to generate videos with your credits was created. If that wasn't you, revoke it.",
    },
  ])
})

it('says that a failed video cost nothing, and says nothing about a canceled one', async () => {
  const { subscribe, create, provider, status, user, sweep, waitUntilIdle } = await startPushApi(service)
  const { subscription } = await subscribe()
  const [failed, canceled] = [randomUUID(), randomUUID()]
  await create(user, failed)
  provider.fail('No.')
  await status(user, failed)
  await create(user, canceled)
  await sql(`select public.settle_job($1, null, 'cancelled', null)`, [canceled])
  await sweep()
  await waitUntilIdle()
  expect(service.received.map((message) => subscription.decrypt(message))).toEqual([
    { id: failed, path: `/videos/${failed}`, title: "This video failed. You weren't charged.", body: 'Kling 1.6' },
  ])
})

it.each([404, 410])('removes a device whose push service returns %i, and sends nothing more there', async (code) => {
  const { subscribe, finish, listDevices } = await startPushApi(service)
  const { owner } = await subscribe()
  service.answer = (response) => response.writeHead(code).end()
  await finish(randomUUID())
  expect(await listDevices(owner)).toEqual([])
  await finish(randomUUID())
  expect(service.received).toHaveLength(1)
})

it.each([400, 403, 413])(
  'logs a refusal with %i without the address, and sends the message only once',
  async (code) => {
    const { subscribe, finish, listDevices, log, clock, sweep } = await startPushApi(service)
    const { owner, subscription, id } = await subscribe()
    service.answer = (response) => response.writeHead(code).end()
    const job = randomUUID()
    await finish(job)
    clock.now += HOUR
    await sweep()
    expect(service.received).toHaveLength(1)
    expect(log).toContainEqual({
      level: 'warn',
      message: 'notification refused',
      jobId: job,
      status: code,
      cause: 'push.example',
    })
    expect(JSON.stringify(log)).not.toContain(subscription.path)
    expect(await listDevices(owner)).toMatchObject([{ id, sentAt: null }])
  },
)

it.each([
  ['seconds', () => '600'],
  ['a date', (now: number) => new Date(now + 10 * MINUTE).toUTCString()],
])(
  'waits as long as a push service asks with 429 and Retry-After in %s, also with other messages',
  async (_, write) => {
    const { subscribe, finish, clock, sweep } = await startPushApi(service)
    await subscribe()
    clock.now = Math.ceil(clock.now / 1000) * 1000
    service.answer = (response) => response.writeHead(429, { 'retry-after': write(clock.now) }).end()
    await finish(randomUUID())
    service.reset()
    await finish(randomUUID())
    clock.now += 9 * MINUTE
    await sweep()
    expect(service.received).toHaveLength(0)
    clock.now += 2 * MINUTE
    await sweep()
    expect(service.received).toHaveLength(2)
  },
)

it.each([
  ['a past date', 429, 'Mon, 01 Jan 2001 00:00:00 GMT'],
  ['no time', 408, 'soon'],
])('retries after the usual delay if Retry-After has %s, with status %i', async (_, status, value) => {
  const { subscribe, finish, clock, sweep } = await startPushApi(service)
  await subscribe()
  service.answer = (response) => response.writeHead(status, { 'retry-after': value }).end()
  await finish(randomUUID())
  clock.now += 6000
  await sweep()
  expect(service.received).toHaveLength(2)
})

it('waits at most twelve hours, and gives up after five tries', async () => {
  const { subscribe, finish, clock, sweep } = await startPushApi(service)
  await subscribe()
  service.answer = (response) => response.writeHead(503, { 'retry-after': '99999999999' }).end()
  await finish(randomUUID())
  for (let hours = 0; hours < 24 * 6; hours += 6) {
    clock.now += 6 * HOUR + MINUTE
    await sweep()
  }
  expect(service.received).toHaveLength(5)
})

it('sends one message per job and device, and finishes the others, while several devices are silent', async () => {
  const { subscribe, create, user, sweep, waitUntilIdle, clock } = await startPushApi(service)
  const devices = await Promise.all(Array.from({ length: 6 }, () => subscribe()))
  const silent = new Set(devices.slice(0, 4).map(({ subscription }) => subscription.path))
  const held: (() => void)[] = []
  service.answer = (response, path) => {
    if (silent.has(path)) held.push(() => response.end())
    else response.end()
  }
  const jobs = [randomUUID(), randomUUID()]
  for (const job of jobs) {
    await create(user, job)
    await sql(`select public.settle_job($1, null, 'provider_failed', null)`, [job])
  }
  clock.now += MINUTE
  const swept = [sweep(), sweep()]
  await expect.poll(() => service.received.filter(({ path }) => !silent.has(path)).length).toBe(4)
  expect(service.received.filter(({ path }) => silent.has(path))).toHaveLength(4)
  service.answer = (response) => response.end()
  for (const end of held) end()
  await Promise.all(swept)
  clock.now += MINUTE
  await sweep()
  await waitUntilIdle()
  const sent = devices.flatMap(({ subscription }) =>
    service.received.filter(({ path }) => path === subscription.path).map((message) => subscription.decrypt(message)),
  ) as { id: string }[]
  expect(sent.map(({ id }) => id).sort()).toEqual(devices.flatMap(() => jobs).sort())
})

it('sends nothing to a device that was removed, or whose user signed out there, after the job ended', async () => {
  const { subscribe, create, user, request, sweep, clock } = await startPushApi(service)
  const [removed, signedOut, kept] = [await subscribe(), await subscribe(), await subscribe()]
  const job = randomUUID()
  await create(user, job)
  await sql(`select public.settle_job($1, null, 'provider_failed', null)`, [job])
  await request('DELETE', `/api/devices/${removed.id}`, user)
  await request('DELETE', `/api/account/sessions/${signedOut.owner.sessionId}`, user)
  clock.now += MINUTE
  await sweep()
  expect(service.received.map(({ path }) => path)).toEqual([kept.subscription.path])
})

it('sends nothing about a job whose user deleted the video or the account before the message', async () => {
  const { subscribe, create, user, request, sweep, clock } = await startPushApi(service)
  await subscribe()
  const [deleted, left] = [randomUUID(), randomUUID()]
  for (const job of [deleted, left]) {
    await create(user, job)
    await sql(`select public.settle_job($1, null, 'provider_failed', null)`, [job])
  }
  await request('DELETE', `/api/jobs/${deleted}`, user)
  const rows = await sql('select job_id from private.messages where due_at is not null')
  expect(rows).toEqual([{ job_id: left }])
  const { body } = await request('POST', '/api/account/delete', user, { email: user.email })
  expect(body.success).toBe(true)
  clock.now += MINUTE
  await sweep()
  expect(service.received).toEqual([])
  expect(await sql('select 1 from private.receivers where user_id = $1', [user.id])).toEqual([])
})

it('sends nothing to a push service whose host now resolves to an internal address, or that redirects', async () => {
  let numbers = ['93.184.215.14']
  const { subscribe, finish, clock, sweep } = await startPushApi(service, {
    network: { resolve: async () => numbers, isOwn: false },
  })
  await subscribe()
  numbers = ['10.0.0.7']
  await finish(randomUUID())
  expect(service.received).toEqual([])
  numbers = ['93.184.215.14']
  service.answer = (response) => response.writeHead(307, { location: '/inside' }).end()
  clock.now += MINUTE
  await sweep()
  expect(service.received.map(({ path }) => path)).not.toContain('/inside')
})
