// Adds what hosted Supabase Storage does and Supabase Lite 0.10 does not: signed addresses under the name that supabase-js
// reads, many of them in one call, byte ranges,
// `If-None-Match`, `If-Range`, and `download=`.
import { z } from 'zod'
import { getPart, type RangeRead, rangeRead } from './file-store.ts'

const PREFIX = '/storage/v1'
const MANY_SIGNED = /^\/storage\/v1\/object\/sign\/[^/]+$/

export function fillStorageGaps(
  lite: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url)
    if (request.method === 'POST' && MANY_SIGNED.test(url.pathname)) return signMany(request, lite)
    const isHead = request.method === 'HEAD' && url.pathname.startsWith(`${PREFIX}/object/`)
    // Lite answers HEAD like GET, and leaves the file open.
    if (isHead) return sendHead(await fillStorageGaps(lite)(new Request(request.url, { headers: request.headers })))
    const asked = readRange(request)
    const response = await (asked ? rangeRead.run(asked, () => lite(request)) : lite(request))
    if (!response.ok) return response
    if (request.method === 'POST' && url.pathname.startsWith(`${PREFIX}/object/sign/`)) return renameSignedUrl(response)
    if (request.method === 'GET' && url.pathname.startsWith(`${PREFIX}/object/`)) {
      if (isKnown(request, response)) return sendUnchanged(response)
      return serveRange(nameDownload(response, url), asked)
    }
    return response
  }
}

/** Whether the client has this version of the file. `If-None-Match` compares weakly: `W/` doesn't count. */
function isKnown(request: Request, response: Response): boolean {
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  const etag = response.headers.get('etag')
  return known.some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}

async function sendUnchanged(response: Response): Promise<Response> {
  await response.body?.cancel()
  const headers = new Headers(response.headers)
  for (const name of ['content-length', 'content-type']) headers.delete(name)
  return new Response(null, { status: 304, headers })
}

async function sendHead(response: Response): Promise<Response> {
  await response.body?.cancel()
  return new Response(null, { status: response.status, headers: response.headers })
}

async function renameSignedUrl(response: Response): Promise<Response> {
  const { signedUrl } = (await response.json()) as { signedUrl?: string }
  return Response.json({ signedURL: signedUrl?.replace(PREFIX, '') })
}

const manyToSign = z.object({ expiresIn: z.number(), paths: z.array(z.string().refine((path) => path.isWellFormed())) })

/** Signs each file separately. Lite reads the bucket's path as an object without a name. */
async function signMany(request: Request, lite: (request: Request) => Promise<Response>): Promise<Response> {
  const asked = manyToSign.safeParse(await request.json().catch(() => null))
  if (!asked.success)
    return Response.json({ error: 'Invalid Input', message: 'The request body is not valid.' }, { status: 400 })
  const { expiresIn, paths } = asked.data
  const entries = paths.map(async (path) => {
    const signed = await lite(
      new Request(`${request.url}/${path.split('/').map(encodeURIComponent).join('/')}`, {
        method: 'POST',
        headers: request.headers,
        body: JSON.stringify({ expiresIn }),
      }),
    )
    if (!signed.ok)
      return { path, signedURL: null, error: 'Either the object does not exist or you do not have access to it' }
    const { signedURL } = (await (await renameSignedUrl(signed)).json()) as { signedURL: string }
    return { path, signedURL, error: null }
  })
  return Response.json(await Promise.all(entries))
}

function nameDownload(response: Response, url: URL): Response {
  const name = url.searchParams.get('download')
  if (name === null) return response
  const headers = new Headers(response.headers)
  const fileName = name || (url.pathname.split('/').at(-1) ?? '')
  headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
  return new Response(response.body, { status: response.status, headers })
}

function readRange(request: Request): RangeRead | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? []
  if (request.method !== 'GET' || (!first && !last)) return null
  const ifRange = request.headers.get('if-range')
  return { first: first ? Number(first) : undefined, last: last ? Number(last) : undefined, ifRange }
}

/**
 * Converts a response to a range response. The adapter read only the range, but Lite responds as if it were the whole
 * file.
 */
function serveRange(response: Response, asked: RangeRead | null): Response {
  const headers = new Headers(response.headers)
  headers.set('accept-ranges', 'bytes')
  if (asked?.size === undefined) return new Response(response.body, { status: response.status, headers })
  const part = getPart(asked, asked.size)
  headers.delete('content-length')
  if (!part) {
    headers.set('content-range', `bytes */${asked.size}`)
    return new Response(null, { status: 416, headers })
  }
  headers.set('content-length', String(part.end - part.start + 1))
  headers.set('content-range', `bytes ${part.start}-${part.end}/${asked.size}`)
  return new Response(response.body, { status: 206, headers })
}
