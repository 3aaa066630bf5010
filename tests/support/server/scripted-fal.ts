// A stand-in of fal's queue on real HTTP, as far as the adapter uses it: submit, status, result, cancel, files.
import { randomUUID } from 'node:crypto'
import { serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Interceptor, startApi, VIDEO } from '../../harness/api.ts'
import { createUser, readBooks } from '../../harness/database.ts'
import { supabase } from './suite.ts'

export const FAL_KEY = 'fal-key'

interface FalRequest {
  id: string
  /** The endpoint it was submitted to, with its subpath. */
  endpoint: string
  input: Record<string, unknown>
  state: 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED'
  /** The answer of the result once it is completed. */
  result: { status: number; body: unknown }
}

class ScriptedFal {
  url = ''
  readonly requests: FalRequest[] = []
  readonly cancels: string[] = []
  /** Set to answer a call in another way; undefined lets it pass. */
  intercept: (
    c: Context,
    call: 'submit' | 'status' | 'result' | 'cancel',
  ) => Response | undefined | Promise<Response | undefined> = () => undefined
  #close: () => void = () => {}

  async start(): Promise<void> {
    const app = this.#app()
    await new Promise<void>((resolve) => {
      const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
        this.url = `http://127.0.0.1:${port}`
        resolve()
      })
      this.#close = () => server.close()
    })
  }

  stop(): void {
    this.#close()
  }

  /** Resets the provider to a test's beginning. */
  reset(): void {
    this.requests.length = 0
    this.cancels.length = 0
    this.intercept = () => undefined
  }

  /** The only request there is. */
  get request(): FalRequest {
    const [request] = this.requests
    if (!request || this.requests.length > 1) throw new Error(`${this.requests.length} requests, not one`)
    return request
  }

  finish(url = `${this.url}/files/one.mp4`): void {
    this.request.state = 'COMPLETED'
    this.request.result = { status: 200, body: { video: { url, content_type: 'video/mp4' } } }
  }

  fail(status: number, body: unknown): void {
    this.request.state = 'COMPLETED'
    this.request.result = { status, body }
  }

  #app(): Hono {
    const find = (c: Context) => this.requests.find(({ id }) => id === c.req.param('id'))
    const unknown = (c: Context) => c.json({ detail: 'Request not found' }, 404)
    const app = new Hono()
    app.get('/files/*', () => new Response(VIDEO, { headers: { 'content-type': 'video/mp4' } }))
    app.use(async (c, next) => {
      if (c.req.header('authorization') !== `Key ${FAL_KEY}`) return c.json({ detail: 'Invalid key' }, 401)
      return next()
    })
    app.get('/:owner/:model/requests/:id/status', async (c) => {
      const request = find(c)
      return (await this.intercept(c, 'status')) ?? (request ? c.json({ status: request.state }) : unknown(c))
    })
    app.get('/:owner/:model/requests/:id', async (c) => {
      const other = await this.intercept(c, 'result')
      const request = find(c)
      if (other || !request) return other ?? unknown(c)
      return Response.json(request.result.body, { status: request.result.status })
    })
    app.put('/:owner/:model/requests/:id/cancel', async (c) => {
      this.cancels.push(c.req.param('id'))
      const other = await this.intercept(c, 'cancel')
      if (other) return other
      const request = find(c)
      if (!request) return c.json({ status: 'NOT_FOUND' }, 404)
      if (request.state === 'COMPLETED') return c.json({ status: 'ALREADY_COMPLETED' }, 400)
      if (request.state === 'IN_PROGRESS') return c.json({ status: 'CANCELLATION_REQUESTED' }, 202)
      this.requests.splice(this.requests.indexOf(request), 1)
      return c.json({ status: 'OK' })
    })
    app.post('/*', async (c) => {
      const other = await this.intercept(c, 'submit')
      if (other) return other
      const endpoint = c.req.path.slice(1)
      const id = randomUUID()
      this.requests.push({
        id,
        endpoint,
        input: await c.req.json(),
        state: 'IN_QUEUE',
        result: { status: 200, body: {} },
      })
      // The subpath of the endpoint is not part of the request's own address.
      const address = `${this.url}/${endpoint.split('/').slice(0, 2).join('/')}/requests/${id}`
      return c.json({
        request_id: id,
        response_url: address,
        status_url: `${address}/status`,
        cancel_url: `${address}/cancel`,
      })
    })
    return app
  }
}

/** The API with fal as its provider. */
export function startFalApi(fal: ScriptedFal, intercept: Interceptor = (request, send) => send(request)) {
  const settings = {
    VIDEO_PROVIDER: 'fal',
    VIDEO_API_URL: fal.url,
    VIDEO_API_KEY: FAL_KEY,
    VIDEO_FILE_ORIGINS: fal.url,
  }
  return startApi(supabase, settings, (request, send) =>
    intercept(request, (given) => (given.url.startsWith(fal.url) ? fetch(given) : send(given))),
  )
}

/** Call once per test file: a fal of the file's own, which forgets its requests after each test. */
export function openFal() {
  const fal = new ScriptedFal()
  beforeAll(() => fal.start())
  afterAll(() => fal.stop())
  afterEach(() => fal.reset())

  /** An API with fal as its provider, a new person with credits, and a job id. */
  async function startFalJobApi(credits = 100) {
    const user = await createUser(supabase, credits)
    return { ...startFalApi(fal), user, job: randomUUID(), booked: () => readBooks(supabase, user.id) }
  }

  return { fal, startFalJobApi }
}
