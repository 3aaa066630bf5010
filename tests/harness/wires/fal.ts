import { sendJson } from '../../../local/video-service/scripted/response.ts'
import { createFalProvider } from '../../../supabase/functions/api/services/providers/fal.ts'
import {
  at,
  CUP,
  FILE,
  FIRST,
  FLAGGED,
  HERO,
  LAST,
  ORDER,
  REASON,
  SOURCE,
  type Wire,
  type WireResponse,
} from './wire.ts'

/** The error type of a policy refusal in fal's documentation. */
const POLICY = 'content_policy_violation'

export const fal: Wire = {
  name: 'fal',
  model: 'veo-3',
  taskId: 'fal-ai/veo3/requests/r1',
  maxResponseMb: 1,
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
      upscale: { video_url: SOURCE },
    },
    names: { image: 'image_url', lastImage: 'end_image_url', references: 'image_urls', source: 'video_url' },
  },
  created: () => sendJson({ request_id: 'r1' }),
  createdWithoutId: () => sendJson({ hello: 1 }),
  error: (status) => sendJson({ detail: REASON, error_type: 'some_error' }, status),
  refusals: {
    create: [
      { answer: () => sendJson(buildPolicyFault(['body', 'prompt']), 422), refused: 'prompt' },
      { answer: () => sendJson(buildPolicyFault(['body', 'image_url']), 422), refused: 'image' },
      { answer: () => sendJson(buildPolicyFault(['body', 'image_url'], FLAGGED), 422), refused: 'person' },
      { answer: () => sendJson(buildPolicyFault(['body', 'video_url']), 422), refused: 'video' },
      { answer: () => sendJson(buildPolicyFault(['body']), 422), refused: 'request' },
    ],
    status: [
      { answer: buildFalResult(sendJson(buildPolicyFault(['body', 'prompt']), 422)), refused: 'prompt' },
      {
        answer: buildFalResult(sendJson(buildPolicyFault(['body'], 'The generated video was flagged.'), 422)),
        refused: 'result',
      },
      // Unusual shapes of a refusal: detail as an object, no message, another field name, and a status of success.
      { answer: buildFalResult(sendJson({ detail: { type: POLICY } }, 422)), refused: 'request' },
      {
        answer: buildFalResult(sendJson({ detail: [{ loc: ['body', 'image_urls', 0], type: POLICY }] }, 422)),
        refused: 'image',
      },
      {
        answer: buildFalResult(sendJson({ error: 'The prompt was blocked by a safety filter' }, 422)),
        refused: 'prompt',
      },
      { answer: buildFalResult(sendJson(buildPolicyFault(['body', 'prompt']))), refused: 'prompt' },
      // The refusal is not the first fault in the list.
      {
        answer: buildFalResult(
          sendJson({ detail: [{ loc: [], msg: 'x', type: 'y' }, ...buildPolicyFault(['body', 'prompt']).detail] }, 422),
        ),
        refused: 'prompt',
      },
    ],
  },
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
  ended: [
    ...[404, 410, 422].map((status) => buildFalResult(sendJson({ detail: 'Gone' }, status))),
    ...[{}, { detail: { reason: 'none' } }, { error: { code: 'broken' } }, { message: 'no' }].map((body) =>
      buildFalResult(sendJson(body, 422)),
    ),
    buildFalResult(sendJson({ error: 'It broke' })),
    () => sendJson({ status: 'CANCELLED' }),
    () => sendJson({ status: 'failed', error: 'It broke' }),
    ({ path }) => (path.endsWith('/status') ? sendJson({ status: 'FAILED' }) : sendJson({ detail: 'It broke' }, 422)),
    ({ path }) => (path.endsWith('/status') ? sendJson({ status: 'Error' }) : sendJson({ detail: 'Bad' }, 502)),
  ],
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

function buildPolicyFault(loc: (string | number)[], msg = 'The content was flagged by a content checker.') {
  return { detail: [{ loc, msg, type: POLICY, url: 'https://docs.fal.ai/errors', input: 'a secret' }] }
}

/** Builds a finished request. fal reports COMPLETED for a failed request too, and its result is an error. */
function buildFalResult(result: Response): WireResponse {
  return ({ path }) => (path.endsWith('/status') ? sendJson({ status: 'COMPLETED' }) : result.clone())
}
