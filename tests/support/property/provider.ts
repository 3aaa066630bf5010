// Two providers, in the formats of Pollo and of fal, with one book: what they were asked to make, made, and would charge for. A job
// that both are asked for is a fault, and so is a question to the one that does not have it.
// Its time is the world's, so hours pass in a moment. What it does with a job is decided by the seed and the job's id.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './faults.ts'
import { Random } from './random.ts'
import { type Losses, planTask, SLOW_HEADER, type Task, type Wire } from './task-plan.ts'

const CLIP = readFileSync(join(import.meta.dirname, '../../harness/five-seconds.mp4'))
/** A server that fetches a file has had the right to it for less than this. */
const CLAIM_TO_FETCH_MS = 2000

/** The answer to a create request. The last two create the task without saying so. */
type CreateAnswer = 'created' | 'rejected' | 'busy' | 'busy for a second' | 'no id' | 'cut off' | 'not json'

export class Provider {
  /** The first task of each job, by job id. */
  readonly tasks = new Map<string, Task>()
  /** Jobs whose create was refused at least once. */
  readonly refused = new Set<string>()
  /** Faults of the API that only the provider can see. */
  readonly violations: string[] = []
  /** The one of the two that loses files, and names them late. */
  readonly careless: Wire
  /** When it was first answered for a finished job that it has no address, or no file. */
  readonly missingSince = new Map<string, number>()
  /** New jobs end within a minute or two, and most files of the careless one are lost. */
  isRush = false
  filesUrl = ''
  /** The times that a file may take, in milliseconds. */
  fileMs = [0, 20, 100]
  /** When claims of deliveries last ended before their time, by `performance.now()`: two servers may be at one job then. */
  claimsEndedAt = Number.NEGATIVE_INFINITY
  /** The event for which the next requested file waits. */
  stall: (() => Promise<unknown>) | null = null
  readonly #seed: number
  readonly #now: () => number
  readonly #refusals: Random
  readonly #losses: Losses
  /** Since when which server fetches which job's file. */
  readonly #fetching = new Map<string, { server: string; since: number }>()

  constructor(seed: number, now: () => number) {
    this.#seed = seed
    this.#now = now
    this.#refusals = new Random(seed, 'refusals')
    const random = new Random(seed, 'careless')
    this.careless = random.pick(['pollo', 'fal'])
    this.#losses = random.pick(['files', 'connections'])
  }

  /** The whole file that this job's task makes: no two jobs have the same. */
  file(jobId: string): Buffer {
    const words = Buffer.from(`free${jobId}`)
    const size = Buffer.alloc(4)
    size.writeUInt32BE(words.length + 4)
    return Buffer.concat([CLIP, size, words])
  }

  /** Returns whether it made a good video for this job, for which it charges. */
  charges(jobId: string): boolean {
    const task = this.tasks.get(jobId)
    return !!task && task.ending === 'video' && !task.cancelled && task.endsAt <= this.#now()
  }

  /** Returns whether its good video can be fetched now. */
  hasGoodFile(jobId: string): boolean {
    return this.charges(jobId) && (this.tasks.get(jobId)?.fileAt ?? 0) <= this.#now()
  }

  /** The queue's API. A promise that never ends in an answer is a connection cut after it took effect. */
  async answer(request: Request): Promise<Response | 'cut'> {
    const { pathname, origin } = new URL(request.url)
    if (request.method === 'POST')
      return this.create('fal', pathname, origin, ((await request.json()) as { prompt: string }).prompt)
    const [, jobId = '', call] = /requests\/([^/]+)(?:\/(\w+))?$/.exec(pathname) ?? []
    const task = this.find('fal', jobId)
    if (!task || task.cancelled) {
      return call === 'cancel'
        ? Response.json({ status: 'NOT_FOUND' }, { status: 404 })
        : Response.json({ detail: 'Request not found' }, { status: 404 })
    }
    if (call === 'status') return Response.json({ status: this.getState(task) })
    return call === 'cancel' ? this.cancel(task) : this.#result(task)
  }

  /** Returns the task of a job, if this provider has it. */
  find(wire: Wire, jobId: string): Task | undefined {
    const task = this.tasks.get(jobId)
    if (task && task.wire !== wire) this.violations.push(`${wire} is asked about job ${jobId}, which ${task.wire} has`)
    return task?.wire === wire ? task : undefined
  }

  /** A file server that is busy, or does not find what it has. */
  fileRefusal({ url }: Request): number {
    const status = this.#refusals.pick([503, 429, 404])
    if (status === 404) this.#noteMissing(getJobId(url))
    return status
  }

  /** A connection that always breaks. */
  fileFault({ url }: Request): Fault | null {
    return this.tasks.get(getJobId(url))?.ending === 'cut off' ? 'broken answer' : null
  }

  /** The address of a finished task's file; null as long as it has none. */
  readAddress({ jobId, ending, addressAt }: Task): string | null {
    if (ending !== 'no address' && addressAt <= this.#now()) return `${this.filesUrl}/${jobId}`
    this.#noteMissing(jobId)
    return null
  }

  #noteMissing(jobId: string): void {
    if (!this.missingSince.has(jobId)) this.missingSince.set(jobId, this.#now())
  }

  /** The file server, as a server of the API asks it. */
  async answerFile(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const jobId = getJobId(request.url)
    const task = this.tasks.get(jobId)
    if (!task || this.getState(task) !== 'COMPLETED') return new Response('not found', { status: 404 })
    const slow = { [SLOW_HEADER]: String(task.slowMs) }
    if (task.ending === 'missing file' || this.#now() < task.fileAt) {
      this.#noteMissing(jobId)
      return new Response('not found', { status: 404, headers: slow })
    }
    const random = new Random(this.#seed, `file ${jobId}`)
    if (random.chance(0.1) && !pathname.endsWith('/moved')) {
      return new Response(null, { status: 302, headers: { location: `/${jobId}/moved` } })
    }
    const stall = this.stall
    this.stall = null
    await stall?.()
    const server = request.headers.get('x-server') ?? ''
    const other = this.#fetching.get(jobId)
    if (other && other.server !== server && other.since - this.claimsEndedAt > CLAIM_TO_FETCH_MS) {
      this.violations.push(`two servers deliver job ${jobId} at once`)
    }
    this.#fetching.set(jobId, { server, since: performance.now() })
    await new Promise((done) => setTimeout(done, random.pick(this.fileMs)))
    if (this.#fetching.get(jobId)?.server === server) this.#fetching.delete(jobId)
    const whole = new Uint8Array(this.file(jobId))
    const file = task.ending === 'broken file' ? whole.subarray(0, 3000) : whole
    const length = random.chance(0.7) ? { 'content-length': String(file.byteLength) } : {}
    return new Response(file, { headers: { 'content-type': 'video/mp4', ...length, ...slow } })
  }

  /** Answers a create request in fal's format. */
  create(wire: Wire, path: string, origin: string, prompt: string): Response | 'cut' {
    const jobId = /job:([0-9a-f-]{36})/.exec(prompt)?.[1]
    if (!jobId) {
      this.violations.push(`a create without its job's prompt: ${prompt}`)
      return Response.json({ detail: 'no prompt' }, { status: 422 })
    }
    const random = new Random(this.#seed, jobId)
    let answer = random.weighted<CreateAnswer>({
      created: 88,
      rejected: 2,
      busy: 2,
      'busy for a second': 2,
      'no id': 1,
      'cut off': 3,
      'not json': 2,
    })
    // The one create that may be made twice.
    const mayRepeat = answer === 'busy for a second' && !this.tasks.has(jobId)
    if (!mayRepeat && (this.tasks.has(jobId) || this.refused.has(jobId))) {
      this.violations.push(`a second create of job ${jobId}`)
    }
    if (mayRepeat && this.refused.has(jobId)) answer = 'created'
    switch (answer) {
      case 'rejected':
        this.refused.add(jobId)
        return Response.json({ detail: [{ msg: 'unsafe prompt', type: 'value_error' }] }, { status: 422 })
      case 'busy':
        this.refused.add(jobId)
        return Response.json({ detail: 'Too many requests' }, { status: random.pick([429, 500, 503]) })
      case 'busy for a second':
        this.refused.add(jobId)
        return Response.json({ detail: 'Too many requests' }, { status: 429, headers: { 'retry-after': '1' } })
      case 'no id':
        this.refused.add(jobId)
        return Response.json({ message: 'accepted' })
      case 'created':
      case 'cut off':
      case 'not json':
        break
      default:
        return answer satisfies never
    }
    const plan = planTask(new Random(this.#seed, `task ${jobId}`), this.#now(), {
      losses: wire === this.careless ? this.#losses : null,
      isRush: this.isRush,
    })
    this.tasks.set(jobId, { ...plan, id: jobId, jobId, wire, cancelled: false, answerLost: answer !== 'created' })
    if (answer === 'cut off') return 'cut'
    if (answer === 'not json') return new Response('<html>ok</html>', { headers: { 'content-type': 'text/html' } })
    const address = `${origin}/${path.split('/').slice(1, 3).join('/')}/requests/${jobId}`
    return Response.json({ request_id: jobId, response_url: address, status_url: `${address}/status` })
  }

  getState(task: Task): 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED' {
    const now = this.#now()
    if (now < task.startsAt) return 'IN_QUEUE'
    return now < task.endsAt || task.ending === 'never' ? 'IN_PROGRESS' : 'COMPLETED'
  }

  /** Cancels a task that waits, and answers in fal's format. */
  cancel(task: Task): Response {
    switch (this.getState(task)) {
      case 'COMPLETED':
        return Response.json({ status: 'ALREADY_COMPLETED' }, { status: 400 })
      case 'IN_PROGRESS':
        return Response.json({ status: 'CANCELLATION_REQUESTED' }, { status: 202 })
      default:
        task.cancelled = true
        return Response.json({ status: 'OK' })
    }
  }

  #result(task: Task): Response {
    if (this.getState(task) !== 'COMPLETED')
      return Response.json({ detail: 'Request is still in progress' }, { status: 400 })
    switch (task.ending) {
      case 'failure':
        return Response.json({ detail: [{ msg: 'The model refused', type: 'content' }] }, { status: 422 })
      default: {
        const url = this.readAddress(task)
        return Response.json({ video: url === null ? null : { url, content_type: 'video/mp4' } })
      }
    }
  }
}

const getJobId = (url: string) => new URL(url).pathname.slice(1, 37)
