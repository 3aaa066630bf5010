// Builds and adapts entries of models.json from a provider's documents.
import type { CatalogueModel } from '../../supabase/functions/api/catalogue/catalogue.ts'
import type { ProviderModel } from '../../supabase/functions/api/catalogue/provider-model.ts'
import type { ListedEndpoint } from '../listed-models/listed-endpoint.ts'

/** The aspect ratios of the catalogue. */
const RATIOS = ['16:9', '9:16', '1:1']
const MAX_SECONDS = 60
/** The durations that most models of the catalogue offer. */
const USUAL_SECONDS = [5, 10]
const MAX_OFFERED = 3
/** The number of lines of the resolution that most models of the catalogue have. */
const USUAL_LINES = 720
const ESTIMATE = { from: 60, to: 300 }
/** The lowest limits among the models in the catalogue, for a document that has none. */
const MAX_PROMPT_LENGTH = 2000
const MAX_NEGATIVE_PROMPT = 500

/** An entry in the format of models.json. */
export type RawEntry = Record<string, unknown> & { id: string; providers: Record<string, unknown> }

/** The facts of a new model that a person gives. */
export interface Naming {
  name: string
  credits: number
  /** If absent, the entry gets a description that says whether the video has sound. */
  description: string | undefined
  maker: string
  logo: string
}

interface BuildOptions {
  /** Whether the videos have sound that no field turns off. */
  alwaysHasSound: boolean
}

/** The facts of one model in its provider's documents. */
interface Described {
  durations: number[]
  /** Null: the documents list no aspect ratios. */
  ratios: string[] | null
  made: Record<string, unknown>
}

/** Reads a model's endpoints. Returns a reason instead if they lack information or the adapter can't call them. */
function describeEndpoints(
  endpoints: readonly ListedEndpoint[],
  options: BuildOptions,
): { described: Described } | { reason: string } {
  const faulty = endpoints.find(({ obstacle }) => obstacle)
  if (faulty) return { reason: `${faulty.path}: ${faulty.obstacle}` }
  const durations = intersect(endpoints.map((one) => one.durations))?.filter(
    (seconds) => Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_SECONDS,
  )
  if (!durations?.length) return { reason: 'the document gives no durations' }
  const listed = intersect(endpoints.map(({ aspectRatios }) => aspectRatios))
  const ratios = listed && RATIOS.filter((ratio) => listed.includes(ratio))
  if (ratios?.length === 0) return { reason: `it has no aspect ratio of ${RATIOS.join(', ')}` }
  if (options.alwaysHasSound && endpoints.some(({ sound }) => sound))
    return { reason: 'it has a field for sound, so "--sound always" is wrong' }
  return { described: { durations, ratios, made: buildProviderModel(endpoints, durations, options) } }
}

/** Builds the entry of a model that the catalogue doesn't have. */
export function buildEntry(
  provider: string,
  endpoints: readonly ListedEndpoint[],
  { name, credits, description, maker, logo }: Naming,
  options: BuildOptions,
): { entry: RawEntry } | { reason: string } {
  const read = describeEndpoints(endpoints, options)
  if ('reason' in read) return read
  const { durations, ratios, made } = read.described
  const hasSound = options.alwaysHasSound || endpoints.some(({ sound }) => sound)
  const id = makeId(name)
  return {
    entry: {
      id,
      name,
      maker,
      description: description ?? (hasSound ? 'Video with sound' : 'Video without sound'),
      logo,
      path: `${provider}/${id}`,
      credits,
      isOn: true,
      durations: chooseOffered(durations).map((seconds) => ({ seconds, estimateSeconds: ESTIMATE })),
      aspectRatios: ratios ?? RATIOS.slice(0, 1),
      maxPromptLength: findLimit(endpoints, ({ maxPrompt }) => maxPrompt) ?? MAX_PROMPT_LENGTH,
      providers: { [provider]: made },
    },
  }
}

/** Adds a provider to an entry, as the last one. The entry offers the same as before. */
export function addProvider(
  provider: string,
  raw: RawEntry,
  endpoints: readonly ListedEndpoint[],
  options: BuildOptions,
): { entry: RawEntry } | { reason: string } {
  const read = describeEndpoints(endpoints, options)
  if ('reason' in read) return read
  const { durations, ratios, made } = read.described
  const offered = raw as unknown as Pick<CatalogueModel, 'durations' | 'aspectRatios' | 'maxPromptLength'>
  const longest = Math.max(...durations)
  const tooLong = offered.durations.find(({ seconds }) => seconds > longest)
  if (tooLong) return { reason: `${raw.id} offers ${tooLong.seconds} s, but its longest duration is ${longest} s` }
  const lacked = offered.aspectRatios.find((ratio) => ratios?.includes(ratio) === false)
  if (lacked) return { reason: `${raw.id} offers ${lacked}, which it doesn't have` }
  const limit = findLimit(endpoints, ({ maxPrompt }) => maxPrompt) ?? MAX_PROMPT_LENGTH
  const own = { ...made, ...(limit < offered.maxPromptLength && { maxPromptLength: limit }) }
  return { entry: { ...raw, providers: { ...raw.providers, [provider]: own } } }
}

function buildProviderModel(
  endpoints: readonly ListedEndpoint[],
  durations: number[],
  options: BuildOptions,
): Record<string, unknown> {
  const unit = endpoints.find(({ durationUnit }) => durationUnit)?.durationUnit
  const resolution = chooseResolution(intersect(endpoints.map((one) => one.resolutions)) ?? [])
  const image = endpoints.find(({ mode, lastImage }) => mode === 'image' && lastImage)
  return {
    durations,
    ...(unit && { durationUnit: unit }),
    ...(resolution && { fixed: { resolution } }),
    ...Object.fromEntries(endpoints.map((one) => [one.mode, buildEndpoint(one, options, ['image'])])),
    ...(image && { frames: buildEndpoint(image, options, ['image', 'lastImage']) }),
  }
}

/** The names that the adapters send without `names`. */
const USUAL_NAMES = { image: 'image_url', lastImage: 'end_image_url' }

function buildEndpoint(endpoint: ListedEndpoint, { alwaysHasSound }: BuildOptions, images: ('image' | 'lastImage')[]) {
  const { path, mode, aspectRatios, seed, sound, negativePrompt, needsPrompt } = endpoint
  const accepts = [
    ...(aspectRatios ? ['aspectRatio'] : []),
    ...(negativePrompt ? ['negativePrompt'] : []),
    ...(seed ? ['seed'] : []),
    ...(sound || alwaysHasSound ? ['sound'] : []),
  ]
  const fields = { image: endpoint.imageField, lastImage: endpoint.lastImageField }
  const unusual = mode === 'image' ? images.filter((name) => fields[name] && fields[name] !== USUAL_NAMES[name]) : []
  return {
    path,
    accepts,
    ...(negativePrompt && { maxNegativePrompt: endpoint.maxNegativePrompt ?? MAX_NEGATIVE_PROMPT }),
    ...(needsPrompt && { needsPrompt }),
    ...(alwaysHasSound && { alwaysHasSound }),
    ...(unusual.length > 0 && { names: Object.fromEntries(unusual.map((name) => [name, fields[name]])) }),
  }
}

/** Returns the entry adapted to the provider's current documents. The price doesn't change. */
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
        ...(isLost && { fixed: { ...made.fixed, resolution: chooseResolution(resolutions) } }),
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
  const { accepts = [], alwaysHasSound = false } = made[mode] ?? {}
  const isRefused: Record<string, boolean> = {
    aspectRatio: aspectRatios?.length === 0,
    negativePrompt: negativePrompt === false,
    seed: seed === false,
    sound: sound === false && !alwaysHasSound,
  }
  const kept = accepts.filter((field) => !isRefused[field])
  const added = [
    ...(seed && !accepts.includes('seed') ? ['seed'] : []),
    ...(sound && !accepts.includes('sound') ? ['sound'] : []),
  ]
  const { maxNegativePrompt: _limit, ...rest } = own as { maxNegativePrompt?: number }
  return { ...(isRefused.negativePrompt ? rest : own), accepts: [...kept, ...added] }
}

/** Returns the entry without the provider. The entry is off if no other provider has the model. */
export function retireEntry(provider: string, raw: RawEntry): RawEntry {
  const { [provider]: _gone, ...others } = raw.providers
  return Object.keys(others).length > 0 ? { ...raw, providers: others } : { ...raw, isOn: false }
}

/** Returns the values that all given lists contain, or null if no list is given. */
function intersect<T>(lists: readonly (readonly T[] | null)[]): T[] | null {
  const said = lists.filter((one) => one !== null)
  return said[0] ? said[0].filter((value) => said.every((one) => one.includes(value))) : null
}

/** Returns the lowest limit that the documents state. */
function findLimit(
  endpoints: readonly ListedEndpoint[],
  read: (endpoint: ListedEndpoint) => number | null,
): number | null {
  const limits = endpoints.map(read).filter((limit) => limit !== null)
  return limits.length > 0 ? Math.min(...limits) : null
}

/** Returns the resolution that is nearest to the usual one, or else the first one. */
function chooseResolution(resolutions: readonly string[]): string | undefined {
  const measureDistance = (name: string) =>
    /^\d+p$/i.test(name) ? Math.abs(Number.parseInt(name, 10) - USUAL_LINES) : Number.POSITIVE_INFINITY
  return resolutions.toSorted((a, b) => measureDistance(a) - measureDistance(b))[0]
}

function chooseOffered(durations: number[]): number[] {
  if (durations.length <= MAX_OFFERED) return durations
  const usual = USUAL_SECONDS.filter((seconds) => durations.includes(seconds))
  return usual.length > 0 ? usual : [Math.min(...durations), Math.max(...durations)]
}

export function makeId(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[.-]+|-+$/g, '')
    .slice(0, 50)
}
