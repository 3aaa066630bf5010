// Serves the built app like a static host, over HTTP/2 with gzip, and simulates a phone's connection. It requires
// openssl.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { getSharePath } from '../../../src/config/paths.ts'
import { fillSharePage } from '../../../supabase/functions/api/services/shares/share-page.ts'
import { buildApp } from '../../sizes/build-app.ts'
import { SHARED_RESPONSE, SHARED_TOKEN } from '../../sizes/measure.ts'

const ROOT = join(import.meta.dirname, '../../..')
const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

export const SLOWDOWN = 4
const SHARED_PATH = getSharePath(SHARED_TOKEN)

/** The static copies of pages whose file is a skeleton, by path. */
export const staticCopies = new Map<string, string>()

/** Simulates slow 4G as Lighthouse does, and a fourth of the processor's speed. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const [down, up] = [1.6, 0.75].map((megabits) => (megabits * 1024 * 1024) / 8) as [number, number]
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: down,
    uploadThroughput: up,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/** Builds the app, or uses the folder in BENCH_APP. For `?static`, the server returns a page without its scripts. */
export function runWithPages<T>(use: (origin: string) => Promise<T>): Promise<T> {
  const built = process.env.BENCH_APP
  return built ? serve(built, use) : runWithFolder(buildApp, use)
}

/**
 * Creates a folder that `fill` fills, and deletes the folder afterward. The folder is inside the project, so that
 * packages resolve.
 */
export async function runWithFolder<T>(fill: (folder: string) => Promise<void>, use: (origin: string) => Promise<T>) {
  const folder = await mkdtemp(join(ROOT, 'node_modules/.bench-'))
  try {
    await fill(folder)
    return await serve(folder, use)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function serve<T>(folder: string, use: (origin: string) => Promise<T>): Promise<T> {
  const server = createSecureServer({ ...createCertificate(), allowHTTP1: true }, async (request, response) => {
    const { pathname, search } = new URL(request.url, 'https://host')
    if (pathname === '/api/capabilities') return response.end('{"success":true,"data":{"maxOpenJobs":4,"models":[]}}')
    if (pathname === `/api/shared/${SHARED_TOKEN}`) return response.end(JSON.stringify(SHARED_RESPONSE))
    const name = await findFile(folder, pathname)
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    const file = await readFile(join(folder, name)).catch(() => Buffer.from(''))
    const isPage = extname(name) === '.html'
    const readPage = () => (pathname === SHARED_PATH ? fillShared(file.toString()) : file.toString())
    const showPage = () => (search === '?static' ? removeScripts(staticCopies.get(pathname) ?? readPage()) : readPage())
    const body = isPage ? Buffer.from(showPage()) : file
    const isText = /text|json|svg|xml/.test(type)
    response.writeHead(name === '/404.html' ? 404 : 200, {
      'content-type': type,
      'cache-control': isPage ? 'no-cache' : 'max-age=31536000',
      ...(isText && { 'content-encoding': 'gzip' }),
    })
    response.end(isText ? gzipSync(body, { level: 9 }) : body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await use(`https://localhost:${(server.address() as AddressInfo).port}`)
  } finally {
    server.close()
  }
}

async function findFile(folder: string, pathname: string): Promise<string> {
  for (const name of [
    pathname === '/' ? '/index.html' : pathname,
    `${pathname}.html`,
    `/${pathname.split('/')[1]}.html`,
  ]) {
    if (extname(name) && (await readFile(join(folder, name)).catch(() => null))) return name
  }
  return '/404.html'
}

/** Fills the page of a shared link, as a host's handler does. */
function fillShared(shell: string): string {
  return fillSharePage(shell, SHARED_RESPONSE.data, { token: SHARED_TOKEN, siteUrl: '', apiUrl: '' }).html
}

function removeScripts(html: string): string {
  return html.replace(/<script\b[\s\S]*?<\/script>/g, '').replace(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
}

function createCertificate(): { key: string; cert: string } {
  const made = execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
      ...['-subj', '/CN=localhost', '-keyout', '-'],
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  ).toString()
  const [key = ''] = made.match(/-----BEGIN PRIVATE KEY-----[\s\S]*?-----END PRIVATE KEY-----/) ?? []
  const [cert = ''] = made.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/) ?? []
  return { key, cert }
}
