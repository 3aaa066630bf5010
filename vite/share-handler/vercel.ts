// Serves share links on Vercel, as the function `/api/share`. vercel.json rewrites the links to it. The request has the
// original address, and the token also in its query.
import { createShareResponse } from './share-response.ts'

const answer = (request: Request) => {
  const url = new URL(request.url)
  const token = url.searchParams.get('token') ?? url.pathname.split('/').at(-1)
  return createShareResponse({ url: `${url.origin}/s/${token}`, method: request.method }, SHARE_SETTINGS)
}

export { answer as GET, answer as HEAD }
