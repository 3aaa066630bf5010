import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { ApiServerStart } from './api-server.ts'

const ENTRY = join(import.meta.dirname, 'api-server.ts')

interface Running {
  process: ChildProcess
  port: number
  hasEnded: boolean
}

type SharedStart = Omit<ApiServerStart, 'name' | 'skewMinutes' | 'hasEnded'>

/** Several processes of one API. Each one can be killed and restarted separately. */
export class ApiServers {
  readonly #running: (Running | null)[]
  readonly #start: SharedStart
  readonly #onFault: (fault: string) => void
  /** The causes of the newest responses with status 500 and above, by request ID. */
  readonly causes = new Map<string, string>()
  #started = 0

  constructor(count: number, start: SharedStart, onFault: (fault: string) => void) {
    this.#running = Array.from({ length: count }, () => null)
    this.#start = start
    this.#onFault = onFault
  }

  get count(): number {
    return this.#running.length
  }

  /** Returns the port of a server, or null while it is dead. */
  port(index: number): number | null {
    return this.#running[index % this.count]?.port ?? null
  }

  /** Returns whether veo-2 has ended on this server. Every second server that starts has it no longer. */
  hasEnded(index: number): boolean {
    return this.#running[index % this.count]?.hasEnded ?? false
  }

  /** Starts a server. Resolves when it listens. */
  async start(index: number, skewMinutes: number): Promise<void> {
    this.#started += 1
    const hasEnded = this.#started % 2 === 0
    const child = fork(ENTRY, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] })
    let log = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000)
    })
    const port = await new Promise<number>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the API did not start (${code}): ${log}`)))
      child.on('message', (message: { port: number } | { fault: string } | { requestId: string; cause: string }) => {
        if ('port' in message) resolve(message.port)
        else if ('fault' in message) this.#onFault(message.fault)
        else this.#note(message)
      })
      child.send({ ...this.#start, name: `server ${this.#started}`, skewMinutes, hasEnded } satisfies ApiServerStart)
    })
    child.removeAllListeners('exit')
    child.once('exit', (code, signal) => {
      if (signal !== 'SIGKILL') this.#onFault(`a server of the API ended by itself (${code ?? signal}): ${log}`)
    })
    this.#running[index % this.count] = { process: child, port, hasEnded }
  }

  #note({ requestId, cause }: { requestId: string; cause: string }): void {
    this.causes.set(requestId, cause)
    const [oldest] = this.causes.keys()
    if (this.causes.size > 1000 && oldest) this.causes.delete(oldest)
  }

  /** Kills a server at any moment, as a platform does. Returns whether it was running. */
  kill(index: number): boolean {
    const running = this.#running[index % this.count]
    this.#running[index % this.count] = null
    return running?.process.kill('SIGKILL') ?? false
  }

  killAll(): void {
    for (let index = 0; index < this.count; index += 1) this.kill(index)
  }
}
