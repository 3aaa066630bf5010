// Simulates a video provider that follows a test's script. It stores tasks and speaks one wire format. `open` serves it
// on its own port, and `fetch` calls it directly.
import { listen, type ScriptedResponse } from './response.ts'

type State = 'waiting' | 'running' | 'done' | 'failed' | 'canceled'

export interface Task {
  readonly id: string
  readonly wire: string
  /** The path of the create request, without the leading slash. */
  readonly path: string
  readonly input: SentRequest['input']
  state: State
  /** The URL of the video. Null means the default URL. An empty string means that the task finished without a video. */
  file: string | null
  /** The reason for the failure. */
  reason: string
  /** Additional fields for responses about this task, under the wire format's names. */
  says: Record<string, unknown>
  createdAt: number
}

type Call = 'create' | 'status' | 'result' | 'cancel' | 'upload' | 'list' | 'file' | 'other'

export interface SentRequest {
  call: Call
  /** The ID of the task that the request names. */
  id: string
  method: string
  /** The path and query, without the leading slash. */
  path: string
  url: string
  headers: Record<string, string>
  signal: AbortSignal
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into inputs of every shape
  input: Record<string, any>
}

/** A provider's wire format. It translates between HTTP and the stored tasks, and makes no decisions. */
export interface Wire {
  name: string
  newId(sent: SentRequest): string
  /** Returns the kind of a request and the ID of its task, read from the method and path. */
  read(method: string, path: string): { call: Call; id: string }
  readInput(request: Request): Promise<SentRequest['input']>
  readKey(headers: SentRequest['headers']): string | undefined
  refuse(status: number, message: string, headers?: HeadersInit): Response
  /** Returns the refusal of an invalid create request, or null if the request is valid. */
  check?(sent: SentRequest, service: ScriptedService): Response | null
  created(task: Task, service: ScriptedService): Response
  /** Handles every call except `create` and `file`. */
  answer(
    sent: SentRequest,
    task: Task | undefined,
    service: ScriptedService,
    request: Request,
  ): Response | Promise<Response>
  /** The models and nodes that a server offers initially. */
  offers?: Record<string, unknown>
}

/**
 * Replaces a response. Returns undefined to let the request pass. `pass` handles the request normally and returns its
 * response.
 */
type Intercept = (
  sent: SentRequest,
  pass: () => Promise<ScriptedResponse>,
) => ScriptedResponse | undefined | Promise<ScriptedResponse | undefined>

/** A service without a wire format. `intercept.any` supplies every response. */
const BARE: Wire = {
  name: 'bare',
  newId: () => '',
  read: () => ({ call: 'other', id: '' }),
  readInput: async () => ({}),
  readKey: () => '',
  refuse: (status, message) => Response.json({ message }, { status }),
  created: () => Response.json({}),
  answer: () => Response.json({}),
}

type Options = Partial<Pick<ScriptedService, 'tasks' | 'video' | 'files' | 'begins' | 'foreign'>>

export class ScriptedService {
  readonly wire: Wire
  /** The stored tasks. Two wire formats of one provider share them. */
  readonly tasks = new Map<string, Task>()
  /** The bytes of every video. */
  readonly video: Uint8Array<ArrayBuffer> | undefined
  /** The base URL of the videos. */
  files = ''
  /** The initial state of new tasks. */
  readonly begins: State = 'waiting'
  /** The state to report for a task that was never created. Undefined means that the task is unknown. */
  readonly foreign: Partial<Task> | undefined
  /** Every request, including those that `intercept` handled. */
  readonly sent: SentRequest[] = []
  /** The uploaded images by name. */
  readonly uploads = new Map<string, File>()
  /** Replaces responses by kind of call. `any` runs before the others. */
  intercept: Partial<Record<Call | 'any', Intercept>> = {}
  /** The available nodes or models by name. */
  offers: Record<string, unknown> = {}
  /** The only accepted key. An empty key accepts every request. */
  key = ''
  url = 'http://provider.test'
  now: () => number = Date.now
  /** Called before each response about a task. It may change the task. */
  onAsk: (task: Task, sent: SentRequest) => void = () => {}
  newId: (sent: SentRequest) => string
  /** The state of new tasks, which is the last state set for all tasks. */
  #last: Partial<Task> = {}
  #listening: Awaited<ReturnType<typeof listen>> | null = null

  constructor(wire: Wire = BARE, options: Options = {}) {
    this.wire = wire
    this.newId = wire.newId
    Object.assign(this, options)
    this.reset()
  }

  async open(port = 0): Promise<void> {
    this.#listening = await listen((request) => this.answer(request), port)
    this.url = this.#listening.url
    this.files = `${this.url}/files`
  }

  async close(): Promise<void> {
    await this.#listening?.close()
  }

  /** Restores the initial state. */
  reset(): void {
    this.restart()
    this.sent.length = 0
    this.uploads.clear()
    this.intercept = {}
    this.offers = { ...this.wire.offers }
    this.key = ''
  }

  /** Clears all tasks and the state of new tasks. */
  restart(): void {
    this.tasks.clear()
    this.#last = { state: this.begins }
  }

  /** Makes all current and new tasks wait. `run`, `finish`, and `fail` also change current and new tasks. */
  wait(says: Task['says'] = {}): void {
    this.#change({ state: 'waiting', says })
  }

  run(says: Task['says'] = {}): void {
    this.#change({ state: 'running', says })
  }

  finish(file: string | null = null, says: Task['says'] = {}): void {
    this.#change({ state: 'done', file, says })
  }

  fail(reason = '', says: Task['says'] = {}): void {
    this.#change({ state: 'failed', reason, says })
  }

  cancel(task: Task, reason = ''): void {
    Object.assign(task, { state: 'canceled', reason })
  }

  /** Returns the only task. Throws if the number of tasks isn't one. */
  get task(): Task {
    const [task, ...others] = this.tasks.values()
    if (!task || others.length > 0) throw new Error(`${this.tasks.size} tasks, not one`)
    return task
  }

  get creates(): SentRequest[] {
    return this.#list('create')
  }

  get checks(): SentRequest[] {
    return this.#list('status')
  }

  get cancels(): SentRequest[] {
    return this.#list('cancel')
  }

  /** The requests that fetched a video. */
  get fetches(): SentRequest[] {
    return this.#list('file')
  }

  /** Returns the URL of a task's video. */
  getFile(task: Task): string {
    return task.file ?? `${this.files}/one.mp4`
  }

  async fetch(request: Request): Promise<Response> {
    const answer = await this.answer(request)
    if (answer === 'reset') throw new TypeError('reset')
    if (answer !== 'hang') return answer
    return new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
    })
  }

  async answer(request: Request): Promise<ScriptedResponse> {
    const { pathname, search } = new URL(request.url)
    const { method, url, signal } = request
    const path = `${pathname}${search}`.slice(1)
    const isFile = url.startsWith(`${this.files}/`)
    const asked = isFile ? { call: 'file' as const, id: '' } : this.wire.read(method, path)
    const headers = Object.fromEntries(request.headers)
    const sent: SentRequest = { ...asked, method, path, url, headers, signal, body: '', input: {} }
    this.sent.push(sent)
    if (sent.call === 'create') sent.input = await this.wire.readInput(request.clone())
    sent.body = await request.clone().text()
    const pass = () => this.#answer(sent, request)
    return (await this.intercept.any?.(sent, pass)) ?? (await this.intercept[sent.call]?.(sent, pass)) ?? pass()
  }

  async #answer(sent: SentRequest, request: Request): Promise<ScriptedResponse> {
    const isOpen = sent.call === 'file' && !sent.id
    if (!isOpen && this.key && this.wire.readKey(sent.headers) !== this.key) return this.wire.refuse(401, 'Invalid key')
    if (sent.call === 'create') {
      const refused = this.wire.check?.(sent, this)
      if (refused) return refused
      const [path = ''] = sent.path.split('?')
      return this.wire.created(this.add(this.newId(sent), { path, input: sent.input }), this)
    }
    const task = this.tasks.get(sent.id) ?? (this.foreign && this.#build(sent.id, this.foreign))
    if (task) this.onAsk(task, sent)
    if (sent.call === 'file' && (isOpen || task?.state === 'done'))
      return new Response(this.video, { headers: { 'content-type': 'video/mp4' } })
    return this.wire.answer(sent, task, this, request)
  }

  /** Adds a task without a create request. */
  add(id: string, more: Partial<Task> = {}): Task {
    const task = this.#build(id, more)
    this.tasks.set(id, task)
    return task
  }

  #build(id: string, more: Partial<Task>): Task {
    const blank = { path: '', input: {}, state: 'waiting', file: null, reason: '', says: {} } as const
    return { id, wire: this.wire.name, createdAt: this.now(), ...blank, ...this.#last, ...more }
  }

  #change(change: Partial<Task>): void {
    this.#last = change
    for (const task of this.tasks.values()) if (task.state !== 'canceled') Object.assign(task, change)
  }

  #list(call: Call): SentRequest[] {
    return this.sent.filter((sent) => sent.call === call)
  }
}
