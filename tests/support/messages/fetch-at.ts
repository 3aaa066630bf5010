// Tests that a message goes to the address that was checked, with the certificate of its host. The tests run in both runtimes: Node,
// like the local server, and Deno, like the hosted function.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSignedCertificate } from './own-certificate.ts'

/** No DNS server knows this name. */
const HOST = 'hooks.invalid'

/** Describes the tests for one runtime. `options`: its arguments before the file to run. `trust`: its variable for a CA's file. */
export function describeFetchAt(program: string, options: readonly string[], trust: string): void {
  const certificate = makeSignedCertificate(HOST)
  const servers: Server[] = []
  const received: string[] = []
  const listen = async (server: Server) => {
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const serve = (answer: (response: ServerResponse) => void) =>
    listen(
      createHttpsServer(certificate, async (request: IncomingMessage, response) => {
        const body = (await request.toArray()).join('')
        received.push(`${request.method} ${request.headers.host} ${request.url} ${request.headers['x-sent']} ${body}`)
        answer(response)
      }),
    )
  const say = (text: string) =>
    listen(createTlsServer(certificate, (socket: TLSSocket) => socket.once('data', () => socket.end(text))))

  const post = async (...urls: string[]) => {
    const args = [...options, 'tests/support/messages/post-at.ts', ...urls]
    const env = { ...process.env, [trust]: certificate.caFile }
    return JSON.parse((await promisify(execFile)(program, args, { env })).stdout)
  }

  let port: number
  beforeAll(async () => {
    port = await serve((response) => response.writeHead(429, { 'retry-after': '7' }).end('x'.repeat(100_000)))
  })
  afterAll(() => {
    for (const server of servers) server.close()
  })

  it('connects to the given address, and names the host in TLS and HTTP', async () => {
    expect(await post(`https://${HOST}:${port}/jobs?a=1`)).toEqual([{ status: 429, retryAfter: '7' }])
    expect(received).toEqual([`POST ${HOST}:${port} /jobs?a=1 yes hello`])
    expect(await post(`https://${HOST}.:${port}/`)).toEqual([{ status: 429, retryAfter: '7' }])
  })

  it('refuses the certificate of another host, and sends it nothing', async () => {
    received.length = 0
    expect(await post(`https://other.invalid:${port}/`, `https://127.0.0.1:${port}/`)).toEqual([
      { error: expect.any(String) },
      { error: expect.any(String) },
    ])
    expect(received).toEqual([])
  })

  it('reads the first final response, and refuses what is not HTTP, endless, cut, or silent', async () => {
    const ports = await Promise.all([
      say('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'),
      say('SSH-2.0-OpenSSH_9.2\r\n\r\n'),
      say('x'.repeat(200_000)),
      say('HTTP/1.1 200 OK\r\nretry-af'),
      listen(createTlsServer(certificate, () => {})),
    ])
    expect(await post(...ports.map((one) => `https://${HOST}:${one}/`))).toEqual([
      { status: 204, retryAfter: null },
      { error: 'TypeError' },
      { error: 'TypeError' },
      { error: 'TypeError' },
      { error: 'TimeoutError' },
    ])
  })
}
