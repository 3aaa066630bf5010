// Contains the texts about advanced inputs. They load with the first model that accepts one.
import type { FormKind, ModelInputs, ReferenceRole } from '@contract/inputs'
import type { Model } from '@/config/models'
import type { AdvancedInputs } from './advanced-inputs'

export const ADVANCED_TEXT = {
  firstMissing: 'Add a first frame. A last frame needs one.',
  lastPreparing: "We're still preparing your last frame. Click Generate Video again in a moment.",
  referencesMissing: 'Add at least one reference image, or start from a first frame.',
  referencesPreparing: "We're still preparing your references. Click Generate Video again in a moment.",
  referenceFaulty: "We can't use one of your references. Remove it.",
  sourceGone: 'The video you selected was deleted. Remove it, or choose another one.',
  sourceReplaced: 'Your image replaced the video in the form. Undo brings it back.',
  uploadFailed:
    "We couldn't upload your files, so nothing was started. You weren't charged. Check your connection and try again.",
  frameFailed: "We couldn't read a frame of this video. Choose another one.",
} as const

/** Messages for input kinds that require a prompt. */
export const PROMPT_MISSING = {
  frames: 'Describe what happens between the two frames.',
  references: 'Describe what happens with your references.',
  extend: 'Describe what happens next in your video.',
  edit: 'Describe what to change in your video.',
} as const

/** Placeholders of the prompt. */
export const PROMPT_HINTS: Partial<Record<FormKind, string>> = {
  extend: 'Describe what happens next',
  edit: 'Describe what to change',
}

export const ROLE_NAMES: Readonly<Record<ReferenceRole, string>> = {
  character: 'Character',
  object: 'Object',
  style: 'Style',
}

const listAny = new Intl.ListFormat('en', { type: 'disjunction' })

/** Returns a note about inputs that the chosen model can't use and that are saved. Empty if the model can use all. */
export function describeUnusedInput(
  { name, inputs }: Pick<Model, 'name' | 'inputs'>,
  wanted: AdvancedInputs,
  isImageMode: boolean,
): string {
  const { last, references, voice, source, resolution } = wanted
  const given: { name: string; isMany?: boolean; isKept: boolean }[] = [
    { name: 'a last frame', isKept: last !== null && !inputs?.frames },
    { name: 'references', isMany: true, isKept: references.length > 0 && !inputs?.references },
    { name: 'a voice', isKept: voice !== null && !inputs?.references?.audio },
    { name: 'a video to continue', isKept: source?.use === 'extend' && !inputs?.extend },
    { name: 'a video to edit', isKept: source?.use === 'edit' && !inputs?.edit },
  ]
  const kept = isImageMode ? given.filter(({ isKept }) => isKept) : []
  const isUnknown = resolution !== null && !inputs?.resolutions.some((one) => one.name === resolution)
  const isMany = kept.length + (isUnknown ? 1 : 0) > 1 || kept.some((one) => one.isMany)
  const facts = [
    ...(kept.length > 0 ? [`doesn't use ${listAny.format(kept.map((one) => one.name))}`] : []),
    ...(isUnknown ? [`doesn't offer ${resolution}`] : []),
  ]
  if (facts.length === 0) return ''
  return `${name} ${facts.join(' and ')}. We'll keep ${isMany ? 'them' : 'it'} for a model that does.`
}

const UNFIT: Readonly<Record<FormKind, readonly [what: string, way: string]>> = {
  text: ['start from a prompt', 'Choose another model'],
  image: ['start from an image', 'Choose another model'],
  frames: ['use a last frame', 'Remove the last frame'],
  references: ['use references', 'Start from a first frame'],
  extend: ['continue a video', 'Remove the video'],
  edit: ['edit a video', 'Remove the video'],
}

/** Returns a message about a compared model that can't use the inputs. */
export function describeUnfitModel(name: string, kind: FormKind): string {
  const [what, way] = UNFIT[kind]
  return `${name} can't ${what}. ${way}, or remove ${name} from the comparison.`
}

export function describeUnfitVoice(name: string): string {
  return `${name} can't use a voice. Remove the voice, or remove ${name} from the comparison.`
}

export function describeUnfitResolution(name: string, resolution: string): string {
  return `${name} doesn't offer ${resolution}. Choose another resolution, or remove ${name} from the comparison.`
}

/**
 * Returns a message about files that were left out, because the model accepts no more references.
 * @param max references that the model accepts
 */
export function describeLeftOut(modelName: string, max: number, names: readonly string[]): string {
  const list = new Intl.ListFormat('en').format(names)
  return `${modelName} takes ${max === 1 ? '1 reference' : `${max} references`}, so we left out ${list}.`
}

/** Returns a reference's new position as text. `place` starts at 1. */
export function describePosition(name: string, place: number, count: number): string {
  return `${name} is now reference ${place} of ${count}.`
}

/** Says how much a model adds to a video if the chosen duration doesn't matter. */
export function describeExtension(seconds: number): string {
  return `Adds ${seconds} seconds, whatever duration you choose.`
}

/** Returns the credits that an input kind adds to the price. */
export function getAddedCredits(inputs: ModelInputs | null, kind: 'frames' | 'references' | 'extend' | 'edit'): number {
  return inputs?.[kind]?.adds ?? 0
}
