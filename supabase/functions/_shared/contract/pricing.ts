// The price of a job, for the page and the server alike. It imports no zod, because pages load it.
import type { InputKind, ModelInputs } from './inputs.ts'

interface GivenInput {
  image?: string | undefined
  lastImage?: string | undefined
  references?: readonly unknown[] | undefined
  source?: { use: 'extend' | 'edit' | 'frame' } | undefined
}

/** Returns which kind of input a request has. Whether its parts go together is for the server to check. */
export function getInputKind({ image, lastImage, references, source }: GivenInput): InputKind {
  if (source && source.use !== 'frame') return source.use
  if (references?.length) return 'references'
  if (lastImage) return 'frames'
  return image ? 'image' : 'text'
}

interface Priced {
  id: string
  credits: number
  inputs: Priceable | null
}
interface Choice {
  kind: InputKind
  resolution?: string | undefined
}
/** The part of ModelInputs that has prices. */
type Priceable = Pick<ModelInputs, 'resolutions'> & {
  [Kind in keyof Omit<ModelInputs, 'resolutions'>]?: { adds: number } | undefined
}

/**
 * Returns what a job costs in credits, and the `source` of its hold: the model's ID and each choice that adds to the price, such as
 * `veo-3.1:1080p:extend`.
 */
export function priceJob(
  { id, credits, inputs }: Priced,
  { kind, resolution }: Choice,
): { credits: number; source: string } {
  const parts = [
    { name: resolution, adds: inputs?.resolutions.find(({ name }) => name === resolution)?.adds ?? 0 },
    { name: kind, adds: (kind !== 'text' && kind !== 'image' && inputs?.[kind]?.adds) || 0 },
  ].filter(({ adds }) => adds > 0)
  return {
    credits: parts.reduce((sum, part) => sum + part.adds, credits),
    source: [id, ...parts.map(({ name }) => name)].join(':'),
  }
}

/** Returns the model's ID in the `source` of a hold. */
export function getPricedModel(source: string): string {
  return source.split(':')[0] ?? source
}
