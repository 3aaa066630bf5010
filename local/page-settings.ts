import type { Backend } from './backend/backend.ts'
import { getAvatarUrl } from './google/accounts.ts'
import type { LocalSettings } from './settings.ts'

/** Clips have the label 'local preview' too. */
const NOTE = 'Local preview: videos are drawn on this computer. Connect a video provider to use the real models.'

/** Returns this server's settings for the page: its key and addresses, unless the user has set others. */
export function readPageSettings(
  { publishableKey, drawsClips }: Pick<Backend, 'publishableKey' | 'drawsClips'>,
  { origin }: LocalSettings,
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  return {
    VITE_SUPABASE_ANON_KEY: env.VITE_SUPABASE_ANON_KEY || publishableKey,
    VITE_GENERATOR_NOTE: env.VITE_GENERATOR_NOTE || (drawsClips ? NOTE : ''),
    VITE_AVATAR_URL: env.VITE_AVATAR_URL || getAvatarUrl(origin),
    VITE_IP_LOOKUP_URL: env.VITE_IP_LOOKUP_URL || `${origin}/stand-ins/ip-lookup`,
  }
}
