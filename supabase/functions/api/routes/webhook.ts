import { Hono } from 'hono'
import { z } from 'zod'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { sendResponse } from '../response.ts'
import { refreshJob } from '../services/progress/refresh-job.ts'
import { MAX_TASK_ID_CHARACTERS } from '../services/providers/provider.ts'

/** The limit of a webhook body, which contains the result of a task. */
const MAX_BYTES = 256 * 1024

/**
 * Creates the route for providers' webhooks. A webhook triggers a status check. If the create request got no response,
 * the webhook also provides the task ID.
 */
export function createWebhookRoutes(parts: Parts) {
  const { providers, jobs, now } = parts
  return new Hono<{ Variables: ApiVariables }>().post('/generation/webhook/:provider', async (c) => {
    const provider = providers.find(c.req.param('provider'))
    if (!provider?.readWebhook) throw new RequestError(REFUSALS.noAddress())
    const { searchParams: query } = new URL(c.req.url)
    const webhook = { headers: c.req.raw.headers, query, body: await readText(c.req.raw.body), now: now() }
    const taskId = await provider.readWebhook(webhook)
    if (taskId === null) throw new RequestError(REFUSALS.webhookSignature())
    if (taskId.length > MAX_TASK_ID_CHARACTERS) throw new RequestError(REFUSALS.taskIdTooLong())
    const jobId = z.uuid().safeParse(query.get('job')).data
    if (jobId && (await jobs.recordCallback(jobId, provider.name, taskId))) {
      const job = await jobs.claim(jobId)
      if (job) await refreshJob(job, parts.deliver, parts)
    }
    return sendResponse(c, 'POST /generation/webhook/:provider', { message: 'Thank you.' })
  })
}

/**
 * Reads a limited body. Hono's bodyLimit can't rebuild the local server's request, and responds with 500 if no length
 * is declared.
 */
async function readText(body: ReadableStream<Uint8Array<ArrayBuffer>> | null): Promise<string> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new RequestError(REFUSALS.webhookTooLarge())
    chunks.push(chunk)
  }
  return await new Blob(chunks).text()
}
