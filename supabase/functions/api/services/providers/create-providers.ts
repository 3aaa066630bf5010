import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { ProviderSettings } from '../../catalogue/provider-settings.ts'
import type { Env } from '../../env.ts'
import { createComfyProvider } from './comfyui.ts'
import { cleanOutcomes } from './failures/clean-outcomes.ts'
import { createFalProvider } from './fal.ts'
import { createKlingProvider } from './kling.ts'
import { createOpenRouterProvider } from './openrouter.ts'
import { createOpenAiServerProvider } from './own-gpu/openai-server.ts'
import { createPolloProvider } from './pollo.ts'
import type { ConfiguredProvider, Providers, VideoProvider } from './provider.ts'
import { createRunwayProvider } from './runway.ts'

interface Parts {
  workflows: Readonly<Record<string, unknown>>
  fetch: typeof globalThis.fetch
  now: () => Date
}

/** Throws an error if no provider can generate any of the enabled models. */
export function createProviders(env: Env, catalogue: Catalogue, parts: Parts): Providers {
  const all = env.providers.map((settings): ConfiguredProvider => {
    const provider = cleanOutcomes(createProvider(settings, env, catalogue, parts))
    const isMain = settings.name === env.VIDEO_PROVIDER
    return {
      ...provider,
      label: settings.label,
      ...(isMain && env.VIDEO_ESTIMATE_SECONDS ? { estimateSeconds: env.VIDEO_ESTIMATE_SECONDS } : {}),
      fileOrigins: settings.fileOrigins,
    }
  })
  const isUsable = catalogue.models.some(({ id, isOn }) => isOn && all.some(({ models }) => models[id]))
  if (all.length > 0 && !isUsable) {
    const names = all.map(({ name }) => name).join(' or ')
    throw new Error(`The model catalogue (models.json) has no enabled model with ${names} in "providers".`)
  }
  return { all, find: (name) => all.find((provider) => provider.name === name) }
}

function createProvider(
  { name, url, key, secret, webhookSecret }: ProviderSettings,
  env: Env,
  catalogue: Catalogue,
  { workflows, fetch, now }: Parts,
): VideoProvider {
  const webhook = env.PUBLIC_API_URL
    ? { url: `${env.PUBLIC_API_URL}/generation/webhook/${name}`, secret: webhookSecret }
    : null
  const options = { models: catalogue.at(name), baseUrl: url, apiKey: key, fetch, webhook, now }
  switch (name) {
    case 'pollo':
      return createPolloProvider({ ...options, hasQueueStop: env.VIDEO_QUEUE_STOP })
    case 'fal':
      return createFalProvider(options)
    case 'openrouter':
      return createOpenRouterProvider(options)
    case 'kling':
      return createKlingProvider({ ...options, apiSecret: secret })
    case 'runway':
      return createRunwayProvider(options)
    case 'comfyui':
      return createComfyProvider({ ...options, workflows })
    case 'openai-server':
      return createOpenAiServerProvider(options)
    default:
      return name satisfies never
  }
}
