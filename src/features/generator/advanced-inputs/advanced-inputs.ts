// The further inputs that the user gave, and what a model can use of them. The rest is kept for the next model.
import type { InputKind, ModelInputs, ReferenceRole } from '@contract/inputs'
import { getInputKind } from '@contract/pricing'
import type { Fields } from '@/state/jobs/fields'
import type { PreparedImage } from '../image/image'

export interface Reference {
  /** The name of the reference in this list, which stays when it moves. */
  key: string
  role: ReferenceRole
  /** The name of the file. */
  name: string
  /** Null while it is prepared, and with a fault. */
  image: PreparedImage | null
  /** The sentence that says why the file can't be used. */
  fault: string | null
}

/** A video to continue or edit. */
export interface Source {
  jobId: string
  use: 'extend' | 'edit'
}

export interface AdvancedInputs {
  /** The images that a video starts from in image mode, where the model takes both. */
  start: 'frame' | 'references'
  last: PreparedImage | null
  references: readonly Reference[]
  source: Source | null
  /** The name of a resolution. Null for the model's first one. */
  resolution: string | null
}

export const NO_ADVANCED_INPUTS: AdvancedInputs = {
  start: 'frame',
  last: null,
  references: [],
  source: null,
  resolution: null,
}

/** The part of the inputs that is sent. */
export interface FittedInputs {
  kind: InputKind
  last: PreparedImage | null
  references: readonly Reference[]
  source: Source | null
  /** Undefined for the model's first one. */
  resolution: string | undefined
}

/**
 * Returns what a model uses of the inputs.
 * @param inputs what the model takes; null for nothing but a prompt and a first image
 * @param hasImage true if the form has a first image
 */
export function fitAdvancedInputs(
  wanted: AdvancedInputs,
  inputs: ModelInputs | null,
  mode: Fields['mode'],
  hasImage: boolean,
): FittedInputs {
  const resolution = inputs?.resolutions.slice(1).find(({ name }) => name === wanted.resolution)?.name
  const nothing = { last: null, references: [], source: null, resolution }
  if (mode === 'text') return { ...nothing, kind: 'text' }
  const { source } = wanted
  if (source && inputs?.[source.use]) return { ...nothing, kind: source.use, source }
  if (wanted.start === 'references' && inputs?.references) {
    const { roles } = inputs.references
    const references = wanted.references.map((one) => ({ ...one, role: fitRole(one.role, roles) }))
    return { ...nothing, kind: 'references', references }
  }
  const last = inputs?.frames ? wanted.last : null
  // A last frame alone is of this kind too, and the form says what is missing.
  const kind = getInputKind({ image: hasImage ? 'first' : undefined, lastImage: last ? 'last' : undefined })
  return { ...nothing, kind, last }
}

/** Returns the role as a model knows it. */
export function fitRole(role: ReferenceRole, roles: readonly ReferenceRole[]): ReferenceRole {
  return roles.includes(role) ? role : (roles[0] ?? role)
}

/** Returns a list with one item moved to another place. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const left = items.toSpliced(from, 1)
  return left.toSpliced(to, 0, ...items.slice(from, from + 1))
}
