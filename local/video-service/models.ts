// The stand-in's models: each model that the catalogue has at the provider, by its path there.
import {
  type Catalogue,
  type CatalogueModel,
  getMaxPromptLength,
} from '../../supabase/functions/api/catalogue/catalogue.ts'

/** The provider whose wire format this is. */
const PROVIDER = 'pollo'

export interface Model {
  lengths: readonly number[]
  defaultLength: number
  aspectRatios: readonly string[]
  maxPromptLength: number
  /** Null: the field is ignored. */
  maxNegativePromptLength: number | null
  readsSeed: boolean
  /** `generateAudio` is read only when true. */
  makesSound: boolean
  creditsPerSecond: number
}

export function readModels({ models }: Pick<Catalogue, 'models'>): ReadonlyMap<string, Model> {
  return new Map(models.flatMap(getModels))
}

function getModels(model: CatalogueModel): [path: string, model: Model][] {
  const made = model.providers[PROVIDER]
  if (!made) return []
  const endpoints = [made.text, made.image].filter((endpoint) => endpoint !== undefined)
  return endpoints.map(({ path }) => {
    // From a prompt and from an image it may be the same path.
    const here = endpoints.filter((endpoint) => endpoint.path === path)
    const takes = here.flatMap((endpoint) => endpoint.takes)
    const asked = model.durations.map(({ seconds }) => seconds)
    return [
      path,
      {
        // The product's direct mode sends what was asked for, as specified, and a try-out should not end with a refusal.
        lengths: [...new Set([...made.durations, ...asked])].sort((a, b) => a - b),
        defaultLength: asked[0] ?? Math.min(...made.durations),
        aspectRatios: model.aspectRatios,
        maxPromptLength: getMaxPromptLength(model, made),
        maxNegativePromptLength: Math.max(0, ...here.map((one) => one.maxNegativePrompt ?? 0)) || null,
        readsSeed: takes.includes('seed'),
        makesSound: takes.includes('sound'),
        creditsPerSecond: Math.ceil(model.credits / Math.max(...asked)),
      },
    ]
  })
}
