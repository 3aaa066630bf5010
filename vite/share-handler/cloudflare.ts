// Serves share links on Cloudflare Pages, as `_worker.js` in the published folder. `_routes.json` sends links and video
// pages to this worker.
import { createShareResponse, redirectToPlainPath } from './share-response.ts'

interface Environment {
  ASSETS: { fetch(request: Request): Promise<Response> }
}

export default {
  async fetch(request: Request, files: Environment): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/videos/')) return createShareResponse(request, SHARE_SETTINGS)
    const redirect = redirectToPlainPath(request, SHARE_SETTINGS.headers)
    if (redirect) return redirect
    // One file serves the pages of all videos.
    const page = await files.ASSETS.fetch(new Request(new URL('/videos', request.url), request))
    const answer = new Response(page.body, page)
    for (const [name, value] of Object.entries(SHARE_SETTINGS.headers)) answer.headers.set(name, value)
    return answer
  },
}
