// The cast: a user's named characters, places, and styles, each with images that a job can use as references.
import { z } from 'zod'
import type { CastKind } from './cast-plan.ts'
import { address, deleted, filled, text, wrapResponse } from './fields.ts'
import { CAST_VOICE_FAULT } from './sentences.ts'
import { isCastName, tidyCastName } from './visible-text.ts'

export const MAX_CAST_IMAGES = 5
export const MAX_CAST_NAME_CHARACTERS = 40
export const MAX_CAST_NOTE_CHARACTERS = 300

export const castKind = z
  .enum(['character', 'place', 'style'] as const satisfies CastKind[])
  .describe('The subject of the images.')

const fields = {
  kind: castKind,
  name: text(200)
    .transform(tidyCastName)
    .pipe(
      z
        .string()
        .min(1, 'enter a name')
        .max(MAX_CAST_NAME_CHARACTERS, `use at most ${MAX_CAST_NAME_CHARACTERS} characters`)
        .refine(isCastName, 'use letters, digits, spaces, hyphens, and apostrophes'),
    )
    .describe("The name that a prompt uses. Unique among the user's members, whatever the case of its letters."),
  note: text(MAX_CAST_NOTE_CHARACTERS)
    .transform((value) => value.replace(/\p{Bidi_Control}/gu, '').trim())
    .describe('What a prompt should say of the member. Can be empty.'),
  images: z
    .array(z.uuid())
    .min(1, 'add an image')
    .max(MAX_CAST_IMAGES, `use at most ${MAX_CAST_IMAGES} images`)
    .transform((ids) => ids.map((id) => id.toLowerCase()))
    .refine((ids) => new Set(ids).size === ids.length, 'use each image once')
    .describe('The IDs of uploaded images, in order. The first one shows the member in lists.'),
  voice: z
    .uuid()
    .toLowerCase()
    .nullable()
    .describe('A voice sample of a character, as the ID of an uploaded sound. Null for none.'),
}

const voiceConsent = z
  .boolean()
  .optional()
  .describe('True confirms that the voice is your own, or that the person agreed. Required with a voice.')

interface VoiceFields {
  kind?: CastKind | undefined
  voice?: string | null | undefined
  voiceConsent?: boolean | undefined
}
const hasConsent = ({ voice, voiceConsent }: VoiceFields) => !voice || voiceConsent === true
const consentMissing = {
  path: ['voiceConsent'],
  error: 'confirm with true that the voice is your own, or that the person agreed',
}
/** Accepts a change without a kind. The database knows the kind that the member has. */
const isOfCharacter = ({ voice, kind = 'character' }: VoiceFields) => !voice || kind === 'character'
const notCharacter = { path: ['voice'], error: CAST_VOICE_FAULT }

export const createCastMemberBody = z
  .object({ ...fields, note: fields.note.default(''), voice: fields.voice.default(null), voiceConsent })
  .refine(hasConsent, consentMissing)
  .refine(isOfCharacter, notCharacter)
export type CreateCastMemberBody = z.input<typeof createCastMemberBody>

/** Fields that are missing keep their values. A member that becomes a place or a style loses its voice. */
export const changeCastMemberBody = z
  .object({ ...fields, voiceConsent })
  .partial()
  .refine(hasConsent, consentMissing)
  .refine(isOfCharacter, notCharacter)
export type ChangeCastMemberBody = z.input<typeof changeCastMemberBody>

const url = address.describe('The signed URL. Null if signing failed.')

/** A member as its owner sees it. */
export const castMember = z
  .object({
    id: filled.describe("The member's ID."),
    kind: castKind,
    name: filled.describe('The name that a prompt uses.'),
    note: z.string().describe('What a prompt should say of the member. Empty for none.'),
    images: z
      .array(z.object({ id: filled.describe("The image's ID."), url }))
      .describe('The images, in order. The first one shows the member in lists.'),
    voice: z
      .object({
        id: filled.describe("The sound's ID."),
        seconds: z.number().describe('The length in seconds.'),
        url,
      })
      .nullable()
      .describe('The voice of a character. Null for none.'),
    createdAt: z.string().describe('The time when the member was created.'),
  })
  .describe('A named character, place, or style.')
export type CastMember = z.output<typeof castMember>

export const castResponse = wrapResponse(
  z.object({ members: z.array(castMember).describe("The cast's members, newest first.") }).describe('The whole cast.'),
)
export const castMemberResponse = wrapResponse(castMember)
export const deletedCastMemberResponse = wrapResponse(deleted())

export const castRoutes = {
  'GET /api/cast': castResponse,
  'POST /api/cast': castMemberResponse,
  'PATCH /api/cast/:id': castMemberResponse,
  'DELETE /api/cast/:id': deletedCastMemberResponse,
} as const
