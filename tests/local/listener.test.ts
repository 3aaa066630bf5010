import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backendListener } from '../../local/listener.ts'
import { serveApp } from '../../local/serve.ts'
import { startVite } from '../../local/start-vite.ts'
import { freePort } from '../support/free-port.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'soundreel-plugin-'))
  await writeFile(join(root, 'index.html'), '<!doctype html><title>App</title>')
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** On a backend whose API lets pages of `origin` alone call it. */
async function serve(command: 'dev' | 'start', port: number, origin: string): Promise<{ close(): Promise<void> }> {
  const api = new Hono()
    .use(
      cors({ origin: (asked) => (asked === origin ? asked : null), credentials: true, allowMethods: ['GET', 'POST'] }),
    )
    .post('/api/thing', (c) => c.json({ success: true }))
  const backend = {
    publishableKey: 'key',
    owns: (pathname: string) => pathname.startsWith('/api/'),
    fetch: async (request: Request) => api.fetch(request),
    drawsClips: true,
    settle: async () => {},
    startSweeping: () => {},
    close: async () => {},
  }
  const listener = backendListener(backend, { origin, port, dataDir: root })
  if (command === 'dev') return startVite(listener, port, { configFile: false, root, logLevel: 'silent' })
  return serveApp(listener, { folder: root, port, headers: { 'x-policy': 'strict' } })
}

describe.each(['dev', 'start'] as const)('origins that call the API of npm run %s', (command) => {
  let server: { close(): Promise<void> }
  let origin: string
  beforeAll(async () => {
    // One of its own: a connection that is kept alive would end with the other server.
    const port = await freePort()
    origin = `http://localhost:${port}`
    server = await serve(command, port, origin)
  })
  afterAll(() => server.close())

  const call = (from: string, path: string, method: string) =>
    fetch(`${origin}${path}`, {
      method,
      headers: { origin: from, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-other' },
    })

  it('the app’s own, as the API says: preflight and call', async () => {
    const preflight = await call(origin, '/api/thing', 'OPTIONS')
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
    expect(preflight.headers.get('access-control-allow-credentials')).toBe('true')
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,POST')
    expect((await call(origin, '/api/thing', 'POST')).headers.get('access-control-allow-origin')).toBe(origin)
  })

  it.each(['http://localhost:9999', 'http://127.0.0.1:9999', 'https://evil.example'])(
    'no other one, also not of this machine: %s',
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

  /** A request by node:http, which lets a test name any host. */
  const ask = (path: string, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(origin)
      const asked = request({ host: '127.0.0.1', port, path, headers: { host }, setHost: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      asked.once('error', reject).end()
    })

  // A name of a stranger's may lead to this machine (DNS rebinding): the page behind it would be of our origin to the browser.
  it('answers by its own names alone', async () => {
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

describe('the built app', () => {
  let server: { close(): Promise<void> }
  let origin: string
  beforeAll(async () => {
    await mkdir(join(root, 'assets'))
    await writeFile(join(root, 'pricing.html'), '<!doctype html><title>Pricing</title>')
    await writeFile(join(root, '404.html'), '<!doctype html><title>Not found</title>')
    await writeFile(join(root, 'assets', 'app-1a2b.js'), 'export {}')
    await writeFile(join(root, 'film.mp4'), '0123456789')
    const port = await freePort()
    origin = `http://localhost:${port}`
    server = await serve('start', port, origin)
  })
  afterAll(() => server.close())

  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(origin + path, { headers, method })
    const named = (name: string) => response.headers.get(name)
    return { status: response.status, text: await response.text(), named }
  }

  it.each([
    ['/', 200, 'App'],
    ['/pricing', 200, 'Pricing'],
    ['/pricing?from=home', 200, 'Pricing'],
    ['/nowhere', 404, 'Not found'],
    ['/nowhere.png', 404, 'Not found'],
    ['/assets/', 404, 'Not found'],
    ['/%2e%2e/keys.json', 404, 'Not found'],
    ['/..%2fkeys.json', 404, 'Not found'],
  ])('answers %s with %s', async (path, status, title) => {
    const { text, named, ...found } = await get(path)
    expect(found).toEqual({ status })
    expect(text).toContain(`<title>${title}</title>`)
    expect([named('content-type'), named('x-policy'), named('cache-control')]).toEqual([
      'text/html; charset=utf-8',
      'strict',
      'no-cache',
    ])
  })

  it('lets files be kept whose name changes with their content, and sends parts of a film', async () => {
    const script = await get('/assets/app-1a2b.js')
    expect([script.named('content-type'), script.named('cache-control')]).toEqual([
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
    const part = await get('/film.mp4', { range: 'bytes=2-4' })
    expect([part.status, part.text, part.named('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
    expect((await get('/film.mp4', { range: 'bytes=20-' })).status).toBe(416)
    expect((await get('/pricing', {}, 'HEAD')).text).toBe('')
    expect((await get('/pricing', {}, 'POST')).status).toBe(404)
  })
})
