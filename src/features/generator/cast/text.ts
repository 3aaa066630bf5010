// Contains the texts about the cast in the generator. They load with the first `@` in the prompt.
import type { CastMember } from '@contract/cast'
import type { CastKind } from '@contract/cast-plan'
import type { CastPlan, getOtherStart } from './plan'

export const CAST_TEXT = {
  list: 'Your cast',
  chips: 'Cast in this video',
  loading: 'Loading your cast…',
  failed: "We couldn't load your cast.",
  notStarted:
    "We couldn't load your cast, so nothing was started. You weren't charged. Check your connection and try again.",
  empty: 'Your cast is empty.',
  add: 'Add people, places, and styles',
  missing: 'This server stores only your sign-in.',
} as const

export const KIND_NAMES: Readonly<Record<CastKind, string>> = { character: 'Character', place: 'Place', style: 'Style' }

const listAll = new Intl.ListFormat('en')

/** The most names in a sentence. */
const MOST_NAMES = 3

/** Keeps the direction of a name from changing the order of the words around it. */
const isolate = (name: string) => `\u2068${name}\u2069`

const count = (images: number) => (images === 1 ? '1 image' : `${images} images`)

/** Returns how many of a member's images are sent. An image that another member has too is sent once. */
function countSent({ images }: Pick<CastMember, 'images'>, { sent }: Pick<CastPlan, 'sent'>): number {
  return images.filter(({ id }) => sent.some(({ image }) => image === id)).length
}

export function describeImages(member: Pick<CastMember, 'images'>, plan: Pick<CastPlan, 'sent'>): string {
  return `${countSent(member, plan)} of ${count(member.images.length)}`
}

/** Says how many names the list has, for screen readers. */
export function describeMatches(matches: number): string {
  return matches === 1 ? '1 name' : `${matches} names`
}

const STARTS: Readonly<Record<NonNullable<ReturnType<typeof getOtherStart>>, string>> = {
  frame: 'starts from an image',
  extend: 'continues another video',
  edit: 'changes another video',
}

/**
 * Returns what each model does with the named members, if that needs words. The compared models follow the chosen one, and are only
 * mentioned if they differ from it.
 * @param start what the video starts from, if not from the prompt or references
 */
export function describePlans(
  [chosen, ...compared]: readonly CastPlan[],
  named: readonly CastMember[],
  start: ReturnType<typeof getOtherStart>,
): string[] {
  if (!chosen || named.length === 0) return []
  const isOther = (plan: CastPlan) => listEffects(plan) !== listEffects(chosen)
  return [chosen, ...compared.filter(isOther)].flatMap((plan) => {
    const sentences = describePlan(plan, named, start)
    return sentences.length > 0 || plan === chosen ? sentences : [`${plan.model.name} takes all images.`]
  })
}

/** Returns a text that is equal for plans with the same effects. */
function listEffects({ model, sent, voiceOf, hasNotes }: CastPlan): string {
  return JSON.stringify([!model.inputs?.references, sent.map(({ image }) => image), voiceOf?.id, hasNotes])
}

function describePlan(plan: CastPlan, named: readonly CastMember[], start: ReturnType<typeof getOtherStart>): string[] {
  const { model, voiceOf, hasNotes } = plan
  const { name, inputs } = model
  const isWithoutNotes = !hasNotes && named.some(({ note }) => note !== '')
  const words = named.some(({ note }) => note !== '') && hasNotes ? 'names and notes' : 'names'
  const leftOut = named.flatMap((member) => {
    const [sent, all] = [countSent(member, plan), member.images.length]
    if (sent === all) return []
    return sent === 0 ? isolate(member.name) : `${count(all - sent)} of ${isolate(member.name)}`
  })
  const taken = inputs?.references?.max === 1 ? '1 reference' : `${inputs?.references?.max} references`
  return [
    ...(start
      ? [`Your video ${STARTS[start]}, so ${name} only reads the ${words}.`]
      : !inputs?.references
        ? [
            `${name} doesn't use references, so it only reads the ${words}. We'll keep the images for a model that does.`,
          ]
        : leftOut.length > 0
          ? [`${name} takes ${taken}, so we left out ${shortenList(leftOut)}.`]
          : []),
    ...(isWithoutNotes ? [`The prompt is too long for the notes, so we left them out for ${name}.`] : []),
    ...(voiceOf ? [`${name} also gets the voice of ${isolate(voiceOf.name)}.`] : []),
  ]
}

function shortenList(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  return listAll.format(more > 1 ? [...names.slice(0, MOST_NAMES), `${more} others`] : names)
}
