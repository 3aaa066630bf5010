import { PUBLISHED_PASSWORD } from '../../../supabase/functions/api/services/admin/admin-account.ts'
import { isPassword, parsePasswordHash } from '../../../supabase/functions/api/services/admin/password-hash.ts'
import type { Check, Problem } from './check.ts'
import { getDashboardUrl, getDeployCommand, OLD_KEYS_END, regenerateAdmin } from './settings.ts'

const MIN_SECRET_CHARACTERS = 32
/** The statuses of an address that doesn't exist. */
const GONE = [404, 410]

export const SETTINGS_CHECKS: Check[] = [
  {
    name: 'addresses',
    run: ({ settings }) =>
      (['VITE_SITE_URL', 'VITE_SUPABASE_URL', 'VITE_API_URL'] as const).flatMap((name): Problem[] => {
        const example = EXAMPLES[name]
        if (!settings[name]) return [{ what: `${name} is not set.`, where: settings.file, fix: `Add ${example}` }]
        const url = URL.parse(settings[name])
        if (url?.protocol !== 'https:') {
          const fix = name === 'VITE_SITE_URL' ? `Set ${example}` : setOrRemove(name)
          return [{ what: `${name} is not an https address.`, where: settings.file, fix }]
        }
        const isOrigin = url.origin === settings[name]
        return name === 'VITE_API_URL' || isOrigin
          ? []
          : [
              {
                what: `${name} must be an origin, without a path.`,
                where: settings.file,
                fix: `Set ${name}=${url.origin}`,
              },
            ]
      }),
  },
  {
    name: 'public key',
    needs: ['VITE_SUPABASE_ANON_KEY'],
    run: ({ settings }) =>
      isServerKey(settings.VITE_SUPABASE_ANON_KEY)
        ? [
            {
              what: 'VITE_SUPABASE_ANON_KEY is a secret key. The site publishes it, so anyone can read and change every table.',
              where: settings.file,
              fix: `Set the publishable key, build and publish again, and replace the secret key: ${getDashboardUrl(settings, 'settings/api-keys')}`,
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
              where: settings.file,
              fix: `Copy the secret key from ${getDashboardUrl(settings, 'settings/api-keys')}`,
            },
          ],
  },
  {
    name: 'old keys',
    needs: [['VITE_SUPABASE_ANON_KEY', 'SUPABASE_SECRET_KEY']],
    run: ({ settings }) =>
      (['VITE_SUPABASE_ANON_KEY', 'SUPABASE_SECRET_KEY'] as const)
        .filter((name) => settings[name].startsWith('ey'))
        .map((name) => {
          const kind = name === 'VITE_SUPABASE_ANON_KEY' ? 'publishable' : 'secret'
          const page = getDashboardUrl(settings, 'settings/api-keys')
          const next = kind === 'secret' ? '' : `, then ${getDeployCommand(settings)}, and publish dist/`
          return {
            what: `${name} is an old key. ${OLD_KEYS_END}`,
            where: settings.file,
            fix: `Set ${name} to the ${kind} key from ${page} in ${settings.file}${next}`,
          }
        }),
  },
  {
    name: 'sweep secret',
    needs: ['SWEEP_SECRET'],
    run: ({ settings }) => {
      const { SWEEP_SECRET: secret } = settings
      const fix = `Leave SWEEP_SECRET empty in ${settings.file}, then ${getDeployCommand(settings)}, which generates one`
      if (secret.length < MIN_SECRET_CHARACTERS)
        return [
          { what: `SWEEP_SECRET is shorter than ${MIN_SECRET_CHARACTERS} characters.`, where: settings.file, fix },
        ]
      // The platform would interpret the value as one of its own keys and refuse it.
      return secret.startsWith('sb_') ? [{ what: 'SWEEP_SECRET begins with sb_.', where: settings.file, fix }] : []
    },
  },
  {
    name: 'alert webhook',
    needs: ['ALERT_WEBHOOK_URL'],
    async run({ settings, ask }) {
      const { ALERT_WEBHOOK_URL: url } = settings
      const fix = `Set ALERT_WEBHOOK_URL to the https address of the webhook in ${settings.file}, then ${getDeployCommand(settings)}`
      if (URL.parse(url)?.protocol !== 'https:')
        return [{ what: 'ALERT_WEBHOOK_URL is not an https address.', where: settings.file, fix }]
      // Receivers that accept only messages refuse a GET in different ways, so only a server's own failure counts.
      const { status } = await ask(url)
      if (status >= 500) return [{ what: `The alert webhook returned HTTP ${status}.`, where: settings.file, fix }]
      if (!GONE.includes(status)) return []
      // An empty object is no message, so a receiver that still exists refuses it with another status.
      const headers = { 'content-type': 'application/json' }
      const posted = await ask(url, { method: 'POST', headers, body: '{}' })
      if (!GONE.includes(posted.status)) return []
      const what = `The alert webhook was removed (HTTP ${posted.status}), so alerts reach nobody.`
      return [{ what, where: settings.file, fix: `Create the webhook again. ${fix}` }]
    },
  },
  {
    name: 'admin secrets',
    needs: [['ADMIN_PASSWORD_HASH', 'ADMIN_JWT_SECRET']],
    async run({ settings }) {
      const reportProblem = (what: string) => [{ what, where: settings.file, fix: regenerateAdmin(settings) }]
      if (!settings.ADMIN_PASSWORD_HASH)
        return reportProblem('ADMIN_JWT_SECRET is set, but ADMIN_PASSWORD_HASH is not.')
      if (settings.ADMIN_JWT_SECRET.length < MIN_SECRET_CHARACTERS)
        return reportProblem(`ADMIN_JWT_SECRET is missing or shorter than ${MIN_SECRET_CHARACTERS} characters.`)
      const hash = parsePasswordHash(settings.ADMIN_PASSWORD_HASH)
      if (!hash)
        return reportProblem('ADMIN_PASSWORD_HASH is invalid or too weak. Generate one with npm run admin:password.')
      return (await isPassword(PUBLISHED_PASSWORD, hash))
        ? reportProblem('The admin password is the published default password.')
        : []
    },
  },
]

const EXAMPLES = {
  VITE_SITE_URL: 'VITE_SITE_URL=https://your.site',
  VITE_SUPABASE_URL: 'SUPABASE_PROJECT_REF=<ref>, the 20 letters of the project',
  VITE_API_URL: 'SUPABASE_PROJECT_REF=<ref>, the 20 letters of the project',
}

function setOrRemove(name: string): string {
  return `Set an https address, or remove ${name}: the address of SUPABASE_PROJECT_REF is then used`
}

/** Returns whether a key is a server key. New keys have a prefix, and old keys have a role in their token. */
export function isServerKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true
  const payload = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()
  return /"role"\s*:\s*"service_role"/.test(payload)
}
