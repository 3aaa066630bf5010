import { type Answer, type Check, object, type Problem } from './check.ts'
import { platformProblem } from './project.ts'
import { dashboard, MAKE_ADMIN, projectRef, setAndDeploy } from './settings.ts'

/** GET /health says 'degraded' from here on: the sweep runs every minute. */
const SWEEP_LATE_SECONDS = 180
/** Tokens live for an hour; with a larger skew some are refused. */
const CLOCK_SKEW_SECONDS = 60
const STRANGER = 'https://stranger.invalid'
const HEADERS_OF_OURS = ['authorization', 'content-type', 'idempotency-key', 'x-quoted-credits']
const DEPLOY = 'npm run deploy'

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
      const problem = platformProblem(health, settings, 'VITE_SUPABASE_ANON_KEY') ?? whyNotOurs(health)
      if (problem) return [problem]
      const { status, dependencies = {} } = health.json as Health
      const down = Object.keys(dependencies).filter((name) => dependencies[name] === 'down')
      const fix = 'Look into the log of the function, which names the cause: dashboard, Edge Functions, api, Logs'
      if (status === 'down' || down.length > 0)
        return [{ what: `The function runs and cannot reach: ${down.join(', ')}.`, where: health.url, fix }]
      return []
    },
  },
  {
    name: 'version of the function',
    after: ['function'],
    async run({ settings, ask, version }) {
      const [health, local] = [await ask(`${settings.VITE_API_URL}/health`), await version()]
      const deployed = (health.json as Health).version
      if (deployed === local) return []
      const what = `The function is of version ${deployed ?? 'unknown'}, and this code makes ${local}.`
      return [{ what, where: health.url, fix: DEPLOY }]
    },
  },
  {
    name: 'callers are checked by the function',
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
          ? 'The platform checks tokens before the function does (verify_jwt is on): signed-in users are refused.'
          : `A call without a valid token is answered with ${wrong.status} and not refused.`
      return [{ what, where: wrong.url, fix: DEPLOY }]
    },
  },
  {
    name: 'CORS',
    after: ['function'],
    async run({ settings, ask }) {
      const url = `${settings.VITE_API_URL}/api/credits/consume`
      const preflight = (origin: string) =>
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
        preflight(site),
        call(site),
        preflight(STRANGER),
        call(STRANGER),
      ])
      const allowed = ({ headers }: Answer) => headers.get('access-control-allow-origin')
      const list = (name: string) => (own.headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/)
      const fix = setAndDeploy(`ALLOWED_ORIGINS=${site} (or leave it out)`)
      if ([own, ownCall, foreign, foreignCall].some((answer) => allowed(answer) === '*'))
        return [{ what: 'Pages of every origin may call (*).', where: url, fix }]
      if (allowed(foreign) !== null || allowed(foreignCall) !== null)
        return [{ what: 'Pages of a foreign origin may call with the user’s credentials.', where: url, fix }]
      if (allowed(own) !== site || allowed(ownCall) !== site)
        return [{ what: `Pages of ${site} may not call: nothing on the site works.`, where: url, fix }]
      const missing = [
        ...(own.headers.get('access-control-allow-credentials') === 'true' ? [] : ['credentials']),
        ...(list('access-control-allow-methods').includes('post') ? [] : ['POST']),
        ...HEADERS_OF_OURS.filter((name) => !list('access-control-allow-headers').includes(name)),
      ]
      if (missing.length === 0) return []
      return [{ what: `Pages of ${site} may call, but without ${missing.join(', ')}.`, where: url, fix: DEPLOY }]
    },
  },
  {
    name: 'sweep',
    after: ['function'],
    async run({ settings, ask }) {
      const health = await ask(`${settings.VITE_API_URL}/health`)
      const { sweep } = health.json as Health
      const fix = `npm run deploy, which tells the schedule the address and the secret; then in ${dashboard(settings, 'sql/new')}: select status_code, content from net._http_response order by id desc limit 1;`
      const problem = (what: string) => [{ what, where: health.url, fix }]
      if (!sweep) return problem('The function does not tell when the sweep ran: it is an older one.')
      const { secondsSinceLast, backlog } = sweep
      if (secondsSinceLast === null) return problem('The sweep has never run: credits of lost jobs do not come back.')
      if (secondsSinceLast > SWEEP_LATE_SECONDS)
        return problem(
          `The sweep last ran ${secondsSinceLast} s ago and should run every minute; ${backlog} jobs and holds wait for it.`,
        )
      return []
    },
  },
  {
    name: 'test credits closed',
    after: ['function'],
    async run({ settings, ask }) {
      const answer = await ask(`${settings.VITE_API_URL}/api/credits/test/balance`)
      if (answer.status === 404) return []
      return [
        {
          what: 'The test credits are open: any user may give themselves credits.',
          where: answer.url,
          fix: `Take ENABLE_TEST_CREDITS out of the settings; npx supabase secrets unset ENABLE_TEST_CREDITS --remote=${projectRef(settings)}`,
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
              ? 'No administrator is set, or the settings of the one there is are refused: the log of the function says why.'
              : `The admin API answers ${answer.status}.`,
          where: answer.url,
          fix: MAKE_ADMIN,
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
        ? 'The answer carries no date, so clocks cannot be compared.'
        : `This machine's clock and the function's differ by ${Math.abs(skew)} s.`
      return [{ what, where: answer.url, fix: 'Set the clock of this machine: timedatectl set-ntp true' }]
    },
  },
]

function isOurs({ json }: Answer): boolean {
  return typeof json === 'object' && json !== null && 'success' in json
}

function whyNotOurs(answer: Answer): Problem | null {
  const { url: where, status } = answer
  if (isOurs(answer) && 'status' in object(answer, DEPLOY)) return null
  // https://supabase.com/docs/guides/troubleshooting/edge-function-404-error-response
  if (status === 404) return { what: 'There is no function at VITE_API_URL.', where, fix: DEPLOY }
  if (status === 401)
    return {
      what: 'The platform checks tokens before the function does (verify_jwt is on): signed-in users are refused.',
      where,
      fix: DEPLOY,
    }
  if (status >= 500)
    return {
      what: `The function does not start (${status}): most often a setting is missing, and its log lists every one.`,
      where,
      fix: 'npm run deploy, which says what is missing; the log: dashboard, Edge Functions, api, Logs',
    }
  object(answer, 'Take VITE_API_URL out of the settings, or set it to https://<ref>.supabase.co/functions/v1/api')
  return { what: `It answers ${status} and not as the function does.`, where, fix: DEPLOY }
}
