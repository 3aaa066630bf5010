import type { CatalogueModel } from '../../supabase/functions/api/catalogue/catalogue.ts'
import { listEndpoints, type ProviderModel } from '../../supabase/functions/api/catalogue/provider-model.ts'
import type { ListedEndpoint, Mode } from './listed-endpoint.ts'
import type { Ask, Source } from './sources.ts'

/** The parts of a model that every provider of the model must support. */
type Offered = Pick<CatalogueModel, 'aspectRatios' | 'resolutions'>

const MODES: readonly Mode[] = ['text', 'image']
/** The kinds of input whose documents are only looked up, because their fields differ from model to model. */
const FURTHER = { references: 'reference images', extend: 'a video to extend', edit: 'a video to edit' } as const

/**
 * The result of comparing a catalogue model with the provider's list. `missing` lists what jobs need and the provider
 * no longer has. `added` lists what the provider now also supports. `unusable`: our adapter can't call the endpoint as it
 * is described.
 */
export type ModelComparison =
  | { kind: 'same' }
  | { kind: 'gone'; paths: string[] }
  | { kind: 'unusable'; path: string; obstacle: string }
  | { kind: 'changed'; endpoints: ListedEndpoint[]; missing: string[]; added: string[] }

interface ComparedModel {
  model: CatalogueModel
  comparison: ModelComparison
}

/** Compares the models that are on with the provider's documents. `npm run models -- --check` and the doctor use it. */
export async function compareCatalogue(
  provider: string,
  source: Source,
  models: readonly CatalogueModel[],
  ask: Ask,
  url: string,
): Promise<{ listed: ListedEndpoint[]; compared: ComparedModel[] }> {
  const used = models.flatMap((model) => {
    const made = model.providers[provider]
    return model.isOn && made ? [{ model, made }] : []
  })
  const paths = used.flatMap(({ made }) => listEndpoints(made).map(({ path }) => path))
  const listed = await source.read(ask, url, [...new Set(paths)])
  return { listed, compared: used.map(({ model, made }) => ({ model, comparison: compareModel(model, made, listed) })) }
}

export function compareModel(offered: Offered, made: ProviderModel, list: readonly ListedEndpoint[]): ModelComparison {
  const { upscale } = made
  if (upscale)
    return list.some(({ path }) => path === upscale.path) ? { kind: 'same' } : { kind: 'gone', paths: [upscale.path] }
  const modes = MODES.filter((mode) => made[mode])
  const endpoints = modes.flatMap((mode) => findEndpoint(made, mode, list) ?? [])
  if (endpoints.length === 0)
    return { kind: 'gone', paths: [...new Set(modes.flatMap((mode) => made[mode]?.path ?? []))] }
  const faulty = endpoints.find(({ obstacle }) => obstacle)
  if (faulty) return { kind: 'unusable', path: faulty.path, obstacle: faulty.obstacle }
  const missing = [
    ...modes.filter((mode) => !findEndpoint(made, mode, list)).map((mode) => (mode === 'text' ? 'text' : 'an image')),
    ...endpoints.flatMap((endpoint) => findMissing(offered, made, endpoint)),
    ...findMissingKinds(made, list).map((kind) => FURTHER[kind]),
  ]
  const added = endpoints.flatMap((endpoint) => findAdded(made, endpoint))
  if (missing.length === 0 && added.length === 0) return { kind: 'same' }
  return { kind: 'changed', endpoints, missing: [...new Set(missing)], added: [...new Set(added)] }
}

function findMissingKinds(made: ProviderModel, list: readonly ListedEndpoint[]): (keyof typeof FURTHER)[] {
  const kinds = Object.keys(FURTHER) as (keyof typeof FURTHER)[]
  return kinds.filter((kind) => made[kind] && !list.some(({ path }) => path === made[kind]?.path))
}

function findEndpoint(made: ProviderModel, mode: Mode, list: readonly ListedEndpoint[]): ListedEndpoint | undefined {
  return list.find((one) => one.mode === mode && one.path === made[mode]?.path)
}

function findMissing(
  { aspectRatios: ratios, resolutions }: Offered,
  made: ProviderModel,
  endpoint: ListedEndpoint,
): string[] {
  const { accepts = [], alwaysHasSound = false } = made[endpoint.mode] ?? {}
  const { resolution } = { ...made.fixed, ...made[endpoint.mode]?.fixed }
  return [
    ...omit(made.durations, endpoint.durations).map((seconds) => `${seconds} s`),
    ...(accepts.includes('aspectRatio') ? omit(ratios, endpoint.aspectRatios) : []),
    ...omit(typeof resolution === 'string' ? [resolution] : [], endpoint.resolutions),
    ...(accepts.includes('resolution')
      ? omit(
          resolutions.map(({ name }) => name),
          endpoint.resolutions,
        )
      : []),
    ...(endpoint.sound === false && accepts.includes('sound') && !alwaysHasSound ? ['sound'] : []),
    ...(endpoint.seed === false && accepts.includes('seed') ? ['a seed'] : []),
    ...(endpoint.negativePrompt === false && accepts.includes('negativePrompt') ? ['a negative prompt'] : []),
  ]
}

function findAdded(made: ProviderModel, endpoint: ListedEndpoint): string[] {
  const accepts = made[endpoint.mode]?.accepts ?? []
  return [
    ...(endpoint.sound && !accepts.includes('sound') ? ['sound'] : []),
    ...(endpoint.seed && !accepts.includes('seed') ? ['a seed'] : []),
  ]
}

function omit<T>(wanted: readonly T[], offered: readonly T[] | null): T[] {
  return offered ? wanted.filter((one) => !offered.includes(one)) : []
}

/** Groups the endpoints that no model of the catalogue uses by the provider's name for the model. */
export function groupNewEndpoints(
  provider: string,
  models: readonly Pick<CatalogueModel, 'providers'>[],
  list: readonly ListedEndpoint[],
): Map<string, ListedEndpoint[]> {
  const known = new Set(models.flatMap(({ providers: { [provider]: made } }) => [made?.text?.path, made?.image?.path]))
  const fresh = list.filter(({ path, isAssumed }) => !isAssumed && !known.has(path))
  return Map.groupBy(fresh, ({ model }) => model)
}
