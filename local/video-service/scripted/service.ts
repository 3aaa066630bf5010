// A video provider that does what its script says: one book of tasks, and one wire in which it is asked about them. It answers on
// a port of its own (`open`), or whoever calls `fetch`.
import { listen, type ScriptedResponse } from './response.ts'

type State = 'waiting' | 'running' | 'done' | 'failed' | 'canceled'

export interface Task {
  readonly id: string
  readonly wire: string
  /** The path that it was asked for at, without the first slash. */
  readonly path: string
  readonly input: SentRequest['input']
  state: State
  /** The address of its video. Null: its usual one. Empty: it is done without a video. */
  file: string | null
  /** Why it failed. */
  reason: string
  /** Further fields of the answers about it, in the names of its wire. */
  says: Record<string, unknown>
  createdAt: number
}

type Call = 'create' | 'status' | 'result' | 'cancel' | 'upload' | 'list' | 'file' | 'other'

export interface SentRequest {
  call: Call
  /** The task that is asked about. */
  id: string
  method: string
  /** The path with its query, without the first slash. */
  path: string
  url: string
  headers: Record<string, string>
  signal: AbortSignal
  body: string
  /** The input of a create request. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into inputs of every shape
  input: Record<string, any>
}

/** A provider's format. It translates between HTTP and the book of tasks, and decides nothing. */
export interface Wire {
  name: string
  newId(sent: SentRequest): string
  /** Reads from the method and the path which call a request is, and which task it asks about. */
  read(method: string, path: string): { call: Call; id: string }
  readInput(request: Request): Promise<SentRequest['input']>
  readKey(headers: SentRequest['headers']): string | undefined
  refuse(status: number, message: string, headers?: HeadersInit): Response
  /** Says why a create request is not taken; null takes it. */
  check?(sent: SentRequest, service: ScriptedService): Response | null
  created(task: Task, service: ScriptedService): Response
  /** Answers every call but `create` and `file`. */
  answer(
    sent: SentRequest,
    task: Task | undefined,
    service: ScriptedService,
    request: Request,
  ): Response | Promise<Response>
  /** The models and nodes that a server offers from the beginning. */
  offers?: Record<string, unknown>
}

/** Answers in another way. Undefined lets the request pass; `pass` has it take effect first, and returns its answer. */
type Intercept = (
  sent: SentRequest,
  pass: () => Promise<ScriptedResponse>,
) => ScriptedResponse | undefined | Promise<ScriptedResponse | undefined>

/** No wire: every answer is that of `intercept.any`. */
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
  /** The book. Two wires of one provider have the same. */
  readonly tasks = new Map<string, Task>()
  /** The bytes of every video. */
  readonly video: Uint8Array<ArrayBuffer> | undefined
  /** The address under which it has its videos. */
  files = ''
  /** How new tasks begin. */
  readonly begins: State = 'waiting'
  /** The state to report for a task that was never created. Undefined: the task is unknown. */
  readonly foreign: Partial<Task> | undefined
  /** Every request, those that `intercept` answered as well. */
  readonly sent: SentRequest[] = []
  /** The images that it was given, by name. */
  readonly uploads = new Map<string, File>()
  /** Answers calls in another way; `any` comes before the others. */
  intercept: Partial<Record<Call | 'any', Intercept>> = {}
  /** The nodes or models that it has, by name. */
  offers: Record<string, unknown> = {}
  /** The only key that it accepts. An empty one lets everybody in. */
  key = ''
  url = 'http://provider.test'
  now: () => number = Date.now
  /** Called before it answers about a task, which may be changed. */
  onAsk: (task: Task, sent: SentRequest) => void = () => {}
  newId: (sent: SentRequest) => string
  /** The state that new tasks get: the last one set for all tasks. */
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

  /** Everything is as in the beginning. */
  reset(): void {
    this.restart()
    this.sent.length = 0
    this.uploads.clear()
    this.intercept = {}
    this.offers = { ...this.wire.offers }
    this.key = ''
  }

  /** Forgets all tasks, and what holds for new ones. */
  restart(): void {
    this.tasks.clear()
    this.#last = { state: this.begins }
  }

  /** Each of these holds for all tasks, and for those to come. */
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

  /** The only task there is. */
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

  /** The requests for videos. */
  get fetches(): SentRequest[] {
    return this.#list('file')
  }

  /** Returns the address of a task's video. */
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

  /** Has it know a task that it was not asked for. */
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
