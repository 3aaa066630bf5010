// The tool that uploads an image. It spends no credits.
import { z } from 'zod'
import { imageBody } from '../../../_shared/contract/inputs.ts'
import { defineTool } from './tool.ts'

export const uploadImageTool = defineTool({
  name: 'upload_image',
  title: 'Upload an image',
  description:
    'Uploads a small JPEG or PNG, and returns its ID for `image`, `lastImage`, and `references` of create_video, and for `images` of add_cast_member. Free. An image that neither a video nor the cast uses is deleted after a day.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.object({
    image: imageBody.shape.image.describe('A base64 data URI. The whole message can be up to 1 MB.'),
  }),
  output: z.object({ imageId: z.uuid() }),
  async run(body, { ask }) {
    const { id } = (await ask('POST /api/images', { body })).data
    return { say: `The image is uploaded. Pass its ID ${id} to create_video.`, data: { imageId: id } }
  },
})
