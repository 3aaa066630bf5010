// Simulates the Edge runtime. A function has several isolates that share no memory and replace each other. A retired
// isolate accepts no new request, finishes its work, and a new isolate replaces it. The runtime retires an isolate
// after half of its wall clock, which is 75 s of 150 s, or 200 s of 400 s. It also retires an isolate after 2 s of CPU
// time. Here, each isolate lives for about LIFE_MS, so the isolates change several times in a window.
import { type ChildProcess, fork } from 'node:child_process'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { type Channel, openChannel } from './channel.ts'
import type { FromIsolate, ToIsolate } from './messages.ts'

const LIFE_MS = 25_000

interface Isolate {
  child: ChildProcess
  channel: Channel<FromIsolate>
  port: number
  bootMs: number
  /** The number of unanswered requests. */
  open: number
  agent: Agent
  isDead: boolean
}

export interface IsolateRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  timeoutMs?: number
}

export interface IsolateResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export async function startIsolates(count: number, env: Record<string, string>) {
  const active: Isolate[] = []
  const all = new Set<Isolate>()
  const said: Record<string, number> = {}
  let [endedMs, boots, bootMs, turn, isClosed] = [0, 0, 0, 0, false]

  async function start(): Promise<Isolate> {
    const child = fork(join(import.meta.dirname, 'isolate.ts'), {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const channel = openChannel<FromIsolate>(child)
    const ready = await channel.read('ready')
    if (isClosed) child.kill('SIGKILL')
    const agent = new Agent({ keepAlive: true })
    const isolate = { child, channel, port: ready.port, bootMs: ready.bootMs, open: 0, agent, isDead: false }
    all.add(isolate)
    boots += 1
    bootMs += ready.bootMs
    child.on('message', (message: FromIsolate) => {
      if (message.type === 'end') note(isolate, message.cpuMs, message.said)
    })
    return isolate
  }

  function note(isolate: Isolate, cpuMs: number, counted: Record<string, number> = {}): void {
    all.delete(isolate)
    endedMs += cpuMs - isolate.bootMs
    addCounts(said, counted)
  }

  /** Ends an isolate after its last response. A new isolate has replaced it. */
  function retire(isolate: Isolate): void {
    const timer = setInterval(() => {
      if (isolate.open > 0) return
      clearInterval(timer)
      isolate.agent.destroy()
      if (isolate.child.connected) isolate.child.send('retire' satisfies ToIsolate)
    }, 100)
  }

  async function holdSlot(place: number): Promise<void> {
    for (let life = LIFE_MS * (0.4 + (0.6 * place) / count); !isClosed; life = LIFE_MS) {
      await new Promise((resolve) => setTimeout(resolve, life).unref())
      if (isClosed) return
      const next = await start().catch(throwUnlessClosed)
      if (!next) return
      const former = active[place]
      active[place] = next
      if (former) retire(former)
    }
  }

  function throwUnlessClosed(error: unknown): null {
    if (isClosed) return null
    throw error
  }

  active.push(...(await Promise.all(Array.from({ length: count }, start))))
  for (let place = 0; place < count; place += 1) void holdSlot(place)

  return {
    /** Sends a request to one of the isolates. Rejects if that isolate ends first. */
    async send(ask: IsolateRequest): Promise<IsolateResponse> {
      const living = active.filter(({ isDead }) => !isDead)
      turn += 1
      const isolate = living[turn % living.length]
      if (!isolate) throw new Error('No isolate is left')
      isolate.open += 1
      return sendTo(isolate, ask).finally(() => {
        isolate.open -= 1
      })
    },
    /** Ends the busiest isolate with SIGKILL and starts another. Returns the number of its unanswered requests. */
    async kill(): Promise<number> {
      const place = active.reduce((most, { open }, at) => (open > (active[most]?.open ?? 0) ? at : most), 0)
      const victim = active[place]
      if (!victim) return 0
      const usage = await readUsageOf(victim)
      const { open } = victim
      victim.isDead = true
      victim.child.kill('SIGKILL')
      note(victim, usage?.cpuMs ?? victim.bootMs, usage?.said)
      active[place] = await start()
      return open
    },
    /** Returns the CPU time of all isolates so far, without their boot times, and their current memory. */
    async readUsage() {
      const living = [...all]
      const usages = await Promise.all(living.map(readUsageOf))
      const sums = { cpuMs: endedMs, boots, bootMs, rssMb: [] as number[], said: { ...said } }
      for (const [at, usage] of usages.entries()) {
        const isolate = living[at]
        // An isolate that ended meanwhile already counts among the ended ones.
        if (!usage || !isolate || !all.has(isolate)) continue
        sums.cpuMs += usage.cpuMs - isolate.bootMs
        sums.rssMb.push(usage.rssMb)
        addCounts(sums.said, usage.said)
      }
      return sums
    },
    close() {
      isClosed = true
      for (const { child } of all) child.kill('SIGKILL')
    },
  }
}

function addCounts(sums: Record<string, number>, counted: Record<string, number>): void {
  for (const [name, times] of Object.entries(counted)) sums[name] = (sums[name] ?? 0) + times
}

/** Returns an isolate's usage, or null if the isolate ends meanwhile. */
async function readUsageOf({ child, channel }: Isolate) {
  if (!child.connected) return null
  child.send('usage' satisfies ToIsolate)
  return channel.read('usage', 'end').catch(() => null)
}

function sendTo(
  { port, agent }: Isolate,
  { method, path, headers, body, timeoutMs = 30_000 }: IsolateRequest,
): Promise<IsolateResponse> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.setTimeout(timeoutMs, () => sent.destroy(new Error('timeout')))
    sent.on('error', reject)
    sent.end(body)
  })
}
