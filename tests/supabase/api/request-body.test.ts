// Who asks is settled before a body is read: on real HTTP, through the adapter of the local server.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { startApi } from '../../support/server/api.ts'
import { createUser, openTestSupabase, type TestUser } from '../../support/server/database.ts'

const MB = 1024 * 1024
const CREATE = '/generation/kling-ai/kling-v1-6'
const SIGN_IN = { success: false, code: 'unauthorized', message: 'Please login before generating a video' }

let supabase: LocalSupabase
let user: TestUser
let api: ReturnType<typeof startApi>
let server: Server
let origin: string
beforeAll(async () => {
  supabase = await openTestSupabase()
  user = await createUser(supabase, 100)
  api = startApi(supabase)
  server = createServer(getRequestListener((request) => api.app.fetch(request)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  await supabase.close()
})

const CHUNKED_JSON = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n'

interface Upload {
  path: string
  bytes: number
}

/**
 * Sends `bytes` of a chunked body by hand, in chunks of 64 KB, as fast as they are taken; the last chunk never comes. `sent`
 * resolves when all are on their way, `answer` once a whole answer is there.
 */
function uploadInChunks({ path, bytes }: Upload) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\n${CHUNKED_JSON}\r\n`)
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
    // A server that hangs up has answered before: what was heard is what counts.
    socket.on('error', () => {})
    socket.on('close', () => resolve({ status: 0, body: 'hung up without an answer' }))
  })
  return { sent, answer, close: () => socket.destroy() }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes that somebody holds on to. */
function heldBytes(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

describe('a body nobody asked for', () => {
  it.each([CREATE, '/api/credits/consume'])(
    'POST %s: a hundred callers without a token, who never end theirs, cost no memory and are told to sign in',
    async (path) => {
      const before = heldBytes()
      const uploads = Array.from({ length: 100 }, () => uploadInChunks({ path, bytes: 1.5 * MB }))
      expect((await fetch(`${origin}/health`)).status).toBe(200)
      await Promise.all(uploads.map(({ sent, answer }) => Promise.race([sent, answer])))
      expect(heldBytes() - before).toBeLessThan(32 * MB)
      for (const { answer } of uploads)
        expect(await answer).toEqual({ status: 401, body: expect.objectContaining(SIGN_IN) })
      for (const { close } of uploads) close()
    },
  )
})

describe('a client that sends all of its body first', () => {
  const post = (path: string, body: string | ReadableStream, headers: Record<string, string> = {}) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      duplex: 'half',
    } as RequestInit)
  const signedIn = () => ({ authorization: `Bearer ${user.token}` })
  const keyed = () => ({ ...signedIn(), 'idempotency-key': randomUUID(), 'x-quoted-credits': '20' })

  it('hears that it has to sign in', async () => {
    const response = await post(CREATE, 'x'.repeat(8 * MB))
    expect([response.status, await response.json()]).toEqual([401, expect.objectContaining(SIGN_IN)])
  })

  it('hears that its body is too large', async () => {
    const response = await post(CREATE, 'x'.repeat(16 * MB), keyed())
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ success: false, code: 'body_too_large' })
  })

  it('hears that it has to name the length of its body', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{}'))
        controller.close()
      },
    })
    const response = await post('/api/credits/consume', body, keyed())
    expect(response.status).toBe(411)
    expect(await response.json()).toMatchObject({
      success: false,
      code: 'length_required',
      message: 'The request does not say how long its body is: send a Content-Length. Nothing was charged.',
    })
  })

  it('passes with a body as a browser sends it', async () => {
    const input = { prompt: 'Rain', length: 5, aspectRatio: '16:9', seed: 7 }
    const response = await post(CREATE, JSON.stringify({ input }), keyed())
    expect(response.status).toBe(200)
  })

  it('needs no body where none is read', async () => {
    const response = await fetch(`${origin}/api/jobs/${randomUUID()}/cancel`, { method: 'POST', headers: signedIn() })
    expect(response.status).toBe(404)
  })
})

describe('a declared length', () => {
  const send = (length: string | null, body: string | ReadableStream, path = '/api/credits/test/validate') =>
    api.app.request(path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(length === null ? {} : { 'content-length': length }),
      },
      body,
      duplex: 'half',
    } as RequestInit)

  it.each([null, '', 'ten', '-1', '1e1', '0x10', '10, 10', '9'.repeat(30)])('of %j is none', async (length) => {
    expect((await send(length, '{}')).status).toBe(411)
  })

  it('beside chunks is not believed', async () => {
    const response = await api.app.request('/api/credits/test/validate', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': 'application/json',
        'content-length': '2',
        'transfer-encoding': 'chunked',
      },
      body: '{}',
    })
    expect(response.status).toBe(411)
  })

  it.each(['/api/credits/consume', '/api/credits/test/validate', '/api/credits/test/add', '/api/auth/admin-login'])(
    'above a few KB is refused by %s, unread',
    async (path) => {
      let pulls = 0
      const body = new ReadableStream(
        {
          pull(controller) {
            pulls += 1
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
      const response = await send('8193', body, path)
      expect([response.status, pulls]).toEqual([413, 0])
    },
  )

  it('that is exceeded ends the reading', async () => {
    let pulls = 0
    const body = new ReadableStream(
      {
        pull(controller) {
          pulls += 1
          if (pulls > 20) controller.close()
          else controller.enqueue(new Uint8Array(1024))
        },
      },
      { highWaterMark: 0 },
    )
    const response = await send('2000', body)
    expect([response.status, pulls]).toEqual([400, 2])
  })
})
