import { describe, expect, it } from 'vitest'
import { pngDataUri } from '../../../support/server/image.ts'
import { FREE, PAID } from '../../../support/server/job.ts'
import { openFal } from '../../../support/server/scripted-fal.ts'

const { fal, startFalJobApi } = openFal()

const PRICES = { 'kling-ai/kling-v1-6': 20, 'google/veo2': 180, 'google/veo3': 330 } as const
type Path = keyof typeof PRICES

describe('a create at fal', () => {
  const listed = { aspect_ratio: '16:9', negative_prompt: 'blur' }
  it.each<[Path, 5 | 8, string, Record<string, unknown>]>([
    ['kling-ai/kling-v1-6', 5, 'fal-ai/kling-video/v1.6/pro/text-to-video', { duration: '5', ...listed }],
    ['kling-ai/kling-v1-6', 8, 'fal-ai/kling-video/v1.6/pro/text-to-video', { duration: '10', ...listed }],
    ['google/veo2', 5, 'fal-ai/veo2', { duration: '5s', ...listed, seed: 7 }],
    ['google/veo3', 8, 'fal-ai/veo3', { duration: '8s', ...listed, seed: 7, generate_audio: true }],
  ])('of %s for %i s sends the fields that the model lists, and no other', async (path, length, endpoint, fields) => {
    const { create, user, job } = await startFalJobApi(330)
    const call = { path: `/generation/${path}`, quoted: PRICES[path] }
    const answer = await create(user, job, { length, negativePrompt: 'blur' }, call)
    expect(answer).toMatchObject({ status: 200, body: { data: { taskId: job, status: 'waiting' } } })
    expect(fal.request).toMatchObject({ endpoint })
    expect(fal.request.input).toEqual({ prompt: 'Rain on a window', ...fields })
  })

  it.each<[Path, string]>([
    ['kling-ai/kling-v1-6', 'fal-ai/kling-video/v1.6/pro/image-to-video'],
    ['google/veo2', 'fal-ai/veo2/image-to-video'],
    ['google/veo3', 'fal-ai/veo3/image-to-video'],
  ])('of an image with %s passes the image, which has no https address here', async (path, endpoint) => {
    const { create, user, job } = await startFalJobApi(330)
    const image = pngDataUri(320, 320)
    await create(user, job, { image }, { path: `/generation/${path}`, quoted: PRICES[path] })
    expect(fal.request.endpoint).toBe(endpoint)
    // Of an image Veo 2 lists prompt, image and duration alone.
    expect('aspect_ratio' in fal.request.input).toBe(path === 'google/veo3')
    expect(fal.request.input.image_url).toBe(image)
  })
})

describe('a job at fal', () => {
  it('waits, runs, and is charged when its video is stored', async () => {
    const { create, status, user, job, booked } = await startFalJobApi()
    await create(user, job)
    const word = async () => (await status(user, job)).body.status
    expect(await word()).toBe('waiting')
    fal.request.state = 'IN_PROGRESS'
    expect(await word()).toBe('processing')
    fal.finish()
    expect(await word()).toBe('succeed')
    expect(await booked()).toEqual(PAID)
  })

  it.each<[string, number, unknown, string]>([
    ['with the model’s reason', 422, { detail: [{ loc: [], msg: 'Blocked', type: 'policy' }] }, 'Blocked'],
    ['without a word of the platform', 504, { detail: 'upstream 10.0.0.7 gone', error_type: 'request_timeout' }, ''],
  ])('fails %s, and gives the credits back', async (_name, code, body, failMsg) => {
    const { create, status, user, job, booked } = await startFalJobApi()
    await create(user, job)
    fal.fail(code, body)
    expect((await status(user, job)).body).toMatchObject({
      status: 'failed',
      generations: [{ failMsg }],
      job: { failureCode: 'provider_failed' },
    })
    expect(await booked()).toEqual(FREE)
  })
})
