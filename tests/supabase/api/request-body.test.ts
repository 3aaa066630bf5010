// The API checks the caller before it reads a body. The tests use real HTTP through the local server's adapter.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from '../../harness/api.ts'
import { createUser, type TestUser } from '../../harness/database.ts'
import { MALFORMED, sendRawRequest, UNUSUAL } from '../../support/server/malformed-requests.ts'
import { supabase } from '../../support/server/suite.ts'

const MB = 1024 * 1024
const CREATE = '/generation/kling-ai/kling-v1-6'
const SIGN_IN = { success: false, code: 'unauthorized', message: 'Please login before generating a video' }

let user: TestUser
let api: ReturnType<typeof startApi>
let server: Server
let origin: string
beforeAll(async () => {
  user = await createUser(supabase, 100)
  api = startApi(supabase, {
    VIDEO_WEBHOOK_SECRET: Buffer.alloc(32).toString('base64'),
    PUBLIC_API_URL: 'https://api.example',
  })
  server = createServer(getRequestListener((request) => api.app.fetch(request), { overrideGlobalObjects: false }))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

/**
 * Sends `bytes` of a chunked body, in chunks of 64 KB, as fast as the server reads. It never sends the last chunk.
 * `sent` resolves when all bytes are sent, and `answer` when the response is complete.
 */
function uploadInChunks(path: string, bytes: number) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  const headers = ['host: localhost', 'content-type: application/json', 'transfer-encoding: chunked']
  socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'x'), Buffer.from('\r\n')])
  const sent = (async () => {
    for (let left = bytes; left > 0; left -= 0x10000) await new Promise((written) => socket.write(chunk, written))
  })()
  const answer = new Promise<{ status: number; body: unknown }>((resolve) => {
    let text = ''
    socket.setEncoding('utf8').on('data', (data) => {
      text += data
      const [head = '', body] = text.split('\r\n\r\n')
      if (body?.endsWith('}')) resolve({ status: Number(head.split(' ')[1]), body: JSON.parse(body) })
    })
    // A server that hangs up has already sent its response, which is all that counts.
    socket.on('error', () => {})
    socket.on('close', () => resolve({ status: 0, body: 'hung up without an answer' }))
  })
  return { sent, answer, close: () => socket.destroy() }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Returns the bytes in buffers that are still in use. */
function heldBytes(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

it.each([CREATE, '/api/credits/consume'])(
  'refuses a hundred unauthenticated endless bodies at POST %s without storing them in memory',
  async (path) => {
    const before = heldBytes()
    const uploads = Array.from({ length: 100 }, () => uploadInChunks(path, 1.5 * MB))
    expect((await fetch(`${origin}/health`)).status).toBe(200)
    await Promise.all(uploads.map(({ sent, answer }) => Promise.race([sent, answer])))
    // 150 MB were sent. This process also holds the clients, so some of the bytes remain. Freed buffers take a moment
    // to be counted.
    await expect.poll(() => heldBytes() - before).toBeLessThan(64 * MB)
    for (const { answer } of uploads)
      expect(await answer).toEqual({ status: 401, body: expect.objectContaining(SIGN_IN) })
    for (const { close } of uploads) close()
  },
)

it('returns 413 to a client that sends the whole of a body that is too large', async () => {
  const headers = {
    authorization: `Bearer ${user.token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    'x-quoted-credits': '20',
  }
  const response = await fetch(origin + CREATE, { method: 'POST', headers, body: 'x'.repeat(16 * MB) })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ success: false, code: 'body_too_large' })
})

it.each([
  ['no body', [], '', 401],
  ['chunks', ['transfer-encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n', 401],
  ['chunks of 320 KB', ['transfer-encoding: chunked'], `50000\r\n${'x'.repeat(0x50000)}\r\n0\r\n\r\n`, 413],
])('refuses an unsigned webhook with %s', async (_, headers, body, status) => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(['POST /generation/webhook/pollo HTTP/1.1', 'host: localhost', ...headers, '', body].join('\r\n'))
  const [answer] = await once(socket.setEncoding('utf8'), 'data')
  socket.destroy()
  expect(answer).toMatch(`HTTP/1.1 ${status} `)
})

const PLACES: typeof UNUSUAL = ['%', '%00', '%ff%fe', '..%2f', '\\', '%5b'].flatMap((part) => [
  { target: `/api/jobs/${part}` },
  { target: `/generation/${part}/status` },
  { target: `/api/jobs?cursor=${part}&limit=${part}&q=${part}` },
  { target: `/api/credits/statement?cursor=${part}` },
])

// The API upgrades no connection. tests/local/listener.test.ts tests upgrades at the local servers.
const plain = [...MALFORMED, ...UNUSUAL, ...PLACES].filter(
  ({ headers = [] }) => !headers.includes('Connection: Upgrade'),
)

it.each(plain)('returns no server error for the malformed request %j', async ({ target, headers = [] }) => {
  const signedIn = [...headers, `Authorization: Bearer ${user.token}`]
  const { status, body } = await sendRawRequest(new URL(origin).port, {
    ...(target ? { target } : {}),
    headers: signedIn,
  })
  expect(status).toBeGreaterThanOrEqual(200)
  expect({ status, body }).toSatisfy(() => status < 500)
  expect(body.length).toBeLessThan(500)
})

describe('Content-Length', () => {
  const send = (headers: Record<string, string>, body: string | ReadableStream, path = '/api/credits/test/validate') =>
    api.app.request(path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...headers,
      },
      body,
      duplex: 'half',
    } as RequestInit)
  /** Returns an endless body that provides 1 KB per pull, and counts the pulls. */
  function endless() {
    const pulls = { count: 0 }
    const body = new ReadableStream(
      {
        pull(controller) {
          pulls.count += 1
          controller.enqueue(new Uint8Array(1024))
        },
      },
      { highWaterMark: 0 },
    )
    return { pulls, body }
  }

  it('requires a Content-Length header', async () => {
    const response = await send({}, '{}')
    expect(response.status).toBe(411)
    expect(await response.json()).toMatchObject({
      success: false,
      code: 'length_required',
      message: 'Missing Content-Length header.',
    })
  })

  it.each(['', 'ten', '-1', '1e1', '0x10', '10, 10', '9'.repeat(30)])('refuses Content-Length %j', async (length) => {
    expect((await send({ 'content-length': length }, '{}')).status).toBe(411)
  })

  it('ignores a Content-Length beside a chunked encoding', async () => {
    expect((await send({ 'content-length': '2', 'transfer-encoding': 'chunked' }, '{}')).status).toBe(411)
  })

  it.each(['/api/credits/consume', '/api/credits/test/validate', '/api/credits/test/add', '/api/auth/admin-login'])(
    'refuses a Content-Length above 8 KB at %s without reading the body',
    async (path) => {
      const { pulls, body } = endless()
      const response = await send({ 'content-length': '8193' }, body, path)
      expect([response.status, pulls.count]).toEqual([413, 0])
    },
  )

  it('stops reading a body that exceeds its Content-Length', async () => {
    const { pulls, body } = endless()
    const response = await send({ 'content-length': '2000' }, body)
    expect([response.status, pulls.count]).toEqual([400, 2])
  })
})

// The API accepts only JSON, which a form on another site can't send.
it.each([
  ['a body that is not JSON', '{"amount":', 'application/json'],
  ['a form post', 'amount=20', 'application/x-www-form-urlencoded'],
  ['an array', '[]', 'application/json'],
])('refuses to hold credits for %s', async (_name, body, type) => {
  const call = { key: randomUUID(), headers: { 'content-type': type } }
  const answer = await api.request('POST', '/api/credits/consume', user, body, call)
  expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'bad_request' } })
})

it.each([
  ['a body', () => api.request('POST', '/api/auth/admin-login', null, '{"password":"hunter2"')],
  ['a cursor', () => api.request('GET', `/api/jobs?cursor=${btoa('hunter2 {')}`, user)],
])("keeps %s that can't be parsed out of the log", async (_name, send) => {
  api.log.length = 0
  expect((await send()).status).toBe(400)
  expect(JSON.stringify(api.log)).toContain('bad_request')
  expect(JSON.stringify(api.log)).not.toMatch(/hunter2|cause/)
})
