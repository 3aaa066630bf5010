// Serves share links on Netlify, as the edge function `netlify/edge-functions/share.js` in the deployed folder.
import { createShareResponse } from './share-response.ts'

export default (request: Request) => createShareResponse(request, SHARE_SETTINGS)

export const config = { path: ['/s/:token', '/s/:token/', '/S/:token', '/S/:token/'] }
