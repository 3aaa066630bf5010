// Tests how a runtime's fetch fails. Credits are returned at once only if a create request was never sent. The tests run
// in both runtimes: Node, like the local server, and Deno, like the hosted function.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFreePort } from '../../harness/free-port.ts'

/** Describes the tests for one runtime. `options`: its arguments before the file to run. */
export function describeFetchFailures(program: string, options: readonly string[] = []): void {
  const servers: Server[] = []
  afterAll(() => {
    for (const server of servers) server.close()
  })

  async function listen(server: Server): Promise<string> {
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `127.0.0.1:${(server.address() as AddressInfo).port}/`
  }
  /** Starts a server that reads some bytes and then does this with the connection. */
  const after = (act: (socket: Socket) => void) =>
    listen(createServer((socket) => socket.on('error', () => {}).once('data', () => act(socket))))

  let nothingSent: Record<string, string>
  let maybeSent: Record<string, string>
  beforeAll(async () => {
    const pem = await readFile('tests/fixtures/unknown-certificate.pem')
    const closed = await findFreePort()
    const cut = await after((socket) => socket.end())
    const reset = await after((socket) => socket.resetAndDestroy())
    nothingSent = {
      'a refused connection': `http://127.0.0.1:${closed}/`,
      'a name whose addresses all refuse': `http://localhost:${closed}/`,
      'an unknown name': 'http://nobody.invalid/',
      'an untrusted certificate': `https://${await listen(createHttpsServer({ key: pem, cert: pem }))}`,
      'a connection that ends before TLS starts': `https://${cut}`,
    }
    maybeSent = {
      'a connection that ends after the request': `http://${cut}`,
      'a connection that is reset after the request': `http://${reset}`,
      'an invalid response': `http://${await after((socket) => socket.end('what?\r\n\r\n'))}`,
      'a redirect': `http://${await after((socket) => socket.end(`HTTP/1.1 307 Moved\r\nlocation: http://127.0.0.1:${closed}/\r\ncontent-length: 0\r\n\r\n`))}`,
      silence: `http://${await after(() => {})}`,
      'a response': `http://${await after((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))}`,
    }
  })

  async function post(addresses: Record<string, string>) {
    const args = [...options, 'tests/support/providers/post-each.ts', ...Object.values(addresses)]
    const outcomes: [boolean, boolean, string][] = JSON.parse((await promisify(execFile)(program, args)).stdout)
    return Object.keys(addresses).map((name, index) => [name, ...(outcomes[index] ?? [])])
  }

  it('proves that nothing was sent without a connection', async () => {
    const seen = await post(nothingSent)
    const others = ['an untrusted certificate', 'a connection that ends before TLS starts']
    expect(seen).toEqual(
      Object.keys(nothingSent).map((name) => [
        name,
        true,
        // Only a refused connection or an unknown host name lets the API try another provider.
        !others.includes(name),
        expect.stringMatching(/^TypeError/),
      ]),
    )
  })

  it('assumes that something was sent once a connection exists, however the connection ends', async () => {
    const seen = await post(maybeSent)
    expect(seen).toEqual(Object.keys(maybeSent).map((name) => [name, false, false, expect.any(String)]))
  })
}
