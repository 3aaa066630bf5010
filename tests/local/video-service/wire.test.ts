import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cleanReason } from '../../../supabase/functions/api/services/providers/failures/clean-reason.ts'
import { readRefusedContent } from '../../../supabase/functions/api/services/providers/failures/refused-content.ts'
import { putStrayBytes } from '../../support/jpeg-files.ts'
import { API_KEY, BASE_URL, dataUri, discard, drawImage, IMAGE_ORIGIN, openProvider, type Provider } from './support.ts'

let provider: Provider
beforeAll(async () => {
  provider = await openProvider()
})
afterAll(() => discard(provider))

const API = `${BASE_URL}/api/platform`
/** A task that finishes at once, because format tests need no rendered clip. */
const QUICK = { prompt: 'waves #no-url', length: 8 }

describe('Pollo access', () => {
  it('answers 401 to a request without a key', async () => {
    const answer = await provider.get(`${API}/generation/unknown/status`)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({ message: expect.any(String), code: 'UNAUTHORIZED' })
  })

  it('answers a wrong key like a wrong path', async () => {
    const answer = await provider.service.fetch(
      new Request(`${API}/generation/google/veo3`, {
        method: 'POST',
        headers: { 'x-api-key': `${API_KEY}x` },
        body: JSON.stringify({ input: QUICK }),
      }),
    )
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ message: 'Not found', code: 'NOT_FOUND' })
  })

  it('allows a preflight of any origin, for the key header and without credentials', async () => {
    const answer = await provider.get(
      `${API}/generation/google/veo3`,
      {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-api-key',
      },
      'OPTIONS',
    )
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-api-key')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })
})

describe('Pollo create and status requests', () => {
  it('returns a task ID, then the documented status with the result', async () => {
    const created = await provider.create('google/veo3', QUICK)
    expect(created.status).toBe(200)
    const body = (await created.json()) as { data: { taskId: string } }
    expect(body).toEqual({
      code: 'SUCCESS',
      message: 'success',
      data: { taskId: expect.stringMatching(/^cm[a-z0-9]{23}$/), status: 'waiting' },
    })
    const status = await provider.reach(body.data.taskId, 'succeed')
    expect(status).toEqual({
      code: 'SUCCESS',
      message: 'success',
      data: {
        taskId: body.data.taskId,
        credit: expect.any(Number),
        generations: [
          {
            id: expect.stringMatching(/^cm[a-z0-9]{23}$/),
            status: 'succeed',
            failMsg: '',
            url: '',
            mediaType: 'video',
            createdDate: '2026-11-20T12:00:00.000Z',
            updatedDate: '2026-11-20T12:00:00.000Z',
          },
        ],
        result: { url: '', videoUrl: '', status: 'succeed' },
      },
    })
  })

  it.each(['generation/cmunknown/status', 'generation/task/status/cmunknown', 'nothing'])(
    'answers 404 to the Pollo path %s',
    async (path) => {
      const answer = await provider.get(`${API}/${path}`, { 'x-api-key': API_KEY })
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual({ message: 'Not found', code: 'NOT_FOUND' })
    },
  )

  it('answers 404 to a create request for an unknown model', async () => {
    expect((await provider.create('google/veo9', QUICK)).status).toBe(404)
  })
})

describe('Pollo create request inputs', () => {
  const long = (length: number) => 'a'.repeat(length)
  const image = dataUri(drawImage(320, 320))
  const STRAY = putStrayBytes(drawImage(320, 320, 'jpeg'))
  const accepted: [string, string, Record<string, unknown>][] = [
    [
      'the whole body of direct mode',
      'google/veo2',
      { prompt: 'a #no-url', negativePrompt: long(9000), length: 5, aspectRatio: '16:9', seed: 0, generateAudio: true },
    ],
    ['the five seconds that direct mode requests from Veo 3', 'google/veo3', { prompt: 'a #no-url', length: 5 }],
    ['ten seconds from Kling', 'kling-ai/kling-v1-6', { prompt: 'a #no-url', length: 10 }],
    ['an invalid seed that Kling does not read', 'kling-ai/kling-v1-6', { prompt: 'a #no-url', seed: 'x' }],
    ['the longest prompt of Kling', 'kling-ai/kling-v1-6', { prompt: `#no-url ${long(2492)}` }],
    ['a PNG', 'google/veo2', { prompt: 'a #no-url', image: image }],
    ['a JPEG', 'google/veo2', { prompt: 'a #no-url', image: dataUri(drawImage(320, 320, 'jpeg'), 'jpeg') }],
    ['a first and a last image', 'kling-ai/kling-v1-6', { prompt: 'a #no-url', image, imageTail: image }],
    ['a JPEG with stray bytes', 'google/veo2', { prompt: 'a #no-url', image: dataUri(STRAY, 'jpeg') }],
    ['a WebP', 'google/veo2', { prompt: 'a #no-url', image: dataUri(drawImage(320, 320, 'webp'), 'webp') }],
  ]
  it.each(accepted)('accepts a create request with %s', async (_, model, input) => {
    expect((await provider.create(model, input)).status).toBe(200)
  })

  it('gives each video of a model without seeds its own seed', async () => {
    const getSeed = async (taskId: string) =>
      JSON.parse(await readFile(join(provider.dataDir, 'tasks', `${taskId}.json`), 'utf8')).input.seed
    const takes = await Promise.all([1, 2, 3].map(() => provider.start({ ...QUICK, length: 5 }, 'kling-ai/kling-v1-6')))
    expect(new Set(await Promise.all(takes.map(getSeed))).size).toBe(3)
  })

  const refused: [string, string, unknown, RegExp][] = [
    ['an empty prompt', 'google/veo3', { prompt: '   ' }, /prompt is required/],
    ['a prompt that is not text', 'google/veo3', { prompt: 7 }, /prompt must be a string/],
    ['a prompt over the limit of Veo', 'google/veo3', { prompt: long(2001) }, /at most 2000/],
    ['a prompt over the limit of Kling', 'kling-ai/kling-v1-6', { prompt: long(2501) }, /at most 2500/],
    ['a negative prompt over the limit', 'google/veo3', { prompt: 'a', negativePrompt: long(2001) }, /negativePrompt/],
    ['a length that Veo 2 does not offer', 'google/veo2', { prompt: 'a', length: 10 }, /length must be one of 5, 8/],
    ['a length as text', 'google/veo3', { prompt: 'a', length: '8' }, /length must be a number/],
    ['a square format for Veo', 'google/veo3', { prompt: 'a', aspectRatio: '1:1' }, /aspectRatio/],
    ['a seed below zero', 'google/veo2', { prompt: 'a', seed: -1 }, /seed/],
    [
      'a sound setting that is not true or false',
      'google/veo3',
      { prompt: 'a', generateAudio: 'yes' },
      /generateAudio/,
    ],
    ['an image from another origin', 'google/veo3', { image: 'https://example.com/a.png' }, /an address of one/],
    [
      'a last image without a first',
      'kling-ai/kling-v1-6',
      { prompt: 'a', imageTail: image },
      /imageTail needs an image/,
    ],
    [
      'a last image from another origin',
      'kling-ai/kling-v1-6',
      { image, imageTail: 'https://example.com/a.png' },
      /imageTail must be/,
    ],
    ['an image of another type', 'google/veo3', { image: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }, /data URI/],
    [
      'a text labeled as an image',
      'google/veo3',
      { image: dataUri(Buffer.from('not an image')) },
      /not a JPG, PNG or WebP/,
    ],
    ['half an image', 'google/veo3', { image: dataUri(drawImage(400, 400).subarray(0, 60)) }, /could not be decoded/],
    ['an input that is not an object', 'google/veo3', 'waves', /"input"/],
  ]
  it.each(refused)('refuses a create request with %s', async (_, model, input, issue) => {
    const answer = await provider.create(model, input)
    expect(answer.status).toBe(400)
    const body = (await answer.json()) as { issues: { message: string }[] }
    expect(body).toMatchObject({ message: 'Input validation failed', code: 'BAD_REQUEST' })
    expect(body.issues.map(({ message }) => message).join('; ')).toMatch(issue)
  })

  it('refuses a create request whose body is not JSON', async () => {
    const answer = await provider.service.fetch(
      new Request(`${API}/generation/google/veo3`, { method: 'POST', headers: { 'x-api-key': API_KEY }, body: '{' }),
    )
    expect(answer.status).toBe(400)
  })

  it('refuses a create request over 28 MB', async () => {
    const answer = await provider.create('google/veo3', { prompt: long(29 * 1024 * 1024) })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })

  it('refuses an image whose header claims too many pixels', async () => {
    const bytes = drawImage(320, 320)
    bytes.writeUInt32BE(100_000, 16)
    bytes.writeUInt32BE(100_000, 20)
    const answer = await provider.create('google/veo3', { image: dataUri(bytes) })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('too many pixels')
  })
})

describe('Fault words that fail a create request', () => {
  const error = expect.any(String)
  it.each<[word: string, status: number, body: unknown]>([
    ['#reject', 400, { code: 'BAD_REQUEST', message: error, issues: [{ message: error }] }],
    ['#error', 500, { code: 'INTERNAL_SERVER_ERROR', message: error }],
    ['#no-task', 200, { code: 'SUCCESS', message: 'success', data: { status: 'waiting' } }],
  ])("answers the fault word %s in the provider's format", async (word, status, body) => {
    const answer = await provider.create('google/veo3', { prompt: `waves ${word}` })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual(body)
  })

  it("answers #garbage with a proxy's error page", async () => {
    const answer = await provider.create('google/veo3', { prompt: 'waves #garbage' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, expect.stringContaining('text/html')])
    expect(await answer.text()).toContain('<html>')
  })
})

describe('Fault words that fail a task', () => {
  it('ends a #fail task with a reason', async () => {
    const status = await provider.reach(await provider.start({ prompt: 'waves #fail' }), 'failed')
    expect(status.data.generations[0]).toMatchObject({ url: '', failMsg: expect.stringMatching(/\S/) })
  })

  it("refuses a #refused task with a safety check's text and an ID that users must not see", async () => {
    const status = await provider.reach(await provider.start({ prompt: 'waves #refused' }), 'failed')
    const { failMsg } = status.data.generations[0] ?? { failMsg: '' }
    expect([readRefusedContent(failMsg), cleanReason(failMsg)]).toEqual(['result', expect.not.stringContaining('0217')])
    expect(failMsg).toContain('0217')
  })

  it('keeps a #stuck task in processing forever', async () => {
    const taskId = await provider.start({ prompt: 'waves #stuck' })
    await provider.reach(taskId, 'processing')
    provider.now.ms += 24 * 60 * 60 * 1000
    expect((await provider.status(taskId)).data.generations[0]?.status).toBe('processing')
  })
})

describe('Image by URL', () => {
  const bytes = new Uint8Array(drawImage(320, 240))
  const fetched: string[] = []
  const answerWith = (response: () => Response) =>
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      fetched.push(String(input))
      return response()
    })
  const create = (image: string) => provider.create('google/veo3', { prompt: 'a #no-url', image })

  it('fetches an image from the only allowed origin', async () => {
    answerWith(() => new Response(bytes))
    expect((await create(`${IMAGE_ORIGIN}/a.png?token=x`)).status).toBe(200)
    expect(fetched).toEqual([`${IMAGE_ORIGIN}/a.png?token=x`])
  })

  it.each(['http://169.254.169.254/a.png', `${IMAGE_ORIGIN}.evil.test/a.png`, 'file:///etc/passwd', 'a.png'])(
    'never fetches an image from %s',
    async (address) => {
      fetched.length = 0
      answerWith(() => new Response(bytes))
      expect((await create(address)).status).toBe(400)
      expect(fetched).toEqual([])
    },
  )

  it.each([
    ['missing', () => new Response(null, { status: 404 })],
    ['not an image', () => new Response('hello')],
  ])('refuses an image URL whose file is %s', async (_name, response) => {
    answerWith(response)
    expect((await create(`${IMAGE_ORIGIN}/a.png`)).status).toBe(400)
  })
})
