// A receiver of webhooks on real HTTP.
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'

export interface ReceivedMessage {
  path: string
  headers: IncomingHttpHeaders
  body: string
  bytes: Buffer
}

export class WebhookReceiver {
  readonly received: ReceivedMessage[] = []
  answer: (response: ServerResponse, path: string) => void = (response) => response.writeHead(204).end()
  readonly #server: Server

  /** `certificate`: its key and chain, for https. */
  constructor(certificate?: { key: string; cert: string }) {
    const listener: RequestListener = async (request, response) => {
      const bytes = Buffer.concat(await request.toArray())
      this.received.push({ path: request.url ?? '', headers: request.headers, body: bytes.toString(), bytes })
      this.answer(response, request.url ?? '')
    }
    this.#server = certificate ? createTlsServer(certificate, listener) : createServer(listener)
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

export function openReceiver(certificate?: { key: string; cert: string }): WebhookReceiver {
  const receiver = new WebhookReceiver(certificate)
  beforeAll(() => receiver.start())
  afterEach(() => receiver.reset())
  afterAll(() => receiver.stop())
  return receiver
}

/**
 * Returns the body of a message that the secret has signed. Throws if the signature is wrong. The clock is faked
 * because the package compares the timestamp with it.
 */
export function verifyMessage({ headers, body }: ReceivedMessage, secret: string): unknown {
  const seconds = Number(headers['webhook-timestamp'])
  vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1000 })
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>)
  } finally {
    vi.useRealTimers()
  }
}
