// A provider on real HTTP whose every answer is set by a test.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Sent {
  method: string
  path: string
  authorization: string | undefined
  /** The version of the provider's API, if it requires one. */
  version: string | undefined
  body: string
}

/** `dropped`: the request is read, and the connection cut. `silent`: it is read, and never answered. */
export type Reply =
  | { status: number; headers: Record<string, string>; body: string | Uint8Array }
  | 'dropped'
  | 'silent'

export function sendJson(body: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

export function buildPage(status: number): Reply {
  return { status, headers: { 'content-type': 'text/html' }, body: '<html><h1>Bad gateway</h1></html>' }
}

export class ScriptedProvider {
  reply: (sent: Sent) => Reply = () => sendJson({})
  readonly sent: Sent[] = []
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response))

  async open(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    const sent = {
      method,
      path: url.slice(1),
      authorization: headers.authorization,
      version: headers['x-runway-version']?.toString(),
      body: Buffer.concat(chunks).toString(),
    }
    this.sent.push(sent)
    const reply = this.reply(sent)
    if (reply === 'silent') return
    if (reply === 'dropped') return void request.socket.destroy()
    response.writeHead(reply.status, reply.headers).end(reply.body)
  }
}
