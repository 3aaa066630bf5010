// Pages of other origins can send simple requests, which need no preflight, and navigate. They cannot read the answer, but it
// may leave a row, a file or a sign-in.

type Answer = (request: Request) => Response | Promise<Response>

/** Requests with an `apikey` pass: a foreign page cannot add one without a preflight. */
export function refuseForeignPages(answer: Answer): Answer {
  return (request) =>
    hasRemainder(request) && isForeign(request) && !request.headers.has('apikey')
      ? new Response('Cross-origin requests are not allowed.', { status: 403 })
      : answer(request)
}

/** Starting a sign-in stores a row. */
function hasRemainder({ method, url }: Request): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method) || new URL(url).pathname === '/auth/v1/authorize'
}

/** Another port of this machine is another origin. Clients that are no browsers send neither header. */
function isForeign({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') return true
  const origin = headers.get('origin')
  return origin !== null && origin !== new URL(url).origin
}
