import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startNginx } from './nginx.ts'

/**
 * Serves these built pages with nginx and the block of docs/hosts.md. Checks the statuses, the headers, and the
 * redirect, and that no file of another host is served.
 */
export async function expectServedPages(pages: string, api: string): Promise<void> {
  const nginx = await startNginx(pages, 'http://127.0.0.1:9')
  const get = (path: string) => fetch(`${nginx.url}${path}`, { redirect: 'manual' })
  const getHeaders = (answer: Response) => Object.fromEntries(answer.headers)
  const always = {
    'content-security-policy': expect.stringContaining(api),
    'x-content-type-options': 'nosniff',
    'strict-transport-security': expect.any(String),
  }
  const statuses = { '/': 200, '/pricing': 200, '/videos': 200, '/no-such-page': 404, '/assets/gone.js': 404 }
  const ofOtherHosts = (await readdir(pages, { recursive: true })).filter((name) =>
    /^(_|vercel|nginx|netlify|api\/).*\.|^_headers$/.test(name),
  )
  expect(ofOtherHosts).toHaveLength(8)
  for (const name of ofOtherHosts) Object.assign(statuses, { [`/${name}`]: 404 })
  try {
    for (const [path, status] of Object.entries(statuses)) {
      const answer = await get(path)
      expect([path, answer.status]).toEqual([path, status])
      expect(getHeaders(answer)).toMatchObject({ ...always, 'cache-control': 'no-cache', 'content-type': 'text/html' })
    }
    expect(await (await get('/no-such-page')).text()).toBe(await readFile(join(pages, '404.html'), 'utf8'))
    const slash = await get('/pricing/?from=mail')
    expect([slash.status, slash.headers.get('location')]).toEqual([301, `${nginx.url}/pricing?from=mail`])

    const script = /data-code="(\/assets\/[^" ]+\.js)/.exec(await (await get('/')).text())?.[1] ?? ''
    expect(getHeaders(await get(script))).toMatchObject({
      ...always,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript',
      'content-encoding': 'gzip',
    })
  } finally {
    await nginx.close()
  }
}
