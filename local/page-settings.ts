import { readMainProvider } from '../supabase/functions/api/catalogue/provider-settings.ts'
import { getAvatarUrl } from './google/accounts.ts'
import type { LocalSettings } from './settings.ts'

/** The note on the page. Clips also have the label 'local preview'. */
const NOTE = 'Local preview: videos are drawn on this computer. Connect a video provider to use the real models.'

/**
 * Returns whether the stand-in draws the videos. If the user has set a provider's URL or key, the API calls that
 * provider.
 */
export function usesStandInProvider(env: NodeJS.ProcessEnv): boolean {
  // The stand-in speaks Pollo's wire format.
  const isOwnProvider = Boolean(env.VIDEO_API_URL || env.VIDEO_API_KEY || env.POLLO_API_KEY || env.POLLO_API_URL)
  return !isOwnProvider && ['pollo', 'none'].includes(readMainProvider(env) ?? '')
}

/** Returns this server's settings for the page: its key and URLs, unless the user has set others. */
export function readPageSettings(
  { publishableKey }: { publishableKey: string },
  { origin, oneServer }: LocalSettings,
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  const own = {
    VITE_SITE_URL: env.VITE_SITE_URL || origin,
    VITE_SUPABASE_ANON_KEY: env.VITE_SUPABASE_ANON_KEY || publishableKey,
  }
  if (oneServer) return own
  return {
    ...own,
    VITE_GENERATOR_NOTE: env.VITE_GENERATOR_NOTE || (usesStandInProvider(env) ? NOTE : ''),
    VITE_AVATAR_URL: env.VITE_AVATAR_URL || getAvatarUrl(origin),
    VITE_IP_LOOKUP_URL: env.VITE_IP_LOOKUP_URL || `${origin}/stand-ins/ip-lookup`,
  }
}
