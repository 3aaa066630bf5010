import { createFalProvider } from '../../supabase/functions/api/services/providers/fal.ts'
import { json, type Reply } from '../scripted-provider.ts'
import { type Answer, at, FILE, REASON, type Wire } from './wire.ts'

export const fal: Wire = {
  name: 'fal',
  model: 'veo-3',
  taskId: 'fal-ai/veo3/requests/r1',
  maxAnswerMb: 1,
  open: (options) => createFalProvider({ ...options, models: at('fal') }),
  created: () => json({ request_id: 'r1' }),
  createdWithoutId: () => json({ hello: 1 }),
  error: (status) => json({ detail: REASON, error_type: 'some_error' }, status),
  moderated: () => json({ detail: [{ loc: ['body', 'prompt'], msg: REASON, type: 'content_policy_violation' }] }, 422),
  waiting: () => json({ status: 'IN_QUEUE', queue_position: 3 }),
  running: () => json({ status: 'IN_PROGRESS' }),
  unknownWord: () => json({ status: 'PAUSED' }),
  fetchesImages: 'public',
  done: falResult(json({ video: { url: FILE } })),
  fileUrl: () => FILE,
  cost: null,
  doneWithoutFile: falResult(json({ video: null })),
  failed: falResult(json({ detail: [{ loc: [], msg: REASON, type: 'x' }] }, 422)),
  unknownTask: { answer: () => json({ detail: 'Request not found' }, 404), kind: 'no_news' },
  cancel: [
    { answer: ({ method }) => json({ status: method === 'PUT' ? 'OK' : 'IN_QUEUE' }), outcome: 'stopped' },
    { answer: () => json({ status: 'IN_PROGRESS' }), outcome: 'too_late' },
    {
      answer: ({ method }) =>
        method === 'PUT' ? json({ status: 'ALREADY_COMPLETED' }, 400) : json({ status: 'IN_QUEUE' }),
      outcome: 'too_late',
    },
  ],
}

/** A failed request is COMPLETED too: its result is an error. */
function falResult(result: Reply): Answer {
  return ({ path }) => (path.endsWith('/status') ? json({ status: 'COMPLETED' }) : result)
}
