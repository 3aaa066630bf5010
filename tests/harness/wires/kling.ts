import { sendJson } from '../../../local/video-service/scripted/response.ts'
import { createKlingProvider } from '../../../supabase/functions/api/services/providers/kling.ts'
import { at, FILE, FIRST, FLAGGED, JOB, LAST, ORDER, REASON, type Wire } from './wire.ts'

/** Kling's documented error codes for these statuses. */
const KLING_CODES: Record<number, number> = {
  400: 1201,
  401: 1002,
  402: 1102,
  403: 1103,
  404: 1203,
  413: 1200,
  429: 1303,
  500: 5000,
  503: 5001,
}

export const kling: Wire = {
  name: 'Kling',
  model: 'kling-3.0',
  taskId: 'text2video/8931',
  maxResponseMb: 1,
  open: (options) => createKlingProvider({ models: at('kling'), ...options, apiSecret: '', now: () => new Date() }),
  requests: {
    read({ path, body }) {
      const { model_name, ...fields } = JSON.parse(body)
      return { endpoint: `${path} ${model_name}`, fields }
    },
    endpoint: (kind) => `v1/videos/${kind === 'text' ? 'text' : 'image'}2video ${kind}`,
    bare: { prompt: ORDER.prompt, duration: '5', external_task_id: JOB },
    adds: {
      aspectRatio: { aspect_ratio: 'tall' },
      negativePrompt: { negative_prompt: 'blur' },
      sound: { sound: 'off' },
      image: { image: FIRST.url },
      frames: { image: FIRST.url, image_tail: LAST.url },
    },
    names: {},
  },
  created: () => buildKlingTask('submitted'),
  // A lost task is found by our job's ID instead: kling.test.ts.
  createdWithoutId: null,
  error: (status) => sendJson({ code: KLING_CODES[status], message: REASON, request_id: 'r1' }, status),
  refusals: {
    create: [
      {
        answer: () => sendJson({ code: 1301, message: 'Trigger the content security policy', request_id: 'r1' }, 400),
        refused: 'request',
      },
      {
        answer: () => sendJson({ code: 1300, message: 'The prompt is not allowed', request_id: 'r1' }),
        refused: 'prompt',
      },
    ],
    status: [
      {
        answer: () => buildKlingTask('failed', { task_status_msg: 'Failure to pass the risk control system' }),
        refused: 'request',
      },
      { answer: () => buildKlingTask('Failed', { task_status_msg: FLAGGED }), refused: 'person' },
      { answer: () => sendJson({ code: 1301, message: 'Your image is refused', request_id: 'r1' }), refused: 'image' },
    ],
  },
  refusedInput: {
    answer: () => sendJson({ code: 1201, message: 'image_tail is too small', request_id: 'r1' }, 400),
    reason: 'image_tail is too small',
  },
  waiting: () => buildKlingTask('submitted'),
  running: () => buildKlingTask('processing'),
  unknownWord: () => buildKlingTask('paused'),
  fetchesImages: 'bare',
  done: () =>
    buildKlingTask('succeed', { task_result: { videos: [{ id: 'v', url: FILE }] }, final_unit_deduction: '4.5' }),
  fileUrl: () => FILE,
  cost: { amount: 4.5, unit: 'units' },
  doneWithoutFile: () => buildKlingTask('succeed', { task_result: { videos: [] } }),
  failed: () => buildKlingTask('failed', { task_status_msg: REASON }),
  ended: ['FAILED', 'Expired', 'canceled', 'cancelled'].map((word) => () => buildKlingTask(word)),
  unknownTask: {
    answer: () => sendJson({ code: 1201, message: 'Task not found', request_id: 'r1' }, 400),
    kind: 'no_news',
  },
  cancel: null,
}

function buildKlingTask(task_status: string, more = {}): Response {
  const task = { task_id: '8931', task_status, task_info: { external_task_id: JOB }, created_at: 1, updated_at: 2 }
  return sendJson({ code: 0, message: 'SUCCEED', request_id: 'r1', data: { ...task, ...more } })
}
