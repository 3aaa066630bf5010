// What a page of another origin may make a browser send here without being asked: simple requests, which no preflight stops,
// and navigations. It cannot read the answers, but each may leave something: a row, a file, a sign-in as somebody.

type Answer = (request: Request) => Response | Promise<Response>

/** In front of what is called by our own pages alone. A request with a key is let through: only a preflight lets a page add one. */
export function refuseForeignPages(answer: Answer): Answer {
  return (request) =>
    leavesSomething(request) && isForeign(request) && !request.headers.has('apikey')
      ? new Response('This address is for the pages of this server.', { status: 403 })
      : answer(request)
}

/** Starting a sign-in stores a row as well. */
function leavesSomething({ method, url }: Request): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method) || new URL(url).pathname === '/auth/v1/authorize'
}

/** Other ports of this machine are other origins too. What is no browser sends neither header. */
function isForeign({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') return true
  const origin = headers.get('origin')
  return origin !== null && origin !== new URL(url).origin
}
