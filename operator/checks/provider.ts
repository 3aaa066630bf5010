import { DEFAULT_PROVIDER, type Env, needsKey } from '../../supabase/functions/api/env.ts'
import { readComfyAccess } from '../../supabase/functions/api/services/providers/comfyui.ts'
import { createKlingAuthorization } from '../../supabase/functions/api/services/providers/kling.ts'
import { createRunwayHeaders } from '../../supabase/functions/api/services/providers/runway.ts'
import { unreachableProvider } from '../provider-address.ts'
import { type Answer, type Check, type Context, object, type Problem } from './check.ts'
import { type Setting, type Settings, setAndDeploy } from './settings.ts'

/** Documented: GET /credit/balance answers {availableCredits, totalCredits}. */
async function checkPollo({ settings, ask }: Context): Promise<Problem[]> {
  const base = settings.VIDEO_API_URL || 'https://pollo.ai/api/platform'
  const answer = await ask(`${base}/credit/balance`, { headers: { 'x-api-key': settings.VIDEO_API_KEY } })
  // For a wrong key 401 is documented; 403 and 404 have been seen.
  if ([401, 403, 404].includes(answer.status)) return [refused(settings, answer, 'https://api.pollo.ai/api-keys')]
  const body = object(answer, 'Check that the provider is up, then run the doctor again')
  const { availableCredits } = (body.data ?? body) as { availableCredits?: number }
  if (typeof availableCredits !== 'number') return [unknown(answer)]
  if (availableCredits > 0) return []
  return [
    {
      what: 'The Pollo account has no credits, so every job is refused.',
      where: answer.url,
      fix: 'Buy credits: https://pollo.ai/api-platform',
    },
  ]
}

/** Undocumented: the status of a request that does not exist. For a wrong key 401 has been seen. */
async function checkFal({ settings, ask }: Context): Promise<Problem[]> {
  const base = settings.VIDEO_API_URL || 'https://queue.fal.run'
  const url = `${base}/fal-ai/veo3/requests/00000000-0000-0000-0000-000000000000/status`
  const answer = await ask(url, { headers: { authorization: `Key ${settings.VIDEO_API_KEY}` } })
  if ([401, 403].includes(answer.status)) return [refused(settings, answer, 'https://fal.ai/dashboard/keys')]
  return answer.status >= 500 ? [unknown(answer)] : []
}

/** Documented: GET /key answers {data: {limit_remaining}}, null for a key without a limit. */
async function checkOpenRouter({ settings, ask }: Context): Promise<Problem[]> {
  const base = settings.VIDEO_API_URL || 'https://openrouter.ai/api/v1'
  const answer = await ask(`${base}/key`, { headers: { authorization: `Bearer ${settings.VIDEO_API_KEY}` } })
  if ([401, 403].includes(answer.status)) return [refused(settings, answer, 'https://openrouter.ai/settings/keys')]
  const body = object(answer, 'Check that the provider is up, then run the doctor again')
  const { limit_remaining } = (body.data ?? {}) as { limit_remaining?: number | null }
  if (limit_remaining === undefined) return [unknown(answer)]
  if (limit_remaining === null || limit_remaining > 0) return []
  return [
    {
      what: 'The OpenRouter key has reached its limit, so every job is refused.',
      where: answer.url,
      fix: 'Raise the limit: https://openrouter.ai/settings/keys',
    },
  ]
}

/** Documented: GET /account/costs is free, once a second; its answer has code 0. What is left is not known for 12 hours. */
async function checkKling({ settings, ask, now }: Context): Promise<Problem[]> {
  const base = settings.VIDEO_API_URL || 'https://api-singapore.klingai.com'
  const end = now().getTime()
  const keys = { apiKey: settings.VIDEO_API_KEY, apiSecret: settings.VIDEO_API_SECRET }
  const answer = await ask(`${base}/account/costs?start_time=${end - DAY_MS}&end_time=${end}`, {
    headers: await createKlingAuthorization(keys, now()),
  })
  if ([401, 403].includes(answer.status)) return [refused(settings, answer, 'https://kling.ai/dev/api-key')]
  const { code } = object(answer, 'Check that the provider is up, then run the doctor again') as { code?: number }
  return code === 0 ? [] : [unknown(answer)]
}
const DAY_MS = 24 * 60 * 60_000

/** In the types of @runwayml/sdk: GET /v1/organization answers {creditBalance}. */
async function checkRunway({ settings, ask }: Context): Promise<Problem[]> {
  const base = settings.VIDEO_API_URL || 'https://api.dev.runwayml.com'
  const answer = await ask(`${base}/v1/organization`, { headers: createRunwayHeaders(settings.VIDEO_API_KEY) })
  if ([401, 403].includes(answer.status)) return [refused(settings, answer, 'https://dev.runwayml.com')]
  const { creditBalance } = object(answer, 'Check that the provider is up, then run the doctor again') as {
    creditBalance?: number
  }
  if (typeof creditBalance !== 'number') return [unknown(answer)]
  if (creditBalance > 0) return []
  return [
    {
      what: 'The Runway account has no credits, so every job is refused.',
      where: answer.url,
      fix: 'Buy credits: https://dev.runwayml.com',
    },
  ]
}

/** Seen in ComfyUI 0.3.64. What its workflows lack stands in the function's log. */
async function checkComfyUI({ settings, ask }: Context): Promise<Problem[]> {
  const { baseUrl, authorization } = readComfyAccess(settings.VIDEO_API_URL, settings.VIDEO_API_KEY)
  const answer = await ask(`${baseUrl}/system_stats`, { headers: authorization })
  if ([401, 403].includes(answer.status)) return [refused(settings, answer, 'the proxy in front of ComfyUI')]
  return answer.status < 300 && answer.json !== undefined ? [] : [unknown(answer)]
}

const refused = (settings: Settings, answer: Answer, page: string): Problem => ({
  what: `The provider rejects VIDEO_API_KEY (HTTP ${answer.status}), so every job would fail.`,
  where: answer.url.replace(/\?.*/, ''),
  fix: setAndDeploy(settings, `VIDEO_API_KEY to a key from ${page}`),
})
const unknown = (answer: Answer): Problem => ({
  what: `The provider returned HTTP ${answer.status}, so the key can't be checked.`,
  where: answer.url,
  fix: 'Check that the provider is up, then run the doctor again',
})

const PROVIDERS: Record<Env['VIDEO_PROVIDER'], (context: Context) => Promise<Problem[]>> = {
  pollo: checkPollo,
  fal: checkFal,
  openrouter: checkOpenRouter,
  kling: checkKling,
  runway: checkRunway,
  comfyui: checkComfyUI,
  none: async () => [],
}

const isProvider = (name: string): name is Env['VIDEO_PROVIDER'] => Object.hasOwn(PROVIDERS, name)

export const needsProviderKey = ({ VIDEO_PROVIDER: provider }: Settings): Setting[] =>
  needsKey(provider || DEFAULT_PROVIDER) ? ['VIDEO_API_KEY'] : []

export const PROVIDER_CHECKS: Check[] = [
  {
    name: 'provider key',
    needs: needsProviderKey,
    async run(context) {
      const { settings } = context
      const name = settings.VIDEO_PROVIDER || DEFAULT_PROVIDER
      const unreachable = unreachableProvider(name, settings.VIDEO_API_URL)
      if (unreachable)
        return [
          { what: unreachable, where: settings.file, fix: setAndDeploy(settings, 'VIDEO_API_URL to such an address') },
        ]
      if (isProvider(name)) return PROVIDERS[name](context)
      const fix = setAndDeploy(settings, `VIDEO_PROVIDER to one of ${Object.keys(PROVIDERS).join(', ')}`)
      return [{ what: 'VIDEO_PROVIDER is not a known provider.', where: settings.file, fix }]
    },
  },
]
