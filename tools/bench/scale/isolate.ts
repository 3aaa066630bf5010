// Runs one isolate of the API, from the built API of one design. isolates.ts starts it. It shares no memory with the
// other isolates.
import process from 'node:process'
import { serve } from '@hono/node-server'
import type { createApi as CreateApi } from '../../../supabase/functions/api/app.ts'
import type { FromIsolate, ToIsolate } from './messages.ts'

const FAL_KEYS = 'https://rest.fal.ai/.well-known/jwks.json'
const { SCALE_API = '', SCALE_FAL_KEYS = '' } = process.env

const { createApi } = (await import(SCALE_API)) as { createApi: typeof CreateApi }
const working = new Set<Promise<void>>()
const said: Record<string, number> = {}
const app = createApi(process.env, {
  fetch: (input, init) => fetch(String(input) === FAL_KEYS ? SCALE_FAL_KEYS : input, init),
  background(work) {
    working.add(work)
    void work.finally(() => working.delete(work))
  },
  log({ level, message, code }) {
    if (level === 'info') return
    const name = [message, code].filter(Boolean).join(': ')
    said[name] = (said[name] ?? 0) + 1
  },
})
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  process.send?.({ type: 'ready', port, bootMs: getCpuMs() } satisfies FromIsolate),
)

process.on('message', async (message: ToIsolate) => {
  if (message === 'usage') return tellUsage('usage')
  // The isolate is retired and gets no more requests. Its background work continues to its end.
  server.close()
  while (working.size > 0) await Promise.allSettled(working)
  tellUsage('end')
  process.disconnect()
})
// The benchmark has ended, normally or not.
process.on('disconnect', () => process.exit())

function tellUsage(type: 'usage' | 'end'): void {
  process.send?.({ type, cpuMs: getCpuMs(), rssMb: process.memoryUsage().rss / 1e6, said } satisfies FromIsolate)
}

function getCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
