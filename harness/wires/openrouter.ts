import { createOpenRouterProvider } from '../../supabase/functions/api/services/providers/openrouter.ts'
import { type Reply, sendJson } from '../scripted-provider.ts'
import { at, REASON, type Wire } from './wire.ts'

export const openRouter: Wire = {
  name: 'OpenRouter',
  model: 'veo-3.1',
  taskId: 'gen-vid-1-abc',
  maxAnswerMb: 1,
  open: (options) => createOpenRouterProvider({ ...options, models: at('openrouter') }),
  created: () => sendJson({ id: 'gen-vid-1-abc', polling_url: '/api/v1/videos/gen-vid-1-abc', status: 'pending' }, 202),
  createdWithoutId: () => sendJson({ status: 'pending' }, 202),
  error: (status) => sendJson({ error: { code: status, message: REASON } }, status),
  moderated: () => sendJson({ error: { code: 403, message: REASON, metadata: { reasons: ['violence'] } } }, 403),
  waiting: () => openRouterJob('pending'),
  running: () => openRouterJob('in_progress'),
  unknownWord: () => openRouterJob('paused'),
  fetchesImages: 'public',
  done: () => openRouterJob('completed', { unsigned_urls: ['https://elsewhere.test/1.mp4'], usage: { cost: 1.6 } }),
  fileUrl: (base) => `${base}/videos/gen-vid-1-abc/content?index=0`,
  cost: { amount: 1.6, unit: 'usd' },
  doneWithoutFile: () => openRouterJob('completed', { unsigned_urls: [] }),
  failed: () => openRouterJob('failed', { error: REASON }),
  unknownTask: { answer: () => sendJson({ error: { code: 404, message: 'No such job' } }, 404), kind: 'no_news' },
  cancel: null,
}

function openRouterJob(status: string, more = {}): Reply {
  return sendJson({ id: 'gen-vid-1-abc', polling_url: '/api/v1/videos/gen-vid-1-abc', status, ...more })
}
