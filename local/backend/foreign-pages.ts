// Refuses requests from pages of other origins. Such a page can navigate, or send simple requests without a preflight.
// The page can't read the response, but the request could create a row, a file, or a sign-in.

type Answer = (request: Request) => Response | Promise<Response>

/**
 * Refuses requests from foreign pages. Requests with an `apikey` pass, because a foreign page can't add this header
 * without a preflight.
 */
export function refuseForeignPages(answer: Answer): Answer {
  return (request) =>
    hasRemainder(request) && isForeign(request) && !request.headers.has('apikey')
      ? new Response('Cross-origin requests are not allowed.', { status: 403 })
      : answer(request)
}

/** Returns whether a request can change stored data. Starting a sign-in stores a row. */
function hasRemainder({ method, url }: Request): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method) || new URL(url).pathname === '/auth/v1/authorize'
}

/**
 * Returns whether a page of another origin sent the request. Another port of this machine is another origin. Clients
 * other than browsers send neither header.
 */
function isForeign({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') return true
  const origin = headers.get('origin')
  return origin !== null && origin !== new URL(url).origin
}
