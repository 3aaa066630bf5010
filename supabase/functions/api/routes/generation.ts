import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { ApiVariables } from '../context.ts'
import type { JobProgress } from '../contract.ts'
import { noSuchJob, RequestError } from '../errors.ts'
import { type BodyLimit, readJsonBody } from '../read-json-body.ts'
import { createBody, idempotencyKey, parseBody, quotedCredits } from '../requests.ts'
import { IMAGE_TOO_LARGE, MAX_IMAGE_BASE64_CHARACTERS, readImage } from '../services/image/uploaded-image.ts'
import { canCancel } from '../services/jobs/cancel-job.ts'
import { createJob } from '../services/jobs/create-job.ts'
import { isQueued, type Job } from '../services/jobs/jobs.ts'
import { type Deliver, type RefreshDeps, refreshJob } from '../services/jobs/refresh-job.ts'
import { MODEL_BY_PATH } from '../services/models.ts'

type Guard = MiddlewareHandler<{ Variables: ApiVariables }>

/** The image and two prompts of 20,000 characters of up to 6 bytes each. */
const CREATE_BODY: BodyLimit = {
  maxBytes: MAX_IMAGE_BASE64_CHARACTERS + 256 * 1024,
  tooLarge: IMAGE_TOO_LARGE,
}
interface Guards {
  signedIn: Guard
  limitCreate: Guard
  limitStatus: Guard
}

export function generationRoutes(
  deps: RefreshDeps & { deliver: Deliver },
  { signedIn, limitCreate, limitStatus }: Guards,
) {
  return new Hono<{ Variables: ApiVariables }>()
    .get('/generation/:taskId/status', signedIn, limitStatus, async (c) => {
      await deps.tasks.retry()
      const taskId = z.uuid().safeParse(c.req.param('taskId'))
      const found = taskId.success ? await deps.jobs.find(taskId.data, c.get('userId')) : null
      if (!found) throw noSuchJob()
      await deps.jobs.touch(found.id)
      const job = await refreshJob(found, deps.deliver, deps)
      const url = job.video_path ? await openVideo(job.id, job.video_path, c.get('userId'), deps) : ''
      return c.json(statusAnswer(job, url, canCancel(job, deps.provider)))
    })
    .post('/generation/:brand/:model', signedIn, limitCreate, async (c) => {
      const model = MODEL_BY_PATH[`${c.req.param('brand')}/${c.req.param('model')}`]
      if (!model) throw new RequestError('unknown_model', 'This model is not available. Choose another one.')
      const jobId = idempotencyKey(c.req.header('idempotency-key'))
      const quoted = quotedCredits(c.req.header('x-quoted-credits'))
      const { input } = parseBody(createBody, await readJsonBody(c, CREATE_BODY))
      if (!input.image && !input.prompt.trim()) throw new RequestError('bad_request', 'Please enter a prompt')
      if (input.prompt.length > model.maxPrompt) {
        throw new RequestError(
          'bad_request',
          `The prompt has ${input.prompt.length} characters; ${model.name} takes at most ${model.maxPrompt}. Shorten it and try again.`,
        )
      }
      const picture = input.image ? readImage(input.image) : null
      const status = await createJob({ userId: c.get('userId'), jobId, model: model.id, quoted, input, picture }, deps)
      return c.json({ success: true, code: 'SUCCESS', message: 'success', data: { taskId: jobId, status } })
    })
}

async function openVideo(jobId: string, path: string, userId: string, { files, jobs }: RefreshDeps): Promise<string> {
  try {
    return await files.videoUrl(path)
  } catch (cause) {
    // The job may have been deleted meanwhile.
    if (!(await jobs.find(jobId, userId))) throw noSuchJob()
    throw new RequestError(
      'storage_unavailable',
      'Your video is safe but cannot be opened just now. Try again in a moment.',
      { cause },
    )
  }
}

function statusAnswer(job: Job, url: string, canCancel: boolean) {
  // A success without a file stays one on the wire: the specification has its own message for it.
  const status =
    job.status === 'succeeded' || job.failure_code === 'no_url'
      ? 'succeed'
      : job.status === 'failed'
        ? 'failed'
        : isQueued(job)
          ? 'waiting'
          : 'processing'
  const failMsg = job.status === 'failed' ? (job.failure_message ?? '') : ''
  const generations = [{ id: job.id, status, url, failMsg, mediaType: 'video' }]
  const result = { url, videoUrl: url, status }
  return {
    success: true,
    code: 'SUCCESS',
    message: 'success',
    status,
    generations,
    result,
    ...(failMsg ? { error: failMsg } : {}),
    job: {
      settlement: job.settlement,
      failureCode: job.failure_code,
      elapsedSeconds: job.elapsed_seconds,
      canCancel,
    } satisfies JobProgress,
    data: { taskId: job.id, status, generations, result },
  }
}
