// A stand-in for Supabase Storage in memory. It implements what supabase-js and browsers use: upload, download with ranges,
// signed addresses, and delete. An interrupted upload stores nothing.

const PREFIX = '/storage/v1'

export interface MemoryStorage {
  /** Complete files by `bucket/path`. */
  readonly files: Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string }>
  fetch(request: Request): Promise<Response>
}

/** Storage sends the HTTP status 400, and 404 in the body. */
const answerNotFound = () =>
  Response.json({ statusCode: '404', error: 'not_found', message: 'Object not found' }, { status: 400 })

export function createStorage(): MemoryStorage {
  const files: MemoryStorage['files'] = new Map()

  function download(request: Request, place: string): Response {
    const file = files.get(place)
    if (!file) return answerNotFound()
    const headers = { 'content-type': file.type, 'accept-ranges': 'bytes' }
    const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? []
    if (from === undefined || to === undefined || from + to === '') return readBody(file.bytes, { headers })
    const size = file.bytes.byteLength
    const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
    const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1)
    if (start >= end) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } })
    const range = { ...headers, 'content-range': `bytes ${start}-${end - 1}/${size}` }
    return readBody(file.bytes.subarray(start, end), { status: 206, headers: range })

    function readBody(bytes: Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
      const length = { ...init.headers, 'content-length': String(bytes.byteLength) }
      return new Response(request.method === 'HEAD' ? null : bytes, { ...init, headers: length })
    }
  }

  async function sign(request: Request, place: string): Promise<Response> {
    const { paths } = (await request.json()) as { paths?: string[] }
    const getAddress = (path: string) => `/object/sign/${path}?token=${encodeURIComponent(path)}`
    if (!paths) {
      return files.has(place) ? Response.json({ signedURL: getAddress(place) }) : answerNotFound()
    }
    return Response.json(
      paths.map((path) => {
        const found = files.has(`${place}/${path}`)
        return {
          path,
          signedURL: found ? getAddress(`${place}/${path}`) : null,
          error: found ? null : 'Either the object does not exist or you do not have access to it',
        }
      }),
    )
  }

  return {
    files,
    async fetch(request) {
      const path = decodeURIComponent(new URL(request.url).pathname).slice(PREFIX.length)
      const [, kind, place = ''] = /^\/(object\/(?:sign|authenticated)|object|bucket)\/(.+)$/.exec(path) ?? []
      switch (`${request.method} ${kind}`) {
        case 'POST object':
        case 'PUT object': {
          // Throws if the sender disconnects before the end, so that nothing is stored.
          const bytes = new Uint8Array(await request.arrayBuffer())
          if (request.method === 'POST' && request.headers.get('x-upsert') !== 'true' && files.has(place)) {
            return Response.json(
              { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' },
              { status: 400 },
            )
          }
          files.set(place, { bytes, type: request.headers.get('content-type') ?? '' })
          return Response.json({ Id: place, Key: place })
        }
        case 'DELETE object': {
          const { prefixes } = (await request.json()) as { prefixes: string[] }
          const gone = prefixes.filter((name) => files.delete(`${place}/${name}`))
          return Response.json(gone.map((name) => ({ name, bucket_id: place })))
        }
        case 'POST object/sign':
          return sign(request, place)
        case 'GET object':
        case 'HEAD object':
        case 'GET object/sign':
        case 'HEAD object/sign':
        case 'GET object/authenticated':
        case 'HEAD object/authenticated':
          return download(request, place)
        case 'GET bucket':
          return Response.json({ id: place, name: place, public: false })
        default:
          return Response.json(
            { statusCode: '404', error: 'not_found', message: `No ${request.method} ${path}` },
            { status: 400 },
          )
      }
    },
  }
}
