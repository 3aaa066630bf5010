import { expect, it, vi } from 'vitest'

it("answers a video's URL with the page for all videos and the site's headers", async () => {
  vi.stubGlobal('SHARE_SETTINGS', { shell: '', headers: { 'X-Frame-Options': 'DENY' }, apiUrl: '', siteUrl: '' })
  const { default: worker } = await import('../../../vite/share-handler/cloudflare.ts')
  const asked: string[] = []
  const ASSETS = {
    async fetch({ url }: Request) {
      asked.push(url)
      return new Response('page')
    },
  }
  const answer = await worker.fetch(new Request('https://studio.test/videos/11111111'), { ASSETS })
  expect([asked, await answer.text()]).toEqual([['https://studio.test/videos'], 'page'])
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
  const id = '1e58dde0-ad9e-433e-8364-ae33bc0d438e'
  for (const path of [`/videos/${id}/`, `/videos/${id.toUpperCase()}).`]) {
    const redirect = await worker.fetch(new Request(`https://studio.test${path}`), { ASSETS })
    expect([redirect.status, redirect.headers.get('location')]).toEqual([301, `/videos/${id}`])
    expect(redirect.headers.get('x-frame-options')).toBe('DENY')
  }
  expect(asked).toHaveLength(1)
})
