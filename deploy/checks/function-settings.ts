import { describeSettings, parseEnv } from '../../supabase/functions/api/env.ts'
import { functionSettings } from '../settings.ts'
import type { Check, Problem } from './check.ts'
import { SETTINGS_FILE, type Settings, setAndDeploy } from './settings.ts'

const DEPLOY = 'npm run deploy'

export const FUNCTION_SETTINGS_CHECKS: Check[] = [
  {
    name: 'settings of the function',
    needs: ['SWEEP_SECRET'],
    after: ['function', 'sweep secret'],
    async run({ settings, ask }) {
      const answer = await ask(`${settings.VITE_API_URL}/health`, { headers: { apikey: settings.SWEEP_SECRET } })
      const { settings: found } = answer.json as { settings?: Record<string, unknown> }
      const problem = (what: string): Problem => ({ what, where: answer.url, fix: DEPLOY })
      if (!found) return [problem('The function has another SWEEP_SECRET, or is too old to tell its settings.')]
      const meant = readMeant(settings)
      if (typeof meant === 'string') return [{ what: meant, where: 'the settings', fix: `Change ${SETTINGS_FILE}` }]
      return Object.entries(meant).flatMap(([name, value]) =>
        show(found[name]) === show(value)
          ? []
          : [problem(`The function has ${name} ${show(found[name])}, and ${SETTINGS_FILE} makes it ${show(value)}.`)],
      )
    },
  },
  {
    name: 'tokens of users',
    needs: ['SUPABASE_USER_TOKEN'],
    after: ['function'],
    async run({ settings, ask, now }) {
      const token = settings.SUPABASE_USER_TOKEN
      const { iss, exp } = readClaims(token)
      const where = 'SUPABASE_USER_TOKEN'
      const fix = 'Sign in on your site and copy the access token anew (docs/doctor.md)'
      if (!exp) return [{ what: 'It is no access token.', where, fix }]
      if (exp * 1000 < now().getTime()) return [{ what: 'The access token has expired.', where, fix }]
      const answer = await ask(`${settings.VITE_API_URL}/api/jobs`, { headers: { authorization: `Bearer ${token}` } })
      if (answer.status === 200) return []
      const meant = functionSettings(settings.env).JWT_ISSUER
      if (iss === meant || !iss)
        return [{ what: `The function answers a user with ${answer.status}.`, where: answer.url, fix: DEPLOY }]
      const what = `Tokens of this project name the issuer ${iss}, and the function takes ${meant}: all users are refused.`
      return [{ what, where: answer.url, fix: setAndDeploy(`JWT_ISSUER=${iss}`) }]
    },
  },
]

/** Returns a sentence where the settings are refused. */
function readMeant(settings: Settings): ReturnType<typeof describeSettings> | string {
  try {
    const own = { SUPABASE_URL: settings.VITE_SUPABASE_URL, SUPABASE_SECRET_KEY: '-' }
    return describeSettings(parseEnv({ VIDEO_API_KEY: '-', ...functionSettings(settings.env), ...own }))
  } catch (error) {
    return (error as Error).message
  }
}

const show = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value)) || 'empty'

function readClaims(token: string): { iss?: string; exp?: number } {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  } catch {
    return {}
  }
}
