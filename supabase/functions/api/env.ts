import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { SettingsReport } from '../_shared/contract/server.ts'
import {
  listProviderFaults,
  providerShape,
  readMainProvider,
  readOrigins,
  readProviders,
} from './catalogue/provider-settings.ts'
import { isKeyPair } from './vapid.ts'

const flag = z
  .enum(['true', 'false'], 'set it to true or false')
  .default('false')
  .transform((value) => value === 'true')
/** Returns the origin of a URL. Browsers send origins without a path or trailing slash, but a copied URL has them. */
function readOrigin(entry: string): string | null {
  const origin = URL.parse(entry)?.origin ?? 'null'
  return origin === 'null' ? null : origin
}
const origins = readOrigins(readOrigin, 'https://your.site')

/** 16 base64url characters are 96 bits. */
const MARK_CHARACTERS = 16

const UP_TO_25 = 'set it to a whole number of seconds from 0 to 25'
const UP_TO_60 = 'set it to a number of seconds from 0 to 60'
const DAYS = 'remove it, or set it to a whole number of days, 31 or more'
const VAPID = 'set it with VAPID_PRIVATE_KEY and VAPID_SUBJECT, as npm run push:keys writes them, or remove all three'
const GIGABYTES = 'remove it, or set it to a number of gigabytes above 0, like 100'
const WHOLE = 'set it to a whole number, 1 or more'

const envSchema = z
  .object({
    SUPABASE_URL: z.url('set it to the address of the project, like https://<ref>.supabase.co'),
    SUPABASE_SECRET_KEY: z.string('set it to a secret key of the project (Project Settings, API Keys)'),
    /** The required `iss` of a token. If empty, a token with an `iss` is refused. */
    JWT_ISSUER: z.string().optional(),
    ...providerShape,
    /** Whether the service uses Pollo's format and can cancel queued tasks. Pollo itself can't. */
    VIDEO_QUEUE_STOP: flag,
    VIDEO_ESTIMATE_SECONDS: z.coerce.number(WHOLE).int(WHOLE).min(1, WHOLE).optional(),
    /** The URL where providers send webhooks when a job ends. Without this URL, the API only polls. */
    PUBLIC_API_URL: z
      .url({
        protocol: /^https$/,
        error: 'remove it, or set it to an https address like https://<ref>.supabase.co/functions/v1/api',
      })
      .optional()
      .transform((url) => url?.replace(/\/+$/, '')),
    /** The URL that receives alerts. Anyone who knows the URL can post there. */
    ALERT_WEBHOOK_URL: z
      .url({
        protocol: /^https$/,
        error: 'remove it, or set it to the https address of a webhook, like https://hooks.slack.com/services/...',
      })
      .optional(),
    /** The keys that identify this server to push services (npm run push:keys), and the operator's contact. */
    VAPID_PUBLIC_KEY: z.string().optional(),
    VAPID_PRIVATE_KEY: z.string().optional(),
    VAPID_SUBJECT: z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'set it to mailto: and your email, or to your https address')
      .optional(),
    ALLOWED_ORIGINS: origins.default([]),
    AVATAR_URL: z
      .url("remove it to use Google's address, or set it to an address like https://lh3.googleusercontent.com/")
      .default('https://lh3.googleusercontent.com/')
      .transform((url) => `${url.replace(/\/+$/, '')}/`),
    ENABLE_TEST_CREDITS: flag,
    SWEEP_SECRET: z.string().default(''),
    ADMIN_USERNAME: z
      .string()
      .default('')
      .transform((name) => name || 'admin'),
    ADMIN_PASSWORD_HASH: z.string().default(''),
    ADMIN_JWT_SECRET: z.string().default(''),
    /** Whether to accept the published password. For local use only. */
    ADMIN_DEFAULT_PASSWORD: flag,
    /** The header with the client's IP address. The platform must set this header, so that clients can't. */
    CLIENT_ADDRESS_HEADER: z
      .string()
      .default('')
      .transform((name) => name || 'cf-connecting-ip'),
    /**
     * The maximum seconds that a status response waits for changes. 0 turns waiting off. The page aborts a request
     * after 30 s.
     */
    LONG_POLL_SECONDS: z.coerce.number(UP_TO_25).int(UP_TO_25).min(0, UP_TO_25).max(25, UP_TO_25).default(20),
    /**
     * The minimum seconds between two status checks of a job. With 0, every request checks the provider, and a waiting
     * response checks twice per second.
     */
    VIDEO_STATUS_INTERVAL_SECONDS: z.coerce.number(UP_TO_60).min(0, UP_TO_60).max(60, UP_TO_60).default(5),
    /** The maximum status checks per second at one provider, across all servers. */
    VIDEO_STATUS_CHECKS_PER_SECOND: z.coerce.number(WHOLE).int(WHOLE).min(1, WHOLE).default(50),
    /** The age at which videos are deleted. Owners must have 30 days to download them. */
    KEEP_VIDEOS_DAYS: z.coerce.number(DAYS).int(DAYS).min(31, DAYS).max(36_500, DAYS).optional(),
    /** The storage that the plan includes, in gigabytes. Shown to the administrator beside what is stored. */
    STORAGE_LIMIT_GB: z.coerce.number(GIGABYTES).positive(GIGABYTES).optional(),
    MAX_OPEN_JOBS: z.coerce.number(WHOLE).int(WHOLE).min(1, WHOLE).default(4),
  })
  .superRefine((env, context) => {
    for (const { setting, message } of listProviderFaults(env))
      context.addIssue({ code: 'custom', path: [setting], message })
    const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env
    if (!publicKey && !privateKey && !subject) return
    if (!publicKey || !privateKey || !subject || !isKeyPair({ publicKey, privateKey }))
      context.addIssue({ code: 'custom', path: ['VAPID_PUBLIC_KEY'], message: VAPID })
  })
  .transform((env) => ({
    ...env,
    VIDEO_PROVIDER: readMainProvider(env),
    JWT_ISSUER: env.JWT_ISSUER ?? `${env.SUPABASE_URL.replace(/\/$/, '')}/auth/v1`,
    providers: readProviders(env),
    /** Null if no notifications are sent to devices. */
    vapid:
      env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY && env.VAPID_SUBJECT
        ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY, subject: env.VAPID_SUBJECT }
        : null,
  }))

export type Env = z.output<typeof envSchema>

/**
 * Returns the settings that the operator compares with the intended ones, without secrets. `marks` contains a hash of
 * each setting, keyed with SWEEP_SECRET. Guessing a value from its hash requires that secret.
 */
export function describeSettings(env: Env): SettingsReport {
  const mark = (value: unknown) =>
    createHmac('sha256', env.SWEEP_SECRET)
      .update(JSON.stringify(value) ?? '')
      .digest('base64url')
      .slice(0, MARK_CHARACTERS)
  const { providers, vapid: _, ...set } = env
  const marked = Object.entries(set).filter(([name]) => !/^(SUPABASE_|SWEEP_SECRET$)/.test(name))
  return {
    marks: Object.fromEntries(marked.map(([name, value]) => [name, mark(value)])),
    providers: providers.map(({ name, url }) => `${name} at ${URL.parse(url)?.host}`),
    fileOrigins: providers.flatMap(({ name, fileOrigins }) => fileOrigins.map((origin) => `${name} ${origin}`)),
    issuer: env.JWT_ISSUER,
    origins: env.ALLOWED_ORIGINS,
    publicUrl: env.PUBLIC_API_URL ?? '',
    alerts: env.ALERT_WEBHOOK_URL ? 'on' : 'off',
    // Old keys are tokens.
    usesOldKey: env.SUPABASE_SECRET_KEY.startsWith('ey'),
  }
}

export const SETTING_NAMES = Object.keys(envSchema.in.shape)

/** Treats an empty value as unset. Throws one error that lists every fault. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  // An empty JWT_ISSUER is valid, for tokens without an `iss`.
  const given = Object.entries(source).filter(([name, value]) => value !== '' || name === 'JWT_ISSUER')
  const result = envSchema.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`Invalid API settings:\n${faults.join('\n')}`)
}
