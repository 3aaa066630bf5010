// Reads the settings of a deployment. VITE_ settings are public and part of the pages. SUPABASE_ settings stay on this
// machine. The API's settings are secrets of the function.
import { randomBytes } from 'node:crypto'
import { parseEnv as parseEnvFile } from 'node:util'
import {
  getUrlSetting,
  isProvider,
  listProviders,
  nameSettings,
  needsKey,
  readMainProvider,
} from '../../supabase/functions/api/catalogue/provider-settings.ts'
import { parseEnv, SETTING_NAMES } from '../../supabase/functions/api/env.ts'
import { hashPassword } from '../../supabase/functions/api/services/admin/password-hash.ts'
import { describeUnreachable } from './provider-address.ts'

export interface Deployment {
  ref: string
  apiUrl: string
  /** The environment of the Supabase CLI. */
  cliEnv: Record<string, string>
  /** The database URL for migrations, or null for the project's own. It contains no password. */
  databaseUrl: string | null
  functionSecrets: Record<string, string>
  /** The settings that begin with VITE_. */
  pageSettings: Record<string, string>
  /** The names in the file that no code reads. */
  unknown: string[]
}

const MIN_SECRET_CHARACTERS = 32

const AFTER_ROLLBACK = 'Newer code may accept more. Before you go back to this version, change these settings.'

/** The examples of the documents, which somebody may copy and forget to replace. */
const EXAMPLES = ['abcdefghijklmnopqrst', 'the-database-password', 'the-key-of-the-provider']
const EXAMPLE_PARTS = /[/@]your\.site\b|<ref>|^\S+[_/-]\.\.\.$/

/** The function's settings. Deploy sets them, and removes those that the file no longer has. */
export const FUNCTION_SETTINGS: readonly string[] = SETTING_NAMES.filter((name) => !name.startsWith('SUPABASE_'))

export const isRemote = ({ ref }: Deployment) => `--remote=${ref}`

/**
 * Generates the missing settings. `password` is the generated password, or null if it wasn't generated. Show it once.
 */
export async function makeMissing(text: string): Promise<{ made: Record<string, string>; password: string | null }> {
  const settings = readFile(text)
  const readSecret = () => randomBytes(32).toString('base64url')
  const password = settings.ADMIN_PASSWORD_HASH ? null : randomBytes(15).toString('base64url')
  return {
    password,
    made: {
      ...(settings.SWEEP_SECRET ? {} : { SWEEP_SECRET: readSecret() }),
      ...(settings.ADMIN_JWT_SECRET ? {} : { ADMIN_JWT_SECRET: readSecret() }),
      ...(password ? { ADMIN_PASSWORD_HASH: await hashPassword(password) } : {}),
    },
  }
}

/** A database password can contain anything, so only the whole example of a password counts. */
const isExample = (name: string, value: string) =>
  EXAMPLES.includes(value) || (name !== 'SUPABASE_DB_PASSWORD' && EXAMPLE_PARTS.test(value))

/** Reads a deployment, or returns its faults. Each fault is one sentence with its fix. */
export function readDeployment(text: string): Deployment | { faults: string[] } {
  const settings = readFile(text)
  const faults: string[] = []
  const need = (isRight: boolean, sentence: string) => {
    if (!isRight) faults.push(sentence)
  }
  const examples = Object.keys(settings).filter((name) => isExample(name, settings[name] ?? ''))
  need(
    examples.length === 0,
    `Set your own values. These settings have the examples of the documents: ${examples.join(', ')}.`,
  )
  const { SUPABASE_PROJECT_REF: ref = '', VITE_SITE_URL: site = '', SUPABASE_DB_URL: databaseUrl } = settings
  need(/^[a-z]{20}$/.test(ref), "Set SUPABASE_PROJECT_REF to the 20 letters in the project's dashboard address.")
  const siteOrigin = URL.parse(site)?.origin ?? ''
  need(
    /^https:\/\//.test(siteOrigin) && !siteOrigin.endsWith('.example'),
    'Set VITE_SITE_URL to the address of your site, like https://studio.example.',
  )
  need(
    /^(sb_publishable_|eyJ)/.test(settings.VITE_SUPABASE_ANON_KEY ?? ''),
    "Set VITE_SUPABASE_ANON_KEY to the project's publishable key (Project Settings, API Keys).",
  )
  const main = readMainProvider(settings)
  const hasKey = main && isProvider(main) && (settings.VIDEO_API_KEY || settings[nameSettings(main).key])
  need(!main || !needsKey(main) || Boolean(hasKey), 'Set VIDEO_API_KEY to the key from your video provider.')
  for (const provider of listProviders(settings)) {
    const setting = getUrlSetting(settings, provider)
    const unreachable = describeUnreachable(provider, setting, settings[setting] ?? '')
    if (unreachable) faults.push(unreachable)
  }
  const named = Object.entries(settings)
  for (const [name, value] of named.filter(([name]) => FUNCTION_SETTINGS.includes(name))) {
    need(!/['\n]/.test(value), `${name} contains a single quote or a line break. Choose a value without them.`)
  }
  for (const name of ['SWEEP_SECRET', 'ADMIN_JWT_SECRET']) {
    const { length } = settings[name] ?? ''
    need(
      length === 0 || length >= MIN_SECRET_CHARACTERS,
      `Leave ${name} empty to generate one, or give it at least ${MIN_SECRET_CHARACTERS} characters.`,
    )
  }
  for (const name of ['ENABLE_TEST_CREDITS', 'ADMIN_DEFAULT_PASSWORD', 'VITE_VIDEO_API_KEY']) {
    need(!settings[name] || settings[name] === 'false', `Remove ${name}. It isn't allowed on a public site.`)
  }
  need(
    !databaseUrl || URL.parse(databaseUrl)?.password === '',
    'Move the password from SUPABASE_DB_URL to SUPABASE_DB_PASSWORD. Other users of this machine can read a command line.',
  )

  const projectUrl = settings.VITE_SUPABASE_URL ?? `https://${ref}.supabase.co`
  const apiUrl = settings.VITE_API_URL ?? `${projectUrl}/functions/v1/api`
  const functionSecrets = collectFunctionSettings({ ...settings, VITE_API_URL: apiUrl })
  try {
    parseEnv({ ...functionSecrets, SUPABASE_URL: projectUrl, SUPABASE_SECRET_KEY: 'of the platform' })
  } catch (error) {
    // The error's message already lists the faults.
    if (faults.length === 0) faults.push(`${error instanceof Error ? error.message : String(error)}\n${AFTER_ROLLBACK}`)
  }
  if (faults.length > 0) return { faults }
  const { SUPABASE_ACCESS_TOKEN: token, SUPABASE_DB_PASSWORD: password } = settings
  return {
    ref,
    apiUrl,
    cliEnv: {
      ...(token ? { SUPABASE_ACCESS_TOKEN: token } : {}),
      // The CLI reads PGPASSWORD when it gets a database URL.
      ...(password ? { SUPABASE_DB_PASSWORD: password, PGPASSWORD: password } : {}),
    },
    databaseUrl: databaseUrl ?? null,
    functionSecrets,
    pageSettings: {
      VITE_SUPABASE_URL: projectUrl,
      VITE_API_URL: apiUrl,
      ...Object.fromEntries(named.filter(([name]) => name.startsWith('VITE_'))),
    },
    unknown: named.flatMap(([name]) =>
      /^(VITE|SUPABASE)_/.test(name) || FUNCTION_SETTINGS.includes(name) ? [] : [name],
    ),
  }
}

/** Returns the settings that deploy sets for the function. */
export function collectFunctionSettings(settings: Record<string, string>): Record<string, string> {
  const { SUPABASE_PROJECT_REF: ref, VITE_SITE_URL: site = '', VITE_API_URL: apiUrl = '' } = settings
  const main = readMainProvider(settings)
  return {
    ALLOWED_ORIGINS: URL.parse(site)?.origin ?? '',
    // Hosted tokens name the project's own URL, even with a custom domain.
    JWT_ISSUER: `https://${ref}.supabase.co/auth/v1`,
    ...(apiUrl.startsWith('https:') ? { PUBLIC_API_URL: apiUrl } : {}),
    // Without VIDEO_PROVIDER, the key of one provider could be sent to another.
    ...(main ? { VIDEO_PROVIDER: main } : {}),
    ...Object.fromEntries(Object.entries(settings).filter(([name]) => FUNCTION_SETTINGS.includes(name))),
  }
}

function readFile(text: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parseEnvFile(text)).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}
