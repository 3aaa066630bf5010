import axios, { type AxiosAdapter, AxiosError, CanceledError, type InternalAxiosRequestConfig } from 'axios'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'
import { HTTP_TIMEOUT_MS, RETRY_DELAY_MS } from '@/lib/http/axios-http'
import { createHttp } from '@/lib/http/create-http'
import type { HttpRequest } from '@/lib/http/http'
import { network } from '../../../support/app/network'

// The page's own address, because jsdom checks other origins as browsers do.
const BASE = window.location.origin
const URL = `${BASE}/thing`
const GET: HttpRequest = { method: 'GET', path: '/thing' }

function client(options: Partial<Parameters<typeof createHttp>[0]> = {}) {
  return createHttp({ baseUrl: BASE, withCredentials: true, retries: 3, ...options })
}

describe('API request', () => {
  it("sends a request's JSON, query, headers, and token", async () => {
    let seen: Request | undefined
    network.use(
      http.post(URL, ({ request }) => {
        seen = request.clone()
        return HttpResponse.json({})
      }),
    )
    const api = client({ getToken: async () => 'the-token', headers: { 'X-Own': '1' } })
    await api.request({
      method: 'POST',
      path: '/thing',
      body: { a: 1 },
      query: { q: 'x y' },
      headers: { 'Idempotency-Key': 'k' },
    })
    expect(new globalThis.URL(seen?.url ?? '').searchParams.get('q')).toBe('x y')
    expect(seen?.headers.get('authorization')).toBe('Bearer the-token')
    expect(seen?.headers.get('content-type')).toContain('application/json')
    expect(seen?.headers.get('x-own')).toBe('1')
    expect(seen?.headers.get('idempotency-key')).toBe('k')
    expect(await seen?.json()).toEqual({ a: 1 })
  })

  it('sends a public request without a token, and repeats it after no response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const seen: Request[] = []
    network.use(
      http.get(URL, ({ request }) => {
        seen.push(request)
        return seen.length === 1 ? HttpResponse.error() : HttpResponse.json({ a: 1 })
      }),
    )
    const getToken = vi.fn(async () => 'the-token')
    const asked = client({ getToken }).request({ ...GET, isPublic: true })
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(1000)
    expect(await asked).toEqual({ a: 1 })
    expect(seen.map(({ headers }) => headers.has('authorization'))).toEqual([false, false])
    expect(getToken).not.toHaveBeenCalled()
  })

  it('rejects a refused public request without repeating it', async () => {
    const answer = vi.fn(() => HttpResponse.json({ success: true }, { status: 503 }))
    network.use(http.get(URL, answer))
    const asked = client().request({ ...GET, isPublic: true })
    await expect(asked).rejects.toMatchObject({ name: 'UnexpectedResponseError', status: 503 })
    expect(answer).toHaveBeenCalledTimes(1)
  })

  it.each([true, false])('sends cookies to another origin only if set: %s', async (withCredentials) => {
    const set = vi.spyOn(XMLHttpRequest.prototype, 'withCredentials', 'set')
    network.use(http.get(URL, () => HttpResponse.json({})))
    await client({ withCredentials }).request(GET)
    expect(set).toHaveBeenCalledWith(withCredentials)
  })

  it("turns an API error into an ApiError, and doesn't repeat the request", async () => {
    const answer = vi.fn(() =>
      HttpResponse.json(
        {
          success: false,
          code: 'insufficient_credits',
          message: 'Not enough.',
          requestId: 'r1',
          data: { have: 1, need: 20 },
        },
        { status: 402 },
      ),
    )
    network.use(http.get(URL, answer))
    const error = await client()
      .request(GET)
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 402,
      code: 'insufficient_credits',
      message: 'Not enough.',
      requestId: 'r1',
      data: { have: 1, need: 20 },
    })
    expect(answer).toHaveBeenCalledTimes(1)
  })

  it.each([200, 502])('turns an HTML page with status %i into an UnexpectedResponseError', async (status) => {
    network.use(http.get(URL, () => HttpResponse.html('<h1>Bad gateway</h1>', { status })))
    const error = await client()
      .request(GET)
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(UnexpectedResponseError)
    expect(error).toMatchObject({ status, body: '<h1>Bad gateway</h1>' })
  })

  it('turns JSON without a message into an UnexpectedResponseError', async () => {
    network.use(http.get(URL, () => HttpResponse.json({ detail: 'x' }, { status: 404 })))
    await expect(client().request(GET)).rejects.toMatchObject({ name: 'UnexpectedResponseError', status: 404 })
  })
})

describe('API request without a response', () => {
  const ownAdapter = axios.defaults.adapter
  afterEach(() => {
    if (ownAdapter) axios.defaults.adapter = ownAdapter
  })

  /** Replaces the network below axios. `outcome` returns the result of each try. */
  function playNetwork(outcome: (config: InternalAxiosRequestConfig) => Promise<unknown>) {
    vi.useFakeTimers()
    const tries = vi.fn(outcome)
    axios.defaults.adapter = tries as unknown as AxiosAdapter
    return tries
  }
  const lost = async (config: InternalAxiosRequestConfig) => {
    throw new AxiosError('Network Error', 'ERR_NETWORK', config)
  }
  const hanging = (config: InternalAxiosRequestConfig) =>
    new Promise((_, reject) => {
      setTimeout(() => reject(new AxiosError('timeout', 'ECONNABORTED', config)), config.timeout)
    })
  const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

  it('repeats a request three times, 1 s apart, and then fails', async () => {
    const tries = playNetwork(lost)
    const failure = caught(client().request(GET))
    await vi.advanceTimersByTimeAsync(0)
    for (const calls of [1, 2, 3]) {
      expect(tries).toHaveBeenCalledTimes(calls)
      await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS - 1)
      expect(tries).toHaveBeenCalledTimes(calls)
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(await failure).toMatchObject({ name: 'NetworkError', kind: 'network' })
    expect(tries).toHaveBeenCalledTimes(4)
  })

  it('gives each try of a request 30 s, and repeats the request after a timeout', async () => {
    const tries = playNetwork(hanging)
    const failure = caught(client({ retries: 1 }).request(GET))
    await vi.advanceTimersByTimeAsync(HTTP_TIMEOUT_MS + RETRY_DELAY_MS)
    expect(tries).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(HTTP_TIMEOUT_MS - 1)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await failure).toMatchObject({ name: 'NetworkError', kind: 'timeout' })
    expect(tries).toHaveBeenCalledTimes(2)
  })

  it("repeats a POST request's body and key unchanged", async () => {
    const tries = playNetwork(lost)
    const failure = caught(
      client({ retries: 1 }).request({
        method: 'POST',
        path: '/thing',
        body: { a: 1 },
        headers: { 'Idempotency-Key': 'k' },
      }),
    )
    await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS)
    await failure
    const sent = tries.mock.calls.map(([config]) => [config.data, config.headers.get('Idempotency-Key')])
    expect(sent).toEqual([
      ['{"a":1}', 'k'],
      ['{"a":1}', 'k'],
    ])
  })

  it("doesn't repeat a request that is marked as not repeatable", async () => {
    const tries = playNetwork(lost)
    expect(await caught(client().request({ ...GET, retries: 0 }))).toMatchObject({ kind: 'network' })
    expect(tries).toHaveBeenCalledTimes(1)
  })

  it("doesn't repeat a request that is canceled in progress", async () => {
    const tries = playNetwork(
      (config) =>
        new Promise((_, reject) => {
          config.signal?.addEventListener?.('abort', () => reject(new CanceledError(undefined, config)))
        }),
    )
    const controller = new AbortController()
    const failure = caught(client().request({ ...GET, signal: controller.signal }))
    await vi.advanceTimersByTimeAsync(0)
    controller.abort()
    // No timer is left. A retry would wait for its second.
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
    expect(await failure).toMatchObject({ name: 'NetworkError', kind: 'canceled' })
    expect(tries).toHaveBeenCalledTimes(1)
  })

  it('stops a canceled request at once, even while it waits for the next try', async () => {
    const tries = playNetwork(lost)
    const controller = new AbortController()
    const failure = caught(client().request({ ...GET, signal: controller.signal }))
    await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS / 2)
    controller.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(await failure).toMatchObject({ name: 'NetworkError', kind: 'canceled' })
    expect(tries).toHaveBeenCalledTimes(1)
  })
})

describe('Token refused early', () => {
  const answers = (...statuses: number[]) => {
    const answer = vi.fn(() => {
      const status = statuses[Math.min(answer.mock.calls.length, statuses.length) - 1] ?? 500
      if (status === 0) return HttpResponse.error()
      return HttpResponse.json(status === 200 ? { success: true } : { code: 'unauthorized', message: 'no' }, { status })
    })
    network.use(http.get(URL, answer))
    return answer
  }

  it('renews a refused token, and repeats the request once', async () => {
    const answer = answers(401, 200)
    const renewSession = vi.fn(async () => true)
    await expect(client({ renewSession }).request(GET)).resolves.toEqual({ success: true })
    expect(answer).toHaveBeenCalledTimes(2)
    expect(renewSession).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['no response before', [429], false],
    ['no response to an earlier try', [0, 429], true],
    ['no response before the token was renewed', [0, 401, 429], true],
  ])('tells whether a refused request may have arrived earlier: %s', async (_, statuses, isRepeated) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    answers(...statuses)
    const onFailure = vi.fn()
    client({ renewSession: async () => true })
      .request(GET)
      .catch(onFailure)
    await vi.waitFor(() => expect(onFailure).toHaveBeenCalled(), { interval: 100, timeout: 10_000 })
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 429, isRepeated }))
  })

  it("gives up a refused token if the renewed token is refused too, or can't be obtained", async () => {
    const answer = answers(401)
    await expect(client({ renewSession: async () => true }).request(GET)).rejects.toMatchObject({ status: 401 })
    expect(answer).toHaveBeenCalledTimes(2)
    await expect(client({ renewSession: async () => false }).request(GET)).rejects.toMatchObject({ status: 401 })
    await expect(client().request(GET)).rejects.toMatchObject({ status: 401 })
    expect(answer).toHaveBeenCalledTimes(4)
  })

  it.each([400, 402, 403, 500])('renews no session after a %i', async (status) => {
    const answer = answers(status)
    const renewSession = vi.fn(async () => true)
    await expect(client({ renewSession }).request(GET)).rejects.toMatchObject({ status })
    expect(answer).toHaveBeenCalledTimes(1)
    expect(renewSession).not.toHaveBeenCalled()
  })

  it("doesn't report the session as ended while the auth server can't be reached", async () => {
    answers(401)
    const renewSession = () => Promise.reject(new NetworkError('network'))
    await expect(client({ renewSession }).request(GET)).rejects.toMatchObject({ name: 'NetworkError' })
  })
})
