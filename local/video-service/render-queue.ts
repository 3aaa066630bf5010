// One render at a time in one worker process that is kept alive. A process and not a thread: codecs are native code, and
// when that crashes it takes its whole process along. A render whose worker dies gets one more try in a fresh one; then it
// fails, and no other does.
import { type ChildProcess, fork } from 'node:child_process'
import type { RenderAnswer, RenderRequest } from './render/request.ts'

interface Waiting {
  request: RenderRequest
  /** Workers that may still die over it. */
  tries: number
  onStart: () => void
  resolve: () => void
  reject: (cause: Error) => void
}

/** The render was given up because the service is closing: the task is not failed, it renders again after the start. */
export class RenderStoppedError extends Error {
  override name = 'RenderStoppedError'
}

/** The picture or prompt could not be rendered, or the worker died over it. */
export class RenderFailedError extends Error {
  override name = 'RenderFailedError'
}

export class RenderQueue {
  readonly #waiting: Waiting[] = []
  readonly #workerUrl: URL
  #current: Waiting | null = null
  #worker: ChildProcess | null = null
  #closed = false

  constructor(workerUrl: URL = new URL('./render-worker.ts', import.meta.url)) {
    this.#workerUrl = workerUrl
  }

  /** Renders in turn; `onStart` is called when the worker takes it up. */
  render(request: RenderRequest, onStart: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, tries: 2, onStart, resolve, reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const waiting of this.#waiting.splice(0)) waiting.reject(new RenderStoppedError('The service is closing'))
    this.#settle(new RenderStoppedError('The service is closing'))
    const worker = this.#worker
    this.#worker = null
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.kill('SIGKILL')
    await ended
  }

  #next(): void {
    if (this.#closed || this.#current) return
    const next = this.#waiting.shift()
    if (!next) return
    this.#current = next
    next.onStart()
    this.#send(next)
  }

  #send(task: Waiting): void {
    task.tries -= 1
    // A worker that is gone before it has the request says so itself, with 'exit'.
    this.#ensureWorker().send(task.request, () => {})
  }

  #settle(failure: Error | null): void {
    const current = this.#current
    this.#current = null
    if (failure) current?.reject(failure)
    else current?.resolve()
    this.#next()
  }

  #ensureWorker(): ChildProcess {
    if (this.#worker) return this.#worker
    const worker = fork(this.#workerUrl, { execArgv: [] })
    // The worker alone never keeps the process alive: a listening server does.
    worker.unref()
    worker.channel?.unref()
    worker.on('message', (answer: RenderAnswer) => {
      this.#settle(answer.ok ? null : new RenderFailedError(answer.message))
    })
    worker.on('error', (cause) => this.#lose(worker, cause.message))
    worker.on('exit', (code, signal) => this.#lose(worker, signal ?? `status ${code}`))
    this.#worker = worker
    return worker
  }

  /** 'error' may be followed by 'exit', and close() kills too: only the worker in use counts, once. */
  #lose(worker: ChildProcess, why: string): void {
    if (this.#worker !== worker) return
    this.#worker = null
    if (this.#current && this.#current.tries > 0) this.#send(this.#current)
    else this.#settle(new RenderFailedError(`The renderer stopped: ${why}`))
  }
}
