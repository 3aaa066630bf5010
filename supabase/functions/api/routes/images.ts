import { Hono } from 'hono'
import { audioBody, imageBody } from '../../_shared/contract/inputs.ts'
import { MAX_AUDIO_BYTES } from '../../_shared/contract/media/audio.ts'
import { MAX_IMAGE_BYTES } from '../../_shared/contract/media/image.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import type { Parts } from '../parts.ts'
import { type BodyLimit, readJsonBody } from '../read-json-body.ts'
import { parseBody } from '../requests.ts'
import { sendResponse } from '../response.ts'
import { MAX_IMAGE_BASE64_CHARACTERS, readImage } from '../services/image/uploaded-image.ts'
import { MAX_AUDIO_BASE64_CHARACTERS, readUploadedAudio } from '../services/inputs/uploaded-audio.ts'

const IMAGE_BODY: BodyLimit = {
  maxBytes: MAX_IMAGE_BASE64_CHARACTERS + 1024,
  tooLarge: () => REFUSALS.imageBodyTooLarge(MAX_IMAGE_BYTES),
}

const AUDIO_BODY: BodyLimit = {
  maxBytes: MAX_AUDIO_BASE64_CHARACTERS + 1024,
  tooLarge: () => REFUSALS.audioTooLarge(MAX_AUDIO_BYTES),
}

export function createImagesRoutes({ images, limits, signedIn }: Parts) {
  return new Hono<{ Variables: ApiVariables }>()
    .post('/api/images', signedIn, limits.images, async (c) => {
      const { image } = parseBody(imageBody, await readJsonBody(c, IMAGE_BODY))
      const id = await images.save(c.get('userId'), readImage(image))
      return sendResponse(c, 'POST /api/images', { message: 'Image saved.', data: { id } })
    })
    .post('/api/audio', signedIn, limits.images, async (c) => {
      const { audio } = parseBody(audioBody, await readJsonBody(c, AUDIO_BODY))
      const id = await images.save(c.get('userId'), readUploadedAudio(audio))
      return sendResponse(c, 'POST /api/audio', { message: 'Sound saved.', data: { id } })
    })
}
