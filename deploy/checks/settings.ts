// The settings of a deployment: the environment first, then the settings file. And what can be said of them alone.
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { PUBLISHED_PASSWORD } from '../../supabase/functions/api/services/admin-account.ts'
import { isPassword, parsePasswordHash } from '../../supabase/functions/api/services/password-hash.ts'
import type { Check, Problem } from './check.ts'

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
  'ADMIN_PASSWORD_HASH',
  'ADMIN_JWT_SECRET',
  'SUPABASE_DB_PASSWORD',
  'SUPABASE_ACCESS_TOKEN',
] as const
export const SETTINGS_FILE = '.env.production'

export type Setting = (typeof PUBLIC)[number] | (typeof SECRET)[number]
/** Not set and empty are the same: ''. Addresses have no slash at their end. `env` is all that was read, for the headers. */
export type Settings = Record<Setting, string> & { env: Record<string, string> }

export function readSettings(environment: NodeJS.ProcessEnv, file = SETTINGS_FILE): Settings {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const given = Object.entries({ ...fromFile, ...withoutEmpty(environment) }) as [string, string][]
  const env = withoutEmpty(Object.fromEntries(given.map(([name, value]) => [name, readValue(name, value)])))
  // What npm run deploy takes for granted (deploy/settings.ts).
  const { SUPABASE_PROJECT_REF: ref } = env
  const project = env.VITE_SUPABASE_URL ?? (ref ? `https://${ref}.supabase.co` : '')
  const api = env.VITE_API_URL ?? (project ? `${project}/functions/v1/api` : '')
  const all = withoutEmpty({ ...env, VITE_SUPABASE_URL: project, VITE_API_URL: api })
  const known = Object.fromEntries([...PUBLIC, ...SECRET].map((name) => [name, all[name] ?? '']))
  return { ...(known as Record<Setting, string>), env: all }
}

const readValue = (name: string, value: string) => value.trim().replace(name.endsWith('_URL') ? /\/+$/ : /^$/, '')

function withoutEmpty(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** The values that no line and no bundle may hold. Short ones could stand anywhere by chance. */
export function secretValues(settings: Settings): { name: string; value: string }[] {
  return SECRET.map((name) => ({ name, value: settings[name] })).filter(({ value }) => value.length >= 8)
}

/** The name that the project has at Supabase; '' where no setting tells it. */
export function projectRef({ SUPABASE_PROJECT_REF: ref, VITE_SUPABASE_URL: url }: Settings): string {
  return ref || (/^https:\/\/(\w+)\.supabase\.co$/.exec(url)?.[1] ?? '')
}

/** A page of the project's dashboard, which asks for the project where no setting tells it. */
export function dashboard(settings: Settings, page: string): string {
  return `https://supabase.com/dashboard/project/${projectRef(settings) || '_'}/${page}`
}

/** How a setting of the function gets there. */
export const setAndDeploy = (what: string) => `Set ${what} in ${SETTINGS_FILE}, then npm run deploy`

const MIN_SECRET_CHARACTERS = 32
const where = SETTINGS_FILE

export const SETTINGS_CHECKS: Check[] = [
  {
    name: 'addresses',
    run: ({ settings }) =>
      (['VITE_SITE_URL', 'VITE_SUPABASE_URL', 'VITE_API_URL'] as const).flatMap((name): Problem[] => {
        const example = EXAMPLES[name]
        if (!settings[name]) return [{ what: `${name} is not set.`, where, fix: `Add ${example}` }]
        const url = URL.parse(settings[name])
        if (url?.protocol !== 'https:') return [{ what: `${name} is no https address.`, where, fix: `Set ${example}` }]
        const isOrigin = url.origin === settings[name]
        return name === 'VITE_API_URL' || isOrigin
          ? []
          : [{ what: `${name} is more than an origin.`, where, fix: `Set ${name}=${url.origin}` }]
      }),
  },
  {
    name: 'public key',
    needs: ['VITE_SUPABASE_ANON_KEY'],
    run: ({ settings }) =>
      isServerKey(settings.VITE_SUPABASE_ANON_KEY)
        ? [
            {
              what: 'VITE_SUPABASE_ANON_KEY is a secret key, and the bundle publishes it: it opens every table to everyone.',
              where,
              fix: `Put the publishable key there, build and publish again, and replace the secret key: ${dashboard(settings, 'settings/api-keys')}`,
            },
          ]
        : [],
  },
  {
    name: 'server key',
    needs: ['SUPABASE_SECRET_KEY'],
    run: ({ settings }) =>
      isServerKey(settings.SUPABASE_SECRET_KEY)
        ? []
        : [
            {
              what: 'SUPABASE_SECRET_KEY is not a secret key.',
              where,
              fix: `Copy the secret key from ${dashboard(settings, 'settings/api-keys')}`,
            },
          ],
  },
  {
    name: 'sweep secret',
    needs: ['SWEEP_SECRET'],
    run: ({ settings: { SWEEP_SECRET: secret } }) => {
      const fix = `Empty SWEEP_SECRET in ${SETTINGS_FILE}, then npm run deploy: it makes one`
      if (secret.length < MIN_SECRET_CHARACTERS)
        return [{ what: `SWEEP_SECRET is shorter than ${MIN_SECRET_CHARACTERS} characters.`, where, fix }]
      // The platform takes such an `apikey` for one of its own and refuses it.
      return secret.startsWith('sb_') ? [{ what: 'SWEEP_SECRET begins with sb_.', where, fix }] : []
    },
  },
  {
    name: 'admin secrets',
    needs: [['ADMIN_PASSWORD_HASH', 'ADMIN_JWT_SECRET']],
    async run({ settings }) {
      const problem = (what: string) => [{ what, where, fix: MAKE_ADMIN }]
      if (!settings.ADMIN_PASSWORD_HASH) return problem('ADMIN_JWT_SECRET is set and ADMIN_PASSWORD_HASH is not.')
      if (settings.ADMIN_JWT_SECRET.length < MIN_SECRET_CHARACTERS)
        return problem(`ADMIN_JWT_SECRET is not set or shorter than ${MIN_SECRET_CHARACTERS} characters.`)
      const hash = parsePasswordHash(settings.ADMIN_PASSWORD_HASH)
      if (!hash) return problem('ADMIN_PASSWORD_HASH is not one that npm run admin:password makes, or is weaker.')
      return (await isPassword(PUBLISHED_PASSWORD, hash))
        ? problem('The admin password is the published one of the local default.')
        : []
    },
  },
]

/** Deploy makes what is missing, and shows the password that once. */
export const MAKE_ADMIN = `Empty ADMIN_PASSWORD_HASH and ADMIN_JWT_SECRET in ${SETTINGS_FILE}, then npm run deploy: it makes both`

const EXAMPLES = {
  VITE_SITE_URL: 'VITE_SITE_URL=https://your.site',
  VITE_SUPABASE_URL: 'SUPABASE_PROJECT_REF=<ref>, the 20 letters of the project',
  VITE_API_URL: 'SUPABASE_PROJECT_REF=<ref>, the 20 letters of the project',
}

/** The new form by its prefix, the old one by the role in its token. */
function isServerKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true
  const payload = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()
  return /"role"\s*:\s*"service_role"/.test(payload)
}
