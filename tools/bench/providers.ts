// npm run bench:providers: what each provider's adapter adds to the calls that it makes itself, against the same bytes sent by
// fetch, in turns, to a scripted server on this machine. What the gateway adds before that, the same for all, is in bench:api.
// Prints a table, asserts nothing.

import type { VideoProvider } from '../../supabase/functions/api/services/providers/provider.ts'
import { ScriptedProvider, type Sent } from '../../tests/harness/scripted-provider.ts'
import { ORDER, type Wire } from '../../tests/harness/wires/wire.ts'
import { WIRES } from '../../tests/harness/wires/wires.ts'
import { countLoads } from './figures.ts'

const ROUNDS = 300
const WARM_UP = 50

const server = new ScriptedProvider()
await server.open()
const table: Record<string, Record<string, string | number>> = {}
for (const wire of WIRES) {
  const provider = wire.open({ baseUrl: server.url, apiKey: 'the-key', fetch })
  table[wire.name] = {
    ...(await measure('create', wire.created, () => provider.create({ ...ORDER, model: wire.model }))),
    ...(await measure('status', wire.running, () => getStatus(provider, wire))),
  }
}
server.close()
console.log(`Medians of ${ROUNDS} in turns, ms; load ${countLoads()}`)
console.table(table)

function getStatus(provider: VideoProvider, { taskId }: Wire) {
  return provider.status(taskId)
}

async function measure(name: string, reply: Wire['created'], call: () => Promise<unknown>) {
  server.reply = reply
  server.sent.length = 0
  await call()
  const requests = [...server.sent]
  const own: number[] = []
  const direct: number[] = []
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const ms = [await time(call), await time(() => resend(requests))]
    if (round < 0) continue
    own.push(ms[0] ?? 0)
    direct.push(ms[1] ?? 0)
  }
  const [through, straight] = [getMedian(own), getMedian(direct)]
  return {
    [`${name}, calls`]: requests.length,
    [`${name}, direct`]: straight.toFixed(2),
    [`${name}, adapter`]: through.toFixed(2),
    [`${name}, added`]: (through - straight).toFixed(2),
  }
}

async function resend(requests: readonly Sent[]): Promise<void> {
  for (const { method, path, body } of requests) {
    const response = await fetch(`${server.url}/${path}`, { method, ...(body ? { body } : {}) })
    await response.text()
  }
}

async function time(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await call()
  return performance.now() - start
}

function getMedian(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
