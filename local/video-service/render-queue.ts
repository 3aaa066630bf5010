// Renders one clip at a time in a reused worker. The worker is a separate process, because codecs are native code and
// can crash. If the worker dies, the queue retries the render once in a new worker.
import { type ChildProcess, fork } from 'node:child_process'
import type { RenderRequest } from '../renderer/render.ts'
import type { RenderResponse } from './render-worker.ts'

/** A worker's memory grows from 220 MB after one 4 s clip to 450 MB after ten. A new worker loads in one second. */
const CLIPS_PER_WORKER = 25
/** An idle worker ends after this time to free its memory. */
const IDLE_MS = 60_000

interface Waiting {
  request: RenderRequest
  /** The number of tries left. */
  tries: number
  onStart: () => void
  resolve: () => void
  reject: (cause: Error) => void
}

/**
 * The error for a render that was removed before it started. It was canceled, or the service closed and renders it
 * after the next start.
 */
export class RenderStoppedError extends Error {
  override name = 'RenderStoppedError'
}

/** The error for an input that could not be rendered, or that made the worker die. */
export class RenderFailedError extends Error {
  override name = 'RenderFailedError'
}

export class RenderQueue {
  readonly #waiting: Waiting[] = []
  readonly #workerUrl: URL
  readonly #clipsPerWorker: number
  #clipsOfWorker = 0
  #current: Waiting | null = null
  #worker: ChildProcess | null = null
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(
    workerUrl: URL = new URL('./render-worker.ts', import.meta.url),
    clipsPerWorker: number = CLIPS_PER_WORKER,
  ) {
    this.#workerUrl = workerUrl
    this.#clipsPerWorker = clipsPerWorker
  }

  /** Queues a render. `onStart` is called when the worker starts it. */
  render(request: RenderRequest, onStart: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, tries: 2, onStart, resolve, reject })
      this.#next()
    })
  }

  /** Removes a render from the queue. Returns false if the render has started or isn't queued. */
  remove(outPath: string): boolean {
    const index = this.#waiting.findIndex(({ request }) => request.outPath === outPath)
    const [removed] = index < 0 ? [] : this.#waiting.splice(index, 1)
    removed?.reject(new RenderStoppedError('Stopped while queued'))
    return removed !== undefined
  }

  /** Returns the number of renders ahead of this one. Returns 0 if the render has started or isn't queued. */
  countAhead(outPath: string): number {
    const index = this.#waiting.findIndex(({ request }) => request.outPath === outPath)
    return index < 0 ? 0 : index + (this.#current ? 1 : 0)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const waiting of this.#waiting.splice(0))
      waiting.reject(new RenderStoppedError('The service is shutting down'))
    this.#settle(new RenderStoppedError('The service is shutting down'))
    clearTimeout(this.#idle)
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
    if (!next) {
      this.#endWhenIdle()
      return
    }
    this.#current = next
    clearTimeout(this.#idle)
    next.onStart()
    this.#send(next)
  }

  #send(task: Waiting): void {
    task.tries -= 1
    // If the worker ended before this call, its 'exit' event reports the failure.
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
    // The listening server keeps the process alive, so the worker must not.
    worker.unref()
    worker.channel?.unref()
    this.#clipsOfWorker = 0
    worker.on('message', (answer: RenderResponse) => {
      this.#clipsOfWorker += 1
      if (this.#clipsOfWorker >= this.#clipsPerWorker) this.#retire(worker)
      this.#settle(answer.ok ? null : new RenderFailedError(answer.message))
    })
    worker.on('error', (cause) => this.#lose(worker, cause.message))
    worker.on('exit', (code, signal) => this.#lose(worker, signal ?? `status ${code}`))
    this.#worker = worker
    return worker
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      if (this.#worker && !this.#current) this.#retire(this.#worker)
    }, IDLE_MS)
    this.#idle.unref()
  }

  /** Ends a worker between two clips, so no work is lost. */
  #retire(worker: ChildProcess): void {
    this.#worker = null
    worker.kill('SIGKILL')
  }

  /**
   * Handles the end of a worker. 'exit' can follow 'error', and close() also ends workers, so only the first event of
   * the current worker counts.
   */
  #lose(worker: ChildProcess, why: string): void {
    if (this.#worker !== worker) return
    this.#worker = null
    if (this.#current && this.#current.tries > 0) this.#send(this.#current)
    else this.#settle(new RenderFailedError(`The renderer stopped: ${why}`))
  }
}
