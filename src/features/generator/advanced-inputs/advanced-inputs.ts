// Defines the advanced inputs: last frame, references, voice, source video, and resolution. Inputs that the chosen model can't
// use are saved for the next model.

import { fitRole } from '@contract/cast-plan'
import type { FormKind, ModelInputs, ReferenceRole } from '@contract/inputs'
import { getInputKind } from '@contract/pricing'
import type { Voice } from '@/components/voice/voice-intake'
import type { Fields } from '@/state/jobs/fields'
import type { PreparedImage } from '../image/image'

export interface Reference {
  /** The reference's ID in this list. A move doesn't change it. */
  key: string
  role: ReferenceRole
  /** The file name. */
  name: string
  /** The prepared image. Null during preparation and after an error. */
  image: PreparedImage | null
  /** The message that explains why the file can't be used. */
  fault: string | null
}

/** A video to continue or edit. */
export interface Source {
  jobId: string
  use: 'extend' | 'edit'
}

export interface AdvancedInputs {
  /** The images that a video starts from in image mode, if the model accepts both kinds. */
  start: 'frame' | 'references'
  last: PreparedImage | null
  references: readonly Reference[]
  voice: Voice | null
  source: Source | null
  /** The name of a resolution. Null for the model's first one. */
  resolution: string | null
}

export const NO_ADVANCED_INPUTS: AdvancedInputs = {
  start: 'frame',
  last: null,
  references: [],
  voice: null,
  source: null,
  resolution: null,
}

/** The inputs that are sent. */
export interface FittedInputs {
  kind: FormKind
  last: PreparedImage | null
  references: readonly Reference[]
  voice: Voice | null
  source: Source | null
  /** Undefined for the model's first resolution. */
  resolution: string | undefined
}

/**
 * Returns the inputs that a model uses.
 * @param inputs the inputs that the model accepts; null if only a prompt and a first image
 * @param hasImage true if the form has a first image
 */
export function fitAdvancedInputs(
  wanted: AdvancedInputs,
  inputs: ModelInputs | null,
  mode: Fields['mode'],
  hasImage: boolean,
): FittedInputs {
  const resolution = inputs?.resolutions.slice(1).find(({ name }) => name === wanted.resolution)?.name
  const nothing = { last: null, references: [], voice: null, source: null, resolution }
  if (mode === 'text') return { ...nothing, kind: 'text' }
  const { source } = wanted
  if (source && inputs?.[source.use]) return { ...nothing, kind: source.use, source }
  if (wanted.start === 'references' && inputs?.references) {
    const { roles, audio } = inputs.references
    const references = wanted.references.map((one) => ({ ...one, role: fitRole(one.role, roles) }))
    const voice = audio && references.length > 0 ? wanted.voice : null
    return { ...nothing, kind: 'references', references, voice }
  }
  const last = inputs?.frames ? wanted.last : null
  // A last frame alone also has this kind. The form then asks for the first frame.
  const kind = getInputKind({ image: hasImage ? 'first' : undefined, lastImage: last ? 'last' : undefined })
  return { ...nothing, kind, last }
}

/** Lists the sent values. An item changes whenever the request would change. */
export function listSent({ kind, last, references, voice, source, resolution }: FittedInputs): readonly unknown[] {
  const each = references.flatMap(({ key, role, image, fault }) => [key, role, image, fault])
  return [kind, last, voice, source, resolution, ...each]
}

/** Returns the list with one item moved to another position. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const left = items.toSpliced(from, 1)
  return left.toSpliced(to, 0, ...items.slice(from, from + 1))
}
