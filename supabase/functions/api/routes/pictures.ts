import { Hono, type MiddlewareHandler } from 'hono'
import { MAX_IMAGE_BYTES } from '../../../../contract/image.ts'
import { pictureBody } from '../../../../contract/inputs.ts'
import { REFUSALS } from '../../../../contract/refusals.ts'
import { sendAnswer } from '../answer.ts'
import type { ApiVariables } from '../context.ts'
import { type BodyLimit, readJsonBody } from '../read-json-body.ts'
import { parseBody } from '../requests.ts'
import { MAX_IMAGE_BASE64_CHARACTERS, readImage } from '../services/image/uploaded-image.ts'
import type { Pictures } from '../services/inputs/pictures.ts'

type Guard = MiddlewareHandler<{ Variables: ApiVariables }>

const PICTURE_BODY: BodyLimit = {
  maxBytes: MAX_IMAGE_BASE64_CHARACTERS + 1024,
  tooLarge: () => REFUSALS.imageBodyTooLarge(MAX_IMAGE_BYTES),
}

export function createPicturesRoutes(
  pictures: Pictures,
  { signedIn, limitPictures }: { signedIn: Guard; limitPictures: Guard },
) {
  return new Hono<{ Variables: ApiVariables }>().post('/api/pictures', signedIn, limitPictures, async (c) => {
    const { image } = parseBody(pictureBody, await readJsonBody(c, PICTURE_BODY))
    const id = await pictures.keep(c.get('userId'), readImage(image))
    return sendAnswer(c, 'POST /api/pictures', { message: 'Image saved.', data: { id } })
  })
}
