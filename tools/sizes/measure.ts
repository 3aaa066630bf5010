// Measures the bytes that a browser fetches for a built page, during the load and in the 5 s afterward.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { PEAKS } from '../../supabase/functions/_shared/contract/fields.ts'
import type { SharedVideo } from '../../supabase/functions/_shared/contract/shares.ts'
import { BROWSER_ARGS } from './find-browser.ts'

const SETTLED_MS = 5000
const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The token of a working share link. */
export const SHARED_TOKEN = 'AAAAAAAAAAAAAAAAAAAAAA'
const SHARED: SharedVideo = {
  title: 'A heron at dawn',
  prompt: 'A heron at dawn',
  modelName: 'Veo 3',
  aspectRatio: '16:9',
  durationSeconds: 8,
  hasSound: true,
  mark: 'ai',
  createdOn: '2026-11-25',
  expiresAt: '2026-12-25T00:00:00Z',
  isIndexed: true,
  videoUrl: '/videos/hero.av1.mp4',
  poster: { url: '/images/posters/hero.jpg', width: 1280, height: 720 },
  peaks: Array.from({ length: PEAKS }, (_, slice) => (slice * 7) % 101),
}
/** The API's response for that link. */
export const SHARED_RESPONSE = { success: true, data: SHARED }

/** The ID of the only video, which the library lists. */
export const VIDEO_ID = '22222222-2222-4222-8222-222222222222'
const JOB = {
  id: VIDEO_ID,
  createdAt: '2026-11-25',
  status: 'succeeded',
  prompt: 'A heron at dawn',
  settlement: 'captured',
}

/** The responses that decide which code is loaded. All other requests get a 404. */
const RESPONSES: Record<string, unknown> = {
  [`/api/shared/${SHARED_TOKEN}`]: SHARED_RESPONSE,
  '/rest/v1/rpc/get_user_credits': { credits: 2500 },
  '/api/jobs': { success: true, data: { jobs: [], nextCursor: null } },
  [`/api/jobs/${VIDEO_ID}`]: { success: true, data: JOB },
}

export interface Fetched {
  files: number
  /** The size in bytes after gzip -9. */
  bytes: number
}

export type Measured = Record<'script' | 'style' | 'font', Fetched>

export async function runWithBrowser<T>(
  folder: string,
  executablePath: string,
  use: (measure: (path: string, stored?: Record<string, string>) => Promise<Measured>) => Promise<T>,
): Promise<T> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    const isLibrary = pathname === '/api/jobs' && request.headers.referer?.endsWith('/videos')
    const answer = isLibrary ? { success: true, data: { jobs: [JOB], nextCursor: null } } : RESPONSES[pathname]
    if (answer) return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    for (const name of [
      pathname === '/' ? '/index.html' : pathname,
      `${pathname}.html`,
      `/${pathname.split('/')[1]}.html`,
      '/404.html',
    ]) {
      try {
        const body = readFileSync(join(folder, name))
        const status = name === '/404.html' ? 404 : 200
        return response
          .writeHead(status, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' })
          .end(body)
      } catch {
        // The file doesn't exist, so the loop tries the next name.
      }
    }
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await chromium.launch({
    executablePath,
    args: [...BROWSER_ARGS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })

  const measure = async (path: string, stored: Record<string, string> = {}): Promise<Measured> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    await context.addInitScript((entries) => {
      for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value)
    }, stored)
    const page = await context.newPage()
    const names = new Set<string>()
    page.on('response', (response) => {
      if (response.ok()) names.add(new URL(response.url()).pathname)
    })
    await page.goto(origin + path, { waitUntil: 'load' })
    await sleep(SETTLED_MS)
    await context.close()
    const sumOf = (extension: string) => {
      const own = [...names].filter((name) => extname(name) === extension)
      return { files: own.length, bytes: own.reduce((sum, name) => sum + measureCompressed(join(folder, name)), 0) }
    }
    return { script: sumOf('.js'), style: sumOf('.css'), font: sumOf('.woff2') }
  }

  try {
    return await use(measure)
  } finally {
    await browser.close()
    server.close()
  }
}

/** Returns a file's compressed size. Fonts are already compressed. */
export function measureCompressed(file: string): number {
  const content = readFileSync(file)
  return extname(file) === '.woff2' ? content.length : gzipSync(content, { level: 9 }).length
}
