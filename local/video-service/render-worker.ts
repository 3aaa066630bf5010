// The thread that renders. It answers each request once, in order; whatever escapes ends the thread, which the queue
// reports as that task's failure.
import { rename, writeFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
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

parentPort?.on('message', async (request: RenderRequest) => {
  parentPort?.postMessage(await render(request))
})
