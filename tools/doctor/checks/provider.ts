import {
  DEFAULT_PROVIDER,
  getKeySetting,
  getUrlSetting,
  needsKey,
  PROVIDER_NAMES,
  type ProviderName,
  type ProviderSettings,
  parseProviders,
} from '../../../supabase/functions/api/catalogue/provider-settings.ts'
import {
  describeProviderRefusal,
  type ProviderRefusal,
} from '../../../supabase/functions/api/services/jobs/provider-refusal.ts'
import { readComfyAccess } from '../../../supabase/functions/api/services/providers/comfyui.ts'
import { createKlingAuthorization } from '../../../supabase/functions/api/services/providers/kling.ts'
import { readServerAccess } from '../../../supabase/functions/api/services/providers/own-gpu/openai-server.ts'
import { readServedModels } from '../../../supabase/functions/api/services/providers/own-gpu/openai-server-wire.ts'
import { createRunwayHeaders } from '../../../supabase/functions/api/services/providers/runway.ts'
import { describeUnreachable } from '../../project/provider-address.ts'
import { type Check, type CheckResponse, type Context, type Problem, readObject } from './check.ts'
import { type Setting, type Settings, setAndDeploy } from './settings.ts'

/** A provider, and the name of the setting with its key. */
type Asked = ProviderSettings & { keySetting: string }

/** Checks Pollo. GET /credit/balance is documented and returns {availableCredits, totalCredits}. */
async function checkPollo(provider: Asked, { settings, ask }: Context): Promise<Problem[]> {
  const answer = await ask(`${provider.url}/credit/balance`, { headers: { 'x-api-key': provider.key } })
  // For a wrong key, 401 is documented, and Pollo has also returned 403 and 404.
  if ([401, 403, 404].includes(answer.status))
    return [reportRefused(provider, settings, answer, 'https://api.pollo.ai/api-keys')]
  const body = readObject(answer, 'Check that the provider is up, then run the doctor again')
  const { availableCredits } = (body.data ?? body) as { availableCredits?: number }
  if (typeof availableCredits !== 'number') return [reportUnknown(answer)]
  if (availableCredits > 0) return []
  return [
    {
      what: 'The Pollo account has no credits, so every job is refused.',
      where: answer.url,
      fix: 'Buy credits: https://pollo.ai/api-platform',
    },
  ]
}

/**
 * Checks fal with an undocumented request: the status of a request that doesn't exist. For a wrong key, fal has
 * returned 401.
 */
async function checkFal(provider: Asked, { settings, ask }: Context): Promise<Problem[]> {
  const url = `${provider.url}/fal-ai/veo3/requests/00000000-0000-0000-0000-000000000000/status`
  const answer = await ask(url, { headers: { authorization: `Key ${provider.key}` } })
  if ([401, 403].includes(answer.status))
    return [reportRefused(provider, settings, answer, 'https://fal.ai/dashboard/keys')]
  return answer.status >= 500 ? [reportUnknown(answer)] : []
}

/**
 * Checks OpenRouter. GET /key is documented and returns {data: {limit_remaining}}, which is null for a key without a
 * limit.
 */
async function checkOpenRouter(provider: Asked, { settings, ask }: Context): Promise<Problem[]> {
  const answer = await ask(`${provider.url}/key`, { headers: { authorization: `Bearer ${provider.key}` } })
  if ([401, 403].includes(answer.status))
    return [reportRefused(provider, settings, answer, 'https://openrouter.ai/settings/keys')]
  const body = readObject(answer, 'Check that the provider is up, then run the doctor again')
  const { limit_remaining } = (body.data ?? {}) as { limit_remaining?: number | null }
  if (limit_remaining === undefined) return [reportUnknown(answer)]
  if (limit_remaining === null || limit_remaining > 0) return []
  return [
    {
      what: 'The OpenRouter key has reached its limit, so every job is refused.',
      where: answer.url,
      fix: 'Raise the limit: https://openrouter.ai/settings/keys',
    },
  ]
}

/**
 * Checks Kling. GET /account/costs is documented, free, and limited to one call per second. A successful response has
 * code 0. The balance in it is up to 12 hours old, so it isn't checked.
 */
async function checkKling(provider: Asked, { settings, ask, now }: Context): Promise<Problem[]> {
  const end = now().getTime()
  const keys = { apiKey: provider.key, apiSecret: provider.secret }
  const answer = await ask(`${provider.url}/account/costs?start_time=${end - DAY_MS}&end_time=${end}`, {
    headers: await createKlingAuthorization(keys, now()),
  })
  if ([401, 403].includes(answer.status))
    return [reportRefused(provider, settings, answer, 'https://kling.ai/dev/api-key')]
  const { code } = readObject(answer, 'Check that the provider is up, then run the doctor again') as { code?: number }
  return code === 0 ? [] : [reportUnknown(answer)]
}
const DAY_MS = 24 * 60 * 60_000

/** Checks Runway. GET /v1/organization returns {creditBalance}, as in the types of @runwayml/sdk. */
async function checkRunway(provider: Asked, { settings, ask }: Context): Promise<Problem[]> {
  const answer = await ask(`${provider.url}/v1/organization`, { headers: createRunwayHeaders(provider.key) })
  if ([401, 403].includes(answer.status)) return [reportRefused(provider, settings, answer, 'https://dev.runwayml.com')]
  const { creditBalance } = readObject(answer, 'Check that the provider is up, then run the doctor again') as {
    creditBalance?: number
  }
  if (typeof creditBalance !== 'number') return [reportUnknown(answer)]
  if (creditBalance > 0) return []
  return [
    {
      what: 'The Runway account has no credits, so every job is refused.',
      where: answer.url,
      fix: 'Buy credits: https://dev.runwayml.com',
    },
  ]
}

/** Checks ComfyUI, as observed in version 0.3.64. The function's log lists what its workflows lack. */
async function checkComfyUI(provider: Asked, { settings, ask }: Context): Promise<Problem[]> {
  const { baseUrl, authorization } = readComfyAccess(provider.url, provider.key)
  const answer = await ask(`${baseUrl}/system_stats`, { headers: authorization })
  if ([401, 403].includes(answer.status))
    return [reportRefused(provider, settings, answer, 'the proxy in front of ComfyUI')]
  return answer.status < 300 && answer.json !== undefined ? [] : [reportUnknown(answer)]
}

/**
 * Checks an OpenAI server. GET /v1/models is documented and lists the server's models. The function's log lists what
 * the catalogue's models lack.
 */
async function checkOpenAiServer(provider: Asked, { settings, ask }: Context): Promise<Problem[]> {
  const { baseUrl, authorization } = readServerAccess(provider.url, provider.key)
  const answer = await ask(`${baseUrl}/v1/models`, { headers: authorization })
  if ([401, 403].includes(answer.status)) return [reportRefused(provider, settings, answer, 'your video server')]
  return answer.status < 300 && readServedModels(answer.json) ? [] : [reportUnknown(answer)]
}

const reportRefused = ({ keySetting }: Asked, settings: Settings, answer: CheckResponse, page: string): Problem => ({
  what: `The provider rejects ${keySetting} (HTTP ${answer.status}), so every job would fail.`,
  where: answer.url.replace(/\?.*/, ''),
  fix: setAndDeploy(settings, `${keySetting} to a key from ${page}`),
})
const reportUnknown = (answer: CheckResponse): Problem => ({
  what: `The provider returned HTTP ${answer.status}, so the key can't be checked.`,
  where: answer.url,
  fix: 'Check that the provider is up, then run the doctor again',
})

const CHECKS: Record<ProviderName, (provider: Asked, context: Context) => Promise<Problem[]>> = {
  pollo: checkPollo,
  fal: checkFal,
  openrouter: checkOpenRouter,
  kling: checkKling,
  runway: checkRunway,
  comfyui: checkComfyUI,
  'openai-server': checkOpenAiServer,
}

/** Returns the keys that the providers in these settings lack. */
export function listMissingKeys({ env }: Settings): Setting[] {
  const missing = (parseProviders(env) ?? []).filter(({ name, key }) => needsKey(name) && !key)
  return missing.map(({ name }) => getKeySetting(env, name) as Setting)
}

async function checkProvider(provider: ProviderSettings, context: Context): Promise<Problem[]> {
  const { settings } = context
  const setting = getUrlSetting(settings.env, provider.name)
  // A server for a team may be in the same network as the provider.
  const unreachable = settings.isOneServer
    ? null
    : describeUnreachable(provider.name, setting, settings.env[setting] ?? '')
  if (unreachable)
    return [{ what: unreachable, where: settings.file, fix: setAndDeploy(settings, `${setting} to such an address`) }]
  return CHECKS[provider.name]({ ...provider, keySetting: getKeySetting(settings.env, provider.name) }, context)
}

export const PROVIDER_CHECKS: Check[] = [
  {
    name: 'provider key',
    needs: listMissingKeys,
    async run(context) {
      const { settings } = context
      const providers = parseProviders(settings.env)
      if (providers) return (await Promise.all(providers.map((each) => checkProvider(each, context)))).flat()
      const names = [...PROVIDER_NAMES, 'none']
      if (names.includes(settings.VIDEO_PROVIDER || DEFAULT_PROVIDER)) {
        const fix = `Correct the setting in ${settings.file}`
        return [{ what: 'A provider\'s setting is invalid: see "function settings".', where: settings.file, fix }]
      }
      const fix = setAndDeploy(settings, `VIDEO_PROVIDER to one of ${names.join(', ')}`)
      return [{ what: 'VIDEO_PROVIDER is not a known provider.', where: settings.file, fix }]
    },
  },
  {
    name: 'provider refusals',
    needs: [['SUPABASE_DB_PASSWORD', 'SUPABASE_ACCESS_TOKEN']],
    after: ['migrations'],
    async run({ settings, sql }) {
      const refusals = await sql<ProviderRefusal>(REFUSALS)
      return refusals.map((refusal) => ({
        what: describeProviderRefusal(refusal),
        where: 'private.refusing_providers',
        fix: describeMending(refusal, settings),
      }))
    },
  },
]

const REFUSALS = `select provider, refuses, words,
    to_char(refused_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as refused_at
  from private.refusing_providers order by provider`

/**
 * Returns the fix for a provider's refusal. The refusal's text contains the reason. The report disappears after the
 * next job that the provider accepts.
 */
function describeMending({ provider, refuses }: ProviderRefusal, settings: Settings): string {
  if (refuses === 'account') return `Check the API key and the balance of ${provider}, then generate a video`
  const name = PROVIDER_NAMES.find((known) => known === provider)
  const setting = name ? getUrlSetting(settings.env, name) : 'VIDEO_API_URL'
  if (provider === 'comfyui')
    return `Check ${setting}. Install the node or the file that the answer names, or export the workflow again, then generate a video`
  const entry =
    provider === 'openai-server'
      ? "Start a server with OpenAI's /v1/videos there"
      : 'Leave it empty for the address of the provider'
  return `Check ${setting}. ${entry}. Correct path, accepts, and fixed of the model in models.json, deploy, then generate a video`
}
