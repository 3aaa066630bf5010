import { createRunwayProvider } from '../../supabase/functions/api/services/providers/runway.ts'
import { json, type Reply } from '../scripted-provider.ts'
import { at, FILE, REASON, type Wire } from './wire.ts'

export const runway: Wire = {
  name: 'Runway',
  model: 'veo-3.1',
  taskId: 'd2e3d1f4',
  maxAnswerMb: 1,
  open: (options) => createRunwayProvider({ ...options, models: at('runway') }),
  created: () => json({ id: 'd2e3d1f4', estimatedCost: { credits: 240 } }),
  createdWithoutId: () => json({ estimatedCost: { credits: 240 } }),
  error: (status) => json({ error: REASON, docUrl: 'https://docs.dev.runwayml.com/api' }, status),
  moderated: () => json({ error: 'Validation of body failed', issues: [{ message: REASON }] }, 400),
  waiting: () => runwayTask('THROTTLED'),
  running: () => runwayTask('RUNNING', { progress: 0.4 }),
  progress: 0.4,
  unknownWord: () => runwayTask('PAUSED'),
  fetchesImages: 'public',
  done: () => runwayTask('SUCCEEDED', { output: [FILE], cost: { credits: 240 } }),
  fileUrl: () => FILE,
  cost: { amount: 240, unit: 'credits' },
  doneWithoutFile: () => runwayTask('SUCCEEDED', { output: [] }),
  failed: () => runwayTask('FAILED', { failure: REASON, failureCode: 'SAFETY.INPUT.TEXT' }),
  unknownTask: { answer: () => json({ error: 'Task not found' }, 404), kind: 'no_news' },
  cancel: [
    {
      answer: ({ method }) =>
        method === 'DELETE' ? { status: 204, headers: {}, body: '' } : runwayTask('PENDING', { estimatedCost: {} }),
      outcome: 'stopped',
    },
    { answer: () => runwayTask('CANCELLED', { cost: { credits: 0 } }), outcome: 'stopped' },
    { answer: () => runwayTask('RUNNING', { progress: 0.1 }), outcome: 'too_late' },
    { answer: () => runwayTask('SUCCEEDED', { output: [FILE] }), outcome: 'too_late' },
  ],
}

function runwayTask(status: string, more = {}): Reply {
  return json({ id: 'd2e3d1f4', createdAt: '2026-11-22T12:00:00Z', status, ...more })
}
