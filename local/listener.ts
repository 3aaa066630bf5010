import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Backend } from './backend/backend.ts'
import type { LocalSettings } from './settings.ts'

export type Listener = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

/** The time limit for a request's body in milliseconds. */
const BODY_MS = 30_000

/** Handles requests to the backend and refuses foreign host names. Calls `next` for all other requests. */
export function createBackendListener(
  backend: Backend,
  { origin, port }: Pick<LocalSettings, 'origin' | 'port'>,
): Listener {
  const hosts = new Set([`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
  const answer = getRequestListener(
    (request, { incoming }) => backend.fetch(request, incoming.socket.remoteAddress ?? ''),
    // With the global Response that the library installs, stored files lose their headers, and videos arrive as
    // text/plain.
    { overrideGlobalObjects: false },
  )
  return (request, response, next) => {
    const { host = '', accept = '', apikey } = request.headers
    // The API's own requests have no time limit, because a video arrives as slowly as its provider sends it.
    if (apikey !== backend.secretKey) endSlowBody(request)
    // Prevents DNS rebinding. A foreign name that resolves to this machine must not reach the server through a browser.
    if (!hosts.has(host)) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(`This server only responds at ${origin}.`)
      return
    }
    const { pathname, href } = new URL(origin + request.url)
    if (request.method === 'GET' && accept.includes('text/html') && host !== `localhost:${port}`) {
      // Sign-in and videos need a single origin.
      response.writeHead(302, { location: href }).end()
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

function endSlowBody(request: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, BODY_MS)
  request.once('close', () => clearTimeout(timer))
}
