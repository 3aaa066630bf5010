// Protects a server's handlers. No request may end the process or hold a connection open for long.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The time limit for a request's headers. A browser sends them at once. Node checks this limit every 30 s. */
const HEADERS_MS = 10_000

/**
 * The time limit for an idle connection. It is longer than that of proxies and load balancers. Otherwise, a proxy could send a
 * request while this server closes the connection, and the user would get an error 502.
 */
const IDLE_MS = 130_000

type Handler = (request: IncomingMessage, answer: ServerResponse | Duplex, ...rest: unknown[]) => void

/**
 * Redirects `//page` to `/page`. Returns 400 for a target that isn't a path of this server, and 500 if a handler
 * throws. Call it after all handlers are added, including Vite's upgrade handler.
 */
export function guard(server: Server, headersMs = HEADERS_MS): Server {
  server.headersTimeout = headersMs
  server.keepAliveTimeout = IDLE_MS
  for (const event of ['request', 'upgrade']) {
    const handlers = server.listeners(event) as Handler[]
    // Events without handlers are skipped. With a listener for upgrades, Node would pass every upgrade socket to the
    // listener.
    if (handlers.length === 0) continue
    server.removeAllListeners(event)
    server.on(event, (request: IncomingMessage, answer: ServerResponse | Duplex, ...rest: unknown[]) => {
      const plain = removeExtraSlashes(request)
      if (plain && 'writeHead' in answer) return answer.writeHead(301, { location: plain }).end()
      if (!isPath(request.url)) return refuse(answer, 400)
      try {
        for (const handler of handlers) handler.call(server, request, answer, ...rest)
      } catch (error) {
        console.error(error)
        refuse(answer, 500)
      }
    })
  }
  return server
}

/** Returns the path of a page that was asked for with several slashes in front, such as `//pricing`. */
function removeExtraSlashes({ method, url = '' }: IncomingMessage): string | null {
  const plain = url.replace(/^\/+/, '/')
  return method === 'GET' && plain !== url && isPath(plain) && URL.canParse(url, 'http://localhost') ? plain : null
}

/** Returns whether a target is a path. Two slashes in front would be another host's address. */
function isPath(target = ''): boolean {
  return /^\/(?!\/)/.test(target) && URL.canParse(`http://localhost${target}`)
}

export function refuse(answer: ServerResponse | Duplex, status: 400 | 500): void {
  const text = status === 400 ? 'Bad Request' : 'Internal Server Error'
  if (!('writeHead' in answer)) {
    answer.on('error', () => {}).end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\n\r\n`)
  } else if (answer.headersSent) {
    answer.destroy()
  } else {
    answer.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(`${text}\n`)
  }
}
