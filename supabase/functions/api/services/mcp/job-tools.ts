// Tools that create, read, and cancel a video. Credits are held when the job is created, and charged when the video
// arrives.
import { z } from 'zod'
import { removeFallbacks, credits as wholeCredits } from '../../../_shared/contract/fields.ts'
import { referenceRole, richFields } from '../../../_shared/contract/inputs.ts'
import { cancellation, createBody, MAX_SEED, type ServerJob, serverJob } from '../../../_shared/contract/jobs.ts'
import { findDuration } from '../../../_shared/contract/pricing.ts'
import { describeFailure } from '../../../_shared/contract/sentences.ts'
import { defineTool, findModel } from './tool.ts'

/** Two seconds less than the maximum response time. Clients time out after 60 seconds, and some much sooner. */
const WAIT_SECONDS = 18
/** The pause between two status checks, the same as the page's. */
const PAUSE_SECONDS = 5

const jobId = z
  .uuid()
  .describe('The ID of a job: the `idempotencyKey` of its create_video, or an `id` of search_library.')

const jobView = removeFallbacks(
  serverJob.pick({
    id: true,
    createdAt: true,
    status: true,
    title: true,
    model: true,
    prompt: true,
    aspectRatio: true,
    resolution: true,
    cast: true,
    hasSound: true,
    seed: true,
    credits: true,
    settlement: true,
    failureCode: true,
    elapsedSeconds: true,
    durationSeconds: true,
    expiresAt: true,
    canCancel: true,
    videoUrl: true,
    downloadUrl: true,
  }),
)
const jobOutput = z.object({ job: jobView, isFinished: z.boolean() })

function viewJob(job: ServerJob): { say: string; data: z.output<typeof jobOutput> } {
  const isFinished = job.status === 'succeeded' || job.status === 'failed'
  return { say: describeJob(job), data: { job: jobView.parse(job), isFinished } }
}

function describeJob(job: ServerJob): string {
  if (job.status === 'succeeded') {
    return `The video is finished. ${job.credits} credits charged. Its addresses work for an hour; get_job returns new ones. Call share_video for a link that lasts.`
  }
  if (job.status === 'failed') {
    const why = describeFailure(job.failureCode, job.failureReason ?? '') || 'Video generation failed.'
    return `No video. ${why} ${job.credits} credits returned. To try again, call create_video with a new idempotencyKey.`
  }
  const canCancel = job.canCancel ? ' cancel_job can still end it.' : ''
  return `Still running after ${Math.round(job.elapsedSeconds)} seconds. ${job.credits} credits are held. Call wait_for_job again with the same ID.${canCancel}`
}

const { prompt, negativePrompt, aspectRatio, image } = createBody.shape.input.shape

export const createVideoTool = defineTool({
  name: 'create_video',
  title: 'Create a video',
  description:
    'Starts to generate one video. It costs `credits`, which are held now, charged when the video arrives, and returned if it fails. Generate a new UUID for each video, and repeat a call that got no answer with the SAME `idempotencyKey` and arguments: you get the same job and are charged once. Next: call wait_for_job.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.object({
    idempotencyKey: z.uuid().describe('A new UUID, which becomes the ID of the job.'),
    model: z.string().describe('The ID of a model of list_models.'),
    credits: wholeCredits.describe(
      'The price that quote returned. Another price of today is refused, and nothing is charged.',
    ),
    prompt: prompt.describe('What the video shows. Put speech in quotation marks.'),
    negativePrompt: negativePrompt.describe('What the video should not show, where the model takes it.'),
    duration: z.int().min(1).max(60).optional().describe('Seconds. Default: the first duration of the model.'),
    aspectRatio: aspectRatio.optional().describe('Such as 16:9. Default: 16:9, or else the first one of the model.'),
    resolution: richFields.resolution.describe('Default: the first one of the model.'),
    seed: z.int().min(0).max(MAX_SEED).optional().describe('Default: a number made from the idempotencyKey.'),
    sound: z.boolean().default(true).describe('False asks for a silent video.'),
    image: image.describe(
      'The first image: the ID of an uploaded image (upload_image, or POST /api/images for a large one), or a base64 data URI of a small JPEG or PNG.',
    ),
    lastImage: richFields.lastImage.describe('The last image, as the ID of an uploaded image.'),
    references: richFields.references.describe(
      `Uploaded images of what should appear, each with its role (${referenceRole.options.join(', ')}).`,
    ),
    audio: richFields.audio.describe(
      'A voice beside the references, as the ID of an uploaded sound (POST /api/audio), where `inputs.references.audio` of the model allows one.',
    ),
    voiceConsent: richFields.voiceConsent.describe(
      'True only if the user told you that the voice is their own, or that the person agreed. Required with `audio`.',
    ),
    cast: richFields.cast.describe(
      'The IDs of the members of list_cast that the prompt names with an @, such as @Mara. Their images are added as references, as far as the model takes them, and their voice. Quote such a video with `cast`.',
    ),
    source: richFields.source.describe(
      'A finished video of the library to continue (`extend`), to change (`edit`), or to upscale (`upscale`, without a prompt).',
    ),
  }),
  output: z.object({
    jobId: z.string(),
    status: z.enum(['waiting', 'unknown']),
    credits: z.int(),
    estimateSeconds: z.object({ from: z.number(), to: z.number() }).nullable(),
  }),
  async run({ idempotencyKey, model: id, credits, duration, sound, ...given }, { ask }) {
    const model = await findModel(id, ask)
    const key = idempotencyKey.toLowerCase()
    const length = duration ?? model.durations[0]?.seconds ?? 0
    const [firstRatio = ''] = model.aspectRatios
    const [brand = '', name = ''] = model.path.split('/')
    const { data } = await ask('POST /generation/:brand/:model', {
      params: [brand, name],
      headers: { 'idempotency-key': key, 'x-quoted-credits': String(credits) },
      body: {
        input: {
          ...given,
          length,
          aspectRatio: given.aspectRatio ?? (model.aspectRatios.includes('16:9') ? '16:9' : firstRatio),
          // The default seed derives from the key, so that a repeated call sends the same request.
          seed: given.seed ?? Number.parseInt(key.slice(0, 8), 16) % (MAX_SEED + 1),
          generateAudio: sound,
        },
      },
    })
    const estimateSeconds = findDuration(model.durations, length)?.estimateSeconds ?? null
    return {
      say: `Job ${data.taskId} is accepted, for ${credits} credits. Call wait_for_job with this ID until it is finished.`,
      data: { jobId: data.taskId, status: data.status, credits, estimateSeconds },
    }
  },
})

export const getJobTool = defineTool({
  name: 'get_job',
  title: 'Get a job',
  description:
    'Returns one job at once: its status, its settings, and, when it is finished, addresses of the video that work for an hour. Free. To follow a job in progress, call wait_for_job instead.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.object({ jobId }),
  output: jobOutput,
  async run({ jobId: id }, { ask }) {
    return viewJob((await ask('GET /api/jobs/:id', { params: [id] })).data)
  },
})

export const waitForJobTool = defineTool({
  name: 'wait_for_job',
  title: 'Wait for a job',
  description:
    'Waits up to 20 seconds for the end of a job, and returns it as get_job does. Free. If it is still running, call wait_for_job again: a video takes from some seconds to several minutes.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.object({ jobId }),
  output: jobOutput,
  async run({ jobId: id }, { ask, now, sleep, signal }) {
    let left = WAIT_SECONDS
    while (left > 0 && !signal.aborted) {
      const askedAt = now().getTime()
      const headers = { prefer: `wait=${Math.ceil(left)}` }
      const { status } = await ask('GET /generation/:taskId/status', { params: [id], headers })
      if (status === 'succeed' || status === 'failed') break
      left -= (now().getTime() - askedAt) / 1000 + PAUSE_SECONDS
      if (left > 0) await sleep(PAUSE_SECONDS * 1000)
    }
    return viewJob((await ask('GET /api/jobs/:id', { params: [id] })).data)
  },
})

export const cancelJobTool = defineTool({
  name: 'cancel_job',
  title: 'Cancel a job',
  description:
    'Ends a job in progress where its model allows that, and returns its credits. `too_late` means that the video will still arrive and be charged. Free. Ask the user first: a canceled video cannot be continued.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.object({ jobId }),
  output: jobOutput.extend({ outcome: cancellation.shape.outcome }),
  async run({ jobId: id }, { ask }) {
    const { message, data } = await ask('POST /api/jobs/:id/cancel', { params: [id], body: {} })
    return { say: message, data: { ...viewJob(data.job).data, outcome: data.outcome } }
  },
})
