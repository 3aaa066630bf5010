// Tests the responses of static hosts for a share link, with the platform's Request and Response.
import { describe, expect, it, vi } from 'vitest'
import type { SharedVideo } from '../../../supabase/functions/_shared/contract/shares.ts'
import { createShareResponse } from '../../../vite/share-handler/share-response.ts'
import { CARD, readTags, SHELL, TOKEN } from '../../support/shared-card.ts'

const API = 'https://api.test/v1'
const SETTINGS = { shell: SHELL, headers: { 'X-Policy': 'strict' }, apiUrl: `${API}/`, siteUrl: 'https://studio.test/' }
const NO_LINK = { success: false, code: 'not_found', message: "This link doesn't exist, or it has expired." }

type Fetch = typeof globalThis.fetch

async function ask(answer: Response | Error, { path = `/s/${TOKEN}`, method = 'GET', settings = SETTINGS } = {}) {
  const fetch = vi.fn<Fetch>(async () => {
    if (answer instanceof Error) throw answer
    return answer
  })
  const request = new Request(`https://edge.test${path}`, { method })
  const response = await createShareResponse(request, settings, fetch)
  const html = await response.text()
  return { status: response.status, headers: response.headers, html, tags: readTags(html), fetch }
}
const show = (change: Partial<SharedVideo> = {}) =>
  Response.json({ success: true, message: '', data: { ...CARD, ...change } })

describe('Page of a working share link', () => {
  it('shows a preview card with title, poster, size, and video, and counts no view', async () => {
    const { status, tags, html, fetch } = await ask(show({ title: 'Morning' }))
    expect(status).toBe(200)
    expect(fetch.mock.calls.map(([address]) => address)).toEqual([`${API}/api/shared/${TOKEN}?again=true`])
    expect(tags).toEqual({
      title: 'Morning',
      description: 'Made with AI by Veo 3.',
      robots: 'noindex',
      'og:site_name': 'Studio',
      'og:type': 'video.other',
      'og:title': 'Morning',
      'og:description': 'Made with AI by Veo 3.',
      'og:url': `https://studio.test/s/${TOKEN}`,
      'og:image': `${API}/api/shared/${TOKEN}/poster`,
      'og:image:type': 'image/webp',
      'og:image:width': '1280',
      'og:image:height': '720',
      'og:image:alt': 'Morning',
      'og:video': `${API}/api/shared/${TOKEN}/video`,
      'og:video:type': 'video/mp4',
      'og:video:width': '1280',
      'og:video:height': '720',
      'twitter:card': 'summary_large_image',
    })
    expect(html).toContain(`<link rel="canonical" href="https://studio.test/s/${TOKEN}"/>`)
    expect(html.match(/<meta /g)).toHaveLength(Object.keys(tags).length - 1)
    // Signed URLs expire before a crawler loads the preview.
    expect(html.split('</head>')[0]).not.toContain('files.test')
  })

  it('shows the poster of a shared video before a script has run', async () => {
    const poster = { url: 'https://files.test/a.jpg?a=1&b="2', width: 720, height: 1280 }
    expect((await ask(show({ poster }))).html).toContain(
      '<div data-poster="wide" class="box"><img class="wide" src="https://files.test/a.jpg?a=1&amp;b=&quot;2" alt="" width="720" height="1280" fetchpriority="high"/></div>',
    )
    expect((await ask(show({ poster: null }))).html).not.toContain('<img')
  })

  it('says that a program drew a local preview', async () => {
    const { tags } = await ask(show({ mark: 'algorithm' }))
    expect(tags.description).toBe('Drawn by a program, not by AI, as a preview of Veo 3.')
  })

  it("escapes the owner's text in a shared page", async () => {
    const { tags, html } = await ask(show({ prompt: `</title><script>alert('$&')</script>\u202e\u0007` }))
    const escaped = 'Dawn &amp; &quot;dusk&quot; &lt;b&gt;&#39;$&amp;&#39;&lt;/b&gt;'
    expect([tags.title, tags['og:title'], tags['og:image:alt']]).toEqual([escaped, escaped, escaped])
    expect(tags.description).toBe(
      'Made with AI by Veo 3: &lt;/title&gt;&lt;script&gt;alert(&#39;$&amp;&#39;)&lt;/script&gt;',
    )
    expect(html).not.toMatch(/<script|<b>|\u202e/)
  })

  it("shortens a shared video's long prompt between two letters", async () => {
    const { tags } = await ask(show({ prompt: '😀'.repeat(500) }))
    expect(Array.from(tags.description ?? '')).toHaveLength(200)
    expect(tags.description).toMatch(/^Made with AI by Veo 3: 😀+…$/u)
  })

  it('keeps the general title and image for a shared video without its own', async () => {
    const { tags } = await ask(show({ title: ' \u200f', poster: null, videoUrl: null }))
    expect(tags).toMatchObject({
      title: 'A video made with Studio',
      'og:title': 'A video made with Studio',
      'og:image': 'https://studio.test/images/og.jpg',
    })
    expect(Object.keys(tags).filter((name) => /og:video|og:image:(width|type)/.test(name))).toEqual([])
  })

  it.each([
    ['a video without a poster', show({ poster: null })],
    ['a link that does not work', Response.json(NO_LINK, { status: 404 })],
    ['an API that does not respond', new TypeError('fetch failed')],
  ])('has an absolute preview image for %s, if the build does not know the site', async (_, answer) => {
    const shell = SETTINGS.shell.replace(/<meta property="og:(image|image:alt|url)"[^>]*>/g, '')
    const { tags } = await ask(answer, { settings: { ...SETTINGS, shell, siteUrl: '' } })
    expect(tags['og:image']).toBe('https://edge.test/images/og.jpg')
  })

  it('lets search engines index a shared page only if the owner allows indexing', async () => {
    expect((await ask(show({ isIndexed: true }))).tags).not.toHaveProperty('robots')
  })

  it("serves a shared page with every page's headers and without caching", async () => {
    const { headers } = await ask(show())
    expect(Object.fromEntries(headers)).toEqual({
      'x-policy': 'strict',
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect((await ask(show(), { method: 'HEAD' })).html).toBe('')
  })

  it("uses the request's URL if the site and the API share an origin", async () => {
    const { tags, fetch } = await ask(show(), { settings: { ...SETTINGS, apiUrl: '', siteUrl: '' } })
    expect(fetch.mock.calls[0]?.[0]).toBe(`https://edge.test/api/shared/${TOKEN}?again=true`)
    expect(tags['og:image']).toBe(`https://edge.test/api/shared/${TOKEN}/poster`)
    expect(tags['og:url']).toBe(`https://edge.test/s/${TOKEN}`)
  })
})

it("answers the same 404 for every share link that doesn't work", async () => {
  const unknown = await ask(Response.json(NO_LINK, { status: 404 }))
  expect([unknown.status, unknown.tags.title, unknown.tags.robots]).toEqual([404, 'Video not found', 'noindex'])
  for (const path of ['/s/x', `/s/${TOKEN}A`, `/s/a/${TOKEN}`, '/s/', '/s/..%2fx', '/s/%22%3E%3Cb%3E0123456789012']) {
    const malformed = await ask(show(), { path })
    expect([path, malformed.status, malformed.html]).toEqual([path, 404, unknown.html])
    expect(malformed.fetch).not.toHaveBeenCalled()
  }
})

it.each([
  ['is down', new TypeError('fetch failed')],
  ['is too slow', new DOMException('', 'TimeoutError')],
  ['responds with a web page', new Response('<html>', { status: 404 })],
  ['is another server', Response.json({ code: 404 }, { status: 404 })],
  ['refuses', Response.json({ success: false, code: 'too_many_requests' }, { status: 429 })],
  ['breaks its contract', Response.json({ success: true, data: {} })],
])('serves the shared page with the general card if the API %s', async (_state, answer) => {
  const { status, html } = await ask(answer)
  expect([status, html]).toEqual([200, SHELL])
})

it.each([`/s/${TOKEN}/`, `/S/${TOKEN}`, `//s/${TOKEN}`, `/s/${TOKEN}.`, `/s/${TOKEN})`, `/S//${TOKEN}%22/`])(
  'redirects %s to the link, and reads no card for it',
  async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, html, fetch } = await ask(show(), { path: `${path}?a=1`, method })
      expect([status, headers.get('location'), headers.get('x-policy'), html]).toEqual([
        301,
        `/s/${TOKEN}?a=1`,
        'strict',
        '',
      ])
      expect(fetch).not.toHaveBeenCalled()
    }
  },
)

it('redirects no address to another site', async () => {
  for (const path of ['//evil.example', '//evil.example/s/x', '/\\evil.example', `//evil.example//${TOKEN}/`]) {
    const { headers } = await ask(show(), { path })
    const location = headers.get('location') ?? '/'
    expect([path, new URL(location, 'https://edge.test/').origin]).toEqual([path, 'https://edge.test'])
  }
})
