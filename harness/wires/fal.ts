import { createFalProvider } from '../../supabase/functions/api/services/providers/fal.ts'
import { type Reply, sendJson } from '../scripted-provider.ts'
import { type Answer, at, CUP, FILE, FIRST, HERO, LAST, ORDER, REASON, SOURCE, type Wire } from './wire.ts'

export const fal: Wire = {
  name: 'fal',
  model: 'veo-3',
  taskId: 'fal-ai/veo3/requests/r1',
  maxAnswerMb: 1,
  open: (options) => createFalProvider({ models: at('fal'), ...options }),
  requests: {
    read: ({ path, body }) => ({ endpoint: path, fields: JSON.parse(body) }),
    endpoint: (kind) => kind,
    bare: { prompt: ORDER.prompt, duration: '5' },
    adds: {
      aspectRatio: { aspect_ratio: 'tall' },
      negativePrompt: { negative_prompt: 'blur' },
      seed: { seed: 7 },
      sound: { generate_audio: false },
      resolution: { resolution: '1080p' },
      image: { image_url: FIRST.url },
      frames: { image_url: FIRST.url, end_image_url: LAST.url },
      references: { image_urls: [HERO.url, CUP.url] },
      extend: { video_url: SOURCE },
      edit: { video_url: SOURCE },
    },
    names: { image: 'image_url', lastImage: 'end_image_url', references: 'image_urls', source: 'video_url' },
  },
  created: () => sendJson({ request_id: 'r1' }),
  createdWithoutId: () => sendJson({ hello: 1 }),
  error: (status) => sendJson({ detail: REASON, error_type: 'some_error' }, status),
  moderated: () =>
    sendJson({ detail: [{ loc: ['body', 'prompt'], msg: REASON, type: 'content_policy_violation' }] }, 422),
  refusedInput: {
    answer: () =>
      sendJson({ detail: [{ loc: ['body', 'last_frame_url'], msg: 'Too small', type: 'image_too_small' }] }, 422),
    reason: 'Last frame: Too small',
  },
  waiting: () => sendJson({ status: 'IN_QUEUE', queue_position: 3 }),
  running: () => sendJson({ status: 'IN_PROGRESS' }),
  unknownWord: () => sendJson({ status: 'PAUSED' }),
  fetchesImages: 'public',
  done: buildFalResult(sendJson({ video: { url: FILE } })),
  fileUrl: () => FILE,
  cost: null,
  doneWithoutFile: buildFalResult(sendJson({ video: null })),
  failed: buildFalResult(sendJson({ detail: [{ loc: [], msg: REASON, type: 'x' }] }, 422)),
  unknownTask: { answer: () => sendJson({ detail: 'Request not found' }, 404), kind: 'no_news' },
  cancel: [
    { answer: ({ method }) => sendJson({ status: method === 'PUT' ? 'OK' : 'IN_QUEUE' }), outcome: 'stopped' },
    { answer: () => sendJson({ status: 'IN_PROGRESS' }), outcome: 'too_late' },
    {
      answer: ({ method }) =>
        method === 'PUT' ? sendJson({ status: 'ALREADY_COMPLETED' }, 400) : sendJson({ status: 'IN_QUEUE' }),
      outcome: 'too_late',
    },
  ],
}

/** A failed request is COMPLETED too: its result is an error. */
function buildFalResult(result: Reply): Answer {
  return ({ path }) => (path.endsWith('/status') ? sendJson({ status: 'COMPLETED' }) : result)
}
