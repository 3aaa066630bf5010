// Reads the options of `npm run try`, and checks everything that can be checked before a video is ordered. The message
// of every error is for the operator.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type CatalogueModel, priceModel, readCatalogue } from '../../supabase/functions/api/catalogue/catalogue.ts'
import { getEnding } from '../../supabase/functions/api/catalogue/ending.ts'
import * as settings from '../../supabase/functions/api/catalogue/provider-settings.ts'
import { parseEnv } from '../../supabase/functions/api/env.ts'
import { createProviders } from '../../supabase/functions/api/services/providers/create-providers.ts'
import { type CreateRequest, getDeliveredSeconds } from '../../supabase/functions/api/services/providers/provider.ts'

const USAGE = 'npm run try -- --provider NAME --at-most CREDITS [--model ID] [--yes]'
const PROMPT = 'A paper boat drifts across a calm lake at dawn. Water laps softly, and a bird calls.'

export function readOptions(args: string[]) {
  const text = { type: 'string', default: '' } as const
  const options = { provider: text, model: text, 'at-most': text, yes: { type: 'boolean', default: false } } as const
  const { provider, model, yes, 'at-most': atMost } = parseArgs({ args, options }).values
  if (!settings.isProvider(provider)) {
    const fault = provider ? `Unknown provider: ${provider}.` : 'Missing --provider: the provider to try.'
    throw new Error(`${fault} Known providers: ${settings.PROVIDER_NAMES.join(', ')}.\n${USAGE}`)
  }
  if (!/^[1-9]\d{0,6}$/.test(atMost))
    throw new Error(`--at-most must be a whole number of credits, 1 or more (got "${atMost}").\n${USAGE}`)
  return { provider, model, atMost: Number(atMost), yes }
}

interface PlanDeps {
  settings: Readonly<Record<string, string | undefined>>
  models: unknown
  workflows: Readonly<Record<string, unknown>>
  fetch: typeof globalThis.fetch
  now: () => Date
  jobId?: string
}
export type Plan = ReturnType<typeof planVideo>

/** Plans one video from text, as short as the model offers. `model`: the cheapest one if it is empty. */
export function planVideo({ provider: name, model: id, atMost }: ReturnType<typeof readOptions>, deps: PlanDeps) {
  const set = Object.fromEntries(Object.entries(deps.settings).filter(([, value]) => value))
  const keySetting = settings.getKeySetting(set, name)
  if (settings.needsKey(name) && !set[keySetting]) throw new Error(`Set ${keySetting} to your key from ${name}.`)
  if (!settings.listProviders(set).includes(name))
    throw new Error(`Set ${settings.getUrlSetting(set, name)} to the address of your server.`)
  const unused = { SUPABASE_URL: 'http://localhost', SUPABASE_SECRET_KEY: 'unused' }
  const env = parseEnv({ ...unused, ...selectSettings(set, name) })
  const catalogue = readCatalogue(deps.models)
  const { model, made, endpoint } = chooseModel(catalogue.models, name, id, deps.now())
  const provider = createProviders(env, catalogue, deps).find(name)
  if (!provider) throw new Error(`${name} isn't in use.`)
  const [resolution = null] = endpoint.accepts.includes('resolution') ? model.resolutions.map((one) => one.name) : []
  const { credits } = priceModel(model, { kind: 'text', resolution: resolution ?? undefined })
  if (credits > atMost) throw new Error(`${model.name} costs ${credits} credits, more than --at-most ${atMost}.`)
  const [duration = { seconds: 0, estimateSeconds: { from: 0, to: 0 } }] = model.durations.toSorted(
    (a, b) => a.seconds - b.seconds,
  )
  const request: CreateRequest = {
    ...{ jobId: deps.jobId ?? randomUUID(), model: model.id, kind: 'text', prompt: PROMPT, negativePrompt: '' },
    ...{ durationSeconds: duration.seconds, aspectRatio: model.aspectRatios[0] ?? '16:9', seed: 7, resolution },
    ...{ generateAudio: true, image: null, lastImage: null, references: [], audio: null, source: null },
  }
  const url = new URL(env.providers[0]?.url ?? '')
  const isUsual = settings.readProviders({ VIDEO_PROVIDER: name })[0]?.url === env.providers[0]?.url
  return {
    provider,
    model,
    /** The provider's name for the model. */
    path: endpoint.path,
    request,
    credits,
    /** The seconds that the provider is asked for. */
    seconds: getDeliveredSeconds(made, duration.seconds),
    estimateSeconds: duration.estimateSeconds,
    /** The resolution that is asked for, or ''. */
    resolution: String({ ...made.fixed, ...endpoint.fixed }.resolution ?? resolution ?? ''),
    hasSound: endpoint.accepts.includes('sound'),
    intervalSeconds: env.VIDEO_STATUS_INTERVAL_SECONDS,
    url: url.href,
    secrets: settings.PROVIDER_SECRETS.flatMap((setting) => set[setting] ?? []),
    /** The names of a server that isn't the provider's own. A report must not contain them. */
    ownHosts: isUsual ? [] : [url.host, url.hostname],
  }
}

/**
 * Returns the settings without those of other providers, whose faults don't matter here, and without PUBLIC_API_URL,
 * because the deployed API knows nothing of this job.
 */
function selectSettings(set: PlanDeps['settings'], provider: settings.ProviderName) {
  const isMain = settings.readMainProvider(set) === provider
  const others = settings.PROVIDER_NAMES.filter((name) => name !== provider).map(settings.nameSettings)
  const isOther = (setting: string) =>
    setting === 'PUBLIC_API_URL' ||
    others.some((names) => Object.values(names).includes(setting)) ||
    (!isMain && setting.startsWith('VIDEO_') && setting in settings.providerShape)
  return Object.fromEntries(Object.entries(set).filter(([setting]) => !isOther(setting)))
}

function chooseModel(models: readonly CatalogueModel[], provider: string, id: string, now: Date) {
  const offered = models
    .flatMap((model) => {
      const made = model.providers[provider]
      return model.isOn && !getEnding(model, models, now)?.isOver && made?.text
        ? [{ model, made, endpoint: made.text }]
        : []
    })
    .toSorted((a, b) => a.model.credits - b.model.credits)
  const chosen = id ? offered.find(({ model }) => model.id === id) : offered[0]
  if (chosen) return chosen
  const list = offered.map(({ model }) => model.id).join(', ') || 'none'
  throw new Error(`${provider} has no model "${id}" that starts from text. Its models: ${list}.`)
}

/** Describes what would be ordered, before the operator agrees. */
export function describePlan({ provider, model, request, seconds, credits, resolution, hasSound, url }: Plan): string {
  const ordered = [`${request.durationSeconds} s`, request.aspectRatio, resolution, hasSound ? 'sound' : 'no sound']
  return `One video from ${provider.name} at ${url}
  model    ${model.name} (${model.id})
  ordered  ${ordered.filter(Boolean).join(', ')}; the provider delivers ${seconds} s
  price    ${credits} credits here. ${provider.name} charges your account its own price.`
}
