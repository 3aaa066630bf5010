import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { createFalWebhooks } from '../../../../supabase/functions/api/services/providers/fal-webhook.ts'
import { pngDataUri } from '../../../support/server/image.ts'
import { PAID } from '../../../support/server/job.ts'
import { openFal } from '../../../support/server/scripted-service.ts'

const { fal, startFalJobApi } = openFal()

const PRICES = { 'kling-ai/kling-v1-6': 20, 'google/veo2': 180, 'google/veo3': 330 } as const
type Path = keyof typeof PRICES

describe('create request to fal', () => {
  const listed = { aspect_ratio: '16:9', negative_prompt: 'blur' }
  it.each<[Path, 5 | 8, string, Record<string, unknown>]>([
    ['kling-ai/kling-v1-6', 5, 'fal-ai/kling-video/v1.6/pro/text-to-video', { duration: '5', ...listed }],
    ['kling-ai/kling-v1-6', 8, 'fal-ai/kling-video/v1.6/pro/text-to-video', { duration: '10', ...listed }],
    ['google/veo2', 5, 'fal-ai/veo2', { duration: '5s', ...listed, seed: 7 }],
    ['google/veo3', 8, 'fal-ai/veo3', { duration: '8s', ...listed, seed: 7, generate_audio: true }],
  ])('sends fal only the fields that the model lists: %s, %i s', async (path, length, endpoint, fields) => {
    const { create, user, job } = await startFalJobApi(330)
    const call = { path: `/generation/${path}`, quoted: PRICES[path] }
    const answer = await create(user, job, { length, negativePrompt: 'blur' }, call)
    expect(answer).toMatchObject({ status: 200, body: { data: { taskId: job, status: 'waiting' } } })
    expect(fal.task).toMatchObject({ path: endpoint })
    expect(fal.task.input).toEqual({ prompt: 'Rain on a window', ...fields })
  })
})

describe('job at fal', () => {
  it('charges a job at fal when its video is stored', async () => {
    const { create, status, user, job, booked } = await startFalJobApi()
    await create(user, job)
    const word = async () => (await status(user, job)).body.status
    expect(await word()).toBe('waiting')
    fal.run()
    expect(await word()).toBe('processing')
    fal.finish()
    expect(await word()).toBe('succeed')
    expect(await booked()).toEqual(PAID)
  })

  it.each([
    [0, 0],
    [3, 3],
    [undefined, null],
    [-1, null],
    ['2', null],
  ])("reads fal's queue position %j as %j jobs ahead", async (queue_position, ahead) => {
    const { create, status, user, job } = await startFalJobApi()
    await create(user, job)
    fal.wait({ queue_position })
    expect((await status(user, job)).body).toMatchObject({ status: 'waiting', job: { ahead } })
  })
})

describe('last frame that fal refuses', () => {
  const REFUSED = { detail: [{ loc: ['body', 'end_image_url'], msg: 'Too small', type: 'image_too_small' }] }
  const failureReason = 'Last frame: Too small'

  it.each([
    ['at once', true],
    ['when it reads the image', false],
  ])('returns the credits and names the last frame if fal refuses the frame %s', async (_, isRefusedAtOnce) => {
    const { create, status, request, user, job, booked, waitUntilIdle } = await startFalJobApi()
    if (isRefusedAtOnce) fal.intercept.create = () => Response.json(REFUSED, { status: 422 })
    const [image, last] = [pngDataUri(400, 300), pngDataUri(300, 400)]
    const { id: lastImage } = (await request('POST', '/api/images', user, { image: last })).body.data
    const call = { path: '/generation/alibaba/wan-2-7', quoted: 50 }
    const { body } = await create(user, job, { image, lastImage }, call)
    expect(body.message?.includes(failureReason) ?? false).toBe(isRefusedAtOnce)
    if (!isRefusedAtOnce) fal.fail('', REFUSED)
    await status(user, job)
    await waitUntilIdle()
    const shown = (await request('GET', `/api/jobs/${job}`, user)).body.data
    expect(shown).toMatchObject({ status: 'failed', failureReason })
    expect(await booked()).toEqual({ available: 100, held: 0, captured: 0 })
  })
})

// webhook.test.ts tests the signatures.
describe('keys of fal webhooks', () => {
  const HOUR_MS = 60 * 60_000
  const [first, second] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
  const getKeys =
    (...pairs: (typeof first)[]) =>
    async () =>
      Response.json({ keys: pairs.map(({ publicKey }) => publicKey.export({ format: 'jwk' })) })
  const away = async () => new Response(null, { status: 503 })

  /** Starts a clock that the test moves, and a host of keys that counts its calls. */
  function start(answer: () => Promise<Response>) {
    const host = { answer, calls: 0 }
    const clock = { ms: Date.now() }
    const read = createFalWebhooks(() => {
      host.calls += 1
      return host.answer()
    })
    /** Resolves with the request's ID if the message is accepted. */
    const send = ({ privateKey } = first) => {
      const at = String(Math.floor(clock.ms / 1000))
      const body = '{"request_id":"r1"}'
      const text = ['r1', 'u1', at, createHash('sha256').update(body).digest('hex')].join('\n')
      const headers = new Headers({
        'x-fal-webhook-request-id': 'r1',
        'x-fal-webhook-user-id': 'u1',
        'x-fal-webhook-timestamp': at,
        'x-fal-webhook-signature': sign(null, Buffer.from(text), privateKey).toString('hex'),
      })
      return read({ headers, body, query: new URLSearchParams(), now: new Date(clock.ms) })
    }
    return { host, clock, send }
  }

  it('fetches the keys once for simultaneous messages, and again after an hour', async () => {
    const digest = vi.spyOn(crypto.subtle, 'digest')
    const { host, clock, send } = start(async () => {
      // All messages are now waiting for the keys.
      await Promise.all(digest.mock.results.map(({ value }) => value))
      await setImmediate()
      return getKeys(first)()
    })
    expect(await Promise.all([send(), send(), send()])).toEqual(['r1', 'r1', 'r1'])
    expect(host.calls).toBe(1)
    clock.ms += HOUR_MS - 1
    host.answer = getKeys(second)
    expect(await send(second)).toBeNull()
    expect(host.calls).toBe(1)
    clock.ms += 1
    expect([await send(second), await send(first)]).toEqual(['r1', null])
    expect(host.calls).toBe(2)
  })

  it('asks for the keys every 30 seconds at most while their host is down', async () => {
    const { host, clock, send } = start(away)
    const refused = await Promise.allSettled([send(), send(second), send()])
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    clock.ms += 29_999
    await expect(send()).rejects.toThrow('503')
    expect(host.calls).toBe(1)
    clock.ms += 1
    host.answer = getKeys(first)
    expect(await send()).toBe('r1')
    expect(host.calls).toBe(2)
  })

  it.each<[string, () => Promise<Response>]>([
    ['returns 503', away],
    ['does not respond', () => Promise.reject(new TypeError('reset'))],
    ['lists no keys', getKeys()],
  ])('uses the last keys for 24 hours while their host %s', async (_, answer) => {
    const { host, clock, send } = start(getKeys(first))
    await send()
    host.answer = answer
    clock.ms += 24 * HOUR_MS - 1
    expect(await send()).toBe('r1')
    clock.ms += 30_000
    await expect(send()).rejects.toThrow()
    expect(host.calls).toBe(3)
  })
})
