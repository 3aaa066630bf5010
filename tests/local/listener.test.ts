import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Backend } from '../../local/backend/backend.ts'
import { guard } from '../../local/guard.ts'
import { createBackendListener } from '../../local/listener.ts'
import { serveApp } from '../../local/serve.ts'
import { startVite } from '../../local/start-vite.ts'
import { findFreePort } from '../harness/free-port.ts'
import { makeFolder } from '../support/make-folder.ts'
import { MALFORMED, sendRawRequest, UNUSUAL } from '../support/server/malformed-requests.ts'

const NOWHERE = { origin: 'http://localhost:1', port: 1, oneServer: null }

let root: string
beforeAll(async () => {
  root = await makeFolder()
  await writeFile(join(root, 'index.html'), '<!doctype html><title>App</title>')
  await writeFile(join(root, 'video.mp4'), '0123456789')
})

const getBackend = (api: Hono): Backend => ({
  publishableKey: 'key',
  secretKey: 'secret',
  sweepSecret: 'sweep',
  owns: (pathname) => pathname.startsWith('/api/'),
  fetch: async (request) => api.fetch(request),
  settle: async () => {},
  startSweeping: () => {},
  close: async () => {},
})

/** Serves a backend whose API allows only pages of `origin`. */
async function serve(command: 'dev' | 'start', port: number, origin: string): Promise<{ close(): Promise<void> }> {
  const api = new Hono()
    .use(
      cors({ origin: (asked) => (asked === origin ? asked : null), credentials: true, allowMethods: ['GET', 'POST'] }),
    )
    .post('/api/thing', (c) => c.json({ success: true }))
  const listener = createBackendListener(getBackend(api), { origin, port, oneServer: null })
  if (command === 'dev') return startVite(listener, port, { configFile: false, root, logLevel: 'silent' })
  const share = { shell: '<!doctype html><title>Link</title>', headers: {}, apiUrl: '', siteUrl: '' }
  return serveApp(listener, { folder: root, address: '127.0.0.1', port, headers: { 'x-policy': 'strict' }, share })
}

describe.each(['dev', 'start'] as const)('Origins that call the API of npm run %s', (command) => {
  let server: { close(): Promise<void> }
  let origin: string
  beforeAll(async () => {
    // Each server has its own port. A reused connection would end with the previous server.
    const port = await findFreePort()
    origin = `http://localhost:${port}`
    server = await serve(command, port, origin)
  })
  afterAll(() => server.close())

  const call = (from: string, path: string, method: string) =>
    fetch(`${origin}${path}`, {
      method,
      headers: { origin: from, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-other' },
    })

  it("allows calls and preflights from the app's own origin", async () => {
    const preflight = await call(origin, '/api/thing', 'OPTIONS')
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
    expect(preflight.headers.get('access-control-allow-credentials')).toBe('true')
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,POST')
    expect((await call(origin, '/api/thing', 'POST')).headers.get('access-control-allow-origin')).toBe(origin)
  })

  it.each(['http://localhost:9999', 'http://127.0.0.1:9999', 'https://evil.example'])(
    'refuses calls from every other origin, even on this machine: %s',
    async (from) => {
      for (const [path, method] of [
        ['/api/thing', 'OPTIONS'],
        ['/api/thing', 'POST'],
        ['/', 'GET'],
      ] as const) {
        expect((await call(from, path, method)).headers.get('access-control-allow-origin')).toBeNull()
      }
    },
  )

  /** Sends a request through node:http, which lets a test set any host name. */
  const ask = (path: string, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(origin)
      const asked = request({ host: '127.0.0.1', port, path, headers: { host }, setHost: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      asked.once('error', reject).end()
    })

  // A stranger's host name can lead to this machine (DNS rebinding). The browser would then treat the stranger's page
  // as same-origin.
  it("accepts only the server's own host names", async () => {
    const { port } = new URL(origin)
    for (const path of ['/', '/api/thing']) {
      for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
        expect({ path, host, status: await ask(path, host) }).toEqual({ path, host, status: path === '/' ? 200 : 404 })
      }
      for (const host of [
        `evil.example:${port}`,
        'evil.example',
        'localhost',
        '127.0.0.1',
        '[::1]',
        'localhost:1',
        `localhost.evil.example:${port}`,
        `[::ffff:127.0.0.1]:${port}`,
        `localhost:${port}.evil.example`,
        '',
      ]) {
        expect({ path, host, status: await ask(path, host) }).toEqual({ path, host, status: 403 })
      }
    }
  })
})

it('fills the page of a share link as static hosts do', async () => {
  const port = await findFreePort()
  const server = await serve('start', port, `http://localhost:${port}`)
  onTestFinished(() => server.close())
  const read = async (path: string) => {
    const answer = await fetch(`http://localhost:${port}${path}`)
    return [answer.status, answer.headers.get('x-policy'), await answer.text()]
  }
  expect(await read('/s/x')).toEqual([404, 'strict', '<!doctype html><title>Video not found</title>'])
  // The API of this test has no share links, and its error isn't in the contract's format.
  expect(await read(`/s/${'A'.repeat(22)}`)).toEqual([200, 'strict', '<!doctype html><title>Link</title>'])
})

it('redirects another spelling of an address to the address, and to no other site', async () => {
  const port = await findFreePort()
  const server = await serve('start', port, `http://localhost:${port}`)
  onTestFinished(() => server.close())
  const [token, id] = ['aB3_xY9-kLmN0pQrStUvW-', '1e58dde0-ad9e-433e-8364-ae33bc0d438e']
  const cases = [
    [`/s/${token}/`, `/s/${token}`],
    [`/S/${token}?a=1`, `/s/${token}?a=1`],
    [`/s/${token}).`, `/s/${token}`],
    [`/videos/${id}/`, `/videos/${id}`],
    [`/Videos/${id.toUpperCase()},`, `/videos/${id}`],
    ['/).', '/'],
    [`//s/${token}`, `/s/${token}`],
    ['//evil.example/a', '/evil.example/a'],
  ] as const
  for (const [target, location] of cases) {
    const { status, head } = await sendRawRequest(port, { target })
    expect([target, status, /^location: (.*)\r$/im.exec(head)?.[1]]).toEqual([target, 301, location])
  }
})

describe.each(['dev', 'start'] as const)('Malformed request to npm run %s', (command) => {
  let server: { close(): Promise<void> }
  let port: number
  beforeAll(async () => {
    port = await findFreePort()
    server = await serve(command, port, `http://localhost:${port}`)
  })
  afterAll(() => server.close())

  it.each(MALFORMED)('refuses a malformed request with a short response and keeps running: %j', async (malformed) => {
    const { status, body } = await sendRawRequest(port, malformed)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body.length).toBeLessThan(200)
    expect(await sendRawRequest(port, {})).toMatchObject({ status: 200 })
  })

  it.each(UNUSUAL)('answers an unusual request with a status below 500: %j', async (odd) => {
    const { status } = await sendRawRequest(port, odd)
    expect(status).toBeGreaterThanOrEqual(200)
    expect(status).toBeLessThan(500)
  })
})

describe('Slow connection', () => {
  const open = async (onRequest: RequestListener) => {
    const server = guard(createServer({ connectionsCheckingInterval: 20 }, onRequest), 20)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    return { port, socket: connect(port, '127.0.0.1') }
  }
  const everything = async (socket: Socket) => (await Array.fromAsync(socket.setEncoding('utf8'))).join('')

  // Node's own limit is one minute.
  it('closes a connection whose headers are incomplete after the time limit', { timeout: 20_000 }, async () => {
    const { socket } = await open(() => {})
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n')
    expect(await everything(socket)).toContain('408 Request Timeout')
  })

  /** Sends half of a body to the listener. */
  async function sendHalf(headers: string[]) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const listen = createBackendListener(getBackend(new Hono()), NOWHERE)
    const reached = Promise.withResolvers<void>()
    const { socket } = await open((request, response) => {
      listen(request, response, () => {
        request
          .on('error', () => {})
          .on('end', () => response.end('whole'))
          .resume()
        reached.resolve()
      })
    })
    socket.write(['POST / HTTP/1.1', 'Host: localhost:1', 'Content-Length: 2', ...headers, '\r\na'].join('\r\n'))
    await reached.promise
    return socket
  }

  it('closes a connection whose body is incomplete after 30 s', async () => {
    const socket = await sendHalf([])
    vi.advanceTimersByTime(30_000)
    expect(await everything(socket)).toBe('')
  })

  it.each([
    ['the API sends a video', ['apikey: secret'], 29_999 + 60_000],
    ['its body arrives in time', [], 29_999],
  ])('keeps a slow connection open when %s', async (_name, headers, ms) => {
    const socket = await sendHalf([...headers, 'Connection: close'])
    vi.advanceTimersByTime(ms)
    socket.write('b')
    expect(await everything(socket)).toMatch(/whole/)
  })

  it('keeps a connection open while its complete request waits for a response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const listen = createBackendListener(getBackend(new Hono()), NOWHERE)
    const { socket } = await open((request, response) => {
      listen(request, response, () => {
        setImmediate(() => {
          vi.advanceTimersByTime(60_000)
          response.end('waited')
        })
      })
    })
    socket.write('GET / HTTP/1.1\r\nHost: localhost:1\r\nConnection: close\r\n\r\n')
    expect(await everything(socket)).toMatch(/waited/)
  })
})

describe('Built app', () => {
  let server: { close(): Promise<void> }
  let origin: string
  beforeAll(async () => {
    await mkdir(join(root, 'assets'))
    await writeFile(join(root, 'pricing.html'), '<!doctype html><title>Pricing</title>')
    await writeFile(join(root, '404.html'), '<!doctype html><title>Not found</title>')
    await writeFile(join(root, 'assets', 'app-1a2b.js'), 'export {}')
    const port = await findFreePort()
    origin = `http://localhost:${port}`
    server = await serve('start', port, origin)
  })
  afterAll(() => server.close())

  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(origin + path, { headers, method, redirect: 'manual' })
    const named = (name: string) => response.headers.get(name)
    return { status: response.status, text: await response.text(), named }
  }

  it.each([
    ['/', 200, 'App'],
    ['/pricing', 200, 'Pricing'],
    ['/pricing?from=home', 200, 'Pricing'],
    ['/nowhere', 404, 'Not found'],
    ['/nowhere/', 404, 'Not found'],
    ['/nowhere.png', 404, 'Not found'],
    ['/assets/', 404, 'Not found'],
    ['/%2e%2e/keys.json', 404, 'Not found'],
    ['/..%2fkeys.json', 404, 'Not found'],
  ])('answers the path %s with status %s', async (path, status, title) => {
    const { text, named, ...found } = await get(path)
    expect(found).toEqual({ status })
    expect(text).toContain(`<title>${title}</title>`)
    expect([named('content-type'), named('x-policy'), named('cache-control')]).toEqual([
      'text/html; charset=utf-8',
      'strict',
      'no-cache',
    ])
  })

  it.each(['/pricing/', '/pricing//', '/Pricing', '/PRICING/'])(
    'redirects %s to /pricing and keeps the query',
    async (path) => {
      for (const search of ['', '?from=mail&to=%2Fa']) {
        const { status, named } = await get(path + search)
        expect([status, named('location'), named('cache-control')]).toEqual([301, `/pricing${search}`, 'no-cache'])
      }
    },
  )

  it('lets browsers cache files with a content hash, and serves parts of a video', async () => {
    const script = await get('/assets/app-1a2b.js')
    expect([script.named('content-type'), script.named('cache-control')]).toEqual([
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
    const part = await get('/video.mp4', { range: 'bytes=2-4' })
    expect([part.status, part.text, part.named('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
    expect((await get('/video.mp4', { range: 'bytes=20-' })).status).toBe(416)
    expect((await get('/pricing', {}, 'HEAD')).text).toBe('')
    expect((await get('/pricing', {}, 'POST')).status).toBe(404)
  })
})
