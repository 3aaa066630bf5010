// The process that renders. It answers each request once, in order; whatever escapes ends the process, and the queue
// starts another.
import { rename, writeFile } from 'node:fs/promises'
import { renderClip } from './render/clip.ts'
import type { RenderAnswer, RenderRequest } from './render/request.ts'

async function render(request: RenderRequest): Promise<RenderAnswer> {
  try {
    const bytes = await renderClip(request)
    await writeFile(`${request.outPath}.part`, bytes)
    await rename(`${request.outPath}.part`, request.outPath)
    return { ok: true }
  } catch (cause) {
    return { ok: false, message: cause instanceof Error ? cause.message : String(cause) }
  }
}

process.on('message', async (request: RenderRequest) => {
  process.send?.(await render(request))
})
// A server that is gone takes its renderer along.
process.on('disconnect', () => process.exit())
// Ctrl+C reaches every process of a terminal: the server ends this one when it has put its tasks away.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
