import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Env } from '../../env.ts'
import { createComfyProvider } from './comfyui.ts'
import { createFalProvider } from './fal.ts'
import { createKlingProvider } from './kling.ts'
import { createOpenRouterProvider } from './openrouter.ts'
import { createPolloProvider } from './pollo.ts'
import type { VideoProvider } from './provider.ts'
import { createRunwayProvider } from './runway.ts'

/** A provider for sweeps with VIDEO_PROVIDER=none: unused holds are released, and open jobs at their deadline. */
export const NO_PROVIDER: VideoProvider = {
  name: 'none',
  models: {},
  create: async () => ({
    kind: 'not_created',
    code: 'provider_unavailable',
    reason: '',
    cause: 'VIDEO_PROVIDER is none',
  }),
  status: async () => ({ kind: 'no_news', cause: new Error('VIDEO_PROVIDER is none') }),
}

export function createProvider(
  env: Env,
  catalogue: Catalogue,
  workflows: Readonly<Record<string, unknown>>,
  { fetch, now }: { fetch: typeof globalThis.fetch; now: () => Date },
): VideoProvider | null {
  if (env.VIDEO_PROVIDER === 'none') return null
  const models = catalogue.at(env.VIDEO_PROVIDER)
  if (!catalogue.models.some(({ id, isOn }) => isOn && models[id])) {
    throw new Error(`The model catalogue (models.json) has no enabled model with ${env.VIDEO_PROVIDER} in "providers".`)
  }
  const webhook = env.PUBLIC_API_URL
    ? { url: `${env.PUBLIC_API_URL}/generation/webhook/${env.VIDEO_PROVIDER}`, secret: env.VIDEO_WEBHOOK_SECRET }
    : null
  const baseUrl = env.VIDEO_API_URL.replace(/\/$/, '')
  const options = { models, baseUrl, apiKey: env.VIDEO_API_KEY, fetch, webhook }
  switch (env.VIDEO_PROVIDER) {
    case 'pollo':
      return createPolloProvider({ ...options, hasQueueStop: env.VIDEO_QUEUE_STOP })
    case 'fal':
      return createFalProvider(options)
    case 'openrouter':
      return createOpenRouterProvider(options)
    case 'kling':
      return createKlingProvider({ ...options, apiSecret: env.VIDEO_API_SECRET, now })
    case 'runway':
      return createRunwayProvider(options)
    case 'comfyui':
      return createComfyProvider({ ...options, workflows })
    default:
      return env.VIDEO_PROVIDER satisfies never
  }
}
