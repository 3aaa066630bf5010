import { MAX_CAST_IMAGES, MAX_CAST_NAME_CHARACTERS } from '@contract/cast'
import type { CastKind } from '@contract/cast-plan'
import { MAX_CAST_MEMBERS } from '@contract/fields'
import { MAX_AUDIO_SECONDS } from '@contract/media/audio'
import { isCastName, tidyCastName } from '@contract/visible-text'
import { ApiError, isRefusedAs } from '@/lib/http/api-error'

export const CAST_TEXT = {
  title: 'Cast',
  hint: 'The people, places, and styles of your videos. Only you can see them.',
  loading: 'Loading your cast',
  signedOut: 'Sign in to see your cast',
  signedOutHint: 'Your people, places, and styles are saved to your account and available on all your devices.',
  cutOff: "We couldn't load sign-in",
  cutOffHint: "Your cast is safe on the server and will appear here once you're signed in.",
  failed: "We couldn't load your cast",
  failedHint: "It's safe on the server. Check your connection and try again.",
  notKept: 'This server stores only your sign-in.',
  empty: 'Your cast is empty',
  emptyHint: `Save a person, a place, or a style once, with up to ${MAX_CAST_IMAGES} images, and find it here for your next videos.`,
  add: 'Add to cast',
  full: `Your cast has ${MAX_CAST_MEMBERS} members. Delete one to add another.`,
  offline: "You're offline. You can change your cast when you're back online.",

  noteHint: 'What the images leave out: age, clothes, light, materials.',
  imagesHint: `Up to ${MAX_CAST_IMAGES} images. The first one shows the member in lists.`,
  imageMissing: 'Add an image.',
  imagePreparing: "We're still preparing your images. Try again in a moment.",
  imageFaulty: "We can't use one of your images. Remove it.",
  imagesLeftOut: `A member has up to ${MAX_CAST_IMAGES} images, so we left out the others.`,

  voiceHint: `Optional. An MP3 or WAV file of clear speech, up to ${Math.floor(MAX_AUDIO_SECONDS)} seconds. Models that take a voice use it.`,
  voiceTooLong: `This voice is too long. Choose one of up to ${Math.floor(MAX_AUDIO_SECONDS)} seconds.`,
  voiceReading: "We're still reading your voice. Try again in a moment.",
  voiceLeaves: 'Only a character has a voice. Saving removes it.',
  voiceFailed: "We couldn't play this voice. Reload the page.",

  deleteConsequence:
    'Its note, images, and voice are deleted for good. Your videos stay, with the files that they use.',
  deleteFailed: "We couldn't delete it. Check your connection and try again.",
} as const

/** The kinds, each with its name in a sentence and on a card. */
export const KINDS = [
  { kind: 'character', name: 'Character' },
  { kind: 'place', name: 'Place' },
  { kind: 'style', name: 'Style' },
] as const satisfies { kind: CastKind; name: string }[]

export function getKindName(kind: CastKind): string {
  return KINDS.find((one) => one.kind === kind)?.name ?? ''
}

/** Returns what is wrong with a name. Null for a name that the server accepts, unless the cast has it already. */
export function findNameFault(name: string): string | null {
  const tidy = tidyCastName(name)
  if (tidy === '') return 'Enter a name.'
  if (tidy.includes('@')) return 'Leave out the @. Use letters, digits, spaces, hyphens, and apostrophes.'
  if (tidy.length > MAX_CAST_NAME_CHARACTERS) return `Use up to ${MAX_CAST_NAME_CHARACTERS} characters.`
  return isCastName(tidy) ? null : 'Use letters, digits, spaces, hyphens, and apostrophes.'
}

export function describeTakenName(name: string): string {
  return `Your cast already has ${name}. Choose another name.`
}

/** Returns the sentence for a member that wasn't saved. Everything that the user typed stays. */
export function describeSaveFailure(error: unknown): string {
  if (isRefusedAs(error, 'too_many_cast_members')) return CAST_TEXT.full
  if (isRefusedAs(error, 'unauthorized')) return 'Sign in again to save this.'
  if (isRefusedAs(error, 'not_found'))
    return 'This member was deleted in another tab. Close this form and add it again.'
  if (isRefusedAs(error, 'image_gone')) return 'One of your files was no longer on the server. Save again to upload it.'
  // The server's sentences about files name what to change.
  if (error instanceof ApiError && isRefusedAs(error, 'bad_request', 'too_many_images')) return error.message
  return "We couldn't save this. Nothing you typed is lost. Check your connection and try again."
}
