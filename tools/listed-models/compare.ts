import type { CatalogueModel, ProviderModel } from '../../supabase/functions/api/catalogue/catalogue.ts'
import type { ListedEndpoint, Mode } from './listed-endpoint.ts'

/** The parts of a model that every provider of the model must support. */
type Offered = Pick<CatalogueModel, 'aspectRatios' | 'resolutions'>

const MODES: readonly Mode[] = ['text', 'image']

/**
 * The result of comparing a catalogue model with the provider's list. `missing` lists what jobs need and the provider
 * no longer has. `added` lists what the provider now also supports.
 */
export type ModelComparison =
  | { kind: 'same' }
  | { kind: 'gone'; paths: string[] }
  | { kind: 'changed'; endpoints: ListedEndpoint[]; missing: string[]; added: string[] }

export function compareModel(offered: Offered, made: ProviderModel, list: readonly ListedEndpoint[]): ModelComparison {
  const modes = MODES.filter((mode) => made[mode])
  const endpoints = modes.flatMap((mode) => findEndpoint(made, mode, list) ?? [])
  if (endpoints.length === 0)
    return { kind: 'gone', paths: [...new Set(modes.flatMap((mode) => made[mode]?.path ?? []))] }
  const missing = [
    ...modes.filter((mode) => !findEndpoint(made, mode, list)).map((mode) => (mode === 'text' ? 'text' : 'an image')),
    ...endpoints.flatMap((endpoint) => findMissing(offered, made, endpoint)),
  ]
  const added = endpoints.flatMap((endpoint) => findAdded(made, endpoint))
  if (missing.length === 0 && added.length === 0) return { kind: 'same' }
  return { kind: 'changed', endpoints, missing: [...new Set(missing)], added: [...new Set(added)] }
}

function findEndpoint(made: ProviderModel, mode: Mode, list: readonly ListedEndpoint[]): ListedEndpoint | undefined {
  return list.find((one) => one.mode === mode && one.path === made[mode]?.path)
}

function findMissing(
  { aspectRatios: ratios, resolutions }: Offered,
  made: ProviderModel,
  endpoint: ListedEndpoint,
): string[] {
  const takes = made[endpoint.mode]?.takes ?? []
  const { resolution } = { ...made.fixed, ...made[endpoint.mode]?.fixed }
  return [
    ...omit(made.durations, endpoint.durations).map((seconds) => `${seconds} s`),
    ...(takes.includes('aspectRatio') ? omit(ratios, endpoint.aspectRatios) : []),
    ...omit(typeof resolution === 'string' ? [resolution] : [], endpoint.resolutions),
    ...(takes.includes('resolution')
      ? omit(
          resolutions.map(({ name }) => name),
          endpoint.resolutions,
        )
      : []),
    ...(endpoint.sound === false && takes.includes('sound') ? ['sound'] : []),
    ...(endpoint.seed === false && takes.includes('seed') ? ['a seed'] : []),
    ...(endpoint.negativePrompt === false && takes.includes('negativePrompt') ? ['a negative prompt'] : []),
  ]
}

function findAdded(made: ProviderModel, endpoint: ListedEndpoint): string[] {
  const takes = made[endpoint.mode]?.takes ?? []
  return [
    ...(endpoint.sound && !takes.includes('sound') ? ['sound'] : []),
    ...(endpoint.seed && !takes.includes('seed') ? ['a seed'] : []),
  ]
}

function omit<T>(wanted: readonly T[], offered: readonly T[] | null): T[] {
  return offered ? wanted.filter((one) => !offered.includes(one)) : []
}

/** Groups the endpoints that no model of the catalogue uses by model. */
export function groupNewEndpoints(
  provider: string,
  models: readonly Pick<CatalogueModel, 'providers'>[],
  list: readonly ListedEndpoint[],
): Map<string, ListedEndpoint[]> {
  const known = new Set(models.flatMap(({ providers: { [provider]: made } }) => [made?.text?.path, made?.image?.path]))
  const fresh = list.filter(({ path, isAssumed }) => !isAssumed && !known.has(path))
  return Map.groupBy(fresh, ({ group }) => group)
}
