// Stands before every handler of a server: nothing that a request contains may end the process, or keep a connection for long.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** A browser sends its headers at once. Node looks every 30 s. */
const HEADERS_MS = 10_000

type Handler = (request: IncomingMessage, answer: ServerResponse | Duplex, ...rest: unknown[]) => void

/**
 * Answers 400 to what is no path of this server, and 500 where a handler throws. Call it when all handlers are there: of
 * upgrades too, which Vite has.
 */
export function guard(server: Server, headersMs = HEADERS_MS): Server {
  server.headersTimeout = headersMs
  for (const event of ['request', 'upgrade']) {
    const handlers = server.listeners(event) as Handler[]
    // Node hands over the sockets of upgrades as soon as somebody listens for them.
    if (handlers.length === 0) continue
    server.removeAllListeners(event)
    server.on(event, (request: IncomingMessage, answer: ServerResponse | Duplex, ...rest: unknown[]) => {
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
