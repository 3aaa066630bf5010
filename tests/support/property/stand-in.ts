// A part that the API calls over HTTP, and what can go wrong on the way to it.
import { serve } from '@hono/node-server'
import type { Fault } from './faults.ts'

const SLOW_MS = 150

export interface StandIn {
  url: string
  /** Refuses connections until it is back. */
  die(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

/** Serves `answer` on a port of its own; `faultOf` decides what becomes of each request, `refuse` what a refusal says. */
export async function startStandIn(options: {
  /** `cut` is a connection that ends without an answer. */
  answer: (request: Request) => Response | 'cut' | Promise<Response | 'cut'>
  faultOf: (request: Request) => Fault | null
  refuse: (request: Request) => Response
}): Promise<StandIn> {
  let close = async () => {}
  const listen = (atPort: number) =>
    new Promise<number>((resolve) => {
      const server = serve(
        {
          hostname: '127.0.0.1',
          port: atPort,
          // A connection that ends while it is used is a fault, and faults are asked for.
          serverOptions: { keepAliveTimeout: 0 },
          async fetch(request, env) {
            const cut = () => {
              env.incoming.socket.destroy()
              return new Response(null)
            }
            const fault = options.faultOf(request)
            if (fault === 'lost request') return cut()
            if (fault === 'refused') return options.refuse(request)
            const answer = await options.answer(request)
            if (fault === 'lost answer' || answer === 'cut') return cut()
            if (fault === 'broken answer') return broken(answer, () => env.incoming.socket.destroy())
            if (fault === 'slow') await new Promise((done) => setTimeout(done, SLOW_MS))
            return answer
          },
        },
        ({ port }) => resolve(port),
      )
      close = () =>
        new Promise((resolve) => {
          server.close(() => resolve())
          if ('closeAllConnections' in server) server.closeAllConnections()
        })
    })
  const port = await listen(0)
  return {
    url: `http://127.0.0.1:${port}`,
    die: () => close(),
    async comeBack() {
      await listen(port)
    },
    close: () => close(),
  }
}

/** A file that ends in its middle; of anything else, a page of some proxy. */
async function broken(answer: Response, cut: () => void): Promise<Response> {
  if (answer.headers.get('content-type') !== 'video/mp4') {
    return new Response('<html>Bad gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } })
  }
  const half = new Uint8Array(await answer.arrayBuffer()).subarray(0, 4000)
  let isSent = false
  const body = new ReadableStream({
    async pull(controller) {
      if (!isSent) controller.enqueue(half)
      else {
        // Once the first half is under way.
        await new Promise((done) => setTimeout(done, 10))
        cut()
        controller.close()
      }
      isSent = true
    },
  })
  return new Response(body, answer)
}
