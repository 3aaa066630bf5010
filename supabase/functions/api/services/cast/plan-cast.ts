// Plans what a job uses of the members that its request lists: images as references, a voice, and words in the prompt.
import {
  findNamedMembers,
  findVoiceMember,
  type PlannedMember,
  planCastReferences,
} from '../../../_shared/contract/cast-plan.ts'
import type { CreateInput } from '../../../_shared/contract/jobs.ts'
import type { ProviderModel } from '../../catalogue/provider-model.ts'
import type { Cast } from './cast.ts'

export interface CastPlan {
  /** The request's input, with the images and the voice of the cast. */
  input: CreateInput
  /** The members that the prompt names, in order. */
  named: PlannedMember[]
  /** The members whose images are sent, in the order of `input.references`. Null for an image of the request itself. */
  referenced: (PlannedMember | null)[]
  /** The member whose voice is sent. Null for a voice of the request itself, or none. */
  voiceOf: PlannedMember | null
  /** The IDs that the request lists, each with its name. Empty for a member that is gone, or that the prompt doesn't name. */
  listed: { id: string; name: string }[]
}

/**
 * Adds the images and the voice of the listed members, as far as the model takes them. A video that starts from a frame or
 * another video gets only words of them.
 */
export async function planCast(
  userId: string,
  input: CreateInput,
  { references: taken }: ProviderModel,
  cast: Cast,
): Promise<CastPlan> {
  const { cast: listed = [], references = [], image, lastImage, source, audio, generateAudio, prompt } = input
  const plain = { input, named: [], referenced: references.map(() => null), voiceOf: null, listed: [] }
  if (listed.length === 0) return plain
  const known = await cast.choose(userId, listed)
  const named = findNamedMembers(prompt, known)
  const isTaken = taken && !image && !lastImage && !source
  const limits = isTaken ? { max: taken.max ?? 0, roles: taken.roles ?? [] } : null
  const added = planCastReferences(
    named,
    limits,
    references.map((one) => one.image),
  )
  const sent = [...references, ...added.map((one) => ({ role: one.role, image: one.image }))]
  const voiceOf = isTaken && !audio && generateAudio && sent.length > 0 ? findVoiceMember(named, taken.audio) : null
  return {
    input: {
      ...input,
      ...(sent.length > 0 ? { references: sent } : {}),
      ...(voiceOf?.voice ? { audio: voiceOf.voice.id, voiceConsent: true } : {}),
    },
    named,
    referenced: [...plain.referenced, ...added.map(({ member }) => member)],
    voiceOf,
    listed: listed.map((id) => ({ id, name: named.find((one) => one.id === id)?.name ?? '' })),
  }
}
