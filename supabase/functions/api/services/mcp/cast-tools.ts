// Tools that list the cast and add to it. They never spend credits, and delete nothing.
import { z } from 'zod'
import { type CastMember, castKind, castMember, createCastMemberBody } from '../../../_shared/contract/cast.ts'
import { defineTool } from './tool.ts'

const memberView = castMember.pick({ id: true, kind: true, name: true, note: true }).extend({
  images: z.int().describe('The number of images.'),
  hasVoice: z.boolean(),
})

function viewMember({ id, kind, name, note, images, voice }: CastMember): z.output<typeof memberView> {
  return { id, kind, name, note, images: images.length, hasVoice: voice !== null }
}

export const listCastTool = defineTool({
  name: 'list_cast',
  title: 'List the cast',
  description:
    "Lists the cast: the account's named characters, places, and styles, newest first. Free. Next: write a name with an @ in the prompt, such as @Mara, and pass the ID in `cast` to quote and create_video.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.object({}),
  output: z.object({ members: z.array(memberView) }),
  async run(_input, { ask }) {
    const { members } = (await ask('GET /api/cast')).data
    const names = members.map(({ name, kind }) => `@${name} (${kind})`)
    return {
      say: names.length > 0 ? `The cast: ${names.join(', ')}.` : 'The cast is empty. add_cast_member adds to it.',
      data: { members: members.map(viewMember) },
    }
  },
})

const { name, note, images } = createCastMemberBody.shape

export const addCastMemberTool = defineTool({
  name: 'add_cast_member',
  title: 'Add to the cast',
  description:
    'Adds a character, a place, or a style to the cast, from 1 to 5 uploaded images (upload_image). Free. Next: write its name with an @ in a prompt, and pass its ID in `cast` to quote and create_video. Only the user can add a voice, change a member, or delete it, on the page /cast.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.object({
    kind: castKind,
    name: name.describe('Letters, digits, spaces, hyphens, and apostrophes. Unique in the cast.'),
    note: note.describe('What a prompt should say of it, such as "A diver with red hair". Can be empty.'),
    images: images.describe('The IDs of uploaded images. The first one is sent first.'),
  }),
  output: z.object({ member: memberView }),
  async run(body, { ask }) {
    const member = viewMember((await ask('POST /api/cast', { body })).data)
    return { say: `@${member.name} is in the cast.`, data: { member } }
  },
})
