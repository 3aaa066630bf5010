// Reads and changes a user's cast with the functions of supabase/migrations/*_create_cast.sql.
import { z } from 'zod'
import { type CastMember, castKind } from '../../../_shared/contract/cast.ts'
import type { PlannedMember } from '../../../_shared/contract/cast-plan.ts'
import { MAX_CAST_MEMBERS } from '../../../_shared/contract/fields.ts'
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { RequestError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { Call } from '../database.ts'
import type { Files } from '../files.ts'
import { signPaths } from '../sign-paths.ts'

const memberRow = z.object({
  id: z.string(),
  kind: castKind,
  name: z.string(),
  note: z.string(),
  created_at: z.string(),
  images: z.array(z.object({ id: z.string(), path: z.string() })),
  voice: z.object({ id: z.string(), path: z.string(), seconds: z.number() }).nullable(),
})
type MemberRow = z.output<typeof memberRow>

const savedMember = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved'), member: memberRow }),
  z.object({ outcome: z.enum(['too_many', 'exists', 'image_gone', 'not_character', 'not_found']) }),
])

/** A member's fields. In a change, missing fields keep their values. */
interface MemberFields {
  kind?: CastMember['kind'] | undefined
  name?: string | undefined
  note?: string | undefined
  /** IDs of uploaded images, in order. */
  images?: string[] | undefined
  /** The ID of an uploaded voice, to which its person consented. Null removes the voice. */
  voice?: string | null | undefined
}

export interface Cast {
  /** Returns all members, newest first. */
  list(userId: string): Promise<CastMember[]>
  /** Returns those of the user's members that have these IDs, in the order of the IDs. */
  choose(userId: string, ids: readonly string[]): Promise<PlannedMember[]>
  /** Creates a member, or changes the one with this ID. Throws RequestError. */
  save(userId: string, memberId: string | null, fields: MemberFields): Promise<CastMember>
  /** Returns false if the user has no such member. */
  delete(memberId: string, userId: string): Promise<boolean>
}

export function createCast(call: Call, deps: { files: Pick<Files, 'urls'>; log: Log }): Cast {
  async function view(rows: MemberRow[]): Promise<CastMember[]> {
    const paths = rows.flatMap(({ images, voice }) => [...images.map(({ path }) => path), voice?.path ?? null])
    const urls = await signPaths('images', paths, deps)
    return rows.map(({ created_at, images, voice, ...member }) => ({
      ...member,
      createdAt: created_at,
      images: images.map(({ id, path }) => ({ id, url: urls.get(path) ?? null })),
      voice: voice && { id: voice.id, seconds: voice.seconds, url: urls.get(voice.path) ?? null },
    }))
  }

  const read = (userId: string) => call('list_cast', { p_user_id: userId }, z.array(memberRow))

  return {
    list: async (userId) => view(await read(userId)),
    async choose(userId, ids) {
      const rows = await read(userId)
      return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
    },
    async save(userId, memberId, { kind, name, note, images, voice }) {
      const answer = await call(
        'save_cast_member',
        {
          p_user_id: userId,
          p_member_id: memberId,
          p_kind: kind ?? null,
          p_name: name ?? null,
          p_note: note ?? null,
          p_images: images ?? null,
          p_max: MAX_CAST_MEMBERS,
          p_changes_voice: voice !== undefined,
          p_voice_id: voice ?? null,
        },
        savedMember,
      )
      switch (answer.outcome) {
        case 'saved': {
          const [member] = await view([answer.member])
          if (!member) throw new Error('a member is shown as one')
          return member
        }
        case 'too_many':
          throw new RequestError(REFUSALS.tooManyCastMembers(MAX_CAST_MEMBERS))
        case 'exists':
          throw new RequestError(REFUSALS.castNameTaken(name ?? ''))
        case 'image_gone':
          throw new RequestError(REFUSALS.castFileGone())
        case 'not_character':
          throw new RequestError(REFUSALS.castVoiceRefused())
        case 'not_found':
          throw new RequestError(REFUSALS.noCastMember())
        default:
          return answer satisfies never
      }
    },
    delete: (memberId, userId) => call('delete_cast_member', { p_member_id: memberId, p_user_id: userId }, z.boolean()),
  }
}
