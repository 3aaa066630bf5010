// Simulates a database that is lost under a running server. A proxy is between Supabase and its clients: the API and
// the browser. While the database is away, the proxy responds like a hosted project's services without their database.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, afterEach } from 'vitest'
import type { ServerOptions } from '../../harness/app-server.ts'
import { findFreePort } from '../../harness/free-port.ts'

export interface DatabaseSwitch {
  isAway: boolean
  /**
   * Decides a request's fate. `lost` means that the database is lost before this request. `unanswered` means that it is
   * lost after the request, before the response.
   */
  fateOf: (path: string) => 'answered' | 'lost' | 'unanswered'
  /** Restores the database until the next fault. */
  comeBack(): void
}

/** The gateway of a hosted project allows every origin. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, HEAD',
  'access-control-expose-headers': '*',
}

/**
 * Creates a database that a test can disconnect. Call it once per journey file. `prepare` returns the settings of a
 * server whose API and bundle reach Supabase through the proxy.
 */
export function openDatabaseSwitch(): { database: DatabaseSwitch; prepare: () => Promise<ServerOptions> } {
  const database: DatabaseSwitch = {
    isAway: false,
    fateOf: () => 'answered',
    comeBack() {
      database.isAway = false
      database.fateOf = () => 'answered'
    },
  }
  let behind = ''
  const http = createServer(async (request, response) => {
    const path = request.url ?? '/'
    if (request.method === 'OPTIONS') {
      response.writeHead(204, CORS).end()
      return
    }
    const fate = database.fateOf(path)
    if (fate === 'lost') database.isAway = true
    if (database.isAway) {
      refuse(response, path)
      return
    }
    const answer = await pass(request, `${behind}${path}`)
    if (fate === 'unanswered') {
      database.isAway = true
      refuse(response, path)
      return
    }
    const headers = new Headers(answer.headers)
    // fetch has already decompressed the body.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
    response.writeHead(answer.status, { ...Object.fromEntries(headers), ...CORS })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  afterEach(() => database.comeBack())
  afterAll(() => {
    http.closeAllConnections()
    http.close()
  })
  return {
    database,
    async prepare() {
      const [port, own] = [await findFreePort(), await listen(http)]
      behind = `http://localhost:${port}`
      const address = `http://localhost:${own}`
      return { port, env: { SUPABASE_URL: address, VITE_SUPABASE_URL: address } }
    },
  }
}

/** Sends the error that PostgREST, the auth server, or Storage returns without its database. */
function refuse(response: ServerResponse, path: string): void {
  const [status, body] = path.startsWith('/auth/v1/')
    ? [500, { code: 500, error_code: 'unexpected_failure', msg: 'Database error' }]
    : path.startsWith('/storage/v1/')
      ? [503, { statusCode: '544', error: 'DatabaseTimeout', message: 'The connection to the database timed out' }]
      : [503, { code: 'PGRST000', details: null, hint: null, message: 'Could not connect with the database' }]
  response.writeHead(status, { ...CORS, 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/**
 * The headers of a single connection. They include the page's origin, because a hosted project's gateway allows every
 * origin, and the local server only its own.
 */
const OF_THE_CONNECTION = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'origin',
  'sec-fetch-site',
])

async function pass(request: IncomingMessage, address: string): Promise<Response> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    // These headers belong to this connection. The next connection sets its own.
    if (typeof value === 'string' && !OF_THE_CONNECTION.has(name)) headers.set(name, value)
  }
  const body = chunks.length > 0 ? Buffer.concat(chunks) : null
  return fetch(address, { method: request.method ?? 'GET', headers, body, redirect: 'manual' })
}

function listen(http: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve) => {
    http.listen(0, '127.0.0.1', () => {
      const address = http.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}
