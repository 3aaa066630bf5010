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
})
