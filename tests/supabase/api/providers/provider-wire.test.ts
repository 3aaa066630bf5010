// Requests to providers, and unusual formats of their responses. provider-conformance.test.ts has the usual formats.
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import * as fal from '../../../../supabase/functions/api/services/providers/fal-wire.ts'
import * as pollo from '../../../../supabase/functions/api/services/providers/pollo-wire.ts'
import { createSender } from '../../../../supabase/functions/api/services/providers/provider-http.ts'

describe('Pollo responses', () => {
  it.each<[string, unknown, string | null]>([
    ['a flat response of an older route', { taskId: 'cm2', status: 'waiting' }, 'cm2'],
    ['an empty task id', { data: { taskId: '' } }, null],
    ['a number', { data: { taskId: 7 } }, null],
    ['text', 'hello', null],
    ['nothing', undefined, null],
  ])('reads the task ID in a Pollo response: %s', (_name, body, expected) => {
    expect(pollo.readTaskId(body)).toBe(expected)
  })

  const generation = (status: string, more = {}) => ({
    code: 'SUCCESS',
    data: { taskId: 'cm1', generations: [{ id: 'g', status, url: '', failMsg: '', ...more }] },
  })
  const running = (unknownWord?: string) => ({
    kind: 'running',
    phase: 'processing',
    ...(unknownWord === undefined ? {} : { unknownWord }),
  })
  const succeeded = (url: string | null) => ({ kind: 'succeeded', url })
  const failed = (message: string) => ({ kind: 'failed', message })
  const noNews = { kind: 'no_news', cause: expect.anything() }

  it.each<[string, unknown, unknown]>([
    ['no status', { data: { taskId: 'cm1' } }, running('')],
    ['an error where a status should be', { message: 'Not found', code: 'NOT_FOUND' }, running('')],
    [
      'a failure beside fields of wrong types',
      { data: { generations: [{ status: 'failed', url: 5, failMsg: { a: 1 } }], result: 7, message: ['x'] } },
      failed(''),
    ],
    [
      'a failure with a null list',
      { data: { status: 'failed', generations: null, error: 'blocked' } },
      failed('blocked'),
    ],
    ['error at the top', { status: 'error', message: 'no luck' }, failed('no luck')],
    ['SUCCEEDED in capitals', generation('SUCCEEDED', { url: 'https://v/a.mp4' }), succeeded('https://v/a.mp4')],
    ['videoUrl', generation('success', { videoUrl: 'https://v/b.mp4' }), succeeded('https://v/b.mp4')],
    ['a result object', { result: { status: 'completed', videoUrl: 'https://v/c.mp4' } }, succeeded('https://v/c.mp4')],
    [
      'a result list',
      { data: { result: [{ status: 'complete', url: 'https://v/d.mp4' }] } },
      succeeded('https://v/d.mp4'),
    ],
    [
      'a video after a generation that failed',
      {
        generations: [
          { status: 'failed', url: 'https://v/log' },
          { status: 'succeed', url: 'https://v/e.mp4' },
        ],
      },
      succeeded('https://v/e.mp4'),
    ],
    [
      'a running generation after a failed one',
      { generations: [{ status: 'Failed', failMsg: 'blocked' }, { status: 'processing' }] },
      running(),
    ],
    [
      'generations that all failed',
      { status: 'processing', generations: [{ status: 'failed', failMsg: 'blocked' }, { status: 'error' }] },
      failed('blocked'),
    ],
    [
      'a result beside a success without a URL',
      { generations: [{ status: 'succeed' }], result: { url: 'https://v/f.mp4' } },
      succeeded('https://v/f.mp4'),
    ],
    ['a success whose URL is a number', generation('succeed', { url: 5 }), succeeded(null)],
    ['text', 'x', noNews],
    ['nothing', undefined, noNews],
    ['a list', [], noNews],
  ])('reads the status in a Pollo response: %s', (_name, body, expected) => {
    expect(pollo.readStatus(body)).toEqual(expected)
  })

  it('reads a Pollo error with its issues, and no other format', () => {
    const error = { message: 'Input validation failed', code: 'BAD_REQUEST' }
    expect(pollo.readError({ ...error, issues: [{ message: 'length' }] })).toEqual({ ...error, issues: ['length'] })
    for (const body of [undefined, '<html>', {}, { error: 'x' }]) expect(pollo.readError(body)).toBeNull()
  })
})

describe('fal responses', () => {
  const BASE = 'https://queue.fal.run'
  const FIELDS = { image_urls: 'references', video_url: 'source' } as const
  const KLING = 'fal-ai/kling-video/v1.6/pro/text-to-video'
  const PATH = 'fal-ai/kling-video/requests/r1'
  const own = { request_id: 'r1', response_url: `${BASE}/${PATH}` }
  it.each<[string, unknown, string | null]>([
    ['the URL in the response', own, PATH],
    ['a URL with the whole endpoint', { ...own, response_url: `${BASE}/${KLING}/requests/r1` }, `${KLING}/requests/r1`],
    ['no URL, so the endpoint without its subpath', { request_id: 'r1' }, PATH],
    ['a URL on another host', { ...own, response_url: 'https://evil.test/x/requests/r1' }, PATH],
    ['a URL that only begins like ours', { ...own, response_url: `${BASE}.evil.test/r1` }, PATH],
    ['an ID that contains a path', { request_id: '../../x' }, 'fal-ai/kling-video/requests/..%2F..%2Fx'],
    ['no id', { response_url: own.response_url }, null],
    ['an empty id', { request_id: '' }, null],
    ['a number', { request_id: 7 }, null],
    ['text', 'hello', null],
    ['nothing', undefined, null],
  ])('reads the task in a fal response: %s', (_name, body, expected) => {
    expect(fal.readTaskPath(body, BASE, KLING)).toBe(expected)
  })

  const detail = [{ loc: ['body', 'prompt'], msg: 'The prompt was blocked', type: 'content_policy_violation' }]
  it.each<[string, unknown, { reason: string; type: string; refused: string | null } | null]>([
    ['an error of the model', { detail }, { reason: 'The prompt was blocked', type: '', refused: 'prompt' }],
    [
      'an error of the platform',
      { detail: 'Request timed out', error_type: 'request_timeout' },
      { reason: 'Request timed out', type: 'request_timeout', refused: null },
    ],
    [
      'an error of the second reference',
      { detail: [{ loc: ['body', 'image_urls', 1], msg: 'Too small', type: 'image_too_small' }] },
      { reason: 'Reference 2: Too small', type: '', refused: null },
    ],
    [
      'an error without a location',
      { detail: [{ loc: 'body', msg: 'Too small', type: 'image_too_small' }] },
      { reason: 'Too small', type: '', refused: null },
    ],
    ['another format', { message: 'hello' }, null],
    ['an empty list', { detail: [] }, null],
    ['an empty sentence', { detail: '' }, null],
    ['no JSON', undefined, null],
  ])('reads the error in a fal response: %s', (_name, body, expected) => {
    const read = fal.readError(body, FIELDS)
    if (expected) expect(read).toMatchObject(expected)
    else expect(read).toBeNull()
  })

  const noNews = { kind: 'no_news' }
  const video = (url: unknown) => ({ video: { url, content_type: 'video/mp4' }, seed: 7 })
  it.each<[string, number, unknown, object]>([
    ['an empty URL', 200, video(''), { kind: 'succeeded', url: null }],
    ['a bad request', 400, { detail: 'No such voice' }, { kind: 'failed', message: 'No such voice' }],
    [
      'a source that the model refuses',
      422,
      { detail: [{ loc: ['body', 'video_url'], msg: 'Too long', type: 'video_too_long' }] },
      { kind: 'failed', message: 'Video: Too long' },
    ],
    ['a runner that died', 503, { detail: 'Gone', error_type: 'runner_disconnected' }, { kind: 'failed', message: '' }],
    ['a refused key', 401, { detail: 'Invalid key' }, noNews],
    ['too many requests', 429, { detail: 'Slow down' }, noNews],
    ['a deleted task', 404, { detail: 'Not found' }, { kind: 'failed', message: '' }],
    ['a page with 404', 404, undefined, noNews],
    ['an early request', 400, { detail: 'Request is still in progress' }, noNews],
    ['an error of fal without a category', 500, { detail: [{ msg: 'x', type: 'internal_server_error' }] }, noNews],
    ['an error of the gateway', 502, { detail: 'Bad gateway' }, noNews],
    ['a page with 500', 500, undefined, noNews],
    ['a video that is not an object', 200, { video: 'x' }, noNews],
    ['a 200 without JSON', 200, undefined, noNews],
  ])('reads the result in a fal response: %s', (_name, status, body, expected) => {
    expect(fal.readResult(status, body, FIELDS)).toMatchObject(expected)
  })
})

describe('redirect of a provider', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })

  async function listen(answer: RequestListener): Promise<string> {
    const server = createServer(answer)
    servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it.each([301, 302, 303, 307, 308])('refuses provider redirect %i, and shows nobody else the key', async (status) => {
    const seen: unknown[] = []
    const elsewhere = await listen((request, response) => {
      seen.push(request.headers)
      response.setHeader('content-type', 'application/json').end('{}')
    })
    const baseUrl = await listen((_request, response) => {
      response.writeHead(status, { location: `${elsewhere}/stolen` }).end()
    })
    const send = createSender({ baseUrl, fetch }, { 'x-api-key': 'key' })
    expect(await send('POST', 'generation', {})).toMatchObject({ status, body: undefined })
    expect(await send('GET', 'generation/1/status')).toMatchObject({ status, body: undefined })
    expect(seen).toEqual([])
  })
})

describe('response of a provider', () => {
  const MB = 1024 * 1024

  /** Reads a provider's JSON response of this many bytes. `readBytes` counts the bytes that were read. */
  async function ask(bytes: number) {
    let readBytes = 0
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull(controller) {
          const chunk = new Uint8Array(Math.min(64 * 1024, bytes - readBytes)).fill(0x20)
          if (readBytes === 0) chunk[0] = 0x31
          readBytes += chunk.length
          if (chunk.length === 0) controller.close()
          else controller.enqueue(chunk)
        },
      },
      { highWaterMark: 0 },
    )
    const fetch = async () => new Response(body, { headers: { 'content-type': 'application/json' } })
    const send = createSender({ baseUrl: 'http://provider.test', fetch }, {})
    return { answer: await send('GET', 'x'), readBytes }
  }

  /** Reads a provider's response with this body and content type. */
  async function read(body: string, type: string | null) {
    const fetch = async () => {
      const response = new Response(body)
      if (type === null) response.headers.delete('content-type')
      else response.headers.set('content-type', type)
      return response
    }
    return (await createSender({ baseUrl: 'http://provider.test', fetch }, {})('POST', 'x', {})).body
  }

  it.each(['text/plain; charset=utf-8', 'application/octet-stream', null])(
    "reads an object in a provider's response that it declares as %s",
    async (type) => {
      expect(await read('{"id":"task-1"}', type)).toEqual({ id: 'task-1' })
      expect(await read('404', type)).toBeUndefined()
      expect(await read('page not found', type)).toBeUndefined()
    },
  )

  it('reads no JSON from a web page', async () => {
    expect(await read('{"id":"task-1"}', 'text/html')).toBeUndefined()
  })

  it("reads up to 1 MB of a provider's response, and drops a longer one without reading the rest", async () => {
    expect((await ask(MB)).answer).toMatchObject({ status: 200, body: 1 })
    const { answer, readBytes } = await ask(3 * MB)
    expect(answer).toEqual({ status: 200, retryAfter: undefined, body: undefined, isPage: false })
    expect(readBytes).toBe(MB + 64 * 1024)
  })
})
