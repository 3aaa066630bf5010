// Limits the size of request bodies. Supabase Lite and the sign-in form read a whole body before they authenticate the
// sender. Pages send them only small bodies. Only the API sends large ones, such as videos.

type Answer = (request: Request) => Response | Promise<Response>

/** The API's own limit for all bodies except images (supabase/functions/api/read-json-body.ts). */
const MAX_BYTES = 8 * 1024

/** Refuses a body that is too large or has no Content-Length, without reading it. Requests with `secretKey` pass. */
export function limitBodies(answer: Answer, secretKey: string): Answer {
  return (request) => {
    const { headers } = request
    const hasBody = headers.has('content-length') || headers.has('transfer-encoding')
    if (!hasBody || headers.get('apikey') === secretKey) return answer(request)
    if (headers.has('transfer-encoding')) return Response.json({ message: 'Send a Content-Length.' }, { status: 411 })
    const isSmall = Number(headers.get('content-length')) <= MAX_BYTES
    return isSmall ? answer(request) : Response.json({ message: 'The body can be at most 8 KB.' }, { status: 413 })
  }
}
