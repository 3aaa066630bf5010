// Simulates the Data API, Storage, and the keys of sign-in tokens, with the database of one design. It runs in a
// separate process, so its work doesn't count as the API's. Storage has every file, and an uploaded file is readable
// for a limited time.
import { createHash } from 'node:crypto'
import process from 'node:process'
import pg from 'pg'
import { listen } from '../../../local/video-service/scripted/response.ts'
import { createDataApi } from '../../../tests/harness/data-api.ts'
import { createStorage } from '../../../tests/harness/storage.ts'
import type { FromDataApi } from './messages.ts'

/**
 * The number of database connections. This is an assumption, because no document says how many a hosted Data API opens.
 */
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
    // The statements are prepared, as in PostgREST.
    const name = createHash('md5').update(text).digest('hex')
    return (await pool.query({ name, text, values: values ?? [] })).rows
  } finally {
    running -= 1
    busyMs += performance.now() - began
  }
}, storage)

const { url } = await listen(answer)
process.send?.({ type: 'ready', url } satisfies FromDataApi)

process.on('message', () => {
  process.send?.({ type: 'report', calls, bytes, busyMs, mostWaiting } satisfies FromDataApi)
  mostWaiting = 0
})
process.on('disconnect', () => process.exit())

async function answer(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname
  const reply = path.endsWith('/jwks.json') ? new Response(SCALE_TOKEN_KEYS) : await reach(request, path)
  if (path.startsWith('/rest/')) bytes += (await reply.clone().arrayBuffer()).byteLength
  return reply
}

async function reach(request: Request, path: string): Promise<Response> {
  const name = path.split('/').at(-1) ?? ''
  if (path.startsWith('/rest/')) calls[name] = (calls[name] ?? 0) + 1
  if (path.includes(KEEP_ANY)) return signAny(path, await request.json())
  const reply = await dataApi.fetch(request)
  if (request.method === 'POST' && path.includes('/object/videos/')) {
    const place = path.slice(path.indexOf('videos/'))
    setTimeout(() => storage.files.delete(place), KEPT_MS)
  }
  return reply
}

/** Signs any path, because the library's million videos count as stored. */
function signAny(path: string, { paths }: { paths?: string[] }): Response {
  const place = path.slice(path.indexOf(KEEP_ANY) + KEEP_ANY.length)
  const getAddress = (one: string) => `${KEEP_ANY}${one}?token=bench`
  if (!paths) return Response.json({ signedURL: getAddress(place) })
  return Response.json(paths.map((one) => ({ path: one, signedURL: getAddress(`${place}/${one}`), error: null })))
}
