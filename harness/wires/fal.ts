import { createFalProvider } from '../../supabase/functions/api/services/providers/fal.ts'
import { type Reply, sendJson } from '../scripted-provider.ts'
import { type Answer, at, FILE, REASON, type Wire } from './wire.ts'

export const fal: Wire = {
  name: 'fal',
  model: 'veo-3',
  taskId: 'fal-ai/veo3/requests/r1',
  maxAnswerMb: 1,
  open: (options) => createFalProvider({ ...options, models: at('fal') }),
  created: () => sendJson({ request_id: 'r1' }),
  createdWithoutId: () => sendJson({ hello: 1 }),
  error: (status) => sendJson({ detail: REASON, error_type: 'some_error' }, status),
  moderated: () =>
    sendJson({ detail: [{ loc: ['body', 'prompt'], msg: REASON, type: 'content_policy_violation' }] }, 422),
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
