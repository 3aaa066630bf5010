import type { FormKind } from '@contract/inputs'
import { describeTooManyReferences, describeVoiceLength, VOICE_CONSENT_MISSING } from '@contract/sentences'
import type { Model } from '@/config/models'
import type { FormProblem } from '../inputs/validate'
import type { FittedInputs } from './advanced-inputs'
import { ADVANCED_TEXT, describeUnfitModel, describeUnfitResolution, describeUnfitVoice, PROMPT_MISSING } from './text'

interface Facts {
  /** The state of the form's first image. */
  image: 'none' | 'preparing' | 'ready'
  /** Whether the last frame is being prepared. */
  isLastBusy: boolean
  hasPrompt: boolean
  /** Returns false only if the video certainly doesn't exist. */
  isKnown(jobId: string): boolean
  /** Returns the kind of a model's job with the members of the cast that the prompt names. Null if it names none. */
  getCastKind(model: Model): FormKind | null
}

/** Returns the first problem of the advanced inputs, or else of a compared model that can't use them. */
export function findInputProblem(fitted: FittedInputs, models: readonly Model[], facts: Facts): FormProblem | null {
  const message = findFault(fitted, models, facts)
  if (message) return { field: 'image', message }
  const voiceFault = findVoiceFault(fitted, models)
  if (voiceFault) return { field: 'voice', message: voiceFault }
  const { kind } = fitted
  const isPlain = kind === 'text' || kind === 'image'
  if (!isPlain && !facts.hasPrompt && models.some(({ inputs }) => inputs?.[kind]?.needsPrompt)) {
    return { field: 'prompt', message: PROMPT_MISSING[kind] }
  }
  const unfit = findUnfitModel(fitted, models, facts)
  return unfit === null ? null : { field: 'model', message: unfit }
}

function findFault({ kind, references, source }: FittedInputs, [model]: readonly Model[], facts: Facts): string | null {
  switch (kind) {
    case 'frames':
      if (facts.isLastBusy) return ADVANCED_TEXT.lastPreparing
      return facts.image === 'none' ? ADVANCED_TEXT.firstMissing : null
    case 'image':
    case 'text':
      return kind === 'image' && facts.isLastBusy ? ADVANCED_TEXT.lastPreparing : null
    case 'references': {
      const max = model?.inputs?.references?.max ?? 0
      const isCastSent = model && facts.getCastKind(model) === 'references'
      if (references.length === 0) return isCastSent ? null : ADVANCED_TEXT.referencesMissing
      if (references.some(({ fault }) => fault !== null)) return ADVANCED_TEXT.referenceFaulty
      if (references.some(({ image }) => image === null)) return ADVANCED_TEXT.referencesPreparing
      return references.length > max ? describeTooManyReferences(references.length, max, model?.name ?? '') : null
    }
    case 'extend':
    case 'edit':
      return source && facts.isKnown(source.jobId) ? null : ADVANCED_TEXT.sourceGone
    default:
      return kind satisfies never
  }
}

function findVoiceFault({ voice }: FittedInputs, [model]: readonly Model[]): string | null {
  const limits = model?.inputs?.references?.audio
  if (!voice || !limits) return null
  return describeVoiceLength(voice.seconds, limits, model.name) ?? (voice.hasConsent ? null : VOICE_CONSENT_MISSING)
}

/** Returns a message about the first compared model that can't use the chosen model's inputs. */
function findUnfitModel(
  { kind, references, voice, resolution }: FittedInputs,
  models: readonly Model[],
  { getCastKind }: Facts,
): string | null {
  for (const model of models.slice(1)) {
    const { name, inputs, makesFrom } = model
    // Without references of the form itself, a model that takes none starts from the prompt.
    const isText = kind === 'references' && references.length === 0 && getCastKind(model) === 'text'
    if (isText && !makesFrom.text) return describeUnfitModel(name, 'text')
    const isPlain = kind === 'text' || kind === 'image' || isText
    if (!isPlain && !inputs?.[kind]) return describeUnfitModel(name, kind)
    const taken = inputs?.references
    if (kind === 'references' && taken) {
      if (references.length > taken.max) return describeTooManyReferences(references.length, taken.max, name)
      if (references.some(({ role }) => !taken.roles.includes(role))) return describeUnfitModel(name, kind)
      if (voice && !taken.audio) return describeUnfitVoice(name)
      const fault = voice && taken.audio && describeVoiceLength(voice.seconds, taken.audio, name)
      if (fault) return fault
    }
    const isOffered = inputs?.resolutions.some((one) => one.name === resolution)
    if (resolution !== undefined && !isOffered) return describeUnfitResolution(name, resolution)
  }
  return null
}
