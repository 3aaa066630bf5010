import { Hono } from 'hono'
import { z } from 'zod'
import { createBody } from '../../_shared/contract/jobs.ts'
import { MAX_IMAGE_BYTES } from '../../_shared/contract/media/image.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import { describeRefusedContent } from '../../_shared/contract/sentences.ts'
import type { ApiVariables } from '../context.ts'
import { createUnknownJobError, RequestError } from '../errors.ts'
import { applyRate, nameCounter } from '../middleware/limit-rate.ts'
import type { Parts } from '../parts.ts'
import { type BodyLimit, readJsonBody } from '../read-json-body.ts'
import { parseBody, readIdempotencyKey, readQuotedCredits } from '../requests.ts'
import { type ResponseBody, sendResponse } from '../response.ts'
import { planCast } from '../services/cast/plan-cast.ts'
import { refuseEndedModel } from '../services/credits/hold-error.ts'
import { MAX_IMAGE_BASE64_CHARACTERS, readImage } from '../services/image/uploaded-image.ts'
import { checkInput } from '../services/inputs/check-input.ts'
import { checkVoice } from '../services/inputs/check-voice.ts'
import { canCancel } from '../services/jobs/cancel-job.ts'
import { createJob } from '../services/jobs/create-job.ts'
import { isOpen, isQueued, type JobRow } from '../services/jobs/job-row.ts'
import { viewJob } from '../services/jobs/job-view.ts'
import { getDeliverySeconds, getUnconfirmedSeconds, type RefreshDeps } from '../services/progress/refresh-job.ts'

/** Four open jobs in three tabs, each polled every 5 s, are 144 polls per minute. */
const STATUS_RATE = { name: 'status', limit: 240, windowSeconds: 60 }

/** The limit covers an image and two prompts of 20,000 characters, at 6 bytes each. */
const CREATE_BODY: BodyLimit = {
  maxBytes: MAX_IMAGE_BASE64_CHARACTERS + 256 * 1024,
  tooLarge: () => REFUSALS.imageBodyTooLarge(MAX_IMAGE_BYTES),
}

export function createGenerationRoutes(parts: Parts) {
  const { catalogue, jobs, limits, longPolls, offers, providers, signedIn, statusChecks, tasks, writePrices } = parts
  return new Hono<{ Variables: ApiVariables }>()
    .get('/generation/:taskId/status', signedIn, async (c) => {
      const since = parts.now().getTime()
      await tasks.retry()
      const jobId = z.uuid().safeParse(c.req.param('taskId')).data ?? null
      const found = await jobs.poll(jobId, c.get('userId'), { ...STATUS_RATE, name: nameCounter(c, STATUS_RATE.name) })
      applyRate(c, STATUS_RATE, found)
      if (!found.job) throw createUnknownJobError()
      const seen = await statusChecks.see(found.job)
      const seconds = readWaitSeconds(c.req.header('prefer'))
      const job = await longPolls.wait(found.job, seen, { since, seconds, signal: c.req.raw.signal })
      const [url, finished] = await Promise.all([
        job.video_path ? openVideo(job.id, job.video_path, c.get('userId'), parts) : '',
        isOpen(job) ? null : viewJob(job, parts),
      ])
      const body = buildStatusBody(job, url, canCancel(job, providers), longPolls.getPollSeconds(job))
      return sendResponse(c, 'GET /generation/:taskId/status', { ...body, ...(finished && { finished }) })
    })
    .post('/generation/:brand/:model', signedIn, limits.create, async (c) => {
      const model = catalogue.byPath(`${c.req.param('brand')}/${c.req.param('model')}`)
      if (model) refuseEndedModel(model, catalogue.models, parts.now())
      const [first, ...others] = model?.isOn ? offers.list(model.id) : []
      if (!model || !first) throw new RequestError(REFUSALS.unknownModel())
      const jobId = readIdempotencyKey(c.req.header('idempotency-key'))
      const quoted = readQuotedCredits(c.req.header('x-quoted-credits'))
      const { input: asked } = parseBody(createBody, await readJsonBody(c, CREATE_BODY))
      const plan = await planCast(c.get('userId'), asked, first.made, parts.cast)
      const { input } = plan
      const kind = checkInput(input, model, first.made)
      await checkVoice(c.get('userId'), input, model, first.made, parts.images)
      const image = input.image && !isImageId(input.image) ? readImage(input.image) : null
      await writePrices()
      const candidates = [first, ...others] as const
      const status = await createJob(
        {
          userId: c.get('userId'),
          apiKeyId: c.get('apiKey')?.id ?? null,
          jobId,
          model,
          offers: candidates,
          quoted,
          kind,
          asked,
          plan,
          image,
          silent: catalogue.silent,
        },
        parts,
      )
      const wait = longPolls.longest > 0 ? { wait: longPolls.longest } : {}
      const data = { taskId: jobId, status, ...wait }
      return sendResponse(c, 'POST /generation/:brand/:model', { code: 'SUCCESS', message: 'success', data })
    })
}

function isImageId(image: string): boolean {
  return z.uuid().safeParse(image).success
}

/** Reads the seconds of `Prefer: wait=20` (RFC 7240). */
function readWaitSeconds(prefer = ''): number {
  return Number(/(?:^|[,;\s])wait=(\d{1,3})(?:$|[,;\s])/i.exec(prefer)?.[1] ?? 0)
}

async function openVideo(jobId: string, path: string, userId: string, { files, jobs }: RefreshDeps): Promise<string> {
  try {
    return await files.videoUrl(path)
  } catch (cause) {
    // The job may have been deleted in the meantime.
    if (!(await jobs.find(jobId, userId))) throw createUnknownJobError()
    throw new RequestError(REFUSALS.videoNotOpened(), { cause })
  }
}

/** Returns the failure message for people. Converts refused content to a sentence. */
function describeFailMsg({ failure_code, failure_message }: JobRow): string {
  const said = failure_message ?? ''
  return failure_code === 'content_refused' ? describeRefusedContent(said) : said
}

type StatusBody = ResponseBody<'GET /generation/:taskId/status'>

function buildStatusBody(job: JobRow, url: string, canCancel: boolean, wait: number): StatusBody {
  // A job whose provider reported success without a file remains `succeed` here. Clients show their own message for a
  // missing file.
  const status: StatusBody['status'] =
    job.status === 'succeeded' || job.failure_code === 'no_url'
      ? 'succeed'
      : job.status === 'failed'
        ? 'failed'
        : isQueued(job)
          ? 'waiting'
          : 'processing'
  const failMsg = job.status === 'failed' ? describeFailMsg(job) : ''
  const generations: StatusBody['generations'] = [{ id: job.id, status, url, failMsg, mediaType: 'video' }]
  const result = { url, videoUrl: url, status }
  const endsIn = getDeliverySeconds(job)
  const unconfirmedEndsIn = getUnconfirmedSeconds(job)
  return {
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
      ahead: isQueued(job) ? job.ahead : null,
      ...(job.progress === null || !isOpen(job) ? {} : { progress: job.progress }),
      ...(endsIn === null ? {} : { deliveryEndsInSeconds: endsIn }),
      ...(unconfirmedEndsIn === null ? {} : { unconfirmedEndsInSeconds: unconfirmedEndsIn }),
      videoMark: job.video_mark,
      ...(wait > 0 ? { wait } : {}),
    },
    data: { taskId: job.id, status, generations, result },
  }
}
