// One render at a time, in a worker that is kept alive: a process, because codecs are native code and may crash. A render
// whose worker dies gets one more try in a fresh one.
import { type ChildProcess, fork } from 'node:child_process'
import type { RenderRequest } from '../renderer/render.ts'
import type { RenderResponse } from './render-worker.ts'

/** Memory of a worker grows: 220 MB after one clip of 4 s, 450 MB after ten. A fresh one takes a second to load. */
const CLIPS_PER_WORKER = 25
/** A worker without work takes nobody's memory for longer. */
const IDLE_MS = 60_000

interface Waiting {
  request: RenderRequest
  /** Workers that may still die on it. */
  tries: number
  onStart: () => void
  resolve: () => void
  reject: (cause: Error) => void
}

/** Given up before it began: stopped, or the service closes and renders it after its next start. */
export class RenderStoppedError extends Error {
  override name = 'RenderStoppedError'
}

/** The input could not be rendered, or the worker died on it. */
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

  /** `onStart` is called when the worker takes it. */
  render(request: RenderRequest, onStart: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, tries: 2, onStart, resolve, reject })
      this.#next()
    })
  }

  /** Returns false when it has begun, or is not queued. */
  remove(outPath: string): boolean {
    const index = this.#waiting.findIndex(({ request }) => request.outPath === outPath)
    const [removed] = index < 0 ? [] : this.#waiting.splice(index, 1)
    removed?.reject(new RenderStoppedError('Stopped while queued'))
    return removed !== undefined
  }

  /** Returns 0 when it has begun, or is not queued. */
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
    // A worker that ended before the send is reported by 'exit'.
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
    // The listening server keeps the process alive, not the worker.
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

  /** Called between two clips, so nothing is lost. */
  #retire(worker: ChildProcess): void {
    this.#worker = null
    worker.kill('SIGKILL')
  }

  /** 'exit' may follow 'error', and close() kills too: only the worker in use counts, once. */
  #lose(worker: ChildProcess, why: string): void {
    if (this.#worker !== worker) return
    this.#worker = null
    if (this.#current && this.#current.tries > 0) this.#send(this.#current)
    else this.#settle(new RenderFailedError(`The renderer stopped: ${why}`))
  }
}
