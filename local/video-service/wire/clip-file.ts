// Serves clips as a CDN does, whole or as one range, with validators. A clip never changes under its name.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ProviderError } from './errors.ts'

const CLIP_NAME = /^[a-z0-9]{25}\.mp4$/

export async function serveClip(folder: string, name: string, request: Request): Promise<Response> {
  const path = join(folder, name)
  const size = CLIP_NAME.test(name) ? await getFileSize(path) : null
  if (size === null) throw new ProviderError(404, 'NOT_FOUND', 'Not found')

  const etag = `"${name.slice(0, -4)}-${size}"`
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'video/mp4',
    'x-content-type-options': 'nosniff',
    etag,
  })
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })

  const range = parseRange(request.headers, etag, size)
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${size}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) headers.set('content-range', `bytes ${start}-${end}/${size}`)
  headers.set('content-length', String(end - start + 1))
  const body = request.method === 'HEAD' ? null : streamFile(path, start, end)
  return new Response(body, { status: range ? 206 : 200, headers })
}

async function getFileSize(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch {
    return null
  }
}

function streamFile(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream<Uint8Array>
}

/**
 * Returns the requested range, or null for the whole file. The whole file is the response without a range, with several
 * ranges, or if If-Range names another version.
 */
function parseRange(headers: Headers, etag: string, size: number) {
  const ifRange = headers.get('if-range')
  if (ifRange !== null && ifRange !== etag) return null
  const match = headers.get('range')?.match(/^bytes=(\d*)-(\d*)$/)
  if (!match || (match[1] === '' && match[2] === '')) return null
  const first = match[1] === '' ? null : Number(match[1])
  const last = match[2] === '' ? null : Number(match[2])
  if (first === null) {
    if (last === 0) return 'unsatisfiable'
    return { start: Math.max(0, size - (last ?? 0)), end: size - 1 }
  }
  if (first >= size) return 'unsatisfiable'
  if (last !== null && last < first) return null
  return { start: first, end: Math.min(last ?? size - 1, size - 1) }
}
