import { serve } from '@hono/node-server'

/** `hang`: the request is read, and never answered. `reset`: the connection is cut. */
export type ScriptedResponse = Response | 'hang' | 'reset'

export function sendJson(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers })
}

/** The page of a proxy. */
export function sendPage(status: number): Response {
  return new Response('<html><h1>Bad gateway</h1></html>', { status, headers: { 'content-type': 'text/html' } })
}

/** Gives the same answer to every call. */
export function repeatResponse(answer: ScriptedResponse): () => ScriptedResponse {
  return () => (typeof answer === 'string' ? answer : answer.clone())
}

/** Serves these answers on a port of 127.0.0.1: a free one, unless given. `cut` ends the connection of an answer that is under way. */
export function listen(
  answer: (request: Request, cut: () => void) => ScriptedResponse | Promise<ScriptedResponse>,
  port = 0,
): Promise<{ url: string; close(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        hostname: '127.0.0.1',
        port,
        // A connection that ends while it is used is a fault, and tests ask for their faults.
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
