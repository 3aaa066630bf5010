import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { PROVIDER_SECRETS } from '../../../supabase/functions/api/catalogue/provider-settings.ts'

const PUBLIC = [
  'SUPABASE_PROJECT_REF',
  'VITE_SITE_URL',
  'VITE_SUPABASE_URL',
  'VITE_SUPABASE_ANON_KEY',
  'VITE_API_URL',
  'VIDEO_PROVIDER',
  'VIDEO_API_URL',
  'SUPABASE_DB_URL',
] as const
const SECRET = [
  'SUPABASE_SECRET_KEY',
  'SWEEP_SECRET',
  'VIDEO_API_KEY',
  'VIDEO_API_SECRET',
  'ADMIN_PASSWORD_HASH',
  'ADMIN_JWT_SECRET',
  'ALERT_WEBHOOK_URL',
  'VAPID_PRIVATE_KEY',
  'SUPABASE_DB_PASSWORD',
  'SUPABASE_ACCESS_TOKEN',
  'SUPABASE_USER_TOKEN',
  // These are settings of a server for a team.
  'GOOGLE_CLIENT_SECRET',
] as const
export const SECRET_NAMES: readonly string[] = [...new Set([...SECRET, ...PROVIDER_SECRETS])]
const DEFAULT_FILE = '.env.production'

export type Setting = (typeof PUBLIC)[number] | (typeof SECRET)[number]
/**
 * The settings to check. A missing setting is ''. URLs have no trailing slash. `env` contains all settings, for the
 * headers, and `file` is their file.
 */
export type Settings = Record<Setting, string> & {
  env: Record<string, string>
  file: string
  /** Whether this is a server for a team, which nobody deploys. */
  isOneServer?: true
}

export function readSettings(environment: NodeJS.ProcessEnv, file = DEFAULT_FILE): Settings {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const given = Object.entries({ ...fromFile, ...removeEmpty(environment) }) as [string, string][]
  const env = removeEmpty(Object.fromEntries(given.map(([name, value]) => [name, readValue(name, value)])))
  // The defaults of npm run deploy (tools/project/settings.ts).
  const { SUPABASE_PROJECT_REF: ref } = env
  const project = env.VITE_SUPABASE_URL ?? (ref ? `https://${ref}.supabase.co` : '')
  const api = env.VITE_API_URL ?? (project ? `${project}/functions/v1/api` : '')
  const all = removeEmpty({ ...env, VITE_SUPABASE_URL: project, VITE_API_URL: api })
  const known = Object.fromEntries([...PUBLIC, ...SECRET].map((name) => [name, all[name] ?? '']))
  return { ...(known as Record<Setting, string>), env: all, file }
}

const readValue = (name: string, value: string) => value.trim().replace(name.endsWith('_URL') ? /\/+$/ : /^$/, '')

function removeEmpty(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/**
 * Lists the values that must not appear in an output or a bundle. Short values are excluded, because they could appear
 * by chance.
 */
export function listSecretValues(settings: Settings): { name: string; value: string }[] {
  return SECRET_NAMES.map((name) => ({ name, value: settings.env[name] ?? '' })).filter(
    ({ value }) => value.length >= 8,
  )
}

export function readProjectRef({ SUPABASE_PROJECT_REF: ref, VITE_SUPABASE_URL: url }: Settings): string {
  return ref || (/^https:\/\/(\w+)\.supabase\.co$/.exec(url)?.[1] ?? '')
}

export const OLD_KEYS_END = 'Supabase ends the keys anon and service_role at the end of 2026.'

export function getDashboardUrl(settings: Settings, page: string): string {
  return `https://supabase.com/dashboard/project/${readProjectRef(settings) || '_'}/${page}`
}

/** The longest SQL statement that a terminal shows well, in characters. */
const MAX_SHOWN_SQL = 600

/** Describes how to run a statement that fixes the database. */
export function describeInEditor(settings: Settings, sql: string): string {
  const page = getDashboardUrl(settings, 'sql/new')
  if (sql.length <= MAX_SHOWN_SQL) return `In the SQL editor (${page}): ${sql}`
  return `Write the statements to a file: npm run doctor -- --fixes fixes.sql. Read them, then run them in the SQL editor (${page})`
}

export const RESTART = 'restart the server'

/** Returns what puts the settings of this file and the code into effect. */
export function getDeployCommand({ file, isOneServer }: Settings): string {
  if (isOneServer) return RESTART
  return file === DEFAULT_FILE ? 'npm run deploy' : `npm run deploy -- --settings ${file}`
}

export const setAndDeploy = (settings: Settings, what: string) =>
  `Set ${what} in ${settings.file}, then ${getDeployCommand(settings)}`

/** Returns the fix for administrator settings. Deploy generates missing settings and shows the password once. */
export const regenerateAdmin = (settings: Settings) =>
  settings.isOneServer
    ? `npm run admin:password, which writes another one to ${settings.file}, then ${RESTART}`
    : `Leave ADMIN_PASSWORD_HASH and ADMIN_JWT_SECRET empty in ${settings.file}, then ${getDeployCommand(settings)}, which generates both`

/** Removes secrets from the results, because a server can repeat a secret in its response. */
export function removeSecrets<T>(results: T, settings: Settings): T {
  const values = listSecretValues(settings).flatMap(({ value }) => [value, encodeURIComponent(value)])
  const text = values.reduce(
    (result, value) => result.replaceAll(JSON.stringify(value).slice(1, -1), '(secret)'),
    JSON.stringify(results),
  )
  return JSON.parse(text) as T
}
