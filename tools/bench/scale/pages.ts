// Simulates pages as src/state/jobs implements them. A page holds credits, creates the job, and polls again 5 s after
// each response, or 5 s after a request whose response the server held. When the job has ended, it reads the job once more.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IsolateRequest, IsolateResponse } from './isolates.ts'
import { type Script, writeScript } from './job-script.ts'
import type { Task } from './messages.ts'
import type { World } from './world.ts'

const POLL_INTERVAL_MS = 5000
/** The page cancels a call after this time. */
const CALL_MS = 30_000

/** The models of the benchmark. Only Pollo's format offers the first one here, and only fal offers the second. */
const MODELS: Record<Task['kind'], { path: string; id: string; credits: number }> = {
  polled: { path: 'kling-ai/kling-v1-6', id: 'kling-1.6', credits: 20 },
  webhook: { path: 'kling-ai/kling-v3', id: 'kling-3.0', credits: 60 },
}

export interface BenchVisitor {
  id: string
  token: string
}

/** The counts and times of the pages. Times are in milliseconds. */
export interface ObservedJobs {
  /** The number of responses to the pages' calls. `bytes` is their size. */
  calls: number
  bytes: number
  /** The number of calls without a response, because the isolate ended or was too slow. */
  broken: number
  /** The number of error responses, by their code. */
  refused: Record<string, number>
  holds: number[]
  creates: number[]
  lists: number[]
  /** The time of a long poll beyond the seconds that its request asked for. */
  overWaits: number[]
  polls: number
  /** The time at which the page received the end of its job, in milliseconds since the epoch, by job. */
  told: Map<string, number>
}

export const createSeen = (): ObservedJobs => ({
  calls: 0,
  bytes: 0,
  broken: 0,
  refused: {},
  holds: [],
  creates: [],
  lists: [],
  overWaits: [],
  polls: 0,
  told: new Map(),
})

interface StatusResponse {
  status: string
  job?: { wait?: number }
}

export function createPages(world: World, seen: () => ObservedJobs) {
  /** Sends one call of a user. Returns null if the call got no response. */
  async function call(
    person: BenchVisitor,
    ask: Omit<IsolateRequest, 'headers'> & { headers?: IsolateRequest['headers'] },
  ): Promise<IsolateResponse | null> {
    const headers = {
      authorization: `Bearer ${person.token}`,
      origin: 'https://app.example',
      'content-type': 'application/json',
      ...ask.headers,
    }
    try {
      const answer = await world.isolates.send({ ...ask, headers, timeoutMs: CALL_MS })
      const now = seen()
      now.calls += 1
      now.bytes += answer.text.length
      if (answer.status >= 400) {
        const code = readCode(answer)
        now.refused[code] = (now.refused[code] ?? 0) + 1
      }
      return answer
    } catch {
      seen().broken += 1
      return null
    }
  }

  /** Follows a job to its end. `wait` is the number of seconds that the last response offered. */
  async function follow(
    person: BenchVisitor,
    jobId: string,
    wait: number | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    let offered = wait
    while (!signal.aborted) {
      const asked = performance.now()
      const headers = offered ? { prefer: `wait=${offered}` } : undefined
      const answer = await call(person, {
        method: 'GET',
        path: `/generation/${jobId}/status`,
        ...(headers && { headers }),
      })
      seen().polls += 1
      if (answer?.status === 404) {
        // The process ended before the job started. The page reports that nothing was charged and stops polling.
        seen().told.set(jobId, Date.now())
        return
      }
      let pauseMs = POLL_INTERVAL_MS
      if (answer?.status === 200) {
        const { status, job } = JSON.parse(answer.text) as StatusResponse
        const over = offered ? performance.now() - asked - offered * 1000 : -1
        if (over >= 0) seen().overWaits.push(over)
        if (offered) pauseMs = Math.max(0, asked + POLL_INTERVAL_MS - performance.now())
        offered = job?.wait
        if (status === 'succeed' || status === 'failed') {
          seen().told.set(jobId, Date.now())
          return
        }
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /**
   * Opens the page, which lists the library, and generates a video. Returns the wait that the create response offered,
   * or null for a refusal.
   */
  async function create(
    person: BenchVisitor,
    kind: Task['kind'],
    script: Script,
  ): Promise<{ wait: number | undefined } | null> {
    const model = MODELS[kind]
    const key = { 'idempotency-key': script.jobId }
    const listed = performance.now()
    await call(person, { method: 'GET', path: '/api/jobs?limit=12' })
    seen().lists.push(performance.now() - listed)
    const held = performance.now()
    const hold = { amount: model.credits, type: 'video_generation', source: model.id, description: 'Video' }
    await call(person, { method: 'POST', path: '/api/credits/consume', headers: key, body: JSON.stringify(hold) })
    seen().holds.push(performance.now() - held)
    const created = performance.now()
    const input = {
      prompt: writeScript(script),
      negativePrompt: '',
      length: 5,
      aspectRatio: '16:9',
      seed: 7,
      generateAudio: true,
    }
    const answer = await call(person, {
      method: 'POST',
      path: `/generation/${model.path}`,
      headers: { ...key, 'x-quoted-credits': String(model.credits) },
      body: JSON.stringify({ input }),
    })
    seen().creates.push(performance.now() - created)
    // Without a response, the page polls the status, because the job may have started.
    if (answer && answer.status !== 200) return null
    return { wait: answer ? (JSON.parse(answer.text) as { data: { wait?: number } }).data.wait : undefined }
  }

  return {
    call,
    follow,
    create,
    /** Generates a video at once and follows the job. */
    async visit(
      person: BenchVisitor,
      kind: Task['kind'],
      draw: (jobId: string) => Script,
      signal: AbortSignal,
    ): Promise<void> {
      const script = draw(randomUUID())
      const started = await create(person, kind, script)
      if (started) await follow(person, script.jobId, started.wait, signal)
    },
  }
}

function readCode({ status, text }: IsolateResponse): string {
  try {
    return `${status} ${(JSON.parse(text) as { code?: string }).code}`
  } catch {
    return String(status)
  }
}
