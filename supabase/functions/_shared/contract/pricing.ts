// Calculates the price of a job, for the page and the server. Pages load this file, so it doesn't import zod.
import type { FormKind, InputKind, ModelInputs } from './inputs.ts'

interface GivenInput {
  image?: string | undefined
  lastImage?: string | undefined
  references?: readonly unknown[] | undefined
  source?: { use: 'extend' | 'edit' | 'upscale' | 'frame' } | undefined
}

/** Returns the kind of input in a request. The server checks whether the inputs can be combined. */
export function getInputKind(input: GivenInput & { source?: { use: 'extend' | 'edit' | 'frame' } }): FormKind
export function getInputKind(input: GivenInput): InputKind
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
  /** The job's duration in seconds. To upscale, the duration of the source video. */
  length?: number | undefined
}
/** The fields of ModelInputs that have prices. */
type Priceable = Pick<ModelInputs, 'resolutions'> & {
  [Kind in keyof Omit<ModelInputs, 'resolutions'>]?: { adds: number } | undefined
}

/**
 * Returns the shortest duration that holds a video of this length. A length is rounded, because a file of 5 seconds often
 * plays for 5.04. Undefined if the video is too long, or its length isn't known.
 */
export function findDuration<D extends { seconds: number }>(
  durations: readonly D[],
  length = Number.NaN,
): D | undefined {
  const long = durations.filter(({ seconds }) => seconds >= Math.round(length))
  return long.find(({ seconds }) => long.every((other) => seconds <= other.seconds))
}

/**
 * Returns the price of a job in credits, and the `source` of its hold. A source has the model's ID and each option that
 * adds to the price, such as `veo-3.1:1080p:extend` or `seedance-2.5:30s`.
 */
export function priceJob(
  { id, credits, durations = [], inputs }: Priced,
  { kind, resolution, length }: Choice,
): { credits: number; source: string } {
  const duration = findDuration(durations, length)
  const parts = [
    { name: `${duration?.seconds}s`, adds: duration?.adds ?? 0 },
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
