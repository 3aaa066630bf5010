// The Data API, Storage and the keys of sign-in tokens, in front of the database of one design. A process of its own: its work is
// not counted as the API's. Every file is in Storage, and what was uploaded can be read for a while.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import pg from 'pg'
import { createDataApi } from '../../../tests/harness/data-api.ts'
import { createStorage } from '../../../tests/harness/storage.ts'
import type { FromDataApi } from './messages.ts'

/** Connections to the database. An assumption: no document says how many a hosted Data API opens. */
const CONNECTIONS = 20
const KEPT_MS = 15_000
const KEEP_ANY = '/object/sign/'

const { SCALE_DATABASE = '', SCALE_TOKEN_KEYS = '' } = process.env
const pool = new pg.Pool({ ...(JSON.parse(SCALE_DATABASE) as pg.PoolConfig), max: CONNECTIONS })
pool.on('error', () => {})
const storage = createStorage()
const calls: Record<string, number> = {}
let [bytes, busyMs, running, mostWaiting] = [0, 0, 0, 0]

const dataApi = createDataApi(async (text, values) => {
  running += 1
  const began = performance.now()
  mostWaiting = Math.max(mostWaiting, running - CONNECTIONS)
  try {
    // Prepared, as PostgREST has them.
    const name = createHash('md5').update(text).digest('hex')
    return (await pool.query({ name, text, values: values ?? [] })).rows
  } finally {
    running -= 1
    busyMs += performance.now() - began
  }
}, storage)

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy())
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
tell({ type: 'ready', url })

process.on('message', () => {
  tell({ type: 'report', calls, bytes, busyMs, mostWaiting })
  mostWaiting = 0
})
process.on('disconnect', () => process.exit())

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const path = request.url ?? ''
  const reply = path.endsWith('/jwks.json') ? new Response(SCALE_TOKEN_KEYS) : await reach(request, path, body)
  const said = Buffer.from(await reply.arrayBuffer())
  if (path.startsWith('/rest/')) bytes += said.length
  response.writeHead(reply.status, { ...Object.fromEntries(reply.headers), 'content-length': said.length }).end(said)
}

async function reach({ method = 'GET', headers }: IncomingMessage, path: string, body: Buffer): Promise<Response> {
  const name = path.split('/').at(-1) ?? ''
  if (path.startsWith('/rest/')) calls[name] = (calls[name] ?? 0) + 1
  if (path.includes(KEEP_ANY)) return signAny(path, body)
  const given = Object.entries(headers).filter(([header]) => /^(range|x-upsert|content-type)$/.test(header))
  const hasBody = !['GET', 'HEAD'].includes(method)
  const init = { method, headers: given as [string, string][], ...(hasBody && { body: new Uint8Array(body) }) }
  const reply = await dataApi.fetch(new Request(`${url}${path}`, init))
  if (method === 'POST' && path.includes('/object/videos/')) {
    const place = path.slice(path.indexOf('videos/'))
    setTimeout(() => storage.files.delete(place), KEPT_MS)
  }
  return reply
}

/** The library's million videos are there. */
function signAny(path: string, body: Buffer): Response {
  const place = path.slice(path.indexOf(KEEP_ANY) + KEEP_ANY.length)
  const { paths } = JSON.parse(body.toString()) as { paths?: string[] }
  const getAddress = (one: string) => `${KEEP_ANY}${one}?token=bench`
  if (!paths) return Response.json({ signedURL: getAddress(place) })
  return Response.json(paths.map((one) => ({ path: one, signedURL: getAddress(`${place}/${one}`), error: null })))
}

function tell(message: FromDataApi): void {
  process.send?.(message)
}
