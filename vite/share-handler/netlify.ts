// Netlify: an edge function, `netlify/edge-functions/share.js` below the folder from which the site is deployed.
import { createShareResponse } from './share-response.ts'

export default (request: Request) => createShareResponse(request, SHARE_SETTINGS)

export const config = { path: '/s/:token' }
