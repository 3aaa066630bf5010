import { createPolloProvider } from '../../supabase/functions/api/services/providers/pollo.ts'
import { json, type Reply } from '../scripted-provider.ts'
import { at, FILE, REASON, type Wire } from './wire.ts'

export const pollo: Wire = {
  name: 'Pollo',
  model: 'veo-3',
  taskId: 'cm1',
  maxAnswerMb: 1,
  open: (options) => createPolloProvider({ ...options, models: at('pollo'), hasQueueStop: true }),
  created: () => json({ code: 'SUCCESS', message: 'success', data: { taskId: 'cm1', status: 'waiting' } }),
  createdWithoutId: () => json({ code: 'SUCCESS', data: {} }),
  error: (status) => json({ message: REASON, code: 'ERROR' }, status),
  moderated: () => json({ message: 'Invalid input', code: 'BAD_REQUEST', issues: [{ message: REASON }] }, 400),
  waiting: () => polloStatus('waiting'),
  running: () => polloStatus('processing'),
  unknownWord: () => polloStatus('paused'),
  fetchesImages: 'always',
  done: () => polloStatus('succeed', { url: FILE }, 12.5),
  fileUrl: () => FILE,
  cost: { amount: 12.5, unit: 'credits' },
  doneWithoutFile: () => polloStatus('succeed'),
  failed: () => polloStatus('failed', { failMsg: REASON }),
  unknownTask: { answer: () => json({ message: 'Not found', code: 'NOT_FOUND' }, 404), kind: 'no_news' },
  cancel: [
    { answer: () => json({ data: { taskId: 'cm1', status: 'stopped' } }), outcome: 'stopped' },
    { answer: () => json({ message: 'It runs', code: 'CONFLICT' }, 409), outcome: 'too_late' },
  ],
}

function polloStatus(status: string, more = {}, credit?: number): Reply {
  return json({
    code: 'SUCCESS',
    data: { taskId: 'cm1', credit, generations: [{ id: 'g', status, url: '', failMsg: '', ...more }] },
  })
}
