// Parses the app's settings. One error lists all problems. Only the public key has no default, because it belongs to
// the backend.
import { GOOGLE_AVATARS } from './avatars.ts'

export interface BrowserEnv {
  supabaseUrl: string
  supabaseAnonKey: string
  /** The base URL of `/api` and `/health`. */
  apiUrl: string
  /** The base URL of `/generation`: our gateway, or the provider in direct mode. */
  videoApiUrl: string
  /** The provider's key in direct mode. The browser sends it to the provider. */
  videoApiKey: string | null
  googleClientId: string | null
  /** The nonce for Google's script, if the host sets one. */
  cspNonce: string | null
  ipLookupUrl: string
  /** The base URL of avatars, with a trailing slash. We don't load other images. */
  avatarUrl: string
  siteName: string
  /** The site's address, without a trailing slash. */
  siteUrl: string
  contactEmail: string
  /** A note about the generated videos, shown on the generator page. */
  generatorNote: string | null
}

/** Parses the app's settings. An empty string counts as not set. Throws an Error that lists every invalid setting. */
export function parseEnv(raw: Record<string, unknown>, origin: string): BrowserEnv {
  const faults: string[] = []
  const readSetting = (name: string, isRight: (readText: string) => boolean, rule: string): string | undefined => {
    const value = String(raw[name] ?? '').trim()
    if (value === '') return undefined
    if (!isRight(value)) faults.push(`  ${name} ${rule}`)
    return value
  }
  const readText = (name: string) => readSetting(name, () => true, '') ?? null
  const readUrl = (name: string) => readSetting(name, isWebUrl, 'must be an http or https address')
  const settings = {
    VITE_SUPABASE_URL: readUrl('VITE_SUPABASE_URL'),
    VITE_SUPABASE_ANON_KEY: readText('VITE_SUPABASE_ANON_KEY'),
    VITE_API_URL: readUrl('VITE_API_URL'),
    VITE_VIDEO_API_URL: readUrl('VITE_VIDEO_API_URL'),
    VITE_IP_LOOKUP_URL: readUrl('VITE_IP_LOOKUP_URL'),
    VITE_AVATAR_URL: readUrl('VITE_AVATAR_URL'),
    VITE_SITE_URL: readUrl('VITE_SITE_URL'),
    VITE_CONTACT_EMAIL: readSetting('VITE_CONTACT_EMAIL', isEmail, 'must be an email address'),
  }
  if (settings.VITE_SUPABASE_ANON_KEY === null) faults.push('  VITE_SUPABASE_ANON_KEY is required')
  if (faults.length > 0) throw new Error(`The app's settings are not usable:\n${faults.join('\n')}`)
  const apiUrl = removeSlash(settings.VITE_API_URL ?? origin)
  return {
    supabaseUrl: removeSlash(settings.VITE_SUPABASE_URL ?? origin),
    supabaseAnonKey: settings.VITE_SUPABASE_ANON_KEY ?? '',
    apiUrl,
    videoApiUrl: removeSlash(settings.VITE_VIDEO_API_URL ?? apiUrl),
    videoApiKey: readText('VITE_VIDEO_API_KEY'),
    googleClientId: readText('VITE_GOOGLE_CLIENT_ID'),
    cspNonce: readText('VITE_CSP_NONCE'),
    ipLookupUrl: settings.VITE_IP_LOOKUP_URL ?? 'https://api.ipify.org?format=json',
    avatarUrl: `${removeSlash(settings.VITE_AVATAR_URL ?? GOOGLE_AVATARS)}/`,
    siteName: readText('VITE_SITE_NAME') ?? 'Soundreel',
    siteUrl: removeSlash(settings.VITE_SITE_URL ?? origin),
    generatorNote: readText('VITE_GENERATOR_NOTE'),
    contactEmail: settings.VITE_CONTACT_EMAIL ?? 'hello@soundreel.example',
  }
}

function isWebUrl(readText: string): boolean {
  return /^https?:\/\/[^/]/.test(readText) && URL.canParse(readText)
}

function isEmail(readText: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(readText)
}

function removeSlash(address: string): string {
  return address.replace(/\/+$/, '')
}
