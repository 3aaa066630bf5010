// A process of the API. Its parent sends the settings, the clock's error, and the planted fault, and may kill the
// process.
import { readFileSync } from 'node:fs'
import { enableCompileCache, flushCompileCache, registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { addModelEnds } from '../../../local/model-examples.ts'
import builtInModels from '../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import type { SourceEdit } from './planted-fault.ts'
import { SLOW_HEADER } from './task-plan.ts'

export interface ApiServerStart {
  name: string
  settings: Record<string, string>
  skewMinutes: number
  /** Whether a model has ended. */
  hasEnded: boolean
  planted?: SourceEdit
}

/** The model that has ended on some servers, as during a deployment. */
const ENDED = { id: 'veo-2', days: -2, replacedBy: 'veo-3.1' }

/** How many times faster than in reality the API's own waits pass. */
const HASTE = 40

// Compiling takes half of each start, and servers start often. The cache is written right after the start, because a
// killed server can't write it.
enableCompileCache(join(tmpdir(), 'soundreel-compiled'))

// The process ends with its parent, however the parent ends.
process.once('disconnect', () => process.exit())

process.once('message', async ({ name, settings, skewMinutes, hasEnded, planted }: ApiServerStart) => {
  if (planted) plant(planted)
  const { createApi } = await import('../../../supabase/functions/api/app.ts')
  const { readCatalogue } = await import('../../../supabase/functions/api/catalogue/catalogue.ts')
  // A pause counts in full on this server's clock. A sweep then has no more pauses and slow files than in reality.
  let aheadMs = skewMinutes * 60_000
  const now = () => Date.now() + aheadMs
  async function sleep(ms: number): Promise<void> {
    const until = now() + ms
    await new Promise((resolve) => setTimeout(resolve, ms / HASTE))
    aheadMs += Math.max(0, until - now())
  }
  const app = createApi(settings, {
    ...(hasEnded ? { catalogue: readCatalogue(addModelEnds(builtInModels, [ENDED], new Date())) } : {}),
    now: () => new Date(now()),
    sleep,
    every: (ms, work) => {
      const timer = setInterval(work, ms / HASTE)
      return () => clearInterval(timer)
    },
    // Requests name their server, because two servers that download one job's file at once are a fault.
    async fetch(input, init) {
      const response = await fetch(input, { ...init, headers: withName(init?.headers, name) })
      await sleep(Number(response.headers.get(SLOW_HEADER) ?? 0))
      return response
    },
    log({ requestId, status = 0, code, path, cause = '' }) {
      // Unexpected errors are faults, but a client that disconnects during its request is not.
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

/**
 * Edits a source file while Node loads it. Throws unless `from` occurs exactly once, because then the source has
 * changed.
 */
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
