// An agent as users have one: the protocol's own client, over HTTP.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import type { startApi } from '../../harness/api.ts'
import type { TestUser } from '../../harness/database.ts'

/** The protocol's version. `legacy` uses the handshake of 2025, and `auto` the protocol of 2026, which has none. */
type Era = 'legacy' | 'auto'

/** Listens on a free port until the test ends. Returns the endpoint's URL. Time passes only while the server waits. */
export async function listen({ app, clock }: Pick<ReturnType<typeof startApi>, 'app' | 'clock'>): Promise<URL> {
  clock.sleep = async (ms) => {
    clock.now += ms
    await setImmediate()
  }
  // `app.request` compares responses with the API's contract, and `app.fetch` doesn't.
  const server = serve({ fetch: (request) => app.request(request), hostname: '127.0.0.1', port: 0 })
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
}

export async function connectAgent(url: URL, { token }: Pick<TestUser, 'token'>, era: Era = 'auto') {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } })
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  onTestFinished(() => client.close())

  /** Calls a tool. Returns its sentence, and its data or its error. */
  async function use(name: string, given: Record<string, unknown> = {}) {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: given })
    const [say = '', data = '{}'] = content.map((part) => (part.type === 'text' ? part.text : ''))
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    return { isError: isError ?? false, say, data: (structuredContent ?? JSON.parse(data)) as any, text: data }
  }
  return { client, use }
}
