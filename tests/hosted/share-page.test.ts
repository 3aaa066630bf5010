// Tests the server block of docs/hosts.md in Debian's nginx. The API behind it responds like a Supabase function.
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillSharePage } from '../../supabase/functions/api/services/shares/share-page.ts'
import { startNginx } from '../support/hosted/nginx.ts'
import { makeFolder } from '../support/make-folder.ts'
import { CARD, readTags, SHELL, TOKEN } from '../support/shared-card.ts'

const GONE = 'A'.repeat(22)
const POLICY = "default-src 'self'"

/** The requests that the API received. */
const asked: { url: string; headers: object }[] = []
const api = createServer(({ url = '', headers }, response) => {
  asked.push({ url, headers })
  const token = /^\/functions\/v1\/api\/api\/shared\/([^/]+)\/page$/.exec(url)?.[1] ?? ''
  const place = { token, siteUrl: 'https://your.site', apiUrl: 'https://project.test/functions/v1/api' }
  const { status, html } = fillSharePage(SHELL, token === TOKEN ? CARD : 'missing', place)
  response
    .writeHead(token === 'busy' ? 429 : status, {
      'content-type': 'text/plain; charset=UTF-8',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=1',
      'cache-control': 'no-store',
    })
    .end(token === 'busy' ? '{"code":"too_many_requests"}' : html)
})

let nginx: Awaited<ReturnType<typeof startNginx>>
beforeAll(async () => {
  const folder = await makeFolder()
  const files = {
    's.html': SHELL,
    'index.html': 'home',
    '404.html': 'no page',
    'nginx-headers.conf': `add_header Content-Security-Policy "${POLICY}" always;\nadd_header X-Content-Type-Options nosniff always;\n`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  nginx = await startNginx(folder, `http://127.0.0.1:${(api.address() as AddressInfo).port}`)
})
afterAll(async () => {
  api.close()
  await nginx?.close()
})

async function read(path: string) {
  const response = await fetch(nginx.url + path, { headers: { cookie: 'a=b', authorization: 'Bearer x' } })
  return { status: response.status, headers: Object.fromEntries(response.headers), html: await response.text() }
}
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

it("serves a share link's page with its preview card as HTML, with the site's headers", async () => {
  const { status, headers, html } = await read(`/s/${TOKEN}`)
  expect(status).toBe(200)
  expect(headers).toMatchObject(PAGE_HEADERS)
  expect(readTags(html)['og:image']).toBe(`https://project.test/functions/v1/api/api/shared/${TOKEN}/poster`)
  const [request] = asked.splice(0)
  expect(Object.keys(request?.headers ?? {}).sort()).toEqual(['connection', 'host'])
})

it("answers 404 with a page for a share link that doesn't work", async () => {
  const { status, headers, html } = await read(`/s/${GONE}`)
  expect([status, readTags(html).title]).toEqual([404, 'Video not found'])
  expect(headers).toMatchObject(PAGE_HEADERS)
})

it('redirects http to https, and serves pages over HTTP/2', async () => {
  const { status, headers } = await fetch(`${nginx.plainUrl}/pricing?from=mail`, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([301, 'https://your.site/pricing?from=mail'])

  const session = connect(nginx.secureUrl, { rejectUnauthorized: false })
  const request = session.request({ ':path': '/' })
  const answer = await new Promise<{ ':status'?: number }>((resolve, reject) => {
    request.once('response', resolve).once('error', reject)
    session.once('error', reject)
  })
  expect([session.alpnProtocol, answer[':status']]).toEqual(['h2', 200])
  session.destroy()
})

it('redirects another spelling of a link or of a video page to its address', async () => {
  const id = '1e58dde0-ad9e-433e-8364-ae33bc0d438e'
  const lead = async (path: string) => {
    const { status, headers } = await fetch(nginx.url + path, { redirect: 'manual' })
    return [status, new URL(headers.get('location') ?? '', nginx.url).pathname]
  }
  asked.splice(0)
  for (const glued of ['/', '.', ')', ').', '%22', '%E2%80%9D']) {
    expect([glued, await lead(`/s/${TOKEN}${glued}`)]).toEqual([glued, [301, `/s/${TOKEN}`]])
    expect([glued, await lead(`/videos/${id}${glued}`)]).toEqual([glued, [301, `/videos/${id}`]])
  }
  expect(await lead(`/S/${TOKEN}`)).toEqual([301, `/s/${TOKEN}`])
  expect(asked).toEqual([])
  const doubled = await read(`//s/${TOKEN}`)
  expect([doubled.status, readTags(doubled.html)['og:url']]).toEqual([200, `https://your.site/s/${TOKEN}`])
})

it('requests only share links from the API', async () => {
  asked.splice(0)
  expect((await read('/s/a/b')).status).toBe(404)
  expect(await read('/s')).toMatchObject({ status: 200, html: SHELL })
  expect(asked).toEqual([])
})

it("serves a share link's page with the general card if the API refuses or is down", async () => {
  for (const close of [false, true]) {
    if (close) {
      api.close()
      api.closeAllConnections()
    }
    const { status, headers, html } = await read('/s/busy')
    expect([close, status, html]).toEqual([close, 200, SHELL])
    expect(headers).toMatchObject({ ...PAGE_HEADERS, 'content-type': 'text/html' })
  }
})
