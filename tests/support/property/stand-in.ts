// A service that the API calls over HTTP, with the faults of its connection.
import { listen, type ScriptedResponse, sendPage } from '../../../local/video-service/scripted/response.ts'
import type { Fault } from './faults.ts'

const SLOW_MS = 150

/** Serves `answer` on a free port. `faultOf` decides the fault of each request, and `refuse` builds a refusal. */
export async function startStandIn(options: {
  answer: (request: Request) => ScriptedResponse | Promise<ScriptedResponse>
  faultOf: (request: Request) => Fault | null
  refuse: (request: Request) => Response
}) {
  async function answer(request: Request, cut: () => void): Promise<ScriptedResponse> {
    const fault = options.faultOf(request)
    if (fault === 'lost request') return 'reset'
    if (fault === 'refused') return options.refuse(request)
    const given = await options.answer(request)
    if (fault === 'lost answer' || typeof given === 'string') return 'reset'
    if (fault === 'broken answer') return broken(given, cut)
    if (fault === 'slow') await new Promise((done) => setTimeout(done, SLOW_MS))
    return given
  }
  let listening = await listen(answer)
  const { url } = listening
  return {
    url,
    /** Refuses connections until `comeBack`. */
    die: () => listening.close(),
    async comeBack() {
      listening = await listen(answer, Number(new URL(url).port))
    },
    close: () => listening.close(),
  }
}

/** Cuts a video file off in its middle, and replaces any other response with a proxy's error page. */
async function broken(answer: Response, cut: () => void): Promise<Response> {
  if (answer.headers.get('content-type') !== 'video/mp4') {
    return sendPage(502)
  }
  const half = new Uint8Array(await answer.arrayBuffer()).subarray(0, 4000)
  let isSent = false
  const body = new ReadableStream({
    async pull(controller) {
      if (!isSent) controller.enqueue(half)
      else {
        // Waits until the first half has been sent.
        await new Promise((done) => setTimeout(done, 10))
        cut()
        controller.close()
      }
      isSent = true
    },
  })
  return new Response(body, answer)
}
