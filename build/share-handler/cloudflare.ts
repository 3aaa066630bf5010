// Cloudflare Pages: `_worker.js` of the published folder. `_routes.json` sends it the links alone.
import { answerShare } from './answer-share.ts'

export default {
  fetch: (request: Request) => answerShare(request, SHARE_SETTINGS),
}
