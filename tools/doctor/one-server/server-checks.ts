// Checks the server itself over loopback, so that the result doesn't depend on the proxy.
import { z } from 'zod'
import { readCodeVersion } from '../../../local/code-version.ts'
import { PUBLISHED_PASSWORD } from '../../../supabase/functions/api/services/admin/admin-account.ts'
import { isPassword, parsePasswordHash } from '../../../supabase/functions/api/services/admin/password-hash.ts'
import { API_CHECKS, describeSweep } from '../checks/api.ts'
import { type Check, NoResponseError, type Problem, readObject } from '../checks/check.ts'
import { compareLimits } from '../checks/database/credits.ts'
import { buildKeyHeaders } from '../checks/project.ts'
import { RESTART, regenerateAdmin } from '../checks/settings.ts'
import { reuse } from './reuse.ts'
import type { Target } from './target.ts'

/** The addresses that another value would give to pages and files. */
const ADDRESSES = ['VITE_SITE_URL', 'VITE_SUPABASE_URL', 'VITE_API_URL', 'SUPABASE_URL']

export function checkSettings({ server: { origin }, given }: Target): Problem[] {
  return ADDRESSES.filter((name) => given[name] && URL.parse(given[name])?.href !== `${origin}/`).map((name) => ({
    what: `${name} is ${given[name]}, but the server's address is ${origin}, so pages and files have a wrong address.`,
    where: '.env',
    fix: `Remove ${name} from .env, then ${RESTART}`,
  }))
}

export const createServerChecks = ({ settings, server, keys, meant }: Target): Check[] => [
  {
    name: 'admin password',
    after: ['settings'],
    async run() {
      const hash = parsePasswordHash(settings.ADMIN_PASSWORD_HASH)
      if (!hash || !(await isPassword(PUBLISHED_PASSWORD, hash))) return []
      const what = 'The admin password is the published default password.'
      return [{ what, where: settings.file, fix: regenerateAdmin(settings) }]
    },
  },
  {
    name: 'server',
    after: ['settings'],
    async run({ ask }) {
      const health = await ask(`${server.origin}/health`).catch((error: unknown) => {
        if (!(error instanceof NoResponseError)) throw error
        const where = `http://127.0.0.1:${server.port}`
        const fix = 'npm start, or systemctl start soundreel. Its output says why it ended'
        throw new NoResponseError({ what: `The server doesn't respond. ${error.message}`, where, fix })
      })
      const fix = `Read ${server.dataDir}/api.log, which names the cause, then ${RESTART}`
      if (health.status === 403)
        return [
          {
            what: `The running server has another PUBLIC_URL: ${health.text}`,
            where: settings.file,
            fix: `Correct PUBLIC_URL, then ${RESTART}`,
          },
        ]
      const { status, dependencies = {} } = readObject(health, `Set PORT in .env to the server's port`) as Health
      const down = Object.keys(dependencies).filter((name) => dependencies[name] === 'down')
      if (status !== 'down' && down.length === 0) return []
      return [{ what: `The server is running, but can't reach: ${down.join(', ')}.`, where: health.url, fix }]
    },
  },
  {
    name: 'server version',
    after: ['server'],
    async run({ ask }) {
      const health = await ask(`${server.origin}/health`)
      const [running, here] = [(health.json as Health).version, readCodeVersion()]
      if (running === here) return []
      const what = `The running server is version ${running}, but the code here is version ${here}.`
      const fix = `${capitalize(RESTART)}. If package-lock.json has changed, run npm ci before`
      return [{ what, where: health.url, fix }]
    },
  },
  {
    name: 'running settings',
    after: ['server version'],
    async run({ ask }) {
      const health = await ask(`${server.origin}/health`, { headers: { apikey: keys.sweepSecret } })
      const { settings: running } = health.json as { settings?: typeof meant }
      const names = Object.entries(meant.marks).flatMap(([name, mark]) => (running?.marks[name] === mark ? [] : [name]))
      if (running && names.length === 0 && String(running.providers) === String(meant.providers)) return []
      const list = running ? names.join(', ') || 'the provider' : 'its keys'
      const what = `The running server has other settings than ${settings.file}: ${list}.`
      return [{ what, where: health.url, fix: capitalize(RESTART) }]
    },
  },
  {
    name: 'sweep',
    after: ['server'],
    async run({ ask }) {
      const health = await ask(`${server.origin}/health`)
      const what = describeSweep(health)
      const fix = `${capitalize(RESTART)}. If the sweep still fails, ${server.dataDir}/api.log names the cause`
      return what ? [{ what, where: health.url, fix }] : []
    },
  },
  ...['CORS', 'administrator'].map((name) => reuse(API_CHECKS, name, { after: ['server'] })),
  {
    name: 'new jobs',
    after: ['server'],
    async run({ ask }) {
      const url = `${server.origin}/rest/v1/rpc/credit_settings`
      const headers = { ...buildKeyHeaders(keys.secretKey), 'content-type': 'application/json' }
      // Without changes, the function only returns the settings.
      const answer = await ask(url, { method: 'POST', headers, body: JSON.stringify({ p_changes: {} }) })
      const { data } = limits.safeParse(answer.json)
      if (!data) {
        const what = `The server didn't return its credit settings (HTTP ${answer.status}).`
        return [{ what, where: url, fix: `Read ${server.dataDir}/api.log, then ${RESTART}` }]
      }
      return compareLimits(data).map(({ what, option }) => ({
        what,
        where: url,
        fix: `npm run credits:settings -- ${option}`,
      }))
    },
  },
]

const limits = z.object({
  new_jobs: z.boolean(),
  daily_credits_per_user: z.number().nullable(),
  daily_credits_budget: z.number().nullable(),
})

interface Health {
  status?: string
  version?: string
  dependencies?: Record<string, string>
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
