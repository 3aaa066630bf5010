// Netlify: an edge function, `netlify/edge-functions/share.js` below the folder from which the site is deployed.
import { answerShare } from './answer-share.ts'

export default (request: Request) => answerShare(request, SHARE_SETTINGS)

export const config = { path: '/s/:token' }
