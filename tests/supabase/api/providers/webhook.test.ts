// Webhooks from providers when a task ends. The tests sign them with node:crypto, as the providers' documentation says.
import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ScriptedResponse, sendJson, sendPage } from '../../../../local/video-service/scripted/response.ts'
import { ScriptedService } from '../../../../local/video-service/scripted/service.ts'
import { startApi, VIDEO } from '../../../harness/api.ts'
import { createUser, readBooks, type TestUser } from '../../../harness/database.ts'
import { sql, supabase } from '../../../support/server/suite.ts'

const PUBLIC_API_URL = 'https://api.example/functions/v1/api'
const FILE = 'https://files.test/one.mp4'
const HMAC_KEY = randomBytes(32)
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const { privateKey: otherKey } = generateKeyPairSync('ed25519')
const hmac = (key: Buffer | string, text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', key).update(text).digest(encoding)

interface Signing {
  body: string
  /** The time of the signature, in Unix seconds. */
  at: number
  isForged?: boolean
}

interface Provider {
  name: string
  secret: string
  quoted: number
  path: string
  length?: number
  /** Whether tasks can be found by our job's ID, so that a lost create response needs no webhook. */
  findsByJob?: true
  created(task: string): ScriptedResponse
  /** Returns the responses to requests about the task. */
  done(path: string): ScriptedResponse
  callbackOf(sent: { path: string; body: string }): string
  message(task: string): unknown
  headers(signing: Signing): Record<string, string>
}

const pollo: Provider = {
  name: 'pollo',
  secret: HMAC_KEY.toString('base64'),
  quoted: 330,
  path: 'google/veo3',
  created: (taskId) => sendJson({ code: 'SUCCESS', data: { taskId, status: 'waiting' } }),
  done: () => sendJson({ code: 'SUCCESS', data: { generations: [{ status: 'succeed', url: FILE }] } }),
  callbackOf: ({ body }) => JSON.parse(body).webhookUrl,
  message: (taskId) => ({ taskId, status: 'succeed', generations: [] }),
  headers: ({ body, at, isForged }) => ({
    'x-webhook-id': 'w1',
    'x-webhook-timestamp': String(at),
    'x-webhook-signature': hmac(isForged ? randomBytes(32) : HMAC_KEY, `w1.${at}.${body}`, 'base64'),
  }),
}

const fal: Provider = {
  name: 'fal',
  secret: '',
  quoted: 330,
  path: 'google/veo3',
  created: (request_id) => sendJson({ request_id }),
  done: (path) => (path.endsWith('/status') ? sendJson({ status: 'COMPLETED' }) : sendJson({ video: { url: FILE } })),
  callbackOf: ({ path }) => new URL(path, 'http://fal').searchParams.get('fal_webhook') ?? '',
  message: (request_id) => ({ request_id, gateway_request_id: request_id, status: 'OK', payload: {} }),
  headers: ({ body, at, isForged }) => {
    const text = ['r1', 'u1', at, createHash('sha256').update(body).digest('hex')].join('\n')
    return {
      'x-fal-webhook-request-id': 'r1',
      'x-fal-webhook-user-id': 'u1',
      'x-fal-webhook-timestamp': String(at),
      'x-fal-webhook-signature': sign(null, Buffer.from(text), isForged ? otherKey : privateKey).toString('hex'),
    }
  },
}

const openRouter: Provider = {
  name: 'openrouter',
  secret: 'a-secret-of-the-workspace',
  quoted: 330,
  path: 'google/veo-3-1',
  created: (id) => sendJson({ id, status: 'pending' }, 202),
  done: (path) =>
    path.includes('/content')
      ? new Response(VIDEO, { headers: { 'content-type': 'video/mp4' } })
      : sendJson({ id: 'x', status: 'completed' }),
  callbackOf: ({ body }) => JSON.parse(body).callback_url,
  message: (id) => ({ type: 'video.generation.completed', data: { id, status: 'completed' } }),
  headers: ({ body, at, isForged }) => ({
    'x-openrouter-signature': `t=${at},v1=${hmac(isForged ? 'other' : openRouter.secret, `${at},${body}`, 'hex')}`,
  }),
}

const kling: Provider = {
  name: 'kling',
  secret: `whsec_${HMAC_KEY.toString('base64')}`,
  quoted: 60,
  path: 'kling-ai/kling-v3',
  length: 10,
  findsByJob: true,
  created: (task_id) => sendJson({ code: 0, message: 'SUCCEED', data: { task_id, task_status: 'submitted' } }),
  done: () =>
    sendJson({
      code: 0,
      data: { task_id: 'x', task_status: 'succeed', task_result: { videos: [{ id: 'v', url: FILE }] } },
    }),
  callbackOf: ({ body }) => JSON.parse(body).callback_url,
  message: (task_id) => ({ task_id, task_status: 'succeed', task_info: {}, task_result: { videos: [] } }),
  headers: ({ body, at, isForged }) => {
    const signature = hmac(isForged ? randomBytes(32) : HMAC_KEY, `w1.${at}.${body}`, 'base64')
    // Kling sends two signatures while the secret is being replaced.
    const signatures = `v1,${randomBytes(32).toString('base64')} v1,${signature}`
    return { 'webhook-id': 'w1', 'webhook-timestamp': String(at), 'webhook-signature': signatures }
  },
}

describe.each([pollo, fal, openRouter, kling].map((provider) => [provider.name, provider] as const))(
  '%s',
  (name, provider) => {
    const { quoted, length = 8 } = provider
    const [PAID, HELD] = [
      { available: 400 - quoted, held: 0, captured: quoted },
      { available: 400 - quoted, held: quoted, captured: 0 },
    ]
    const server = new ScriptedService()
    beforeAll(() => server.open())
    afterAll(() => server.close())
    let user: TestUser
    let job: string
    let task: string
    beforeEach(async () => {
      user = await createUser(supabase, 400)
      job = crypto.randomUUID()
      task = crypto.randomUUID()
      server.intercept.any = ({ method, path }) => (method === 'POST' ? provider.created(task) : provider.done(path))
    })
    afterEach(() => {
      server.sent.length = 0
    })

    function start(settings: Record<string, string> = {}) {
      const api = startApi(
        supabase,
        {
          VIDEO_PROVIDER: name,
          VIDEO_API_URL: server.url,
          VIDEO_FILE_ORIGINS: `${server.url},https://files.test`,
          VIDEO_WEBHOOK_SECRET: provider.secret,
          PUBLIC_API_URL,
          ...settings,
        },
        async (request, send) => {
          if (request.url.startsWith('https://rest.fal.ai/'))
            return Response.json({ keys: [publicKey.export({ format: 'jwk' })] })
          if (request.url === FILE) return new Response(VIDEO, { headers: { 'content-type': 'video/mp4' } })
          return send(request)
        },
      )
      const seconds = () => Math.floor(api.clock.now / 1000)
      return {
        ...api,
        seconds,
        make: () => api.create(user, job, { length }, { path: `/generation/${provider.path}`, quoted }),
        callback: () => provider.callbackOf(server.sent[0] ?? { path: '', body: '' }),
        /** Sends the provider's message to its callback URL. */
        send: (
          address: string,
          signing: Partial<Signing> & { sent?: string; headers?: Record<string, string> } = {},
        ) => {
          const body = signing.body ?? JSON.stringify(provider.message(task))
          const headers = signing.headers ?? provider.headers({ at: seconds(), ...signing, body })
          return api.request('POST', address.replace(PUBLIC_API_URL, ''), null, signing.sent ?? body, { headers })
        },
        booked: () => readBooks(supabase, user.id),
      }
    }

    it('sends the provider a callback URL that names the job', async () => {
      const { make, callback } = start()
      await make()
      expect(callback()).toMatch(new RegExp(`^${PUBLIC_API_URL}/generation/webhook/${name}\\?job=${job}`))
    })

    it("delivers a video once after the provider's webhook, without a poll", async () => {
      const { make, callback, send, booked, waitUntilIdle } = start()
      await make()
      for (const _ of ['first', 'replayed']) expect(await send(callback())).toMatchObject({ status: 200 })
      await waitUntilIdle()
      expect(await booked()).toEqual(PAID)
    })

    if (!provider.findsByJob)
      it("finds a job with a lost create response by the provider's webhook", async () => {
        const { make, callback, send, booked, waitUntilIdle } = start()
        const reply = server.intercept.any
        server.intercept.any = (sent, pass) => (sent.method === 'POST' ? sendPage(502) : reply?.(sent, pass))
        expect((await make()).body.data.status).toBe('unknown')
        expect(await send(callback())).toMatchObject({ status: 200 })
        await waitUntilIdle()
        expect(await booked()).toEqual(PAID)
      })

    it.each<[string, (at: number) => Parameters<ReturnType<typeof start>['send']>[1]]>([
      ['with another key', () => ({ isForged: true })],
      ['over another body', () => ({ sent: JSON.stringify({ ...(provider.message('x') as object), more: 1 }) })],
      ['six minutes ago', (at) => ({ at: at - 360 })],
      ['six minutes ahead', (at) => ({ at: at + 360 })],
      ['without a signature', () => ({ headers: {} })],
      ['but names no task', () => ({ body: '{}' })],
    ])("refuses a provider's webhook that is signed %s", async (_what, signing) => {
      const { make, callback, send, seconds, booked } = start()
      await make()
      const sent = server.sent.length
      expect(await send(callback(), signing(seconds()))).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
      expect(server.sent).toHaveLength(sent)
      expect(await booked()).toEqual(HELD)
    })

    // These rules are the same for each provider, so one provider is enough.
    if (provider === pollo)
      describe('accepted webhook', () => {
        it('ignores a webhook whose task ID is too long to store', async () => {
          const { make, callback, send, booked } = start()
          await make()
          const body = JSON.stringify(provider.message('x'.repeat(501)))
          const sent = server.sent.length
          expect(await send(callback(), { body })).toMatchObject({ status: 400, body: { code: 'bad_request' } })
          expect(server.sent).toHaveLength(sent)
          expect(await booked()).toEqual(HELD)
        })

        it("checks the job's status after a webhook instead of trusting the message", async () => {
          const { make, callback, send, booked, waitUntilIdle } = start()
          await make()
          server.intercept.any = () => sendPage(502)
          expect(await send(callback())).toMatchObject({ status: 200 })
          await waitUntilIdle()
          expect(await booked()).toEqual(HELD)
        })

        it("gives no job another job's task after a webhook", async () => {
          const { make, callback, send, booked } = start()
          await make()
          const address = callback()
          server.intercept.any = () => sendPage(502)
          const other = crypto.randomUUID()
          const rich = await createUser(supabase, 400)
          await start().create(rich, other, { length }, { path: `/generation/${provider.path}`, quoted })
          await send(address.replace(job, other))
          const tasks = await sql<{ job_id: string }>(
            'select job_id from private.provider_tasks where provider_task_id like $1',
            [`%${task}`],
          )
          expect(tasks).toEqual([{ job_id: job }])
          expect(await booked()).toEqual(HELD)
        })

        it("changes nothing after a webhook for an unknown job, or at another provider's URL", async () => {
          const { make, callback, send } = start()
          await make()
          const sent = server.sent.length
          const address = callback()
          expect((await send(address.replace(job, crypto.randomUUID()))).status).toBe(200)
          expect((await send(address.replace(job, 'x'))).status).toBe(200)
          expect((await send(address.replace(`webhook/${name}`, 'webhook/other'))).status).toBe(404)
          expect(server.sent).toHaveLength(sent)
        })
      })

    it("requests no callbacks if the provider couldn't reach us or couldn't be verified", async () => {
      const { make, callback, send } = start(provider.secret ? { VIDEO_WEBHOOK_SECRET: '' } : { PUBLIC_API_URL: '' })
      await make()
      expect(callback() || null).toBeNull()
      expect((await send(`/generation/webhook/${name}?job=${job}`)).status).toBe(404)
    })
  },
)

it('accepts fal webhooks only for paths in the catalogue', async () => {
  const paths = ['fal-ai/veo3', '../../elsewhere']
  const server = new ScriptedService()
  await server.open()
  const api = startApi(
    supabase,
    { VIDEO_PROVIDER: 'fal', VIDEO_API_URL: server.url, PUBLIC_API_URL },
    async (_request, send) =>
      _request.url.startsWith('https://rest.fal.ai/')
        ? Response.json({ keys: [publicKey.export({ format: 'jwk' })] })
        : send(_request),
  )
  const body = JSON.stringify(fal.message('r1'))
  const headers = fal.headers({ body, at: Math.floor(api.clock.now / 1000) })
  const answers = paths.map((path) =>
    api.request('POST', `/generation/webhook/fal?${new URLSearchParams({ path })}`, null, body, { headers }),
  )
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 401])
  server.close()
})
