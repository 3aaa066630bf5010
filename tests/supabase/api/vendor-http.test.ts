import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createSender, type SendToProvider } from '../../../supabase/functions/api/services/providers/provider-http.ts'

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

describe('a redirect of the provider', () => {
  it.each([301, 302, 303, 307, 308])('of status %i is not followed, and nobody else sees the key', async (status) => {
    const seen: unknown[] = []
    const elsewhere = await listen((request, response) => {
      seen.push(request.headers)
      response.setHeader('content-type', 'application/json').end('{}')
    })
    const baseUrl = await listen((_request, response) => {
      response.writeHead(status, { location: `${elsewhere}/stolen` }).end()
    })
    const send = createSender({ baseUrl, apiKey: 'key', fetch }, { 'x-api-key': 'key' })
    await expect(send('POST', 'generation', {})).rejects.toThrow()
    await expect(send('GET', 'generation/1/status')).rejects.toThrow()
    expect(seen).toEqual([])
  })
})

describe('an answer of the provider', () => {
  const MB = 1024 * 1024

  /** A sender whose provider answers a JSON text of this many bytes, in chunks of 64 KB. */
  function answering(bytes: number): { send: SendToProvider; readBytes: () => number } {
    let read = 0
    const body = () =>
      new ReadableStream<Uint8Array<ArrayBuffer>>(
        {
          pull(controller) {
            const chunk = new Uint8Array(Math.min(64 * 1024, bytes - read)).fill(0x20)
            if (read === 0) chunk[0] = 0x31
            read += chunk.length
            if (chunk.length === 0) controller.close()
            else controller.enqueue(chunk)
          },
        },
        { highWaterMark: 0 },
      )
    const answer = async () => new Response(body(), { headers: { 'content-type': 'application/json' } })
    return {
      send: createSender({ baseUrl: 'http://vendor.test', apiKey: '', fetch: answer }, {}),
      readBytes: () => read,
    }
  }

  it('is read up to 1 MB', async () => {
    const { send } = answering(MB)
    expect(await send('GET', 'x')).toMatchObject({ status: 200, body: 1 })
  })

  it('is given up where it is longer, and the rest is not read', async () => {
    const { send, readBytes } = answering(3 * MB)
    expect(await send('GET', 'x')).toEqual({ status: 200, retryAfter: undefined, body: undefined })
    expect(readBytes()).toBe(MB + 64 * 1024)
  })
})
