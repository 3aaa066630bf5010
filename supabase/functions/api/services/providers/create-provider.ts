import type { Env } from '../../env.ts'
import { createFalProvider } from './fal.ts'
import { createPolloProvider } from './pollo.ts'
import type { VideoProvider } from './provider.ts'

const ADAPTERS = { pollo: createPolloProvider, fal: createFalProvider } as const

/** The adapter of the vendor that VIDEO_PROVIDER names; null where it names none. */
export function createProvider(env: Env, fetch: typeof globalThis.fetch): VideoProvider | null {
  if (env.VIDEO_PROVIDER === 'none') return null
  return ADAPTERS[env.VIDEO_PROVIDER]({ baseUrl: env.VIDEO_API_URL, apiKey: env.VIDEO_API_KEY, fetch })
}
