// Read once. One error lists all faults. Only the public key has no default, because it belongs to the backend.
import * as z from 'zod/mini'
import { GOOGLE_AVATARS } from './avatars'

// Otherwise zod tries `new Function`, which our content security policy reports.
z.config({ jitless: true })

export interface Env {
  supabaseUrl: string
  supabaseAnonKey: string
  /** Base of `/api` and `/health`. */
  apiUrl: string
  /** Base of `/generation`: our gateway, or the provider itself in direct mode. */
  videoApiUrl: string
  /** Direct mode only: the browser calls the provider with this key. */
  videoApiKey: string | null
  googleClientId: string | null
  /** For Google's script, where the host sets one. */
  cspNonce: string | null
  ipLookupUrl: string
  /** With a trailing slash. Images from elsewhere are not requested. */
  avatarUrl: string
  siteName: string
  /** Without a trailing slash. */
  siteUrl: string
  contactEmail: string
  /** A notice about the videos made here, shown on the generator. */
  generatorNote: string | null
}

const url = z.string().check(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }))
const text = z.string().check(z.trim(), z.minLength(1, 'must not be empty'))

const schema = z.object({
  VITE_SUPABASE_URL: z.optional(url),
  VITE_SUPABASE_ANON_KEY: z.string('is required').check(z.minLength(1, 'is required')),
  VITE_API_URL: z.optional(url),
  VITE_VIDEO_API_URL: z.optional(url),
  VITE_VIDEO_API_KEY: z.optional(text),
  VITE_GOOGLE_CLIENT_ID: z.optional(text),
  VITE_CSP_NONCE: z.optional(text),
  VITE_IP_LOOKUP_URL: z.optional(url),
  VITE_AVATAR_URL: z.optional(url),
  VITE_SITE_NAME: z.optional(text),
  VITE_SITE_URL: z.optional(url),
  VITE_GENERATOR_NOTE: z.optional(text),
  VITE_CONTACT_EMAIL: z.optional(z.string().check(z.email('must be an e-mail address'))),
})

/** An empty string counts as not set. Throws an Error that names every faulty setting. */
export function parseEnv(raw: Record<string, unknown>, origin: string): Env {
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new Error(`The app's settings are not usable:\n${faults.join('\n')}`)
  }
  const settings = result.data
  const apiUrl = withoutSlash(settings.VITE_API_URL ?? origin)
  return {
    supabaseUrl: withoutSlash(settings.VITE_SUPABASE_URL ?? origin),
    supabaseAnonKey: settings.VITE_SUPABASE_ANON_KEY,
    apiUrl,
    videoApiUrl: withoutSlash(settings.VITE_VIDEO_API_URL ?? apiUrl),
    videoApiKey: settings.VITE_VIDEO_API_KEY ?? null,
    googleClientId: settings.VITE_GOOGLE_CLIENT_ID ?? null,
    cspNonce: settings.VITE_CSP_NONCE ?? null,
    ipLookupUrl: settings.VITE_IP_LOOKUP_URL ?? 'https://api.ipify.org?format=json',
    avatarUrl: `${withoutSlash(settings.VITE_AVATAR_URL ?? GOOGLE_AVATARS)}/`,
    siteName: settings.VITE_SITE_NAME ?? 'Soundreel',
    siteUrl: withoutSlash(settings.VITE_SITE_URL ?? origin),
    generatorNote: settings.VITE_GENERATOR_NOTE ?? null,
    contactEmail: settings.VITE_CONTACT_EMAIL ?? 'hello@soundreel.example',
  }
}

/** Prerendered pages have no origin yet: their addresses start at the root. */
function pageOrigin(): string {
  return typeof window === 'undefined' ? '' : window.location.origin
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}

export const env: Env = parseEnv(import.meta.env, pageOrigin())
