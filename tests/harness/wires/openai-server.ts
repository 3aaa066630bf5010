import { sendJson } from '../../../local/video-service/scripted/response.ts'
import type { ProviderModel } from '../../../supabase/functions/api/catalogue/provider-model.ts'
import { createOpenAiServerProvider } from '../../../supabase/functions/api/services/providers/own-gpu/openai-server.ts'
import { JOB, ORDER, REASON, type Wire } from './wire.ts'

/** A model entry of a self-hosted server. */
export const SERVED: ProviderModel = {
  durations: [5, 8],
  durationUnit: '',
  ratios: {},
  fixed: { num_inference_steps: 40 },
  video: { fps: 24, frameStep: 4, sizes: { '16:9': [1280, 704], '9:16': [704, 1280] } },
  text: {
    path: 'Wan-AI/Wan2.2-TI2V-5B-Diffusers',
    accepts: ['aspectRatio', 'negativePrompt', 'seed'],
    maxNegativePrompt: 2000,
    needsPrompt: false,
    alwaysHasSound: false,
    names: {},
    fixed: {},
  },
  image: {
    path: 'Wan-AI/Wan2.2-TI2V-5B-Diffusers',
    accepts: ['seed', 'sound'],
    needsPrompt: false,
    alwaysHasSound: false,
    names: {},
    fixed: { guidance_scale: 5 },
  },
}

export const openAiServer: Wire = {
  name: 'an OpenAI-style server',
  model: 'wan-2.2',
  taskId: 'video_gen_1',
  maxResponseMb: 1,
  open: (options) => createOpenAiServerProvider({ models: { 'wan-2.2': SERVED }, ...options }),
  requests: {
    async read({ path, body }) {
      const { model, ...fields } = await readForm(body)
      return { endpoint: `${path} ${model}`, fields }
    },
    endpoint: (kind) => `v1/videos ${kind}`,
    bare: { prompt: ORDER.prompt, seconds: '5' },
    adds: {
      aspectRatio: { size: 'tall' },
      negativePrompt: { negative_prompt: 'blur' },
      seed: { seed: '7' },
      sound: { generate_sound: 'false' },
      image: { input_reference: { name: `${JOB}.png`, type: 'image/png', text: 'first' } },
    },
    names: {},
  },
  created: () => buildServedVideo('queued'),
  createdWithoutId: () => sendJson({ object: 'video', status: 'queued' }),
  error: (status) =>
    sendJson({ error: { message: REASON, type: 'BadRequestError', param: null, code: status } }, status),
  refusals: {
    create: [
      {
        answer: () => sendJson({ error: { message: 'The prompt was rejected by the safety system.' } }, 400),
        refused: 'prompt',
      },
    ],
    status: [
      {
        answer: () => buildServedVideo('failed', { error: { code: 'moderation_blocked', message: 'No.' } }),
        refused: 'request',
      },
    ],
  },
  refusedInput: {
    answer: () =>
      sendJson({ detail: [{ loc: ['body', 'input_reference'], msg: 'Too small', type: 'value_error' }] }, 422),
    reason: 'First frame: Too small',
  },
  waiting: () => buildServedVideo('queued'),
  running: () => buildServedVideo('in_progress', { progress: 40 }),
  progress: 0.4,
  unknownWord: () => buildServedVideo('paused'),
  fetchesImages: null,
  done: () => buildServedVideo('completed', { progress: 100, file_name: 'video_gen_1.mp4' }),
  fileUrl: (base) => `${base}/v1/videos/video_gen_1/content`,
  cost: null,
  // The status doesn't mention the file.
  doneWithoutFile: null,
  failed: () => buildServedVideo('failed', { error: { code: 500, message: REASON } }, 500),
  ended: ['FAILED', 'canceled', 'CANCELLED', 'expired', 'deleted'].map((word) => () => buildServedVideo(word)),
  failsByStatus: true,
  unknownTask: { answer: () => sendJson({ detail: 'Video not found' }, 404), kind: 'forgotten' },
  cancel: [
    {
      answer: ({ method }) =>
        method === 'DELETE'
          ? sendJson({ id: 'video_gen_1', deleted: true, object: 'video.deleted' })
          : buildServedVideo('in_progress'),
      outcome: 'stopped',
    },
    { answer: () => sendJson({ detail: 'Video not found' }, 404), outcome: 'stopped' },
    { answer: () => buildServedVideo('completed'), outcome: 'too_late' },
  ],
}

/** Parses a form whose first line is its boundary. A file becomes its name, type, and content. */
async function readForm(body: string): Promise<Record<string, unknown>> {
  const boundary = body.slice(2, body.indexOf('\r\n'))
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const form = await new Response(body, { headers }).formData()
  const entries = [...form].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : { name: value.name, type: value.type, text: await value.text() },
  ])
  return Object.fromEntries(await Promise.all(entries))
}

function buildServedVideo(status: string, more = {}, code = 200): Response {
  const video = {
    id: 'video_gen_1',
    object: 'video',
    model: 'wan',
    prompt: ORDER.prompt,
    status,
    progress: 0,
    created_at: 1,
  }
  return sendJson({ ...video, ...more }, code)
}
