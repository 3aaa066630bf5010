// Plans what a job sends of the members that its prompt names. The page shows the plan, and the server carries it out. Pages load this
// file, so it doesn't import zod.
import type { AudioLimits, ReferenceRole } from './inputs.ts'
import { describeVoiceLength } from './sentences.ts'

export type CastKind = 'character' | 'place' | 'style'

interface Named {
  name: string
}

/** A member, as a plan needs it. `images`: IDs, in order. */
export interface PlannedMember extends Named {
  id: string
  kind: CastKind
  note: string
  images: readonly { id: string }[]
  /** A voice sample, with its length. Null for none. */
  voice: { id: string; seconds: number } | null
}

/** The references that a model takes with a prompt. Null if it takes none. */
type Limits = { max: number; roles: readonly ReferenceRole[] } | null

export interface CastReference<Member> {
  member: Member
  image: string
  role: ReferenceRole
}

const ROLES: Readonly<Record<CastKind, ReferenceRole>> = { character: 'character', place: 'object', style: 'style' }

/** An `@` inside a word, as in an email address, names nobody. A longer word, such as `@mara_fan`, is no name. */
const BEFORE = '(?<![\\p{L}\\p{M}\\p{N}_])'
const AFTER = '(?![\\p{L}\\p{M}\\p{N}_])'

/** Names have only letters, marks, digits, spaces, hyphens, and apostrophes (isCastName), so none of them needs escaping. */
function matchNames(members: readonly Named[]): RegExp {
  const names = members.map(({ name }) => name).toSorted((a, b) => b.length - a.length)
  const patterns = names.map((name) => name.replaceAll(' ', '\\s+').replaceAll(/['’]/g, "['’]"))
  return new RegExp(`${BEFORE}@(${patterns.join('|')})${AFTER}`, 'giu')
}

const normalize = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').replaceAll('’', "'").toLowerCase()

/** Replaces each `@` with the name of a member. The longest name counts. */
function replaceNames<Member extends Named>(
  prompt: string,
  members: readonly Member[],
  replace: (member: Member, isFirst: boolean) => string,
): string {
  if (members.length === 0 || !prompt.includes('@')) return prompt
  const seen = new Set<Member>()
  return prompt.normalize('NFC').replace(matchNames(members), (text, name: string) => {
    const member = members.find((one) => normalize(one.name) === normalize(name))
    if (!member) return text
    const isFirst = !seen.has(member)
    seen.add(member)
    return replace(member, isFirst)
  })
}

/** Returns the members that a prompt names with an `@`, in the order of their first names. */
export function findNamedMembers<Member extends Named>(prompt: string, members: readonly Member[]): Member[] {
  const found: Member[] = []
  replaceNames(prompt, members, (member, isFirst) => {
    if (isFirst) found.push(member)
    return ''
  })
  return found
}

/** Returns a video's prompt with the names that its members have now. The name of a deleted member stays, without an `@`. */
export function updateNames(prompt: string, cast: readonly { name: string; currentName: string | null }[]): string {
  return replaceNames(prompt, cast, ({ name, currentName }) => (currentName === null ? name : `@${currentName}`))
}

/** Returns whether a prompt may name a member. */
export function mayNameMember(prompt: string): boolean {
  return new RegExp(`${BEFORE}@[\\p{L}\\p{M}\\p{N}'’-]`, 'u').test(prompt)
}

/**
 * Returns the images of the named members that a model takes beside `given` other references: the first image of each
 * member, then the second ones, and so on. No image is sent twice.
 */
export function planCastReferences<Member extends PlannedMember>(
  named: readonly Member[],
  limits: Limits,
  given: readonly string[] = [],
): CastReference<Member>[] {
  if (!limits) return []
  const wanted = Array.from({ length: Math.max(0, ...named.map(({ images }) => images.length)) }, (_, place) =>
    named.flatMap((member) => {
      const image = member.images[place]
      return image ? [{ member, image: image.id, role: fitRole(ROLES[member.kind], limits.roles) }] : []
    }),
  ).flat()
  const sent = new Set(given)
  const fresh = wanted.filter(({ image }) => !sent.has(image) && sent.add(image))
  const chosen = fresh.slice(0, Math.max(0, limits.max - given.length))
  // A member's images stay together, because the prompt names them by position.
  return named.flatMap((member) => chosen.filter((one) => one.member === member))
}

/** Returns the first of the named members whose voice a model takes. Null for none. */
export function findVoiceMember<Member extends PlannedMember>(
  named: readonly Member[],
  limits: AudioLimits | undefined,
): Member | null {
  if (!limits) return null
  return named.find(({ voice }) => voice && !describeVoiceLength(voice.seconds, limits, '')) ?? null
}

/** Returns the role if the model supports it, or else the model's first role. */
export function fitRole(role: ReferenceRole, roles: readonly ReferenceRole[]): ReferenceRole {
  return roles.includes(role) ? role : (roles[0] ?? role)
}

/**
 * Returns the prompt that a provider reads: names without an `@`, each with its note once, and what each reference shows,
 * because no provider has a field for this. Leaves out the notes, then the list of references, if the result would be too
 * long.
 */
export function writePrompt(
  prompt: string,
  {
    named,
    references,
    audio,
  }: {
    named: readonly PlannedMember[]
    /** All references of the job, in order. `member`: null for an image that isn't of the cast. */
    references: readonly { role: ReferenceRole; member: PlannedMember | null }[]
    /** The member whose voice is sent, or null for another voice. Undefined for none. */
    audio?: PlannedMember | null | undefined
  },
  maxLength: number,
): { prompt: string; hasNotes: boolean } {
  const write = (hasNotes: boolean) =>
    replaceNames(prompt, named, ({ name, note }, isFirst) => (hasNotes && isFirst && note ? `${name} (${note})` : name))
  const parts = references.map(
    ({ role, member }, place) => `image ${place + 1} is the ${member ? `${member.kind} ${member.name}` : role}`,
  )
  if (audio !== undefined) parts.push(audio ? `audio 1 is the voice of ${audio.name}` : 'audio 1 is the voice')
  const list = references.length > 0 ? `\n\nReferences: ${parts.join(', ')}.` : ''
  const [full, short] = [write(true), write(false)]
  const versions = [
    { prompt: full + list, hasNotes: true },
    { prompt: short + list, hasNotes: false },
    { prompt: short, hasNotes: false },
  ]
  return versions.find((one) => one.prompt.length <= maxLength) ?? { prompt: short, hasNotes: false }
}
