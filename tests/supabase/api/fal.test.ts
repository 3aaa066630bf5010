import { describe, expect, it } from 'vitest'
import { parseEnv } from '../../../supabase/functions/api/env.ts'
import { openFal } from '../../support/server/fal-vendor.ts'
import { FREE, HELD, PAID } from '../../support/server/job.ts'
import { pngDataUri } from '../../support/server/picture.ts'

const { fal, supabase, startFalJobApi: setUp } = openFal()

const MODELS = {
  'kling-ai/kling-v1-6': 20,
  'google/veo2': 180,
  'google/veo3': 330,
} as const

describe('a create at fal', () => {
  it.each<[keyof typeof MODELS, 5 | 8, string, Record<string, unknown>]>([
    [
      'kling-ai/kling-v1-6',
      5,
      'fal-ai/kling-video/v1.6/pro/text-to-video',
      { duration: '5', aspect_ratio: '16:9', negative_prompt: 'blur' },
    ],
    [
      'kling-ai/kling-v1-6',
      8,
      'fal-ai/kling-video/v1.6/pro/text-to-video',
      { duration: '10', aspect_ratio: '16:9', negative_prompt: 'blur' },
    ],
    ['google/veo2', 5, 'fal-ai/veo2', { duration: '5s', aspect_ratio: '16:9', negative_prompt: 'blur' }],
    ['google/veo2', 8, 'fal-ai/veo2', { duration: '8s', aspect_ratio: '16:9', negative_prompt: 'blur' }],
    ['google/veo3', 5, 'fal-ai/veo3', { duration: '6s', aspect_ratio: '16:9', generate_audio: true }],
    ['google/veo3', 8, 'fal-ai/veo3', { duration: '8s', aspect_ratio: '16:9', generate_audio: true }],
  ])('of %s for %i s sends the fields that the model lists, and no other', async (path, length, endpoint, fields) => {
    const { create, user, job } = await setUp(330)
    const answer = await create(
      user,
      job,
      { length, negativePrompt: 'blur' },
      { path: `/generation/${path}`, quoted: MODELS[path] },
    )
    expect(answer).toMatchObject({ status: 200, body: { data: { taskId: job, status: 'waiting' } } })
    expect(fal.request).toMatchObject({ endpoint })
    expect(fal.request.input).toEqual({ prompt: 'Rain on a window', ...fields })
  })

  it.each<[keyof typeof MODELS, string]>([
    ['kling-ai/kling-v1-6', 'fal-ai/kling-video/v1.6/pro/image-to-video'],
    ['google/veo2', 'fal-ai/veo2/image-to-video'],
    ['google/veo3', 'fal-ai/veo3/image-to-video'],
  ])('of a picture with %s passes its signed address', async (path, endpoint) => {
    const { create, user, job } = await setUp(330)
    await create(user, job, { image: pngDataUri(320, 320) }, { path: `/generation/${path}`, quoted: MODELS[path] })
    expect(fal.request.endpoint).toBe(endpoint)
    const picture = await supabase().fetch(new Request(String(fal.request.input.image_url)))
    expect(picture.headers.get('content-type')).toBe('image/png')
  })

  it.each<[string, number, unknown, number, string, RegExp]>([
    [
      'a prompt it refuses',
      422,
      { detail: [{ loc: [], msg: 'Too rude', type: 'x' }] },
      422,
      'vendor_rejected',
      /Too rude/,
    ],
    ['too many requests', 429, { detail: 'Slow down' }, 503, 'vendor_busy', /busy/],
    ['a fault in its shape', 500, { detail: 'Oops', error_type: 'internal_error' }, 503, 'vendor_busy', /busy/],
    ['our key', 401, { detail: 'Invalid key' }, 503, 'vendor_unavailable', /not available right now/],
    [
      'our balance',
      403,
      { detail: 'User is locked. Reason: Exhausted balance' },
      503,
      'vendor_unavailable',
      /not available right now/,
    ],
    ['an answer without an id', 200, { hello: 1 }, 502, 'no_task_id', /Could not extract task ID.*hello/],
  ])('that is answered with %s gives the credits back', async (_name, status, body, expected, code, message) => {
    const { create, user, job, booked } = await setUp()
    fal.intercept = () => Response.json(body, { status })
    expect(await create(user, job)).toMatchObject({
      status: expected,
      body: { code, message: expect.stringMatching(message), data: { settlement: 'released' } },
    })
    expect(await booked()).toEqual(FREE)
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['an edge proxy’s page', () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } })],
    ['JSON of nobody’s shape', () => Response.json({ message: 'gateway' }, { status: 504 })],
    ['a page with 200', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['a redirect', () => Response.redirect('http://127.0.0.1:9/', 307)],
  ])(
    'that is answered with %s may run: held, never created again, given back at the deadline',
    async (_name, answer) => {
      const { create, status, sweep, clock, user, job, booked } = await setUp()
      let submits = 0
      fal.intercept = () => {
        submits += 1
        return answer()
      }
      for (const _ of ['first', 'again'])
        expect((await create(user, job)).body.data).toMatchObject({ status: 'unknown' })
      expect(submits).toBe(1)
      expect((await status(user, job)).body.status).toBe('processing')
      expect(await booked()).toEqual(HELD)
      clock.now += 61 * 60_000
      await sweep()
      expect(await booked()).toEqual(FREE)
    },
  )
})

describe('a job at fal', () => {
  it('waits, runs, and is charged when its video is stored', async () => {
    const { create, status, request, user, job, booked } = await setUp()
    await create(user, job)
    const word = async () => (await status(user, job)).body.status
    expect(await word()).toBe('waiting')
    fal.request.state = 'IN_PROGRESS'
    expect(await word()).toBe('processing')
    fal.finish()
    expect(await word()).toBe('succeed')
    expect(await booked()).toEqual(PAID)
    expect((await request('GET', `/api/jobs/${job}`, user)).body.data).toMatchObject({
      status: 'succeeded',
      settlement: 'captured',
    })
  })

  it('fails with the model’s reason, and gives the credits back', async () => {
    const { create, status, user, job, booked } = await setUp()
    await create(user, job)
    fal.fail(422, { detail: [{ loc: ['body'], msg: 'Blocked by the safety check', type: 'content_policy_violation' }] })
    expect((await status(user, job)).body).toMatchObject({ status: 'failed', error: 'Blocked by the safety check' })
    expect(await booked()).toEqual(FREE)
  })

  it('fails without a word of the platform when that failed', async () => {
    const { create, status, user, job } = await setUp()
    await create(user, job)
    fal.fail(504, { detail: 'upstream 10.0.0.7 gone', error_type: 'request_timeout' })
    const { body } = await status(user, job)
    expect(body).toMatchObject({
      status: 'failed',
      generations: [{ failMsg: '' }],
      job: { failureCode: 'vendor_failed' },
    })
    expect(body).not.toHaveProperty('error')
  })

  it.each<[string, () => Response]>([
    ['500', () => Response.json({ detail: 'oops' }, { status: 500 })],
    ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['that our key is wrong', () => Response.json({ detail: 'Invalid key' }, { status: 401 })],
    ['that there is no such request', () => Response.json({ detail: 'Not found' }, { status: 404 })],
  ])('is left as it is when its status is answered with %s', async (_name, answer) => {
    const { create, status, user, job, booked } = await setUp()
    await create(user, job)
    fal.intercept = (_c, call) => (call === 'status' ? answer() : undefined)
    expect((await status(user, job)).body.status).toBe('waiting')
    expect(await booked()).toEqual(HELD)
  })

  it('is not fetched from a server that fal’s files are not on', async () => {
    const { create, status, user, job, booked } = await setUp()
    await create(user, job)
    fal.finish('http://169.254.169.254/latest')
    expect((await status(user, job)).body.status).toBe('processing')
    expect(await booked()).toEqual(HELD)
  })
})

describe('settings', () => {
  const given = { SUPABASE_URL: 'https://ref.supabase.co', SUPABASE_SECRET_KEY: 'k', VIDEO_API_KEY: 'v' }

  it.each([
    ['pollo', 'https://pollo.ai/api/platform', ['https://videocdn.pollo.ai']],
    ['fal', 'https://queue.fal.run', ['https://fal.media', 'https://*.fal.media']],
  ])('%s is called at its own address and its files are fetched from its own servers', (name, url, origins) => {
    expect(parseEnv({ ...given, VIDEO_PROVIDER: name })).toMatchObject({
      VIDEO_API_URL: url,
      VIDEO_FILE_ORIGINS: origins,
    })
    const other = {
      VIDEO_API_URL: 'https://proxy.example/v',
      VIDEO_FILE_ORIGINS: 'https://a.example, https://b.example',
    }
    expect(parseEnv({ ...given, ...other, VIDEO_PROVIDER: name })).toMatchObject({
      VIDEO_API_URL: 'https://proxy.example/v',
      VIDEO_FILE_ORIGINS: ['https://a.example', 'https://b.example'],
    })
  })

  it('fal needs a key, and no other vendor is known', () => {
    expect(() => parseEnv({ ...given, VIDEO_PROVIDER: 'fal', VIDEO_API_KEY: '' })).toThrow(
      /VIDEO_API_KEY.*provider fal/,
    )
    expect(() => parseEnv({ ...given, VIDEO_PROVIDER: 'sora' })).toThrow(/VIDEO_PROVIDER/)
  })
})
