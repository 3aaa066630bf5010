// Vercel: the function `/api/share`, to which vercel.json rewrites the links. It gets the address that the browser asked for, with
// the token in the query too.
import { createShareResponse } from './share-response.ts'

const answer = (request: Request) => {
  const url = new URL(request.url)
  const token = url.searchParams.get('token') ?? url.pathname.split('/').at(-1)
  return createShareResponse({ url: `${url.origin}/s/${token}`, method: request.method }, SHARE_SETTINGS)
}

export { answer as GET, answer as HEAD }
