import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Backend, prepareBackend } from '../../../../local/backend/backend.ts'
import { createBackendListener } from '../../../../local/listener.ts'
import { findFreePort } from '../../../harness/free-port.ts'
import { makeFolder } from '../../../support/make-folder.ts'

vi.mock(import('node:child_process'), { spy: true })

let dataDir: string
let origin: string
let backend: Backend
let server: Server
let maker: ChildProcess | undefined
beforeAll(async () => {
  dataDir = await makeFolder()
  const port = await findFreePort()
  origin = `http://localhost:${port}`
  const prepared = await prepareBackend(
    { port, origin, oneServer: null, dataDir, models: 'specified', modelEnds: [], frameRate: 24 },
    {},
  )
  backend = await prepared.open()
  maker = vi.mocked(fork).mock.results[0]?.value
  const listener = createBackendListener(backend, { port, origin, oneServer: null })
  server = createServer((request, response) => listener(request, response, () => response.writeHead(500).end()))
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await backend.close()
})
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
})

function send(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Response> {
  return fetch(`${origin}${path}`, { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) })
}

it('creates a new database in a separate process that ends afterward', () => {
  expect(maker).toMatchObject({ exitCode: 0 })
})

describe('Requests from pages of other origins', () => {
  const AUTHORIZE = '/auth/v1/authorize?provider=google'
  const CHOOSE = '/stand-ins/google/choose?client_id=soundreel-local'
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:9999' }],
    ['an old browser', { origin: 'https://evil.example' }],
    ['a frame without an origin', { origin: 'null' }],
  ])('refuses to choose an account or store a file for a page of another origin: %s', async (_name, headers) => {
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
    expect((await send('POST', CHOOSE, form, 'name=A&email=a%40b.co')).status).toBe(403)
    expect((await send('POST', '/stand-ins/google/cancel', form, '')).status).toBe(403)
    const text = { ...headers, 'content-type': 'text/plain' }
    expect((await send('POST', '/storage/v1/object/videos/a.mp4', text, 'x')).status).toBe(403)
    expect((await send('POST', '/auth/v1/logout', text, '{}')).status).toBe(403)
  })

  it('refuses to start a sign-in for a page of another origin', async () => {
    expect((await send('GET', AUTHORIZE, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send('GET', AUTHORIZE, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
  })

  it("refuses to generate a video for a page of another origin without the stand-in's key", async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', 'content-type': 'text/plain' }
    const create = '/stand-ins/video/api/platform/generation/google/veo3'
    expect((await send('POST', create, headers, '{"input":{"prompt":"waves"}}')).status).toBe(401)
  })

  it("accepts requests from the app's own pages and from programs", async () => {
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}] as Record<
      string,
      string
    >[]) {
      expect((await send('GET', AUTHORIZE, headers)).status).toBe(302)
    }
    const form = {
      'sec-fetch-site': 'same-origin',
      origin,
      'content-type': 'application/x-www-form-urlencoded',
    }
    expect((await send('POST', CHOOSE, form, 'name=A&email=')).status).toBe(400)
    const other = { origin: 'http://localhost:9999', apikey: backend.publishableKey }
    expect((await send('POST', '/auth/v1/logout', other, '{}')).status).toBe(401)
  })
})

describe('Large request bodies', () => {
  /** Sends only the headers of a request through node:http, without its body. */
  const ask = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(`${origin}${path}`, { method, headers }, (response) => {
        resolve(response.statusCode)
        asked.destroy()
      })
      asked.once('error', reject).flushHeaders()
    })

  it.each([
    ['PUT', '/auth/v1/user'],
    ['POST', '/auth/v1/token?grant_type=pkce'],
    ['POST', '/rest/v1/users'],
    ['POST', '/rest/v1/rpc/hold_credits'],
    ['POST', '/storage/v1/object/videos/a.mp4'],
    ['POST', '/storage/v1/object/sign/videos'],
    ['POST', '/stand-ins/google/choose'],
    ['POST', '/stand-ins/video/api/platform/generation/google/veo3'],
    ['POST', '/api/credits/consume'],
  ])('refuses a large or unsized body without reading it: %s %s', async (method, path) => {
    const { publishableKey: apikey } = backend
    const refused = path.startsWith('/api/') || path.includes('veo3') ? [401, 401] : [413, 411]
    expect([
      await ask(method, path, { apikey, 'content-length': '150000000' }),
      await ask(method, path, { apikey, 'transfer-encoding': 'chunked' }),
    ]).toEqual(refused)
  })
})

it("reads the caller's address from the socket and ignores the browser's header", async () => {
  const statuses: number[] = []
  // Each address gets a few failed logins, and all addresses together get ten.
  for (let attempt = 0; attempt < 10; attempt++) {
    const headers = { 'content-type': 'application/json', 'x-client-address': `198.51.100.${attempt}` }
    const guess = JSON.stringify({ username: 'admin', password: `wrong ${attempt}` })
    statuses.push((await send('POST', '/api/auth/admin-login', headers, guess)).status)
  }
  expect(statuses[0]).toBe(401)
  expect(statuses).toContain(429)
})

it('serves a stored video with a video content type', async () => {
  const { secretKey } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))
  const path = '/storage/v1/object/videos/folder/one.mp4'
  const put = await send('POST', path, { apikey: secretKey, 'content-type': 'video/mp4' }, 'a video')
  expect(put.status).toBe(200)
  const large = 'a longer video'.repeat(1000)
  const more = await send('POST', `${path}2.mp4`, { apikey: secretKey, 'content-type': 'video/mp4' }, large)
  expect(more.status).toBe(200)
  const video = await send('GET', path, { apikey: secretKey })
  expect(await video.text()).toBe('a video')
  expect(video.headers.get('content-type')).toBe('video/mp4')
  expect(video.headers.get('x-content-type-options')).toBe('nosniff')
})
