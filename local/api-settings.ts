import { createHmac } from 'node:crypto'
import { nameSettings, PROVIDER_NAMES } from '../supabase/functions/api/catalogue/provider-settings.ts'

/** The settings that you can set for the embedded API. The embedded parts own all other settings. */
export const SETTABLE_SETTINGS = [
  // Tests place a proxy in front of the embedded Supabase, to cut the connection.
  'SUPABASE_URL',
  'VIDEO_PROVIDER',
  'VIDEO_API_URL',
  'VIDEO_API_KEY',
  'VIDEO_API_SECRET',
  'VIDEO_WEBHOOK_SECRET',
  'VIDEO_FILE_ORIGINS',
  ...PROVIDER_NAMES.map(nameSettings).flatMap(({ key, url, files, secret, webhookSecret }) => [
    ...(secret ? [secret] : []),
    ...(webhookSecret ? [webhookSecret] : []),
    key,
    url,
    files,
  ]),
  'VIDEO_QUEUE_STOP',
  'VIDEO_ESTIMATE_SECONDS',
  'VIDEO_STATUS_INTERVAL_SECONDS',
  'VIDEO_STATUS_CHECKS_PER_SECOND',
  'LONG_POLL_SECONDS',
  'ALLOWED_ORIGINS',
  'ENABLE_TEST_CREDITS',
  'KEEP_VIDEOS_DAYS',
  'STORAGE_LIMIT_GB',
  'MAX_OPEN_JOBS',
  'ADMIN_USERNAME',
  'ADMIN_PASSWORD_HASH',
  'ADMIN_JWT_SECRET',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
  'VAPID_SUBJECT',
]

/** The header with the client's address. The backend sets it on every request and ignores the browser's value. */
export const ADDRESS_HEADER = 'x-client-address'

interface Origins {
  origin: string
  /** Some of the data folder's keys. */
  keys: {
    secretKey: string
    sweepSecret: string
    jwtSecret: string
    vapid: { publicKey: string; privateKey: string }
  }
  /** The settings about the services outside of this machine. */
  outside: Record<string, string>
  /** The settings of the environment and of `.env`. */
  given: NodeJS.ProcessEnv
}

/** Returns the settings of the embedded API. The doctor compares them with those of the running server. */
export function getApiSettings({ origin, keys, outside, given }: Origins): Record<string, string> {
  return {
    SUPABASE_URL: origin,
    SUPABASE_SECRET_KEY: keys.secretKey,
    // Supabase Lite's tokens have no issuer.
    JWT_ISSUER: '',
    ALLOWED_ORIGINS: origin,
    ...outside,
    SWEEP_SECRET: keys.sweepSecret,
    VAPID_PUBLIC_KEY: keys.vapid.publicKey,
    VAPID_PRIVATE_KEY: keys.vapid.privateKey,
    VAPID_SUBJECT: `mailto:${given.VITE_CONTACT_EMAIL || 'hello@soundreel.example'}`,
    ADMIN_JWT_SECRET: createHmac('sha256', keys.jwtSecret).update('admin tokens').digest('base64url'),
    CLIENT_ADDRESS_HEADER: ADDRESS_HEADER,
    ...Object.fromEntries(SETTABLE_SETTINGS.flatMap((name) => (given[name] ? [[name, given[name]]] : []))),
  }
}
