/**
 * The settings of the app, read once. Whatever is wrong is listed in one message, so that one look at the console is
 * enough to mend a deployment. Everything has a default but the public key, which belongs to the backend in use.
 */
import * as z from 'zod/mini'
import { GOOGLE_AVATARS } from './avatars'

// zod otherwise probes `new Function`, which our content security policy reports as a violation.
z.config({ jitless: true })

export interface Env {
  supabaseUrl: string
  supabaseAnonKey: string
  /** Base of `/api` and `/health`. */
  apiUrl: string
  /** Base of `/generation`: our gateway, or the provider itself in direct mode. */
  videoApiUrl: string
  /** Set in direct mode only: the browser then calls the provider with this key. */
  videoApiKey: string | null
  googleClientId: string | null
  /** Nonce for Google's script, where the host sets one. */
  cspNonce: string | null
  ipLookupUrl: string
  /** Where the sign-in provider keeps its users' images, with a slash at the end: no other image is asked for. */
  avatarUrl: string
  siteName: string
  /** Base of canonical links, without a slash at the end. */
  siteUrl: string
  contactEmail: string
  /** Something the user should know of the videos made here, shown on the generator. */
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

/**
 * Reads settings from `raw`; an empty string counts as not set.
 * @throws Error whose message names every setting at fault.
 */
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

/** Pages that are rendered at build time have no origin yet: their addresses start at the root. */
function pageOrigin(): string {
  return typeof window === 'undefined' ? '' : window.location.origin
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}

export const env: Env = parseEnv(import.meta.env, pageOrigin())
