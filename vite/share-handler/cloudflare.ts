// Cloudflare Pages: `_worker.js` of the published folder. `_routes.json` sends it links and the pages of videos.
import { createShareResponse } from './share-response.ts'

interface Environment {
  /** The files of the site. */
  ASSETS: { fetch(request: Request): Promise<Response> }
}

export default {
  async fetch(request: Request, files: Environment): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/videos/')) return createShareResponse(request, SHARE_SETTINGS)
    // Each video has the page of all.
    const page = await files.ASSETS.fetch(new Request(new URL('/videos', request.url), request))
    const answer = new Response(page.body, page)
    for (const [name, value] of Object.entries(SHARE_SETTINGS.headers)) answer.headers.set(name, value)
    return answer
  },
}
