// Mounts the embedded backend on Vite's own server, in dev and in preview, so that everything is one address.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Connect, Plugin } from 'vite'
import type { Backend } from './backend/backend.ts'
import { avatarUrl } from './google/accounts.ts'
import { notFound } from './not-found.ts'
import type { LocalSettings } from './settings.ts'

/** Honest about what answers here (the stand-in writes 'local preview' into its clips too). */
const NOTE = 'Local preview: this machine draws the clips itself. The models answer once a video service is connected.'

/** The embedded backend as a Vite plugin. It also gives the bundle the local key and addresses that the user has not set. */
export function localBackend(backend: Backend, { origin, port }: LocalSettings): Plugin {
  const hosts = new Set([`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])

  function middleware(request: IncomingMessage, response: ServerResponse, next: Connect.NextFunction): void {
    const { host = '', accept = '' } = request.headers
    // A foreign name that resolves to this machine must not reach it through a user's browser.
    if (!hosts.has(host)) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(`This server answers at ${origin} only.`)
      return
    }
    if (request.method === 'GET' && accept.includes('text/html') && host !== `localhost:${port}`) {
      // Sign-in and videos live at one origin: a page opened by another name of this machine moves there.
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
    // What a user stored is shown as what it was stored as, and never as a page or a script.
    response.setHeader('x-content-type-options', 'nosniff')
    listener(request, response).catch(next)
  }
  const listener = getRequestListener(
    (request, { incoming }) => backend.fetch(request, incoming.socket.remoteAddress ?? ''),
    // Its own Response, put in place of everybody's, loses the headers of stored files: videos came as text/plain.
    { overrideGlobalObjects: false },
  )

  return {
    name: 'soundreel:local-backend',
    config: () => ({
      // The API names the origins that may call it; Vite would answer their preflights itself, and let in every page of this machine.
      server: { cors: false },
      preview: { cors: false },
      define: {
        'import.meta.env.VITE_SUPABASE_ANON_KEY': JSON.stringify(
          process.env.VITE_SUPABASE_ANON_KEY || backend.publishableKey,
        ),
        'import.meta.env.VITE_GENERATOR_NOTE': JSON.stringify(process.env.VITE_GENERATOR_NOTE || NOTE),
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
      // After the files: what they do not answer is not there.
      return () => {
        server.middlewares.use(notFound(server.config))
      }
    },
  }
}
