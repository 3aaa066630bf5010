// Reads the stand-in's models. A model is stored under its path at the provider.
import { INPUT_KINDS, type InputKind } from '../../supabase/functions/_shared/contract/inputs.ts'
import {
  type Catalogue,
  type CatalogueModel,
  getMaxPromptLength,
} from '../../supabase/functions/api/catalogue/catalogue.ts'
import type { Endpoint, ProviderModel } from '../../supabase/functions/api/catalogue/provider-model.ts'

/** The providers whose wire formats the stand-in speaks. */
type StandIn = 'pollo' | 'fal'

export interface Model {
  /** The lengths in seconds. */
  lengths: readonly number[]
  defaultLength: number
  aspectRatios: readonly string[]
  maxPromptLength: number
  /** The limit in characters, or null if the field is ignored. */
  maxNegativePromptLength: number | null
  readsSeed: boolean
  /** Whether the model generates sound. `generateAudio` is read only in this case. */
  makesSound: boolean
  /** Whether the model refuses an image without a prompt. */
  needsPrompt: boolean
  /** The kinds of input that the path accepts. */
  kinds: ReadonlySet<InputKind>
  /** The maximum number of reference images, or 0 if the catalogue sets no limit. */
  maxReferences: number
  /** Whether the path takes a voice beside the references. Others ignore the field. */
  takesVoice: boolean
  creditsPerSecond: number
}

export function readModels({ models }: Pick<Catalogue, 'models'>, provider: StandIn): ReadonlyMap<string, Model> {
  return new Map(models.flatMap((model) => getModels(model, provider)))
}

function getModels(model: CatalogueModel, provider: StandIn): [path: string, model: Model][] {
  const made = model.providers[provider]
  if (!made) return []
  const endpoints = getEndpoints(made)
  return endpoints.map(([, { path, seconds }]) => {
    // Text and image requests can share one path.
    const here = endpoints.filter(([, endpoint]) => endpoint.path === path)
    const accepts = here.flatMap(([, endpoint]) => endpoint.accepts)
    const asked = model.durations.map(({ seconds }) => seconds)
    // Direct mode sends the requested length unchanged, and a user's first try should not end with a refusal.
    const direct = provider === 'pollo' ? asked : []
    const lengths = seconds ? [seconds] : [...new Set([...made.durations, ...direct])].sort((a, b) => a - b)
    return [
      path,
      {
        lengths,
        defaultLength: lengths.find((length) => length >= (asked[0] ?? 0)) ?? Math.max(...lengths),
        aspectRatios: model.aspectRatios,
        maxPromptLength: getMaxPromptLength(model, made),
        maxNegativePromptLength: Math.max(0, ...here.map(([, one]) => one.maxNegativePrompt ?? 0)) || null,
        readsSeed: accepts.includes('seed'),
        makesSound: accepts.includes('sound'),
        needsPrompt: here.every(([, endpoint]) => endpoint.needsPrompt),
        maxReferences: Math.max(0, ...here.map(([, { max }]) => max ?? 0)),
        takesVoice: here.some(([, { audio }]) => audio !== undefined),
        kinds: new Set(here.map(([kind]) => kind)),
        creditsPerSecond: Math.ceil(model.credits / Math.max(...asked)),
      },
    ]
  })
}

function getEndpoints(made: ProviderModel): [kind: InputKind, endpoint: Endpoint][] {
  return INPUT_KINDS.flatMap((kind) => (made[kind] ? [[kind, made[kind]]] : []))
}
