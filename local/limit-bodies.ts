// Supabase Lite and the sign-in form read a whole body before they ask who sent it. What a page sends them is as small as what it
// sends the API; only the API itself sends more, and videos.

type Answer = (request: Request) => Response | Promise<Response>

/** The API's own limit for all but images (supabase/functions/api/read-json-body.ts). */
const MAX_BYTES = 8 * 1024

/** Refuses, unread, a body that is larger or does not say how large it is, unless it comes with `secretKey`. */
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
