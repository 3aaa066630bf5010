import { sendJson } from '../../../local/video-service/scripted/response.ts'
import { createRunwayProvider } from '../../../supabase/functions/api/services/providers/runway.ts'
import { at, CUP, FILE, FIRST, FLAGGED, HERO, LAST, ORDER, REASON, SOURCE, type Wire } from './wire.ts'

/** The first parts of Runway's paths. */
export const STARTS = {
  text: 'text',
  image: 'image',
  frames: 'image',
  references: 'text',
  extend: 'video',
  edit: 'video',
  upscale: 'video',
}

export const runway: Wire = {
  name: 'Runway',
  model: 'veo-3.1',
  taskId: 'd2e3d1f4',
  maxResponseMb: 1,
  open: (options) => createRunwayProvider({ models: at('runway'), ...options }),
  requests: {
    read({ path, body }) {
      const { model, ...fields } = JSON.parse(body)
      return { endpoint: `${path} ${model}`, fields }
    },
    endpoint: (kind) => `v1/${STARTS[kind]}_to_video ${kind}`,
    bare: { promptText: ORDER.prompt, duration: 5 },
    adds: {
      aspectRatio: { ratio: 'tall' },
      negativePrompt: { negativePrompt: 'blur' },
      seed: { seed: 7 },
      sound: { audio: false },
      resolution: { resolution: '1080p' },
      image: { promptImage: [{ uri: FIRST.url, position: 'first' }] },
      frames: {
        promptImage: [
          { uri: FIRST.url, position: 'first' },
          { uri: LAST.url, position: 'last' },
        ],
      },
      references: { references: [{ uri: HERO.url }, { uri: CUP.url }] },
      extend: { promptVideo: SOURCE },
      edit: { promptVideo: SOURCE },
    },
    names: { source: 'promptVideo' },
  },
  created: () => sendJson({ id: 'd2e3d1f4', estimatedCost: { credits: 240 } }),
  createdWithoutId: () => sendJson({ estimatedCost: { credits: 240 } }),
  error: (status) => sendJson({ error: REASON, docUrl: 'https://docs.dev.runwayml.com/api' }, status),
  refusals: {
    create: [
      {
        answer: () => sendJson({ error: 'The prompt did not pass content moderation.' }, 400),
        refused: 'prompt',
      },
    ],
    status: [
      { answer: () => buildRunwayFailure('SAFETY.INPUT.TEXT'), refused: 'prompt' },
      { answer: () => buildRunwayFailure('safety.input.image'), refused: 'image' },
      { answer: () => buildRunwayFailure('SAFETY.INPUT.VIDEO'), refused: 'video' },
      { answer: () => buildRunwayFailure('SAFETY.OUTPUT.VIDEO'), refused: 'result' },
      { answer: () => buildRunwayFailure('SAFETY.INPUT.AUDIO'), refused: 'request' },
      { answer: () => buildRunwayFailure('INPUT_PREPROCESSING.SAFETY.TEXT'), refused: 'prompt' },
      { answer: () => buildRunwayFailure('SAFETY.INPUT.IMAGE', FLAGGED), refused: 'person' },
      { answer: () => sendJson({ error: 'The prompt was flagged' }), refused: 'prompt' },
    ],
  },
  refusedInput: {
    answer: () =>
      sendJson(
        { error: 'Validation of body failed', issues: [{ path: ['promptImage', 1, 'uri'], message: 'Too small' }] },
        400,
      ),
    reason: 'Last frame: Too small',
  },
  waiting: () => buildRunwayTask('THROTTLED'),
  running: () => buildRunwayTask('RUNNING', { progress: 0.4 }),
  progress: 0.4,
  unknownWord: () => buildRunwayTask('PAUSED'),
  fetchesImages: 'public',
  done: () => buildRunwayTask('SUCCEEDED', { output: [FILE], cost: { credits: 240 } }),
  fileUrl: () => FILE,
  cost: { amount: 240, unit: 'credits' },
  doneWithoutFile: () => buildRunwayTask('SUCCEEDED', { output: [] }),
  failed: () => buildRunwayTask('FAILED', { failure: REASON, failureCode: 'INTERNAL.BAD_OUTPUT.CODE01' }),
  ended: ['Failed', 'CANCELED', 'cancelled', 'EXPIRED'].map((word) => () => buildRunwayTask(word)),
  unknownTask: { answer: () => sendJson({ error: 'Task not found' }, 404), kind: 'no_news' },
  cancel: [
    {
      answer: ({ method }) =>
        method === 'DELETE' ? new Response(null, { status: 204 }) : buildRunwayTask('PENDING', { estimatedCost: {} }),
      outcome: 'stopped',
    },
    { answer: () => buildRunwayTask('CANCELLED', { cost: { credits: 0 } }), outcome: 'stopped' },
    { answer: () => buildRunwayTask('RUNNING', { progress: 0.1 }), outcome: 'too_late' },
    { answer: () => buildRunwayTask('SUCCEEDED', { output: [FILE] }), outcome: 'too_late' },
  ],
}

function buildRunwayFailure(failureCode: string, failure = 'The task failed.'): Response {
  return buildRunwayTask('FAILED', { failure, failureCode })
}

function buildRunwayTask(status: string, more = {}): Response {
  return sendJson({ id: 'd2e3d1f4', createdAt: '2026-11-22T12:00:00Z', status, ...more })
}
