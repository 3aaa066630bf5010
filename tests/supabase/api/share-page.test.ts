// The page of a link, which the API fills in for a proxy.
import { describe, expect, it, vi } from 'vitest'
import { createWebp, toDataUri } from '../../support/server/poster.ts'
import { startShareApi, UNKNOWN } from '../../support/server/share.ts'
import { setUp, sql } from '../../support/server/suite.ts'
import { readTags, SHELL } from '../../support/shared-card.ts'

setUp()

describe('page of a shared link', () => {
  async function startSite(site = () => new Response(SHELL)) {
    const api = await startShareApi()
    const asked: string[] = []
    const { fetch } = api.provider
    vi.spyOn(api.provider, 'fetch').mockImplementation(async (request) => {
      if (!request.url.startsWith('https://app.example/')) return fetch(request)
      asked.push(request.url)
      return site()
    })
    const readPage = async (token: string) => {
      const response = await api.open(token, '/page')
      return { status: response.status, headers: response.headers, html: await response.text() }
    }
    return { ...api, asked, readPage }
  }

  it("returns the site's page with the shared link's card, as text, and counts no view", async () => {
    const { share, request, job, readPage, asked, list, user } = await startSite()
    await sql(`update public.jobs set title = 'Morning' where id = $1`, [job])
    await request('POST', `/api/jobs/${job}/preview`, user, { poster: toDataUri(createWebp(640, 360)) })
    const { token } = (await share()).data
    const { status, headers, html } = await readPage(token)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(readTags(html)).toMatchObject({
      title: 'Morning',
      'og:url': `https://app.example/s/${token}`,
      'og:image': `http://localhost/api/shared/${token}/poster`,
      'og:image:type': 'image/webp',
      'og:image:width': '640',
    })
    expect(asked).toEqual(['https://app.example/s'])
    for (const secret of [user.id, job]) expect(html).not.toContain(secret)
    expect((await list()).data.shares).toMatchObject([{ views: 0 }])
  })

  it("returns 404 with the same page for every shared link that doesn't work", async () => {
    const { readPage } = await startSite()
    const pages = [await readPage(UNKNOWN), await readPage('x')]
    for (const { status, html } of pages) {
      expect([status, html]).toEqual([404, pages[0]?.html])
      expect(readTags(html).title).toBe('Video not found')
    }
  })

  it.each([
    ['returns an error', () => new Response('', { status: 502 })],
    ['serves another page', () => new Response('Hello')],
    [
      'is down',
      () => {
        throw new TypeError('reset')
      },
    ],
  ])("returns 500 for a shared link's page if the site %s, for the proxy to handle", async (_state, site) => {
    const { share, readPage, log } = await startSite(site)
    expect((await readPage((await share()).data.token)).status).toBe(500)
    expect(log).toContainEqual(expect.objectContaining({ message: 'page of links not read' }))
  })
})
