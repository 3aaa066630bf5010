// Builds entries of models.json from a provider's list. They have the price 0, which the server refuses at start until
// the operator sets a price.
import type { CatalogueModel, ProviderModel } from '../../supabase/functions/api/catalogue/catalogue.ts'
import type { ListedEndpoint } from '../listed-models/listed-endpoint.ts'

/** The aspect ratios of the catalogue. */
const RATIOS = ['16:9', '9:16', '1:1']
const MAX_SECONDS = 60
/** The durations that most models of the catalogue offer. */
const USUAL_SECONDS = [5, 10]
const MAX_OFFERED = 3
const USUAL_RESOLUTION = '720p'
const ESTIMATE = { from: 60, to: 300 }
/** The lowest limit among each provider's models in the catalogue. */
const MAX_PROMPT_LENGTH = 2000
const MAX_NEGATIVE_PROMPT = 500

/** The logos in public/images/models. */
const LOGOS = ['kling', 'veo-3', 'wan', 'runway', 'seedance', 'ltx']

/** An entry in the format of models.json. */
export type RawEntry = Record<string, unknown> & { id: string; providers: Record<string, unknown> }

/** Builds an entry. Returns a reason instead if the list lacks information or the adapter can't call the model. */
export function buildEntry(
  provider: string,
  endpoints: readonly ListedEndpoint[],
  models: readonly RawEntry[],
): { entry: RawEntry } | { reason: string } {
  const usable = endpoints.filter(({ obstacle }) => !obstacle)
  const [first] = usable
  if (!first) return { reason: endpoints[0]?.obstacle ?? '' }
  const durations = intersect(usable.map((one) => one.durations))?.filter(
    (seconds) => Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_SECONDS,
  )
  if (!durations?.length) return { reason: 'the list gives no durations' }
  const listed = intersect(usable.map(({ aspectRatios }) => aspectRatios))
  const ratios = RATIOS.filter((ratio) => listed?.includes(ratio))
  if (listed && ratios.length === 0) return { reason: `it has no aspect ratio of ${RATIOS.join(', ')}` }
  const made = buildProviderModel(usable, durations)
  const id = makeId(first.group)
  const namesake = models.find((one) => one.id === id)
  if (namesake && fits(namesake, provider, durations, listed))
    return { entry: { ...namesake, providers: { ...namesake.providers, [provider]: made } } }
  const ownId = namesake ? `${id}-${provider}` : id
  return {
    entry: {
      id: ownId,
      name: first.name.slice(0, 60),
      maker: first.maker.slice(0, 60),
      description: first.sound ? 'Video with sound' : 'Video without sound',
      logo: `/images/models/${LOGOS.find((logo) => ownId.startsWith(logo.replace(/-\d+$/, ''))) ?? ownId}.svg`,
      path: `${provider}/${ownId}`,
      credits: 0,
      isOn: true,
      durations: chooseOffered(durations).map((seconds) => ({ seconds, estimateSeconds: ESTIMATE })),
      aspectRatios: ratios.length > 0 ? ratios : RATIOS.slice(0, 1),
      maxPromptLength: MAX_PROMPT_LENGTH,
      providers: { [provider]: made },
    },
  }
}

/** Returns whether a provider supports everything that the entry offers, so that one entry can name both providers. */
function fits(raw: RawEntry, provider: string, delivered: number[], listed: string[] | null): boolean {
  const { durations, aspectRatios } = raw as unknown as Pick<CatalogueModel, 'durations' | 'aspectRatios'>
  const longest = Math.max(...delivered)
  return (
    !(provider in raw.providers) &&
    durations.every(({ seconds }) => seconds <= longest) &&
    aspectRatios.every((ratio) => listed?.includes(ratio) ?? true)
  )
}

function buildProviderModel(endpoints: readonly ListedEndpoint[], durations: number[]): Record<string, unknown> {
  const unit = endpoints.find(({ durationUnit }) => durationUnit)?.durationUnit
  const resolutions = intersect(endpoints.map((one) => one.resolutions))
  const resolution = resolutions?.includes(USUAL_RESOLUTION) ? USUAL_RESOLUTION : resolutions?.[0]
  return {
    durations,
    ...(unit && { durationUnit: unit }),
    ...(resolution && { fixed: { resolution } }),
    ...Object.fromEntries(endpoints.map((endpoint) => [endpoint.mode, buildEndpoint(endpoint)])),
  }
}

function buildEndpoint({ path, aspectRatios, seed, sound, negativePrompt, needsPrompt }: ListedEndpoint) {
  const takes = [
    ...(aspectRatios ? ['aspectRatio'] : []),
    ...(negativePrompt ? ['negativePrompt'] : []),
    ...(seed ? ['seed'] : []),
    ...(sound ? ['sound'] : []),
  ]
  return {
    path,
    takes,
    ...(negativePrompt && { maxNegativePrompt: MAX_NEGATIVE_PROMPT }),
    ...(needsPrompt && { needsPrompt }),
  }
}

/** Returns the entry adapted to the provider's current list. The price doesn't change. */
export function adaptEntry(
  provider: string,
  raw: RawEntry,
  made: ProviderModel,
  endpoints: readonly ListedEndpoint[],
): RawEntry {
  const { durations, aspectRatios } = raw as unknown as Pick<CatalogueModel, 'durations' | 'aspectRatios'>
  const own = raw.providers[provider] as Record<string, unknown>
  const listed = intersect(endpoints.map((one) => one.durations))
  const kept = made.durations.filter((seconds) => listed?.includes(seconds) ?? true)
  const delivered = kept.length > 0 ? kept : (listed ?? made.durations)
  const longest = Math.max(...delivered)
  const offered = durations.filter(({ seconds }) => seconds <= longest)
  const ratios = intersect(endpoints.map((one) => one.aspectRatios))
  const offeredRatios = aspectRatios.filter((ratio) => ratios?.includes(ratio) ?? true)
  const resolutions = intersect(endpoints.map((one) => one.resolutions))
  const { resolution } = made.fixed
  const isLost = typeof resolution === 'string' && resolutions !== null && !resolutions.includes(resolution)
  const isListed = (mode: string) => endpoints.some((endpoint) => endpoint.mode === mode)
  const rest = Object.entries(own).filter(([name]) => (name !== 'text' && name !== 'image') || isListed(name))
  return {
    ...raw,
    durations: offered.length > 0 ? offered : [{ seconds: longest, estimateSeconds: ESTIMATE }],
    aspectRatios: offeredRatios.length > 0 ? offeredRatios : aspectRatios,
    providers: {
      ...raw.providers,
      [provider]: {
        ...Object.fromEntries(rest),
        durations: delivered,
        ...(isLost && { fixed: { ...made.fixed, resolution: resolutions[0] } }),
        ...Object.fromEntries(
          endpoints.map((endpoint) => [endpoint.mode, adaptEndpoint(own[endpoint.mode] as object, made, endpoint)]),
        ),
      },
    },
  }
}

function adaptEndpoint(
  own: object,
  made: ProviderModel,
  { mode, aspectRatios, sound, seed, negativePrompt }: ListedEndpoint,
) {
  const { takes = [] } = made[mode] ?? {}
  const isRefused: Record<string, boolean> = {
    aspectRatio: aspectRatios?.length === 0,
    negativePrompt: negativePrompt === false,
    seed: seed === false,
    sound: sound === false,
  }
  const kept = takes.filter((field) => !isRefused[field])
  const added = [
    ...(seed && !takes.includes('seed') ? ['seed'] : []),
    ...(sound && !takes.includes('sound') ? ['sound'] : []),
  ]
  const { maxNegativePrompt: _limit, ...rest } = own as { maxNegativePrompt?: number }
  return { ...(isRefused.negativePrompt ? rest : own), takes: [...kept, ...added] }
}

/** Returns the entry without the provider. The entry is off if no other provider has the model. */
export function retireEntry(provider: string, raw: RawEntry): RawEntry {
  const { [provider]: _gone, ...others } = raw.providers
  return Object.keys(others).length > 0 ? { ...raw, providers: others } : { ...raw, isOn: false }
}

/** Formats an entry as in models.json, with short lists on one line. */
export function formatEntry(entry: RawEntry): string {
  return JSON.stringify(entry, null, 2).replace(
    /\[\n\s+([^[\]{}]*?)\n\s+\]/g,
    (_list, items: string) => `[${items.replace(/\n\s+/g, ' ')}]`,
  )
}

/** Returns the values that all given lists contain, or null if no list is given. */
function intersect<T>(lists: readonly (readonly T[] | null)[]): T[] | null {
  const said = lists.filter((one) => one !== null)
  return said[0] ? said[0].filter((value) => said.every((one) => one.includes(value))) : null
}

function chooseOffered(durations: number[]): number[] {
  if (durations.length <= MAX_OFFERED) return durations
  const usual = USUAL_SECONDS.filter((seconds) => durations.includes(seconds))
  return usual.length > 0 ? usual : [Math.min(...durations), Math.max(...durations)]
}

function makeId(group: string): string {
  return group
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 40)
}
