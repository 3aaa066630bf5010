// One render at a time in one worker thread that is kept alive. A worker that dies fails the render it was at and no
// other; the next render starts a fresh one.
import { Worker } from 'node:worker_threads'
import type { RenderAnswer, RenderRequest } from './render/request.ts'

interface Waiting {
  request: RenderRequest
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
  #worker: Worker | null = null
  #closed = false

  constructor(workerUrl: URL = new URL('./render-worker.ts', import.meta.url)) {
    this.#workerUrl = workerUrl
  }

  /** Renders in turn; `onStart` is called when the worker takes it up. */
  render(request: RenderRequest, onStart: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, onStart, resolve, reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const waiting of this.#waiting.splice(0)) waiting.reject(new RenderStoppedError('The service is closing'))
    this.#settle(new RenderStoppedError('The service is closing'))
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  #next(): void {
    if (this.#closed || this.#current) return
    const next = this.#waiting.shift()
    if (!next) return
    this.#current = next
    next.onStart()
    this.#ensureWorker().postMessage(next.request)
  }

  #settle(failure: Error | null): void {
    const current = this.#current
    this.#current = null
    if (failure) current?.reject(failure)
    else current?.resolve()
    this.#next()
  }

  #ensureWorker(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(this.#workerUrl)
    // The worker alone never keeps the process alive: a listening server does.
    worker.unref()
    worker.on('message', (answer: RenderAnswer) => {
      this.#settle(answer.ok ? null : new RenderFailedError(answer.message))
    })
    worker.on('error', (cause) => this.#lose(worker, new RenderFailedError(`The renderer stopped: ${cause.message}`)))
    worker.on('exit', () => this.#lose(worker, new RenderFailedError('The renderer stopped')))
    this.#worker = worker
    return worker
  }

  /** 'error' is followed by 'exit', and close() terminates too: only the worker in use counts, once. */
  #lose(worker: Worker, failure: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    this.#settle(failure)
  }
}
