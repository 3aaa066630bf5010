// Two providers with the formats of Pollo and fal. They share one book of the jobs they were asked for, generated, and
// would charge for. A job that both providers get is a fault, and so is a status check at the wrong provider.
// Their clock is the test world's, so hours pass in a moment. The seed and the job's ID decide what happens to each
// job.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fal } from '../../../local/video-service/scripted/fal.ts'
import { pollo } from '../../../local/video-service/scripted/pollo.ts'
import { type ScriptedResponse, sendJson, sendPage } from '../../../local/video-service/scripted/response.ts'
import { ScriptedService, type SentRequest } from '../../../local/video-service/scripted/service.ts'
import type { Fault } from './faults.ts'
import { Random } from './random.ts'
import { type Losses, planTask, SLOW_HEADER, type Task, type Wire } from './task-plan.ts'

const CLIP = readFileSync(join(import.meta.dirname, '../../harness/five-seconds.mp4'))
/** The longest time in milliseconds from a server's delivery claim to its download. */
const CLAIM_TO_FETCH_MS = 2000

/** The response to a create request. The last two create the task without naming it. */
type CreateResponse = 'created' | 'rejected' | 'busy' | 'busy for a second' | 'no id' | 'cut off' | 'not json'

export class Provider {
  /** The first task of each job, by job ID. */
  readonly tasks = new Map<string, Task>()
  readonly services: Record<Wire, ScriptedService>
  /** The IDs of jobs whose create request was refused at least once. */
  readonly refused = new Set<string>()
  /** Faults of the API that only the provider can see. */
  readonly violations: string[] = []
  /** The provider that loses files and names them late. */
  readonly careless: Wire
  /** When a finished job's missing URL or file was first reported, by job ID. */
  readonly missingSince = new Map<string, number>()
  /** Whether new jobs end within a minute and the careless provider loses most of its files. */
  isRush = false
  /** The possible download times of a file, in milliseconds. */
  fileMs = [0, 20, 100]
  /** When delivery claims last ended early, by `performance.now()`. Two servers may then work on one job. */
  claimsEndedAt = Number.NEGATIVE_INFINITY
  /** A wait that the next requested file must finish first, or null. */
  stall: (() => Promise<unknown>) | null = null
  readonly #filesUrl: string
  readonly #seed: number
  readonly #now: () => number
  readonly #refusals: Random
  readonly #losses: Losses
  /** The server that downloads each job's file, and since when. */
  readonly #fetching = new Map<string, { server: string; since: number }>()

  constructor(seed: number, now: () => number, urls: Record<Wire | 'files', string>) {
    this.#filesUrl = urls.files
    this.#seed = seed
    this.#now = now
    this.#refusals = new Random(seed, 'refusals')
    const random = new Random(seed, 'careless')
    this.careless = random.pick(['pollo', 'fal'])
    this.#losses = random.pick(['files', 'connections'])
    this.services = { pollo: this.#open('pollo', urls.pollo), fal: this.#open('fal', urls.fal) }
  }

  #open(wire: Wire, url: string): ScriptedService {
    const service = new ScriptedService({ pollo, fal }[wire], { files: this.#filesUrl, tasks: this.tasks })
    Object.assign(service, { url, now: this.#now, newId: getJobOf })
    service.intercept.create = (sent, pass) => this.#create(service, sent, pass)
    service.onAsk = (task, { call }) => {
      if (task.wire !== wire) this.violations.push(`${wire} is asked about job ${task.id}, which ${task.wire} has`)
      this.#update(task as Task, call === 'result' || wire === 'pollo')
    }
    return service
  }

  /** Sets a task's state to the one in its plan at this time. */
  #update(task: Task, isResult: boolean): void {
    if (task.state === 'canceled') return
    const isOver = this.#isOver(task)
    if (isOver) task.state = task.ending === 'failure' ? 'failed' : 'done'
    else task.state = this.#now() < task.startsAt ? 'waiting' : 'running'
    if (task.state === 'done' && isResult) task.file = this.#readAddress(task)
  }

  #isOver({ ending, endsAt }: Task): boolean {
    return endsAt <= this.#now() && ending !== 'never'
  }

  /** Returns the whole video file of this job. Each job has a different file. */
  file(jobId: string): Buffer {
    const words = Buffer.from(`free${jobId}`)
    const size = Buffer.alloc(4)
    size.writeUInt32BE(words.length + 4)
    return Buffer.concat([CLIP, size, words])
  }

  /** Returns whether the provider generated a good video for this job, which it then charges for. */
  charges(jobId: string): boolean {
    const task = this.tasks.get(jobId)
    return !!task && task.ending === 'video' && task.state !== 'canceled' && task.endsAt <= this.#now()
  }

  /** Returns whether the job's good video can be downloaded now. */
  hasGoodFile(jobId: string): boolean {
    return this.charges(jobId) && (this.tasks.get(jobId)?.fileAt ?? 0) <= this.#now()
  }

  /** Returns the status with which a file server refuses a file that it has. */
  fileRefusal({ url }: Request): number {
    const status = this.#refusals.pick([503, 429, 404])
    if (status === 404) this.#noteMissing(getJobId(url))
    return status
  }

  /** Returns a fault for a file whose connection always breaks. */
  fileFault({ url }: Request): Fault | null {
    return this.tasks.get(getJobId(url))?.ending === 'cut off' ? 'broken answer' : null
  }

  /** Returns the URL of a finished task's file, or an empty string as long as there is none. */
  #readAddress({ id, ending, addressAt }: Task): string {
    if (ending !== 'no address' && addressAt <= this.#now()) return `${this.#filesUrl}/${id}`
    this.#noteMissing(id)
    return ''
  }

  #noteMissing(jobId: string): void {
    if (!this.missingSince.has(jobId)) this.missingSince.set(jobId, this.#now())
  }

  /** Responds to an API server's request for a file. */
  async answerFile(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const jobId = getJobId(request.url)
    const task = this.tasks.get(jobId)
    if (!task || !this.#isOver(task)) return new Response('not found', { status: 404 })
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

  async #create(
    service: ScriptedService,
    sent: SentRequest,
    pass: () => Promise<ScriptedResponse>,
  ): Promise<ScriptedResponse> {
    const jobId = getJobOf(sent)
    const refuse = (status: number, words: string, headers = {}) => {
      this.refused.add(jobId)
      return service.wire.refuse(status, words, headers)
    }
    if (!jobId) {
      this.violations.push(`a create without its job's prompt: ${sent.body}`)
      return refuse(422, 'no prompt')
    }
    const random = new Random(this.#seed, jobId)
    let answer = random.weighted<CreateResponse>({
      created: 88,
      rejected: 2,
      busy: 2,
      'busy for a second': 2,
      'no id': 1,
      'cut off': 3,
      'not json': 2,
    })
    // Only this create request may be repeated.
    const mayRepeat = answer === 'busy for a second' && !this.tasks.has(jobId)
    if (!mayRepeat && (this.tasks.has(jobId) || this.refused.has(jobId))) {
      this.violations.push(`a second create of job ${jobId}`)
    }
    if (mayRepeat && this.refused.has(jobId)) answer = 'created'
    switch (answer) {
      case 'rejected':
        return refuse(422, 'unsafe prompt')
      case 'busy':
        return refuse(random.pick([429, 500, 503]), 'Too many requests')
      case 'busy for a second':
        return refuse(429, 'Too many requests', { 'retry-after': '1' })
      case 'no id':
        this.refused.add(jobId)
        return sendJson({ code: 'SUCCESS', message: 'accepted', data: {} })
      case 'created':
      case 'cut off':
      case 'not json':
        break
      default:
        return answer satisfies never
    }
    const created = await pass()
    const losses = service.wire.name === this.careless ? this.#losses : null
    const plan = planTask(new Random(this.#seed, `task ${jobId}`), this.#now(), { losses, isRush: this.isRush })
    Object.assign(this.tasks.get(jobId) ?? {}, plan, { reason: 'The model refused' })
    if (answer === 'cut off') return 'reset'
    return answer === 'not json' ? sendPage(200) : created
  }
}

const getJobId = (url: string) => new URL(url).pathname.slice(1, 37)
const getJobOf = ({ input }: SentRequest) => /job:([0-9a-f-]{36})/.exec(input.prompt)?.[1] ?? ''
