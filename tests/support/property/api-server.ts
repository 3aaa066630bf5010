// A process of the API: its parent gives settings, the clock's error and the fault planted in its source, and may kill it.
import { readFileSync } from 'node:fs'
import { enableCompileCache, flushCompileCache, registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import type { SourceEdit } from './planted-fault.ts'
import { SLOW_HEADER } from './task-plan.ts'

export interface ApiServerStart {
  name: string
  settings: Record<string, string>
  skewMinutes: number
  planted?: SourceEdit
}

/** Seconds of the API's own waiting pass in this part of themselves. */
const HASTE = 40

// Half of a start is compiling, and servers are started often. What is killed keeps no cache: so it is written at once.
enableCompileCache(join(tmpdir(), 'soundreel-compiled'))

// It ends with whoever started it, however that one ends.
process.once('disconnect', () => process.exit())

process.once('message', async ({ name, settings, skewMinutes, planted }: ApiServerStart) => {
  if (planted) plant(planted)
  const { createApi } = await import('../../../supabase/functions/api/app.ts')
  // A pause takes its whole time on this server's clock, so that a sweep has no more pauses and slow files than in reality.
  let aheadMs = skewMinutes * 60_000
  const now = () => Date.now() + aheadMs
  async function sleep(ms: number): Promise<void> {
    const until = now() + ms
    await new Promise((resolve) => setTimeout(resolve, ms / HASTE))
    aheadMs += Math.max(0, until - now())
  }
  const app = createApi(settings, {
    now: () => new Date(now()),
    sleep,
    every: (ms, work) => {
      const timer = setInterval(work, ms / HASTE)
      return () => clearInterval(timer)
    },
    // File servers learn who asks: two at once for one job are a fault.
    async fetch(input, init) {
      const response = await fetch(input, { ...init, headers: withName(init?.headers, name) })
      await sleep(Number(response.headers.get(SLOW_HEADER) ?? 0))
      return response
    },
    log({ requestId, status = 0, code, path, cause = '' }) {
      // Unexpected errors are faults; a caller that went away in the middle of its request is none.
      if (code === 'internal' && !cause.includes('aborted')) process.send?.({ fault: `${path}: ${cause}` })
      else if (status >= 500) process.send?.({ requestId, cause })
    },
  })
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
    flushCompileCache()
    process.send?.({ port })
  })
})

function withName(headers: HeadersInit | undefined, name: string): Headers {
  const all = new Headers(headers)
  all.set('x-server', name)
  return all
}

/** Changes source text on its way in. Throws where the piece is not there exactly once: the source has changed, or moved. */
function plant({ file, from, to }: SourceEdit): void {
  const edited = new URL(`../../../${file}`, import.meta.url)
  const pieces = readFileSync(edited, 'utf8').split(from)
  if (pieces.length !== 2) throw new Error(`${file} holds "${from}" ${pieces.length - 1} times, not once`)
  registerHooks({
    load(url, context, next) {
      if (url !== edited.href) return next(url, context)
      return { format: 'module-typescript', source: pieces.join(to), shortCircuit: true }
    },
  })
}
