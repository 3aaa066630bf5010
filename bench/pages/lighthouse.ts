// npm run lighthouse [-- runs]: every public page in Lighthouse's mobile preset over HTTP/2, each run next to one of a static
// copy of the same page (its HTML without scripts). Prints medians of 5 runs; ends with 1 where accessibility, best practices or SEO
// are below 100, or the layout shifts by 0.02. The rest depends on the machine and is only printed. Needs openssl.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createSecureServer } from 'node:http2'
import { type AddressInfo, createServer } from 'node:net'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { buildApp, PUBLIC } from '../build/budget/build-app.ts'
import { findBrowser } from '../tests/support/journeys/browser.ts'
import { loads } from './load.ts'

const ROOT = join(import.meta.dirname, '..')
const ROUTES = ['/', ...PUBLIC.filter((path) => path !== '/nowhere'), '/create-video']
const MOST_SHIFT = 0.02
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

interface Figures {
  performance: number
  /** ms, as Lighthouse simulates it. */
  lcp: number
  shift: number
  accessibility: number
  bestPractices: number
  seo: number
  /** Titles of the audits that cost points. */
  faults: string[]
}

const runs = Number(process.argv[2] ?? 5)
const folder = await mkdtemp(join(ROOT, 'node_modules/.lighthouse-'))
try {
  await buildApp(join(folder, 'app'))
  const server = await serve(join(folder, 'app'))
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--ignore-certificate-errors',
      `--remote-debugging-port=${port}`,
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })
  try {
    console.log(`${runs} runs of each page and of its static copy; load ${loads()}`)
    const rows = []
    const faults: string[] = []
    for (const route of ROUTES) {
      const [app, copy] = await measureBoth(`${server.origin}${route}`, port)
      faults.push(...gate(route, app))
      rows.push({
        page: route,
        performance: app.performance,
        'LCP, ms': Math.round(app.lcp),
        'to static': (app.lcp / copy.lcp).toFixed(2),
        shift: app.shift.toFixed(3),
        accessibility: app.accessibility,
        'best practices': app.bestPractices,
        SEO: app.seo,
      })
    }
    console.table(rows)
    console.log(`load ${loads()}`)
    for (const fault of faults) console.error(fault)
    process.exitCode = faults.length > 0 ? 1 : 0
  } finally {
    await browser.close()
    server.close()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Medians of the page and of its copy, measured in turns. */
async function measureBoth(address: string, port: number): Promise<[Figures, Figures]> {
  const all: [Figures[], Figures[]] = [[], []]
  for (let run = 0; run < runs; run += 1) {
    all[0].push(await audit(address, port))
    all[1].push(await audit(`${address}?static`, port))
  }
  return [median(all[0]), median(all[1])]
}

async function audit(address: string, port: number): Promise<Figures> {
  const result = await lighthouse(address, { port, output: 'json', logLevel: 'error' })
  if (!result) throw new Error(`Lighthouse measured nothing at ${address}`)
  const { audits, categories, runtimeError } = result.lhr
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`)
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const faults = ['accessibility', 'best-practices', 'seo'].flatMap((name) =>
    (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const { score, title, details } = audits[id] ?? {}
      if (weight === 0 || typeof score !== 'number' || score === 1) return []
      const items = details && 'items' in details ? (details.items as { node?: { snippet: string } }[]) : []
      return [[title, ...items.flatMap(({ node }) => node?.snippet ?? [])].join(' ')]
    }),
  )
  return {
    performance: score('performance'),
    lcp: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    faults,
  }
}

function median(all: readonly Figures[]): Figures {
  const middle = (pick: (figures: Figures) => number) => all.map(pick).toSorted((a, b) => a - b)[all.length >> 1] ?? 0
  return {
    performance: middle(({ performance }) => performance),
    lcp: middle(({ lcp }) => lcp),
    shift: middle(({ shift }) => shift),
    accessibility: middle(({ accessibility }) => accessibility),
    bestPractices: middle(({ bestPractices }) => bestPractices),
    seo: middle(({ seo }) => seo),
    faults: [...new Set(all.flatMap(({ faults }) => faults))],
  }
}

function gate(route: string, { accessibility, bestPractices, seo, shift, faults }: Figures): string[] {
  const isGood = Math.min(accessibility, bestPractices, seo) === 100 && shift < MOST_SHIFT
  return isGood ? [] : [`${route}: ${[`shift ${shift.toFixed(3)}`, ...faults].join('; ')}`]
}

/** As a static host does: HTTP/2, gzip, a file a page. `?static` is answered with the page without its scripts. */
async function serve(folder: string): Promise<{ origin: string; close: () => void }> {
  const server = createSecureServer({ ...selfSigned(), allowHTTP1: true }, async (request, response) => {
    const { pathname, search } = new URL(request.url, 'https://host')
    if (pathname === '/api/capabilities') return response.end('{"success":true,"data":{"maxOpenJobs":3,"models":[]}}')
    const name = await findFile(folder, pathname)
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    const file = await readFile(join(folder, name))
    const isPage = extname(name) === '.html'
    const body = isPage && search === '?static' ? Buffer.from(withoutScripts(file.toString())) : file
    const isText = /text|json|svg|xml/.test(type)
    response.writeHead(name === '/404.html' ? 404 : 200, {
      'content-type': type,
      'cache-control': isPage ? 'no-cache' : 'max-age=31536000',
      ...(isText && { 'content-encoding': 'gzip' }),
    })
    response.end(isText ? gzipSync(body, { level: 9 }) : body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `https://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

async function findFile(folder: string, pathname: string): Promise<string> {
  for (const name of [pathname === '/' ? '/index.html' : pathname, `${pathname}.html`]) {
    if (extname(name) && (await readFile(join(folder, name)).catch(() => null))) return name
  }
  return '/404.html'
}

function withoutScripts(html: string): string {
  return html.replace(/<script\b[\s\S]*?<\/script>/g, '').replace(/<link rel="modulepreload"[^>]*>/g, '')
}

function selfSigned(): { key: string; cert: string } {
  const made = execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...['-subj', '/CN=localhost', '-keyout', '-'],
  ]).toString()
  const [key = ''] = made.match(/-----BEGIN PRIVATE KEY-----[\s\S]*?-----END PRIVATE KEY-----/) ?? []
  const [cert = ''] = made.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/) ?? []
  return { key, cert }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
