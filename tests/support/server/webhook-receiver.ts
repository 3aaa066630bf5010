// A receiver of webhooks on real HTTP, which verifies what it gets as its owner would, and an API that sends to it.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { type Interceptor, startApi } from '../../../harness/api.ts'
import { createUser, signToken } from '../../../harness/database.ts'
import type { ReceiverNetwork } from '../../../supabase/functions/api/services/outgoing-webhooks/receiver.ts'
import { sql, supabase } from './suite.ts'

export interface ReceivedMessage {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

class WebhookReceiver {
  readonly received: ReceivedMessage[] = []
  /** Answers a message. */
  answer: (response: ServerResponse, path: string) => void = (response) => response.writeHead(204).end()
  readonly #server: Server

  constructor() {
    this.#server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      this.received.push({ path: request.url ?? '', headers: request.headers, body })
      this.answer(response, request.url ?? '')
    })
  }

  async start(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get ids(): unknown[] {
    return this.received.map(({ headers }) => headers['webhook-id'])
  }

  reset(): void {
    this.received.length = 0
    this.answer = (response) => response.writeHead(204).end()
  }
}

/** Opens a receiver for a test file. Each test begins without an address of anybody's. */
export function openReceiver(): WebhookReceiver {
  const receiver = new WebhookReceiver()
  beforeAll(() => receiver.start())
  beforeEach(() => sql('delete from private.outgoing_webhooks'))
  afterEach(() => receiver.reset())
  afterAll(() => receiver.stop())
  return receiver
}

/** Returns the body of a message, if the secret has signed it. Throws if not. The package reads the machine's clock. */
export function verifyMessage({ headers, body }: ReceivedMessage, secret: string): unknown {
  const seconds = Number(headers['webhook-timestamp'])
  vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1000 })
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>)
  } finally {
    vi.useRealTimers()
  }
}

/** The names of this network that lead to a public address, and those that lead inside. */
export const NETWORK: ReceiverNetwork = {
  async resolve(hostname) {
    if (hostname.endsWith('.example')) return ['93.184.215.14']
    if (hostname.endsWith('.test')) return ['93.184.215.14', '10.0.0.7']
    throw new Error('no such name')
  },
  isOwn: false,
}

/** A user, and an API whose calls to `*.example` reach the receiver. */
export async function startWebhookApi(
  receiver: WebhookReceiver,
  { intercept, network = NETWORK }: { intercept?: Interceptor; network?: ReceiverNetwork } = {},
) {
  const reach: Interceptor = async (request, send) => {
    const { hostname, pathname } = new URL(request.url)
    if (!hostname.endsWith('.example')) return send(request)
    const { method, headers, signal, redirect } = request
    const body = await request.text()
    return fetch(`http://127.0.0.1:${receiver.port}${pathname}`, { method, headers, body, signal, redirect })
  }
  const api = startApi(
    supabase,
    {},
    intercept ? (request, send) => intercept(request, (passed) => reach(passed, send)) : reach,
    { network },
  )
  const { id: userId, email } = await createUser(supabase, 100)
  // Tests are days long.
  const token = await signToken({ sub: userId, exp: Math.floor(Date.now() / 1000) + 400 * 24 * 3600 })
  const user = { id: userId, email, token }
  const { request, create, status, provider, waitUntilIdle } = api
  const add = async (url = 'https://hooks.example/jobs', owner = user) => {
    const { body } = await request('POST', '/api/webhooks', owner, { url })
    return { id: body.data?.webhook.id as string, secret: body.data?.secret as string, body }
  }
  /** Has a job end with a video, and waits until what is told of it is sent or not. */
  const finish = async (job: string, over: Record<string, unknown> = {}) => {
    await create(user, job, over)
    provider.succeed()
    await status(user, job)
    await waitUntilIdle()
  }
  const listDeliveries = async (id: string) =>
    (await request('GET', `/api/webhooks/${id}/deliveries`, user)).body.data.deliveries
  return { ...api, user, add, finish, listDeliveries }
}
