import { describe, expect, it } from 'vitest'
import { checkPicture, type Measure, pictureToDataUri } from '@/features/generator/picture'
import { pictureFile } from './fakes'

function measured(width: number, height: number): Measure {
  return async () => ({ width, height })
}

const undecodable: Measure = async () => {
  throw new DOMException('The source image could not be decoded.', 'InvalidStateError')
}

const MB = 1024 * 1024

describe('a picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('of type %s is taken', async (kind) => {
    const file = pictureFile(kind)
    const picture = await checkPicture(file, measured(640, 360))
    expect(picture).toEqual({ file, type: `image/${kind}`, width: 640, height: 360 })
  })

  it('goes by its bytes where its declared type is wrong', async () => {
    const picture = await checkPicture(pictureFile('jpeg', { type: 'image/png' }), measured(640, 360))
    expect(picture.type).toBe('image/jpeg')
    await expect(pictureToDataUri(picture)).resolves.toMatch(/^data:image\/jpeg;base64,\/9j\//)
  })

  it.each([
    ['that is a text', pictureFile('text'), measured(640, 360), /not an image/],
    ['of no known type', pictureFile('png', { type: '' }), measured(640, 360), /not an image/],
    [
      'that is a page called .png',
      pictureFile('text', { type: 'image/png' }),
      measured(640, 360),
      /format cannot be used/,
    ],
    ['that is a GIF', pictureFile('gif'), measured(640, 360), /format cannot be used/],
    ['that is an SVG', pictureFile('text', { type: 'image/svg+xml' }), measured(640, 360), /format cannot be used/],
    ['that is empty', new File([], 'a.png', { type: 'image/png' }), measured(640, 360), /format cannot be used/],
    ['that is too big', pictureFile('png', { bytes: 10 * MB + 1 }), measured(640, 360), /larger than 10 MB/],
    ['that does not decode', pictureFile('jpeg'), undecodable, /could not be opened/],
    ['that is too narrow', pictureFile('png'), measured(299, 400), /too small/],
    ['that is too low', pictureFile('png'), measured(400, 299), /too small/],
    ['that is too wide', pictureFile('png'), measured(1201, 300), /too long and thin/],
    ['that is too tall', pictureFile('png'), measured(300, 1201), /too long and thin/],
  ])('%s is refused with a sentence', async (_, file, measure, sentence) => {
    await expect(checkPicture(file, measure)).rejects.toThrow(sentence)
    await expect(checkPicture(file, measure)).rejects.toMatchObject({ name: 'PictureError' })
  })

  it.each([
    ['just small enough', pictureFile('png', { bytes: 10 * MB }), measured(640, 360)],
    ['just large enough', pictureFile('png'), measured(300, 300)],
    ['just wide enough', pictureFile('png'), measured(1200, 300)],
    ['just tall enough', pictureFile('png'), measured(300, 1200)],
  ])('that is %s is taken', async (_, file, measure) => {
    await expect(checkPicture(file, measure)).resolves.toMatchObject({ type: 'image/png' })
  })
})
