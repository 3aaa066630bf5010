// Calculates the price of a job, for the page and the server. Pages load this file, so it doesn't import zod.
import type { InputKind, ModelInputs } from './inputs.ts'

interface GivenInput {
  image?: string | undefined
  lastImage?: string | undefined
  references?: readonly unknown[] | undefined
  source?: { use: 'extend' | 'edit' | 'frame' } | undefined
}

/** Returns the kind of input in a request. The server checks whether the inputs can be combined. */
export function getInputKind({ image, lastImage, references, source }: GivenInput): InputKind {
  if (source && source.use !== 'frame') return source.use
  if (references?.length) return 'references'
  if (lastImage) return 'frames'
  return image ? 'image' : 'text'
}

interface Priced {
  id: string
  credits: number
  durations?: readonly { seconds: number; adds?: number | undefined }[]
  inputs: Priceable | null
}
interface Choice {
  kind: InputKind
  resolution?: string | undefined
  /** The job's duration in seconds. */
  length?: number | undefined
}
/** The fields of ModelInputs that have prices. */
type Priceable = Pick<ModelInputs, 'resolutions'> & {
  [Kind in keyof Omit<ModelInputs, 'resolutions'>]?: { adds: number } | undefined
}

/**
 * Returns the price of a job in credits, and the `source` of its hold. A source has the model's ID and each option that
 * adds to the price, such as `veo-3.1:1080p:extend` or `seedance-2.5:30s`.
 */
export function priceJob(
  { id, credits, durations = [], inputs }: Priced,
  { kind, resolution, length }: Choice,
): { credits: number; source: string } {
  const parts = [
    { name: `${length}s`, adds: durations.find(({ seconds }) => seconds === length)?.adds ?? 0 },
    { name: resolution, adds: inputs?.resolutions.find(({ name }) => name === resolution)?.adds ?? 0 },
    { name: kind, adds: (kind !== 'text' && kind !== 'image' && inputs?.[kind]?.adds) || 0 },
  ].filter(({ adds }) => adds > 0)
  return {
    credits: parts.reduce((sum, part) => sum + part.adds, credits),
    source: [id, ...parts.map(({ name }) => name)].join(':'),
  }
}

/** Returns the model's ID from the `source` of a hold. */
export function getPricedModel(source: string): string {
  return source.split(':')[0] ?? source
}
