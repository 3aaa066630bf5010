import type { Env } from '../../env.ts'
import { createFalProvider } from './fal.ts'
import { createPolloProvider } from './pollo.ts'
import type { VideoProvider } from './provider.ts'

/** For sweeps with VIDEO_PROVIDER=none: unused holds are released, and open jobs at their deadline. */
export const NO_PROVIDER: VideoProvider = {
  name: 'none',
  models: {},
  create: async () => ({
    kind: 'not_created',
    code: 'vendor_unavailable',
    reason: '',
    cause: 'VIDEO_PROVIDER is none',
  }),
  status: async () => ({ kind: 'no_news', cause: new Error('VIDEO_PROVIDER is none') }),
}

export function createProvider(env: Env, fetch: typeof globalThis.fetch): VideoProvider | null {
  if (env.VIDEO_PROVIDER === 'none') return null
  const options = { baseUrl: env.VIDEO_API_URL.replace(/\/$/, ''), apiKey: env.VIDEO_API_KEY, fetch }
  return env.VIDEO_PROVIDER === 'fal'
    ? createFalProvider(options)
    : createPolloProvider({ ...options, hasQueueStop: env.VIDEO_QUEUE_STOP })
}
