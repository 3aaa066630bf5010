import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { PAGES, PUBLIC_PAGES, REDIRECTS, TOOL_PAGES } from '../../../src/config/paths.ts'
import { fillSharePage } from '../../../supabase/functions/api/services/shares/share-page.ts'
import { createSender, runChecks } from '../../../tools/doctor/checks/check.ts'
import { readSettings } from '../../../tools/doctor/checks/settings.ts'
import { SITE_CHECKS } from '../../../tools/doctor/checks/site.ts'
import { provideSecurityHeaders } from '../../../vite/security-headers.ts'
import { createStaticHost } from '../../support/doctor/site.ts'
import { makeFolder } from '../../support/make-folder.ts'
import { CARD, readTags, TOKEN } from '../../support/shared-card.ts'

const SETTINGS = {
  VITE_SITE_URL: 'https://studio.test/',
  VITE_SUPABASE_URL: 'https://project.test',
  VITE_SUPABASE_ANON_KEY: 'sb_publishable_of_the_test',
  VITE_API_URL: 'https://project.test/functions/v1/api',
}

let folder: string
let files: Map<string, string>
beforeAll(async () => {
  folder = await makeFolder()
  Object.assign(process.env, SETTINGS)
  await build({ configLoader: 'native', logLevel: 'silent', build: { outDir: folder, emptyOutDir: true } })
  for (const name of Object.keys(SETTINGS)) delete process.env[name]
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  files = new Map(
    await Promise.all(paths.map(async (path) => [path.slice(folder.length), await readFile(path, 'utf8')] as const)),
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const scripts = () => [...files].filter(([name]) => /\.(js|html|css)$/.test(name))

it("contains the public key, but no server secret's name or format, and no source map", () => {
  const all = scripts()
    .map(([, text]) => text)
    .join('\n')
  expect(all).toContain('sb_publishable_of_the_test')
  for (const secret of [
    /SUPABASE_SECRET_KEY/,
    /VIDEO_API_KEY(?<!VITE_VIDEO_API_KEY)/,
    /VIDEO_API_SECRET/,
    /SWEEP_SECRET/,
    /ADMIN_JWT_SECRET/,
    /ADMIN_PASSWORD_HASH/,
    /pbkdf2-sha512/,
    /soundreel-local/,
    /sb_secret_[A-Za-z0-9]{8}/,
    /service_role/,
    /stand-ins/,
  ]) {
    expect(all).not.toMatch(secret)
  }
  expect([...files.keys()].filter((name) => name.endsWith('.map'))).toEqual([])
})

it("contains the same headers in each static host's format, each of them once", () => {
  const expected = Object.entries(provideSecurityHeaders(SETTINGS))
  expect(expected.length).toBeGreaterThan(5)
  const netlify = files.get('/_headers')?.split('\n\n')[0]?.split('\n')
  expect(netlify).toEqual(['/*', ...expected.map(([name, value]) => `  ${name}: ${value}`)])
  expect(files.get('/_headers')).toContain('/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n')

  const vercel = JSON.parse(files.get('/vercel.json') ?? '{}')
  expect(vercel).toMatchObject({ cleanUrls: true, trailingSlash: false })
  expect(vercel.headers[0]).toEqual({
    source: '/(.*)',
    headers: expected.map(([key, value]) => ({ key, value })),
  })
  expect(vercel.headers[1]).toMatchObject({ source: '/assets/(.*)' })
  // An old service worker must not come back from a host's cache.
  const fresh = { source: '/push-worker.js', headers: [{ key: 'Cache-Control', value: 'no-cache' }] }
  expect(vercel.headers[2]).toEqual(fresh)
  expect(files.get('/_headers')).toContain('\n/push-worker.js\n  Cache-Control: no-cache\n')

  const nginx = files.get('/nginx-headers.conf')?.trim().split('\n')
  expect(nginx).toEqual(expected.map(([name, value]) => `add_header ${name} "${value}" always;`))
  // A quote or a dollar sign in a value would end the text or start a variable.
  expect(expected.filter(([, value]) => /["$\\]/.test(value))).toEqual([])
})

async function callHandler(name: string, path: string, address: string): Promise<Response> {
  const module: object = await import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href)
  const handler = path.split('.').reduce<object>((value, key) => Reflect.get(value, key), module)
  return (handler as (request: Request) => Promise<Response>)(new Request(address))
}

it('contains a share link handler for each host that runs code, in one file without imports', async () => {
  const found: unknown[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    expect(address).toBe(`https://project.test/functions/v1/api/api/shared/${TOKEN}?again=true`)
    return Response.json({ success: true, message: '', data: CARD })
  })
  // Vercel keeps the browser's URL and adds the token to its query.
  const link = `https://studio.test/s/${TOKEN}`
  const calls = [
    ['/_worker.js', 'default.fetch', link],
    ['/netlify/edge-functions/share.js', 'default', link],
    ['/api/share.mjs', 'GET', `${link}?token=${TOKEN}`],
    ['/api/share.mjs', 'GET', `https://studio.test/api/share?token=${TOKEN}`],
  ] as const
  for (const [name, path, address] of calls) {
    expect(files.get(name)).not.toMatch(/^import\b/m)
    const answer = await callHandler(name, path, address)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': provideSecurityHeaders(SETTINGS)['Content-Security-Policy'],
    })
    found.push([answer.status, await answer.text()])
    // A messenger took the punctuation after the link for a part of it.
    const other = await callHandler(name, path, address.replaceAll(TOKEN, `${TOKEN}).`))
    expect([address, other.status, other.headers.get('location')]).toEqual([address, 301, `/s/${TOKEN}`])
  }
  const { html } = fillSharePage(files.get('/s.html') ?? '', CARD, {
    token: TOKEN,
    siteUrl: 'https://studio.test',
    apiUrl: 'https://project.test/functions/v1/api',
  })
  expect(readTags(html)['og:image']).toBe(`https://project.test/functions/v1/api/api/shared/${TOKEN}/poster`)
  expect(found).toEqual(calls.map(() => [200, html]))
  expect(html).toContain('data-page="/s/:token"')
  expect(html).toMatch(/<img class="[^"]*object-contain[^"]*" src="https:\/\/files\.test\/a\.jpg\?token=1"/)
  expect(html).toMatch(/<a [^>]*href="#main"[^>]*>Skip to content/)
  expect(readTags(files.get('/s.html') ?? '').robots).toBe('noindex')
})

it('routes videos to the worker, but not clips', async () => {
  const { include, exclude } = JSON.parse(files.get('/_routes.json') ?? '')
  expect(include).toEqual(['/s/*', '/S/*', '/videos/*'])
  expect(exclude).toEqual(expect.arrayContaining(['/videos/hero.mp4']))
  expect(files.get('/netlify.toml')).toContain('from = "/videos/:id"')
})

it("routes only share links to the hosts' handlers", async () => {
  expect(JSON.parse(files.get('/vercel.json') ?? '').rewrites).toEqual([
    { source: '/s/:token', destination: '/api/share' },
    { source: '/S/:token', destination: '/api/share' },
    { source: '/videos/:id', destination: '/videos' },
  ])
  const { config } = await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'netlify/edge-functions/share.js')).href
  )
  const isOurs = (path: string) =>
    config.path.some((pattern: string) => new URLPattern({ pathname: pattern }).test({ pathname: path }))
  const links = [`/s/${TOKEN}`, `/s/${TOKEN}/`, `/S/${TOKEN}`, `/S/${TOKEN}/`, `/s/${TOKEN}).`]
  expect([...links, '/s', '/s/', `/s/a/${TOKEN}`].filter(isOurs)).toEqual(links)
})

const pages = () => [...files].filter(([name]) => name.endsWith('.html') && name !== '/developers.html')

it('contains every page as a file that its content security policy allows, with its icons', () => {
  const own = PAGES.map((path) => (path === '/' ? '/index.html' : `${path}.html`))
  const others = ['/404.html', '/s.html', ...REDIRECTS.map(({ from }) => `${from}.html`)]
  expect(new Set(pages().map(([name]) => name))).toEqual(new Set([...own, ...others]))
  for (const [, html] of pages()) {
    // Data blocks aren't scripts, because the browser doesn't run them.
    expect(html).not.toMatch(/<script(?![^>]*(\bsrc=|type="application\/ld\+json"))/)
    expect(html).not.toMatch(/<style|\sstyle="|\son[a-z]+="/)
    for (const icon of ['/favicon.svg', '/favicon.ico', '/apple-touch-icon.png']) {
      expect(html).toContain(`href="${icon}"`)
      expect(files.has(icon)).toBe(true)
    }
  }
})

it("contains the text of public pages in their files, and only the head of tools' pages", () => {
  expect(files.get('/pricing.html')).toMatch(/<div id="root" data-page="\/pricing">.*<h1[^>]*>Plans &amp; Pricing/s)
  const generator = files.get('/create-video.html')
  expect(generator).toMatch(
    /<div id="root" data-page="\/create-video">.*<h1[^>]*>Create a video<.*<form[^>]* inert=""/s,
  )
  expect(files.get('/login.html')).toMatch(/<h1[^>]*>Sign in to/)
  expect(files.get('/debug.html')).toContain('<div id="root"></div>')
  expect(files.get('/debug.html')).toContain('<html lang="zh-CN">')
  expect(files.get('/admin-logs.html')).toContain('<html lang="zh-CN">')
  expect(files.get('/404.html')).toContain('<html lang="en">')
  expect(files.get('/create-video.html')).toContain('<title>Create AI Videos with Veo 3 - Text to Video</title>')
  expect(files.get('/404.html')).toContain('<div id="root"></div>')
})

it('contains the AVIF of the hero wherever a page has its JPEG, which is several times as large', () => {
  const pages = [...files].filter(
    ([name, html]) => name.endsWith('.html') && html.includes('src="/images/posters/hero.jpg"'),
  )
  expect(pages.map(([name]) => name)).toContain('/index.html')
  for (const [name, html] of pages) {
    const withScripts = html.replace(/<noscript>.*?<\/noscript>/gs, '')
    const count = (pattern: RegExp) => withScripts.match(pattern)?.length
    expect([name, count(/src="\/images\/posters\/hero\.jpg"/g)]).toEqual([
      name,
      count(/srcset="\/images\/posters\/hero\.avif"/gi),
    ])
  }
})

it("requests a page's code along with the page, each file once", () => {
  for (const [name, html] of pages()) {
    const asked = getCode(html)
    expect([name, asked.length]).toEqual([name, new Set(asked).size])
    for (const file of asked) expect(files.has(file), `${name} asks for ${file}`).toBe(true)
  }
  // A chunk that several pages share can have the page's name.
  const isPage = ([name, code]: [string, string]) =>
    name.startsWith('/assets/pricing-') && /["`]Plans & Pricing/.test(code)
  const [page = '', code = ''] = [...files].find(isPage) ?? []
  const imported = [...code.matchAll(/from\s*"\.\/([^"]+\.js)"/g)].map(([, file]) => file)
  expect(imported.length, `${page} imports nothing`).toBeGreaterThan(2)
  const asked = getCode(files.get('/pricing.html'))
  expect(asked).toEqual(expect.arrayContaining([page, ...imported.map((file) => `/assets/${file}`)]))
  expect(asked).not.toContainEqual(expect.stringContaining('/assets/home-'))
  // If a poster is the page's first image, it is preloaded too.
  expect(files.get('/asmr-video.html')).toMatch(/<link rel="preload" as="image" href="\/images\/posters\/asmr1.avif"/)
  expect(files.get('/pricing.html')).not.toContain('as="image"')
})

it("leaves a page's code to the script that requests it after the style sheet has arrived", () => {
  for (const [name, html] of pages()) {
    expect(html, name).not.toMatch(/type="module"|rel="modulepreload"/)
    expect(getCode(html)[0], name).toMatch(/^\/assets\/index-/)
    expect(html.indexOf('rel="stylesheet"'), name).toBeGreaterThan(0)
    expect(html.indexOf('rel="stylesheet"'), name).toBeLessThan(html.indexOf('<script src="/start.js"'))
    // It hides what only signed-in users see. After the first paint, the page would move.
    expect(html, name).toMatch(/<script src="\/start.js"[^>]* defer blocking="render">/)
  }
  expect(files.get('/start.js')).toContain('dataset.code')
})

it('contains no zod and no unused part of supabase-js', () => {
  const code = [...files].filter(([name]) => name.endsWith('.js')).map(([, text]) => text)
  expect(code.filter((text) => text.includes('This bundle has no realtime, storage, or functions'))).toHaveLength(1)
  for (const unused of ['phx_join', 'ZodMini']) {
    expect(code.filter((text) => text.includes(unused)).length, unused).toBe(0)
  }
})

it('lists the license and URL of every third-party package, and no new license', () => {
  const text = files.get('/licenses.txt') ?? ''
  const packages = [...text.matchAll(/^(\S+) \S+\nLicense: (.+)\nSource: https:\/\/.+\n\n\S/gm)].map(
    ([, name = '', license = '']) => ({ name, license }),
  )
  const names = packages.map(({ name }) => name)
  // image-size is only in the worker. The last two are in the style sheet.
  expect(names).toEqual(
    expect.arrayContaining(['react', 'mediabunny', 'image-size', 'tailwindcss', '@fontsource-variable/archivo']),
  )
  expect(names).toHaveLength(new Set(names).size)
  const known = ['0BSD', 'Apache-2.0', 'ISC', 'MIT', 'MPL-2.0', 'OFL-1.1']
  expect(packages.filter(({ license }) => !known.includes(license))).toEqual([])
  const fonts = [...files.keys()].filter((name) => /\.(woff2?|ttf|otf)$/.test(name))
  expect(fonts).toEqual([expect.stringMatching(/^\/assets\/archivo-latin-/)])
  expect(files.get('/terms-of-service.html')).toContain('href="/licenses.txt"')
})

it('gives each page its own title, description, canonical link, and preview', () => {
  for (const [name, html] of pages()) {
    for (const tag of [/<title>/g, /name="description"/g, /rel="canonical"/g, /property="og:image"/g]) {
      expect([name, tag, html.match(tag)?.length]).toEqual([name, tag, 1])
    }
  }
  const listed = pages().filter(([name, html]) => !html.includes('noindex') && name !== '/text-to-video.html')
  const descriptions = listed.map(([, html]) => /name="description" content="([^"]+)"/.exec(html)?.[1])
  expect(new Set(descriptions).size).toBe(listed.length)
  // This is the fallback description for pages without their own.
  expect(descriptions.filter((text) => text?.includes('made in one take'))).toEqual([])
  for (const path of PAGES) {
    const html = files.get(path === '/' ? '/index.html' : `${path}.html`)
    expect(html, path).toContain(`<link rel="canonical" href="https://studio.test${path}"/>`)
  }
  expect(files.get('/text-to-video.html')).toContain('<link rel="canonical" href="https://studio.test/create-video"/>')
})

it('tells search engines which pages to list, and excludes the others', () => {
  const listed = files.get('/sitemap.xml')?.match(/(?<=<loc>).*(?=<\/loc>)/g)
  expect(listed).toEqual(PUBLIC_PAGES.map((path) => `https://studio.test${path}`))
  expect(files.get('/robots.txt')).toContain('Sitemap: https://studio.test/sitemap.xml')
  for (const hidden of [...TOOL_PAGES, '/404']) {
    expect(files.get(`${hidden}.html`), hidden).toContain('<meta name="robots" content="noindex"/>')
  }
})

it("passes the doctor's checks, and the doctor finds the build's settings", async () => {
  const host = createStaticHost((path) => files.get(path), headersIn(files.get('/_headers') ?? ''))
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => host(new Request(input, init))
  const check = async (over: Record<string, string>) => {
    const settings = readSettings({ ...SETTINGS, ...over }, 'no file')
    const context = {
      settings,
      ask: createSender(fetch, 60_000),
      sql: noSql,
      version: async () => '',
      now: () => new Date(),
    }
    const others = ['addresses', 'function'].map((name) => ({ name, run: () => [] }))
    const results = await runChecks([...others, ...SITE_CHECKS], context)
    return results.flatMap((result) => (result.state === 'ok' ? [] : [result.name]))
  }
  expect(await check({})).toEqual([])
  expect(await check({ VITE_API_URL: 'https://other.test' })).toEqual(['site headers', 'bundle'])
})
const noSql = () => Promise.reject(new Error('no database here'))

/** Returns the headers that `_headers` sets for every path. */
function headersIn(rules: string): Record<string, string> {
  const lines = (rules.split('\n\n')[0] ?? '').matchAll(/^ {2}([\w-]+): (.*)$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
}

/** Returns the files that start.js requests. The page's first chunk is first. */
function getCode(html = ''): string[] {
  return /<script src="\/start\.js" data-code="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? []
}
