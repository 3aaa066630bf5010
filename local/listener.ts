import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { BlockList } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Backend } from './backend/backend.ts'
import { answerSender, SENDER_PATH } from './one-server/answer-sender.ts'
import { isTrusted, readClientAddress } from './one-server/client-address.ts'
import type { LocalSettings } from './settings.ts'

export type Listener = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

/** The time limit for a request's body in milliseconds. */
const BODY_MS = 30_000

/** Handles requests to the backend and refuses foreign host names. Calls `next` for all other requests. */
export function createBackendListener(
  backend: Backend,
  { origin, port, oneServer }: Pick<LocalSettings, 'origin' | 'port' | 'oneServer'>,
): Listener {
  const { host: main, hostname, protocol, port: ownPort } = new URL(origin)
  // Some proxies add the default port.
  const names = new Set([main, ...(ownPort ? [] : [`${hostname}:${protocol === 'https:' ? 443 : 80}`])])
  const loopback = new Set([`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
  const proxies = oneServer?.proxies ?? new BlockList()
  const answer = getRequestListener(
    (request, { incoming }) => {
      const sender = {
        remoteAddress: incoming.socket.remoteAddress ?? '',
        forwardedFor: readForwardedFor(incoming.headers),
      }
      const { pathname, search } = new URL(request.url)
      // A proxy ends TLS, so the address that the client asked for is that of PUBLIC_URL.
      const asked = oneServer ? new Request(origin + pathname + search, request) : request
      return backend.fetch(asked, readClientAddress(sender, proxies))
    },
    // With the global Response that the library installs, stored files lose their headers, and videos arrive as
    // text/plain.
    { overrideGlobalObjects: false },
  )
  return (request, response, next) => {
    const { host = '', accept = '', apikey } = request.headers
    const isMain = names.has(host.toLowerCase())
    // The API's own requests have no time limit, because a video arrives as slowly as its provider sends it.
    if (apikey !== backend.secretKey) endSlowBody(request)
    const { pathname, href } = new URL(origin + request.url)
    // Prevents DNS rebinding. A foreign name that resolves to this machine must not reach the server through a browser. With
    // PUBLIC_URL, only this machine's tools and checks use its loopback names, because a proxy may send those by mistake.
    const isLoopback = loopback.has(host) && (!oneServer || pathname === '/health' || apikey === backend.secretKey)
    if (!isMain && !isLoopback) {
      const advice = oneServer && loopback.has(host) ? ' Set your proxy to pass on the Host header.' : ''
      response.writeHead(403, { 'content-type': 'text/plain' }).end(`This server only responds at ${origin}.${advice}`)
      return
    }
    const isPage = request.method === 'GET' && accept.includes('text/html')
    if (isPage && (!isMain || (oneServer && isInsecure(request, oneServer.proxies)))) {
      // Sign-in and videos need a single origin.
      response.writeHead(302, { location: href }).end()
      return
    }
    if (oneServer && pathname === SENDER_PATH && apikey === backend.sweepSecret) {
      answerSender(request, response, proxies)
      return
    }
    if (!backend.owns(pathname)) {
      next()
      return
    }
    // Browsers must not interpret a stored file as a page or a script.
    response.setHeader('x-content-type-options', 'nosniff')
    answer(request, response).catch(next)
  }
}

/** Returns whether the client called a trusted proxy without TLS. */
function isInsecure({ headers, socket }: IncomingMessage, proxies: BlockList): boolean {
  return headers['x-forwarded-proto'] === 'http' && isTrusted(socket.remoteAddress ?? '', proxies)
}

function readForwardedFor(headers: IncomingHttpHeaders): string | undefined {
  const { 'x-forwarded-for': value } = headers
  return Array.isArray(value) ? value.join(',') : value
}

function endSlowBody(request: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, BODY_MS)
  request.once('close', () => clearTimeout(timer))
}
