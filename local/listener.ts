import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Backend } from './backend/backend.ts'
import type { LocalSettings } from './settings.ts'

export type Listener = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

/** The time that a page waits for an answer. */
const BODY_MS = 30_000

/** Answers what belongs to the backend, and refuses foreign host names; `next` is called for everything else. */
export function createBackendListener(
  backend: Backend,
  { origin, port }: Pick<LocalSettings, 'origin' | 'port'>,
): Listener {
  const hosts = new Set([`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
  const answer = getRequestListener(
    (request, { incoming }) => backend.fetch(request, incoming.socket.remoteAddress ?? ''),
    // The global Response that it would install loses the headers of stored files: videos came as text/plain.
    { overrideGlobalObjects: false },
  )
  return (request, response, next) => {
    const { host = '', accept = '', apikey } = request.headers
    // A video arrives as slowly as its provider sends it.
    if (apikey !== backend.secretKey) endSlowBody(request)
    // DNS rebinding: a foreign name that resolves to this machine must not reach it through a browser.
    if (!hosts.has(host)) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(`This server only responds at ${origin}.`)
      return
    }
    const { pathname, href } = new URL(origin + request.url)
    if (request.method === 'GET' && accept.includes('text/html') && host !== `localhost:${port}`) {
      // Sign-in and videos need one origin.
      response.writeHead(302, { location: href }).end()
      return
    }
    if (!backend.owns(pathname)) {
      next()
      return
    }
    // A stored file must not be taken for a page or a script.
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
