import { createRunwayProvider } from '../../supabase/functions/api/services/providers/runway.ts'
import { type Reply, sendJson } from '../scripted-provider.ts'
import { at, FILE, REASON, type Wire } from './wire.ts'

export const runway: Wire = {
  name: 'Runway',
  model: 'veo-3.1',
  taskId: 'd2e3d1f4',
  maxAnswerMb: 1,
  open: (options) => createRunwayProvider({ ...options, models: at('runway') }),
  created: () => sendJson({ id: 'd2e3d1f4', estimatedCost: { credits: 240 } }),
  createdWithoutId: () => sendJson({ estimatedCost: { credits: 240 } }),
  error: (status) => sendJson({ error: REASON, docUrl: 'https://docs.dev.runwayml.com/api' }, status),
  moderated: () => sendJson({ error: 'Validation of body failed', issues: [{ message: REASON }] }, 400),
  waiting: () => buildRunwayTask('THROTTLED'),
  running: () => buildRunwayTask('RUNNING', { progress: 0.4 }),
  progress: 0.4,
  unknownWord: () => buildRunwayTask('PAUSED'),
  fetchesImages: 'public',
  done: () => buildRunwayTask('SUCCEEDED', { output: [FILE], cost: { credits: 240 } }),
  fileUrl: () => FILE,
  cost: { amount: 240, unit: 'credits' },
  doneWithoutFile: () => buildRunwayTask('SUCCEEDED', { output: [] }),
  failed: () => buildRunwayTask('FAILED', { failure: REASON, failureCode: 'SAFETY.INPUT.TEXT' }),
  unknownTask: { answer: () => sendJson({ error: 'Task not found' }, 404), kind: 'no_news' },
  cancel: [
    {
      answer: ({ method }) =>
        method === 'DELETE'
          ? { status: 204, headers: {}, body: '' }
          : buildRunwayTask('PENDING', { estimatedCost: {} }),
      outcome: 'stopped',
    },
    { answer: () => buildRunwayTask('CANCELLED', { cost: { credits: 0 } }), outcome: 'stopped' },
    { answer: () => buildRunwayTask('RUNNING', { progress: 0.1 }), outcome: 'too_late' },
    { answer: () => buildRunwayTask('SUCCEEDED', { output: [FILE] }), outcome: 'too_late' },
  ],
}

function buildRunwayTask(status: string, more = {}): Reply {
  return sendJson({ id: 'd2e3d1f4', createdAt: '2026-11-22T12:00:00Z', status, ...more })
}
