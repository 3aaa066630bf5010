// Tests the inputs of requests in fal's format: which are read and which are refused.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { audioUri, createWav } from '../../support/audio-files.ts'
import { CATALOGUE, createFalClient, type FalClient, KINDS } from './fal-support.ts'
import { dataUri, discard, drawImage, IMAGE_ORIGIN, openProvider, type Provider } from './support.ts'

const VEO = 'fal-ai/veo3'
const IMAGE = dataUri(drawImage(320, 320))
const SPEAKING = 'bytedance/seedance-2.5/reference-to-video'
const VOICE = audioUri(createWav(2))

let provider: Provider
let client: FalClient
beforeAll(async () => {
  provider = await openProvider(undefined, CATALOGUE)
  client = createFalClient(provider)
})
afterAll(() => discard(provider))

describe('fal request inputs', () => {
  const long = (length: number) => 'a'.repeat(length)
  const refused: [string, string, unknown, string, string][] = [
    ['no prompt', VEO, {}, 'prompt', 'missing'],
    ['an empty prompt', VEO, { prompt: '  ' }, 'prompt', 'missing'],
    ['a prompt that is not text', VEO, { prompt: 7 }, 'prompt', 'invalid_type'],
    ['a prompt over the limit', VEO, { prompt: long(2001) }, 'prompt', 'string_too_long'],
    [
      'a negative prompt over the limit',
      VEO,
      { prompt: 'a', negative_prompt: long(2001) },
      'negative_prompt',
      'string_too_long',
    ],
    ['a duration that the model does not offer', VEO, { prompt: 'a', duration: '9s' }, 'duration', 'literal_error'],
    ['a duration in words', VEO, { prompt: 'a', duration: 'long' }, 'duration', 'literal_error'],
    ['a square format for Veo', VEO, { prompt: 'a', aspect_ratio: '1:1' }, 'aspect_ratio', 'literal_error'],
    ['a resolution in words', VEO, { prompt: 'a', resolution: 'big' }, 'resolution', 'invalid_format'],
    ['a seed below zero', VEO, { prompt: 'a', seed: -1 }, 'seed', 'too_small'],
    [
      'a sound setting that is not true or false',
      VEO,
      { prompt: 'a', generate_audio: 'yes' },
      'generate_audio',
      'invalid_type',
    ],
    ['no image for a model that needs one', `${VEO}/image-to-video`, { prompt: 'a' }, 'image_url', 'missing'],
    ['an image without a required prompt', `${VEO}/image-to-video`, { image_url: IMAGE }, 'prompt', 'missing'],
    ['no last image', KINDS.frames.path, { prompt: 'a', first_frame_url: IMAGE }, 'last_frame_url', 'missing'],
    ['no references', KINDS.references.path, { prompt: 'a' }, 'image_urls', 'missing'],
    [
      'eight references',
      KINDS.references.path,
      { prompt: 'a', image_urls: Array(8).fill(IMAGE) },
      'image_urls',
      'too_long',
    ],
    [
      'more references than the model accepts',
      'fal-ai/veo3.1/reference-to-video',
      { prompt: 'a', image_urls: Array(4).fill(IMAGE) },
      'image_urls',
      'too_long',
    ],
    [
      'another duration than the only one of an extension',
      'fal-ai/veo3.1/extend-video',
      { prompt: 'a', video_url: 'a.mp4', duration: '8s' },
      'duration',
      'literal_error',
    ],
    [
      'two voices',
      SPEAKING,
      { prompt: 'a', image_urls: [IMAGE], audio_urls: [VOICE, VOICE] },
      'audio_urls',
      'too_long',
    ],
    [
      'a voice that is no sound',
      SPEAKING,
      { prompt: 'a', image_urls: [IMAGE], audio_urls: [IMAGE] },
      'audio_urls',
      'file_download_error',
    ],
    ['no source', KINDS.extend.path, { prompt: 'a' }, 'video_url', 'missing'],
    ['no source to upscale', 'fal-ai/topaz/upscale/video', { upscale_factor: 2 }, 'video_url', 'missing'],
    ['a source as a data URI', KINDS.edit.path, { prompt: 'a', video_url: IMAGE }, 'video_url', 'file_download_error'],
    [
      'an image from another origin',
      VEO,
      { image_url: 'https://example.com/a.png' },
      'image_url',
      'file_download_error',
    ],
    [
      'a reference from another origin',
      VEO,
      { elements: [{ frontal_image_url: 'https://example.com/a.png' }] },
      'elements',
      'file_download_error',
    ],
    [
      'half an image',
      VEO,
      { end_image_url: dataUri(drawImage(400, 400).subarray(0, 60)) },
      'end_image_url',
      'file_download_error',
    ],
  ]
  it.each(refused)('refuses a fal request with %s', async (_, path, body, field, type) => {
    const answer = await client.call('POST', path, body)
    expect(answer.status).toBe(422)
    const { detail } = (await answer.json()) as { detail: unknown[] }
    expect(detail).toEqual([{ loc: ['body', field], msg: expect.stringMatching(/\S/), type }])
  })

  it.each(['{', '[]', '"waves"', 'null'])('refuses the invalid fal body %s', async (body) => {
    const answer = await client.call('POST', VEO, body)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({ detail: [expect.objectContaining({ loc: ['body'] })] })
  })

  it('reads each fal input under all its field names', async () => {
    const of = async (path: string, body: Record<string, unknown>) =>
      client.readInput((await client.submit(path, { prompt: 'a #no-url', ...body })).request_id)
    const kept = expect.stringMatching(/\.png$/)
    for (const name of ['image_url', 'start_image_url', 'first_frame_url'])
      expect(await of(VEO, { [name]: IMAGE })).toMatchObject({ image: kept, lastImage: null, references: [] })
    for (const name of ['end_image_url', 'tail_image_url', 'last_frame_url'])
      expect(await of(VEO, { [name]: IMAGE })).toMatchObject({ image: null, lastImage: kept })
    for (const name of ['image_urls', 'reference_image_urls', 'input_image_urls'])
      expect(await of(VEO, { [name]: [IMAGE, IMAGE] })).toMatchObject({ references: [kept, kept] })
    const elements = [{ frontal_image_url: IMAGE, reference_image_urls: [IMAGE] }, { reference_image_urls: [IMAGE] }]
    expect(await of(VEO, { elements })).toMatchObject({ references: [kept, kept, kept] })
    const prompt = 'Rain #no-url\n\nReferences: image 1 is the character, image 2 is the style.'
    expect(await of(VEO, { prompt, image_urls: [IMAGE] })).toMatchObject({
      prompt: 'Rain #no-url',
      referenceNames: ['', ''],
    })
    const cast =
      'References: image 1 is the object, image 2 is the place The pier, image 3 is the style Ink, audio 1 is the voice.'
    expect(await of(VEO, { prompt: `Rain #no-url\n\n${cast}`, image_urls: [IMAGE, IMAGE, IMAGE] })).toMatchObject({
      prompt: 'Rain #no-url',
      referenceNames: ['', 'The pier', 'Ink'],
    })
    expect(await of(VEO, { prompt: 'a #no-url. References: none.' })).toMatchObject({ referenceNames: [] })
    expect(await of(VEO, { duration: 6, seed: 9, generate_audio: false })).toMatchObject({
      seconds: 6,
      seed: 9,
      sound: false,
    })
    expect(await of(VEO, {})).toMatchObject({ seconds: 6, sound: true, source: null })
  })
})

it('keeps the voice of a fal request, and ignores one for a model that takes none', async () => {
  const read = async (path: string) => {
    const body = { prompt: 'a #no-url', image_urls: [IMAGE], audio_urls: [VOICE] }
    return client.readInput((await client.submit(path, body)).request_id)
  }
  expect(await read(SPEAKING)).toMatchObject({ audio: expect.stringMatching(/-voice\.wav$/) })
  expect(await read(VEO)).toMatchObject({ audio: null })
})

describe('Source video by URL', () => {
  const answerWith = (response: () => Response) =>
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => response())
  const create = (video_url: string) => client.call('POST', KINDS.extend.path, { prompt: 'a #no-url', video_url })

  it.each(['http://169.254.169.254/a.mp4', `${IMAGE_ORIGIN}.evil.test/a.mp4`, 'file:///etc/passwd', 'a.mp4'])(
    'never fetches a source video from %s',
    async (address) => {
      const fetch = answerWith(() => new Response('x'))
      const answer = await create(address)
      expect([answer.status, await answer.text()]).toEqual([
        422,
        expect.stringContaining('must be the address of an MP4'),
      ])
      expect(fetch).not.toHaveBeenCalled()
    },
  )

  it.each([
    ['is missing', () => new Response(null, { status: 404 }), 'must be the address'],
    ['is no video', () => new Response('hello'), 'is not an MP4 file'],
    ['is too large', () => new Response(new Uint8Array(65 * 1024 * 1024)), 'at most 64 MB'],
  ])('refuses a source video that %s', async (_, response, sentence) => {
    answerWith(response)
    const answer = await create(`${IMAGE_ORIGIN}/a.mp4`)
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(sentence)])
  })
})
