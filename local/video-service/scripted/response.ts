import { serve } from '@hono/node-server'

/** A response, or a fault. `hang` reads the request and never responds. `reset` cuts the connection. */
export type ScriptedResponse = Response | 'hang' | 'reset'

export function sendJson(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers })
}

/** Returns a proxy's error page. */
export function sendPage(status: number): Response {
  return new Response('<html><h1>Bad gateway</h1></html>', { status, headers: { 'content-type': 'text/html' } })
}

/** Returns a function that sends the same response to every call. */
export function repeatResponse(answer: ScriptedResponse): () => ScriptedResponse {
  return () => (typeof answer === 'string' ? answer : answer.clone())
}

/** Serves these responses on 127.0.0.1, on a free port by default. `cut` ends the connection during a response. */
export function listen(
  answer: (request: Request, cut: () => void) => ScriptedResponse | Promise<ScriptedResponse>,
  port = 0,
): Promise<{ url: string; close(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        hostname: '127.0.0.1',
        port,
        // A reused connection could end during a request, and tests must only get the faults that they request.
        serverOptions: { keepAliveTimeout: 0 },
        async fetch(request, { incoming }) {
          const cut = () => incoming.socket.destroy()
          const given = await answer(request, cut)
          if (given === 'hang') return new Promise<Response>(() => {})
          if (given !== 'reset') return given
          cut()
          return new Response(null)
        },
      },
      (bound) =>
        resolve({
          url: `http://127.0.0.1:${bound.port}`,
          close: () =>
            new Promise((closed) => {
              server.close(() => closed())
              if ('closeAllConnections' in server) server.closeAllConnections()
            }),
        }),
    )
    server.once('error', reject)
  })
}
