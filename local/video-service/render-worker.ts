// Handles render requests in order. An uncaught error ends the process, and the queue starts a new worker.
import { createMark } from '../../supabase/functions/_shared/contract/ai-mark.ts'
import { type RenderRequest, render } from '../renderer/render.ts'

export type RenderResponse = { ok: true } | { ok: false; message: string }

/** The mark that a program drew the clip. Without a date, the same request produces the same bytes. */
const MARK = createMark({ sourceType: 'algorithmicMedia', tool: 'Soundreel local preview', createdAt: null })

async function answer(request: RenderRequest): Promise<RenderResponse> {
  try {
    await render(request, MARK)
    return { ok: true }
  } catch (cause) {
    return { ok: false, message: cause instanceof Error ? cause.message : String(cause) }
  }
}

process.on('message', async (request: RenderRequest) => {
  process.send?.(await answer(request))
})
// The worker ends with its server.
process.on('disconnect', () => process.exit())
// Ctrl+C reaches every process of the terminal, but the server ends this process after it has saved its tasks.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
