import { sendJson } from '../../../local/video-service/scripted/response.ts'
import { createPolloProvider } from '../../../supabase/functions/api/services/providers/pollo.ts'
import { at, FILE, FIRST, FLAGGED, LAST, ORDER, REASON, type Wire } from './wire.ts'

export const pollo: Wire = {
  name: 'Pollo',
  model: 'veo-3',
  taskId: 'cm1',
  maxResponseMb: 1,
  open: (options) => createPolloProvider({ models: at('pollo'), ...options, hasQueueStop: true }),
  requests: {
    read: ({ path, body }) => ({ endpoint: path, fields: JSON.parse(body).input }),
    endpoint: (kind) => kind,
    bare: { prompt: ORDER.prompt, length: 5 },
    adds: {
      aspectRatio: { aspectRatio: 'tall' },
      negativePrompt: { negativePrompt: 'blur' },
      seed: { seed: 7 },
      sound: { generateAudio: false },
      resolution: { resolution: '1080p' },
      image: { image: FIRST.url },
      frames: { image: FIRST.url, imageTail: LAST.url },
    },
    names: {},
  },
  created: () => sendJson({ code: 'SUCCESS', message: 'success', data: { taskId: 'cm1', status: 'waiting' } }),
  createdWithoutId: () => sendJson({ code: 'SUCCESS', data: {} }),
  error: (status) => sendJson({ message: REASON, code: 'ERROR' }, status),
  refusals: {
    create: [
      {
        answer: () => sendJson({ message: 'Invalid input', code: 'BAD_REQUEST', issues: [{ message: FLAGGED }] }, 400),
        refused: 'person',
      },
      {
        answer: () => sendJson({ message: 'The prompt violates our content policy', code: 'BAD_REQUEST' }, 400),
        refused: 'prompt',
      },
    ],
    status: [
      { answer: () => buildPolloStatus('failed', { failMsg: FLAGGED }), refused: 'person' },
      {
        answer: () => buildPolloStatus('failed', { failMsg: 'The generated video may contain sensitive content.' }),
        refused: 'result',
      },
      { answer: () => sendJson({ code: 'FAILED', message: 'Content moderation failed' }), refused: 'request' },
    ],
  },
  refusedInput: {
    answer: () =>
      sendJson(
        { message: 'Input validation failed', code: 'BAD_REQUEST', issues: [{ message: 'imageTail is too small' }] },
        400,
      ),
    reason: 'imageTail is too small',
  },
  waiting: () => buildPolloStatus('waiting'),
  running: () => buildPolloStatus('processing'),
  unknownWord: () => buildPolloStatus('paused'),
  fetchesImages: 'always',
  done: () => buildPolloStatus('succeed', { url: FILE }, 12.5),
  fileUrl: () => FILE,
  cost: { amount: 12.5, unit: 'credits' },
  doneWithoutFile: () => buildPolloStatus('succeed'),
  failed: () => buildPolloStatus('failed', { failMsg: REASON }),
  ended: [
    ...['expired', 'canceled', 'CANCELLED', 'FAILED', 'Error'].map((word) => () => buildPolloStatus(word)),
    () => sendJson({ code: 'SUCCESS', data: { taskId: 'cm1', status: 'EXPIRED', generations: [] } }),
    () => sendJson({ code: 'SUCCESS', data: { taskId: 'cm1', error: 'Out of luck' } }),
    () => sendJson({ code: 'BAD_REQUEST', message: 'The task was lost' }),
  ],
  unknownTask: { answer: () => sendJson({ message: 'Not found', code: 'NOT_FOUND' }, 404), kind: 'no_news' },
  cancel: [
    { answer: () => sendJson({ data: { taskId: 'cm1', status: 'stopped' } }), outcome: 'stopped' },
    { answer: () => sendJson({ message: 'It runs', code: 'CONFLICT' }, 409), outcome: 'too_late' },
  ],
}

function buildPolloStatus(status: string, more = {}, credit?: number): Response {
  return sendJson({
    code: 'SUCCESS',
    data: { taskId: 'cm1', credit, generations: [{ id: 'g', status, url: '', failMsg: '', ...more }] },
  })
}
