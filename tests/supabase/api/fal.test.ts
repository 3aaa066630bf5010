import { describe, expect, it } from 'vitest'
import { openFal } from '../../support/server/fal-vendor.ts'
import { FREE, HELD, PAID } from '../../support/server/job.ts'
import { pngDataUri } from '../../support/server/picture.ts'
import { supabase } from '../../support/server/suite.ts'

const { fal, startFalJobApi } = openFal()

const PRICES = { 'kling-ai/kling-v1-6': 20, 'google/veo2': 180, 'google/veo3': 330 } as const
type Path = keyof typeof PRICES
const page = (status: number) => new Response('<html>', { status, headers: { 'content-type': 'text/html' } })

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
  ])('of a picture with %s passes its signed address', async (path, endpoint) => {
    const { create, user, job } = await startFalJobApi(330)
    await create(user, job, { image: pngDataUri(320, 320) }, { path: `/generation/${path}`, quoted: PRICES[path] })
    expect(fal.request.endpoint).toBe(endpoint)
    // Of an image Veo 2 lists prompt, image and duration alone.
    expect('aspect_ratio' in fal.request.input).toBe(path === 'google/veo3')
    const picture = await supabase.fetch(new Request(String(fal.request.input.image_url)))
    expect(picture.headers.get('content-type')).toBe('image/png')
  })

  it.each<[string, number, unknown, number, string, RegExp]>([
    [
      'a prompt it refuses',
      422,
      { detail: [{ loc: [], msg: 'Too rude', type: 'x' }] },
      422,
      'vendor_rejected',
      /Too rude/,
    ],
    ['a fault in its shape', 500, { detail: 'Oops', error_type: 'internal_error' }, 503, 'vendor_busy', /busy/],
    ['our balance', 403, { detail: 'Exhausted balance' }, 503, 'vendor_unavailable', /not available right now/],
    ['our key, in another shape', 401, { error: 'no' }, 503, 'vendor_unavailable', /not available right now/],
    ['an answer without an id', 200, { hello: 1 }, 502, 'no_task_id', /Could not extract task ID.*hello/],
  ])('that is answered with %s gives the credits back', async (_name, status, body, expected, code, message) => {
    const { create, user, job, booked, log } = await startFalJobApi()
    fal.intercept = () => Response.json(body, { status })
    expect(await create(user, job)).toMatchObject({
      status: expected,
      body: { code, message: expect.stringMatching(message), data: { settlement: 'released' } },
    })
    expect(await booked()).toEqual(FREE)
    if (code === 'vendor_unavailable') expect(log.at(-1)?.cause).toContain('VIDEO_API_KEY')
  })

  it.each<[string, () => Response]>([
    ['an edge proxy’s page', () => page(502)],
    ['JSON of nobody’s shape', () => Response.json({ message: 'gateway' }, { status: 504 })],
    ['a redirect', () => Response.redirect('http://127.0.0.1:9/', 307)],
  ])('that is answered with %s may run: held, and never created again', async (_name, answer) => {
    const { create, status, user, job, booked } = await startFalJobApi()
    let submits = 0
    fal.intercept = () => {
      submits += 1
      return answer()
    }
    for (const _ of ['first', 'again']) expect((await create(user, job)).body.data).toMatchObject({ status: 'unknown' })
    expect(submits).toBe(1)
    expect((await status(user, job)).body.status).toBe('processing')
    expect(await booked()).toEqual(HELD)
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
      job: { failureCode: 'vendor_failed' },
    })
    expect(await booked()).toEqual(FREE)
  })

  it.each<[string, () => Response]>([
    ['a page', () => page(200)],
    ['that there is no such request', () => Response.json({ detail: 'Not found' }, { status: 404 })],
  ])('is left as it is when its status is answered with %s', async (_name, answer) => {
    const { create, status, user, job, booked } = await startFalJobApi()
    await create(user, job)
    fal.intercept = (_c, call) => (call === 'status' ? answer() : undefined)
    expect((await status(user, job)).body.status).toBe('waiting')
    expect(await booked()).toEqual(HELD)
  })
})
