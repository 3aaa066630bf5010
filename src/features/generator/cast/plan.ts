// Plans what a job sends of the members that the form's prompt names, as the server does (services/cast/plan-cast.ts).
import type { CastMember } from '@contract/cast'
import {
  type CastReference,
  findNamedMembers,
  findVoiceMember,
  planCastReferences,
  writePrompt,
} from '@contract/cast-plan'
import type { FormKind } from '@contract/inputs'
import { getInputKind } from '@contract/pricing'
import { trimText } from '@contract/visible-text'
import type { Model } from '@/config/models'
import type { Fields } from '@/state/jobs/fields'
import type { AdvancedSnapshot } from '../inputs/advanced-snapshot'

/** The advanced inputs, as far as the cast depends on them. Null without any. */
export type GivenInputs = Pick<AdvancedSnapshot, 'kind' | 'references' | 'hasVoice'> | null

export interface CastPlan {
  model: Model
  kind: FormKind
  /** The images that are sent, in order. */
  sent: readonly CastReference<CastMember>[]
  /** The member whose voice is sent. */
  voiceOf: CastMember | null
  /** Whether the provider reads the notes. */
  hasNotes: boolean
}

/** Returns what the video starts from if that leaves no room for images of the cast. Null if it starts from the prompt. */
export function getOtherStart(mode: Fields['mode'], given: Pick<AdvancedSnapshot, 'kind'> | null) {
  const { kind = 'text' } = given ?? {}
  if (kind === 'extend' || kind === 'edit') return kind
  return mode === 'image' && kind !== 'references' ? 'frame' : null
}

/** Returns the members whose images the model gets, each as often as it gets images. */
export function planImages(
  named: readonly CastMember[],
  { inputs }: Model,
  mode: Fields['mode'],
  given: Pick<AdvancedSnapshot, 'kind' | 'references'> | null,
): CastReference<CastMember>[] {
  if (!inputs?.references || getOtherStart(mode, given)) return []
  // The IDs of the form's own images aren't known before they are uploaded.
  return planCastReferences(
    named,
    inputs.references,
    (given?.references ?? []).map((_, place) => `own-${place}`),
  )
}

/** Returns the kind of a job that names members. */
export function getCastKind(
  sent: readonly unknown[],
  given: Pick<AdvancedSnapshot, 'kind' | 'references'> | null,
): FormKind {
  const { kind = 'text', references = [] } = given ?? {}
  if (kind !== 'text' && kind !== 'references') return kind
  return getInputKind({ references: [...references, ...sent] })
}

export function planCast(
  named: readonly CastMember[],
  model: Model,
  { mode, prompt, generateAudio }: Pick<Fields, 'mode' | 'prompt' | 'generateAudio'>,
  given: GivenInputs,
): CastPlan {
  const sent = planImages(named, model, mode, given)
  const own = given?.references ?? []
  const kind = getCastKind(sent, given)
  const takesVoice = kind === 'references' && generateAudio && !given?.hasVoice
  const voiceOf = takesVoice ? findVoiceMember(named, model.inputs?.references?.audio) : null
  const references = [...own.map((role) => ({ role, member: null })), ...sent]
  const audio = given?.hasVoice ? null : (voiceOf ?? undefined)
  const { hasNotes } = writePrompt(trimText(prompt), { named, references, audio }, model.maxPromptLength)
  return { model, kind, sent, voiceOf, hasNotes }
}

/** Returns a function that finds the members named by a prompt. It keeps the last result, because many parts ask. */
export function createNameFinder(members: readonly CastMember[]): (prompt: string) => readonly CastMember[] {
  let last: { prompt: string; named: readonly CastMember[] } | undefined
  return (prompt) => {
    if (last?.prompt !== prompt) last = { prompt, named: findNamedMembers(prompt, members) }
    return last.named
  }
}
