import { sendJson } from '../../../local/video-service/scripted/response.ts'
import { createOpenRouterProvider } from '../../../supabase/functions/api/services/providers/openrouter.ts'
import { at, CUP, FIRST, FLAGGED, HERO, LAST, ORDER, REASON, type Wire } from './wire.ts'

export const openRouter: Wire = {
  name: 'OpenRouter',
  model: 'veo-3.1',
  taskId: 'gen-vid-1-abc',
  maxResponseMb: 1,
  open: (options) => createOpenRouterProvider({ models: at('openrouter'), ...options }),
  // Checked against VideoGenerationRequest$Outbound of @openrouter/sdk 1.3.19.
  requests: {
    read({ path, body }) {
      const { model, ...fields } = JSON.parse(body)
      return { endpoint: `${path} ${model}`, fields }
    },
    endpoint: (kind) => `videos ${kind}`,
    bare: { prompt: ORDER.prompt, duration: 5 },
    adds: {
      aspectRatio: { aspect_ratio: 'tall' },
      seed: { seed: 7 },
      sound: { generate_audio: false },
      resolution: { resolution: '1080p' },
      image: { frame_images: [wrapImage(FIRST.url, 'first_frame')] },
      frames: { frame_images: [wrapImage(FIRST.url, 'first_frame'), wrapImage(LAST.url, 'last_frame')] },
      references: { input_references: [wrapImage(HERO.url), wrapImage(CUP.url)] },
    },
    names: {},
  },
  created: () => sendJson({ id: 'gen-vid-1-abc', polling_url: '/api/v1/videos/gen-vid-1-abc', status: 'pending' }, 202),
  createdWithoutId: () => sendJson({ status: 'pending' }, 202),
  error: (status) => sendJson({ error: { code: status, message: REASON } }, status),
  refusals: {
    create: [
      {
        answer: () =>
          sendJson(
            { error: { code: 403, message: 'Your input was flagged', metadata: { reasons: ['violence'] } } },
            403,
          ),
        refused: 'prompt',
      },
      { answer: () => sendJson({ error: { code: 400, message: FLAGGED } }, 400), refused: 'person' },
    ],
    status: [
      { answer: () => openRouterJob('failed', { error: FLAGGED }), refused: 'person' },
      {
        answer: () => openRouterJob('Failed', { error: { message: 'Output audio may contain sensitive information' } }),
        refused: 'result',
      },
      { answer: () => sendJson({ error: { code: 400, message: 'The prompt was flagged' } }), refused: 'prompt' },
      {
        answer: () => sendJson({ error: { code: 403, message: 'No', metadata: { reasons: ['violence'] } } }),
        refused: 'prompt',
      },
    ],
  },
  refusedInput: {
    answer: () => sendJson({ error: { code: 400, message: 'The last_frame image is too small' } }, 400),
    reason: 'The last_frame image is too small',
  },
  waiting: () => openRouterJob('pending'),
  running: () => openRouterJob('in_progress'),
  unknownWord: () => openRouterJob('paused'),
  fetchesImages: 'public',
  done: () => openRouterJob('completed', { unsigned_urls: ['https://elsewhere.test/1.mp4'], usage: { cost: 1.6 } }),
  fileUrl: (base) => `${base}/videos/gen-vid-1-abc/content?index=0`,
  cost: { amount: 1.6, unit: 'usd' },
  doneWithoutFile: () => openRouterJob('completed', { unsigned_urls: [] }),
  failed: () => openRouterJob('failed', { error: REASON }),
  ended: [
    ...['FAILED', 'Expired', 'canceled', 'cancelled'].map((word) => () => openRouterJob(word)),
    () => openRouterJob('failed', { error: { code: 500, message: REASON } }),
    () => sendJson({ error: { code: 422, message: REASON } }),
  ],
  unknownTask: { answer: () => sendJson({ error: { code: 404, message: 'No such job' } }, 404), kind: 'no_news' },
  cancel: null,
}

function wrapImage(url: string, frame_type?: string) {
  return { type: 'image_url', image_url: { url }, ...(frame_type && { frame_type }) }
}

function openRouterJob(status: string, more = {}): Response {
  return sendJson({ id: 'gen-vid-1-abc', polling_url: '/api/v1/videos/gen-vid-1-abc', status, ...more })
}
