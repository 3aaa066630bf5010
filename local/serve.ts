// Serves the built app and the backend on one port. In production, a static host and a hosted backend use separate
// origins.
import { readdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { basename, extname } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createShareResponse, redirectToPlainPath, type ShareSettings } from '../vite/share-handler/share-response.ts'
import { guard, refuse } from './guard.ts'
import type { Listener } from './listener.ts'

const LOOPBACK = '127.0.0.1'
/** The addresses that include loopback. */
const WITH_LOOPBACK = [LOOPBACK, '0.0.0.0', '::']

const CACHED_FOR_EVER = 'public, max-age=31536000, immutable'

interface Served {
  folder: string
  /** The address and port to listen on. */
  address: string
  port: number
  /** The headers of all the app's pages and files. */
  headers: Record<string, string>
  /** The settings of the handler for share links. */
  share: ShareSettings
  /** Reads a share link from the API. Default: over the network. */
  askApi?: typeof fetch
}

/** Rejects if the port is in use. */
export async function serveApp(
  backend: Listener,
  { folder, address, port, headers, share, askApi = fetch }: Served,
): Promise<{ close(): Promise<void> }> {
  const names = (await readdir(folder)).filter((name) => extname(name) === '.html')
  const app = getApp(folder, { headers, share, askApi }, new Set(names.map((name) => `/${basename(name, '.html')}`)))
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const listen = (host: string) => {
    const server = guard(
      createServer((request, response) => {
        backend(request, response, (error) => {
          if (!error) return void answer(request, response)
          console.error(error)
          refuse(response, 500)
        })
      }),
    )
    return new Promise<Server>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => resolve(server))
    })
  }
  // The API and this machine's tools reach the server over loopback.
  const servers = await Promise.all([address, ...(WITH_LOOPBACK.includes(address) ? [] : [LOOPBACK])].map(listen))
  return {
    async close() {
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)))
      for (const server of servers) server.closeAllConnections()
      await Promise.all(closed)
    },
  }
}

/** Creates the app's handler. `pages` are the paths of pages that exist as files. */
function getApp(
  folder: string,
  { headers, share, askApi }: Required<Pick<Served, 'headers' | 'share' | 'askApi'>>,
  pages: ReadonlySet<string>,
) {
  const page = serveStatic({ root: folder, path: '404.html' })
  const videos = serveStatic({ root: folder, path: 'videos.html' })
  const files = serveStatic({
    root: folder,
    // `/pricing` is the file pricing.html.
    rewriteRequestPath: (path) => (path === '/' || extname(path) !== '' ? path : `${path}.html`),
  })
  return (
    new Hono()
      // The page and code of /create-video are 579 KB, and 191 KB compressed. Many proxies compress nothing by default.
      .use(compress())
      .use(async (c, next) => {
        await next()
        for (const [name, value] of Object.entries(headers)) c.header(name, value)
        // Names in /assets/ contain a content hash.
        c.header('cache-control', c.res.ok && c.req.path.startsWith('/assets/') ? CACHED_FOR_EVER : 'no-cache')
      })
      // `/pricing/` and `/Pricing`: typed, or from a link of somebody else.
      .use(async (c, next) => redirectToPlainPath(c.req.raw, {}, pages) ?? next())
      // The handlers of static hosts do the same.
      .get('/s/:token', (c) => createShareResponse(c.req.raw, share, askApi))
      // All videos share one page. Sample clips are in the same folder.
      .get('/videos/:id', (c, next) => (extname(c.req.path) === '' ? videos(c, next) : next()))
      .use(files)
      .use(async (c, next) => {
        const found = await page(c, next)
        // Every page is a file, so any other path returns a 404 instead of the home page.
        return found ? new Response(found.body, { status: 404, headers: found.headers }) : c.notFound()
      })
  )
}
