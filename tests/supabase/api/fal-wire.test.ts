import { describe, expect, it } from 'vitest'
import {
  readError,
  readResult,
  readTaskPath,
  readWord,
} from '../../../supabase/functions/api/services/providers/fal-wire.ts'

const BASE = 'https://queue.fal.run'
const KLING = 'fal-ai/kling-video/v1.6/pro/text-to-video'

describe('readTaskPath', () => {
  const own = { request_id: 'r1', response_url: `${BASE}/fal-ai/kling-video/requests/r1` }
  it.each<[string, unknown, string | null]>([
    ['the address that the answer names', own, 'fal-ai/kling-video/requests/r1'],
    [
      'an address with the whole endpoint',
      { ...own, response_url: `${BASE}/${KLING}/requests/r1` },
      `${KLING}/requests/r1`,
    ],
    ['no address: the endpoint without its subpath', { request_id: 'r1' }, 'fal-ai/kling-video/requests/r1'],
    [
      'an address elsewhere',
      { ...own, response_url: 'https://evil.test/x/requests/r1' },
      'fal-ai/kling-video/requests/r1',
    ],
    [
      'an address that only begins like ours',
      { ...own, response_url: `${BASE}.evil.test/r1` },
      'fal-ai/kling-video/requests/r1',
    ],
    ['an id that would be a path', { request_id: '../../x' }, 'fal-ai/kling-video/requests/..%2F..%2Fx'],
    ['no id', { response_url: own.response_url }, null],
    ['an empty id', { request_id: '' }, null],
    ['a number', { request_id: 7 }, null],
    ['text', 'hello', null],
    ['nothing', undefined, null],
  ])('%s', (_name, body, expected) => {
    expect(readTaskPath(body, BASE, KLING)).toBe(expected)
  })
})

describe('readWord', () => {
  it.each<[unknown, string | null]>([
    [{ status: 'IN_QUEUE', queue_position: 3 }, 'IN_QUEUE'],
    [{ status: 'completed' }, 'COMPLETED'],
    [{ status: 5 }, null],
    [{}, null],
    [undefined, null],
  ])('%j', (body, expected) => {
    expect(readWord(body)).toBe(expected)
  })
})

describe('readError', () => {
  it.each<[string, unknown, { reason: string; type: string } | null]>([
    [
      'a model’s fault',
      { detail: [{ loc: ['body', 'prompt'], msg: 'field required', type: 'missing' }] },
      { reason: 'field required', type: '' },
    ],
    [
      'the platform’s',
      { detail: 'Request timed out', error_type: 'request_timeout' },
      { reason: 'Request timed out', type: 'request_timeout' },
    ],
    ['another shape', { message: 'hello' }, null],
    ['an empty list', { detail: [] }, null],
    ['an empty sentence', { detail: '' }, null],
    ['no JSON', undefined, null],
  ])('%s', (_name, body, expected) => {
    expect(readError(body)).toEqual(expected)
  })
})

describe('readResult', () => {
  const video = (url: unknown) => ({ video: { url, content_type: 'video/mp4' }, seed: 7 })
  const detail = [{ loc: ['body'], msg: 'The prompt was blocked', type: 'content_policy_violation' }]
  it.each<[string, number, unknown, unknown]>([
    ['a video', 200, video('https://v3.fal.media/a.mp4'), { kind: 'succeeded', url: 'https://v3.fal.media/a.mp4' }],
    ['an empty address', 200, video(''), { kind: 'succeeded', url: null }],
    ['no video', 200, { video: null }, { kind: 'succeeded', url: null }],
    ['a blocked prompt', 422, { detail }, { kind: 'failed', message: 'The prompt was blocked' }],
    ['a bad request', 400, { detail: 'No such voice' }, { kind: 'failed', message: 'No such voice' }],
    [
      'a runner that died',
      503,
      { detail: 'Runner gone', error_type: 'runner_disconnected' },
      { kind: 'failed', message: '' },
    ],
  ])('%s', (_name, status, body, expected) => {
    expect(readResult(status, body)).toEqual(expected)
  })

  it.each<[string, number, unknown]>([
    ['our key', 401, { detail: 'Invalid key' }],
    ['too many requests', 429, { detail: 'Slow down' }],
    ['an unknown request', 404, { detail: 'Not found' }],
    ['a gateway’s trouble', 502, { detail: 'Bad gateway' }],
    ['a page', 500, undefined],
    ['a video that is no object', 200, { video: 'x' }],
    ['a 200 without JSON', 200, undefined],
  ])('%s is no news', (_name, status, body) => {
    expect(readResult(status, body).kind).toBe('no_news')
  })
})
