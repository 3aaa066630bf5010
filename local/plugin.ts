import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Connect, Plugin } from 'vite'
import type { Backend } from './backend/backend.ts'
import { avatarUrl } from './google/accounts.ts'
import { notFound } from './not-found.ts'
import type { LocalSettings } from './settings.ts'

/** Clips have the label 'local preview' too. */
const NOTE = 'Local preview: this machine draws the clips itself. The models answer once a video service is connected.'

/** Also gives the bundle the local key and addresses, unless the user has set others. */
export function localBackend(backend: Backend, { origin, port }: LocalSettings): Plugin {
  const hosts = new Set([`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])

  function middleware(request: IncomingMessage, response: ServerResponse, next: Connect.NextFunction): void {
    const { host = '', accept = '' } = request.headers
    // DNS rebinding: a foreign name that resolves to this machine must not reach it through a browser.
    if (!hosts.has(host)) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(`This server answers at ${origin} only.`)
      return
    }
    if (request.method === 'GET' && accept.includes('text/html') && host !== `localhost:${port}`) {
      // Sign-in and videos need one origin.
      response.writeHead(302, { location: `${origin}${request.url}` }).end()
      return
    }
    answer(request, response, next)
  }

  function answer(request: IncomingMessage, response: ServerResponse, next: Connect.NextFunction): void {
    const { pathname } = new URL(request.url ?? '/', origin)
    if (!backend.owns(pathname)) {
      next()
      return
    }
    // A stored file must not be taken for a page or a script.
    response.setHeader('x-content-type-options', 'nosniff')
    listener(request, response).catch(next)
  }
  const listener = getRequestListener(
    (request, { incoming }) => backend.fetch(request, incoming.socket.remoteAddress ?? ''),
    // The global Response that it would install loses the headers of stored files: videos came as text/plain.
    { overrideGlobalObjects: false },
  )

  return {
    name: 'soundreel:local-backend',
    config: () => ({
      // Vite would answer preflights itself, and allow every page of this machine; the API allows its own origins.
      server: { cors: false },
      preview: { cors: false },
      define: {
        'import.meta.env.VITE_SUPABASE_ANON_KEY': JSON.stringify(
          process.env.VITE_SUPABASE_ANON_KEY || backend.publishableKey,
        ),
        'import.meta.env.VITE_GENERATOR_NOTE': JSON.stringify(
          process.env.VITE_GENERATOR_NOTE || (backend.drawsClips ? NOTE : ''),
        ),
        'import.meta.env.VITE_AVATAR_URL': JSON.stringify(process.env.VITE_AVATAR_URL || avatarUrl(origin)),
        'import.meta.env.VITE_IP_LOOKUP_URL': JSON.stringify(
          process.env.VITE_IP_LOOKUP_URL || `${origin}/stand-ins/ip-lookup`,
        ),
      },
    }),
    configureServer: (server) => {
      server.middlewares.use(middleware)
    },
    configurePreviewServer: (server) => {
      server.middlewares.use(middleware)
      // After the static files.
      return () => {
        server.middlewares.use(notFound(server.config))
      }
    },
  }
}
