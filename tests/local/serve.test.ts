import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../harness/free-port.ts'
import { serveApp } from '../../local/serve.ts'

let folder: string
let url: string
let server: Awaited<ReturnType<typeof serveApp>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soundreel-serve-'))
  for (const name of ['index', 'pricing', '404']) await writeFile(join(folder, `${name}.html`), `<p>${name}`)
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  server = await serveApp((_request, _response, next) => next(), {
    folder,
    port,
    headers: { 'x-frame-options': 'DENY' },
  })
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string) => fetch(url + path, { redirect: 'manual' })

it.each([
  ['/', 200, '<p>index'],
  ['/pricing', 200, '<p>pricing'],
  ['/pricing?from=mail', 200, '<p>pricing'],
  ['/no-such-page', 404, '<p>404'],
  ['/no-such-page/', 404, '<p>404'],
])('%s is answered with %i and %s', async (path, status, text) => {
  const answer = await get(path)
  expect([answer.status, await answer.text()]).toEqual([status, text])
  expect(Object.fromEntries(answer.headers)).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-cache' })
})

it.each(['/pricing/', '/pricing//', '/Pricing', '/PRICING/'])(
  '%s leads to /pricing, with what is asked of it',
  async (path) => {
    for (const search of ['', '?from=mail&to=%2Fa']) {
      const answer = await get(path + search)
      expect([answer.status, answer.headers.get('location')]).toEqual([301, `/pricing${search}`])
      expect(answer.headers.get('cache-control')).toBe('no-cache')
    }
  },
)
