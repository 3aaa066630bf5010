import { type Check, type CheckResponse, type Problem, readObject } from './check.ts'
import { describePlatformProblem } from './project.ts'
import {
  getDashboardUrl,
  getDeployCommand,
  readProjectRef,
  regenerateAdmin,
  type Settings,
  setAndDeploy,
} from './settings.ts'

/** The delay of the sweep from which GET /health reports 'degraded'. The sweep runs every minute. */
const SWEEP_LATE_SECONDS = 180
/** A user waits for several responses, one after another. */
const SLOW_MS = 3000
/** The allowed clock skew. Tokens are valid for an hour, and a larger skew makes some of them invalid. */
const CLOCK_SKEW_SECONDS = 60
const STRANGER = 'https://stranger.invalid'
const HEADERS_OF_OURS = ['authorization', 'content-type', 'idempotency-key', 'x-quoted-credits']

interface Health {
  status?: string
  version?: string
  dependencies?: Record<string, string>
  sweep?: { secondsSinceLast: number | null; backlog: number } | null
}

export const API_CHECKS: Check[] = [
  {
    name: 'function',
    after: ['addresses'],
    async run({ settings, ask }) {
      const health = await ask(`${settings.VITE_API_URL}/health`)
      const problem =
        describePlatformProblem(health, settings, 'VITE_SUPABASE_ANON_KEY') ?? explainForeign(health, settings)
      if (problem) return [problem]
      const { status, dependencies = {} } = health.json as Health
      const down = Object.keys(dependencies).filter((name) => dependencies[name] === 'down')
      const fix = "Read the function's log, which names the cause: dashboard, Edge Functions, api, Logs"
      if (status === 'down' || down.length > 0)
        return [{ what: `The function is running, but can't reach: ${down.join(', ')}.`, where: health.url, fix }]
      return []
    },
  },
  {
    name: 'function version',
    after: ['function'],
    async run({ settings, ask, version }) {
      const [health, local] = [await ask(`${settings.VITE_API_URL}/health`), await version()]
      const deployed = (health.json as Health).version
      if (deployed === local) return []
      const what = `The deployed function is version ${deployed ?? 'unknown'}, but this code is version ${local}.`
      return [{ what, where: health.url, fix: getDeployCommand(settings) }]
    },
  },
  {
    name: 'token check',
    after: ['function'],
    async run({ settings, ask }) {
      const answers = await Promise.all(
        [undefined, { authorization: 'Bearer nobody' }].map((headers) =>
          ask(`${settings.VITE_API_URL}/api/jobs`, headers ? { headers } : {}),
        ),
      )
      const wrong = answers.find((answer) => answer.status !== 401 || !isOurs(answer))
      if (!wrong) return []
      const what =
        wrong.status === 401
          ? 'Supabase checks tokens before the function does (verify_jwt is on), so signed-in users are rejected.'
          : `A request without a valid token returned HTTP ${wrong.status} instead of 401.`
      return [{ what, where: wrong.url, fix: getDeployCommand(settings) }]
    },
  },
  {
    name: 'CORS',
    after: ['function'],
    async run({ settings, ask }) {
      const url = `${settings.VITE_API_URL}/api/credits/consume`
      const sendPreflight = (origin: string) =>
        ask(url, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': HEADERS_OF_OURS.join(','),
          },
        })
      const call = (origin: string) => ask(`${settings.VITE_API_URL}/api/jobs`, { headers: { origin } })
      const site = new URL(settings.VITE_SITE_URL).origin
      const [own, ownCall, foreign, foreignCall] = await Promise.all([
        sendPreflight(site),
        call(site),
        sendPreflight(STRANGER),
        call(STRANGER),
      ])
      const isAllowed = ({ headers }: CheckResponse) => headers.get('access-control-allow-origin')
      const list = (name: string) => (own.headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/)
      const fix = setAndDeploy(settings, `ALLOWED_ORIGINS=${site} (or remove it)`)
      if ([own, ownCall, foreign, foreignCall].some((answer) => isAllowed(answer) === '*'))
        return [{ what: 'Any website can call the API (Access-Control-Allow-Origin is *).', where: url, fix }]
      if (isAllowed(foreign) !== null || isAllowed(foreignCall) !== null)
        return [{ what: "Other websites can call the API with a user's credentials.", where: url, fix }]
      if (isAllowed(own) !== site || isAllowed(ownCall) !== site)
        return [{ what: `CORS blocks ${site} from calling the API, so the site doesn't work.`, where: url, fix }]
      const missing = [
        ...(own.headers.get('access-control-allow-credentials') === 'true' ? [] : ['credentials']),
        ...(list('access-control-allow-methods').includes('post') ? [] : ['POST']),
        ...HEADERS_OF_OURS.filter((name) => !list('access-control-allow-headers').includes(name)),
      ]
      if (missing.length === 0) return []
      return [
        {
          what: `CORS allows ${site} to call the API, but without ${missing.join(', ')}.`,
          where: url,
          fix: getDeployCommand(settings),
        },
      ]
    },
  },
  {
    name: 'sweep',
    after: ['function'],
    async run({ settings, ask }) {
      const health = await ask(`${settings.VITE_API_URL}/health`)
      const what = describeSweep(health)
      const fix = `${getDeployCommand(settings)}, which updates the address and secret of the schedule. If the sweep still fails, run in ${getDashboardUrl(settings, 'sql/new')}: select status_code, content from net._http_response order by id desc limit 1;`
      return what ? [{ what, where: health.url, fix }] : []
    },
  },
  {
    name: 'function speed',
    after: ['function'],
    async run({ settings, ask }) {
      const url = `${settings.VITE_API_URL}/health`
      // The first request may start the function.
      const times = [await ask(url), await ask(url), await ask(url)].map(({ tookMs }) => tookMs)
      const fastest = Math.min(...times)
      if (fastest <= SLOW_MS) return []
      const what = `The function takes ${(fastest / 1000).toFixed(1)} s to respond.`
      const fix = `Look at the CPU and memory of the database on ${getDashboardUrl(settings, 'reports/database')}. If they are full, choose a larger compute size on ${getDashboardUrl(settings, 'settings/compute-and-disk')}. Otherwise, run the doctor again from another network`
      return [{ what, where: url, fix }]
    },
  },
  {
    name: 'test credits',
    after: ['function'],
    async run({ settings, ask }) {
      const answer = await ask(`${settings.VITE_API_URL}/api/credits/test/balance`)
      if (answer.status === 404) return []
      return [
        {
          what: 'Test credits are on, so any user can give themselves credits.',
          where: answer.url,
          fix: `Remove ENABLE_TEST_CREDITS from ${settings.file}, then run: npm run supabase -- secrets unset ENABLE_TEST_CREDITS --remote=${readProjectRef(settings)}`,
        },
      ]
    },
  },
  {
    name: 'administrator',
    after: ['function'],
    async run({ settings, ask }) {
      const answer = await ask(`${settings.VITE_API_URL}/api/admin/test`)
      if (answer.status === 200) return []
      return [
        {
          what:
            answer.status === 503
              ? "Admin access is off, because its settings are missing or invalid. The function's log names the cause."
              : `The admin API returned HTTP ${answer.status}.`,
          where: answer.url,
          fix: regenerateAdmin(settings),
        },
      ]
    },
  },
  {
    name: 'clock',
    after: ['function'],
    async run({ settings, ask, now }) {
      const answer = await ask(`${settings.VITE_API_URL}/health`)
      const skew = Math.round((now().getTime() - Date.parse(answer.headers.get('date') ?? '')) / 1000)
      if (Math.abs(skew) <= CLOCK_SKEW_SECONDS) return []
      const what = Number.isNaN(skew)
        ? "The response has no Date header, so the clocks can't be compared."
        : `This machine's clock and the function's differ by ${Math.abs(skew)} s.`
      return [{ what, where: answer.url, fix: 'Set the clock of this machine: timedatectl set-ntp true' }]
    },
  },
]

/** Returns a sentence about a late sweep, or null. */
export function describeSweep({ json }: CheckResponse): string | null {
  const { sweep } = json as Health
  if (!sweep) return "The function doesn't report when the sweep last ran."
  const { secondsSinceLast, backlog } = sweep
  if (secondsSinceLast === null) return 'The sweep has never run, so credits of abandoned jobs are not returned.'
  if (secondsSinceLast <= SWEEP_LATE_SECONDS) return null
  return `The sweep last ran ${secondsSinceLast} s ago instead of every minute. ${backlog} jobs and holds are waiting.`
}

function isOurs({ json }: CheckResponse): boolean {
  return typeof json === 'object' && json !== null && 'success' in json
}

function explainForeign(answer: CheckResponse, settings: Settings): Problem | null {
  const deploy = getDeployCommand(settings)
  const { url: where, status } = answer
  if (isOurs(answer) && 'status' in readObject(answer, deploy)) return null
  // Source: https://supabase.com/docs/guides/troubleshooting/edge-function-404-error-response
  if (status === 404) return { what: 'There is no function at VITE_API_URL.', where, fix: deploy }
  if (status === 401)
    return {
      what: 'Supabase checks tokens before the function does (verify_jwt is on), so signed-in users are rejected.',
      where,
      fix: deploy,
    }
  if (status >= 500)
    return {
      what: `The function didn't start (HTTP ${status}), usually because a setting is missing. Its log names each one.`,
      where,
      fix: `${deploy}, which names missing settings. The log: dashboard, Edge Functions, api, Logs`,
    }
  readObject(
    answer,
    `Remove VITE_API_URL from ${settings.file}, or set it to https://<ref>.supabase.co/functions/v1/api`,
  )
  return { what: `Another program responds at this address (HTTP ${status}), not the function.`, where, fix: deploy }
}
