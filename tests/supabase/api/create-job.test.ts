import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { MAX_IMAGE_BYTES } from '../../../supabase/functions/api/services/image/uploaded-image.ts'
import { claimedSize } from '../../support/picture-files.ts'
import { createUser, openTestSupabase, rows } from '../../support/server/database.ts'
import { FREE, HELD, startJobApi } from '../../support/server/job.ts'
import { pngDataUri, webpDataUri } from '../../support/server/picture.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

const pngOf = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`
const pngThatClaims = (width: number, height: number) => pngOf(claimedSize(width, height))

/** As many bytes as an image may have. */
function largestPng(): string {
  const whole = claimedSize(400, 400)
  const filler = Buffer.alloc(MAX_IMAGE_BYTES - whole.length)
  return pngOf(Buffer.concat([whole.subarray(0, -12), filler, whole.subarray(-12)]))
}

const setUp = (credits?: number) => startJobApi(supabase, credits)

describe('POST /generation/{provider path}/{model}', () => {
  it('turns a hold into one vendor task and answers the job id', async () => {
    const { consume, create, vendor, user, job, booked } = await setUp()
    await consume(user, job)
    const answer = await create(user, job)
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { taskId: job, status: 'waiting' } } })
    expect(vendor.creates).toEqual([
      {
        path: 'generation/kling-ai/kling-v1-6',
        key: 'vendor-key',
        body: { input: { prompt: 'Rain on a window', length: 5, aspectRatio: '16:9' } },
      },
    ])
    expect(await booked()).toEqual(HELD)
  })

  it('takes the hold itself where consume never arrived', async () => {
    const { create, user, job, booked } = await setUp()
    expect(await create(user, job)).toMatchObject({ status: 200 })
    expect(await booked()).toEqual(HELD)
  })

  it('calls the vendor once for a repeated key, also for two at once', async () => {
    const { create, vendor, user, job, booked } = await setUp()
    const answers = await Promise.all([create(user, job), create(user, job), create(user, job)])
    expect(answers.map((answer) => answer.body.data.taskId)).toEqual([job, job, job])
    expect(vendor.creates).toHaveLength(1)
    expect(await booked()).toEqual(HELD)
  })

  it('refuses a key used with another request', async () => {
    const { create, vendor, user, job } = await setUp()
    await create(user, job)
    expect(await create(user, job, { prompt: 'Something else' })).toMatchObject({
      status: 409,
      body: { code: 'key_mismatch' },
    })
    expect(vendor.creates).toHaveLength(1)
  })

  it('refuses to start the dearest model on a hold for the cheapest', async () => {
    const { consume, create, vendor, user, job, booked } = await setUp()
    await consume(user, job)
    const answer = await create(user, job, {}, { path: '/generation/google/veo3', quoted: 20 })
    expect(answer).toMatchObject({ status: 409, body: { code: 'key_mismatch' } })
    expect(vendor.creates).toHaveLength(0)
    expect(await booked()).toEqual(FREE)
  })

  it('gives a hold back at once whose create carries another price, and the key is spent', async () => {
    const { consume, create, vendor, user, job, booked } = await setUp()
    await consume(user, job)
    for (const quoted of [1, 19]) {
      expect(await create(user, job, {}, { quoted })).toMatchObject({ status: 409, body: { code: 'key_mismatch' } })
      expect(await booked()).toEqual(FREE)
    }
    expect(await create(user, job)).toMatchObject({ status: 409, body: { code: 'key_spent' } })
    expect(vendor.creates).toHaveLength(0)
  })

  it('leaves a hold alone whose key another person tries, and a job that runs', async () => {
    const { consume, create, vendor, user, job, booked } = await setUp()
    await consume(user, job)
    const other = await createUser(supabase, 100)
    expect(await create(other, job, {}, { quoted: 19 })).toMatchObject({ status: 409 })
    expect(await create(other, job)).toMatchObject({ status: 409, body: { code: 'key_mismatch' } })
    expect(await booked()).toEqual(HELD)
    expect(await create(user, job)).toMatchObject({ status: 200 })
    expect(await create(user, job, {}, { quoted: 19 })).toMatchObject({ status: 200 })
    expect(await create(user, job, {}, { path: '/generation/google/veo3', quoted: 330 })).toMatchObject({ status: 409 })
    expect(await booked()).toEqual(HELD)
    expect(vendor.creates).toHaveLength(1)
  })

  it('never runs a released hold again', async () => {
    const { consume, create, vendor, user, job, booked, sweep, clock } = await setUp()
    await consume(user, job)
    clock.now += 16 * 60_000
    await sweep()
    expect(await booked()).toEqual(FREE)
    clock.now -= 16 * 60_000
    expect(await create(user, job)).toMatchObject({ status: 409, body: { code: 'key_spent' } })
    expect(await consume(user, job)).toMatchObject({ status: 409, body: { code: 'key_spent' } })
    expect(vendor.creates).toHaveLength(0)
  })

  it('asks again when the price shown is not the price', async () => {
    const { create, vendor, user, job, booked } = await setUp()
    const answer = await create(user, job, {}, { quoted: 10 })
    expect(answer).toMatchObject({ status: 409, body: { code: 'price_changed', data: { price: 20 } } })
    expect(vendor.creates).toHaveLength(0)
    expect(await booked()).toEqual(FREE)
  })

  it('starts three jobs of one person at a time and gives the fourth hold back', async () => {
    const { consume, create, vendor, status, user, booked } = await setUp(200)
    const jobs = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    for (const job of jobs) await consume(user, job)
    const answers = await Promise.all(jobs.map((job) => create(user, job)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 429])
    expect(answers.find((answer) => answer.status === 429)?.body).toMatchObject({
      code: 'too_many_jobs',
      data: { settlement: 'released' },
    })
    expect(vendor.creates).toHaveLength(3)
    expect(await booked()).toEqual({ available: 140, held: 60, captured: 0 })
    vendor.succeed()
    const started = jobs.filter((_, index) => answers[index]?.status === 200)
    await status(user, started[0] ?? '')
    expect(await create(user, randomUUID())).toMatchObject({ status: 200 })
  })

  it('limits how often one person may create, and nobody else', async () => {
    const { create, user, clock } = await setUp(20)
    const statuses: number[] = []
    for (let press = 0; press < 22; press += 1) statuses.push((await create(user, randomUUID(), { length: 7 })).status)
    expect(statuses).toEqual([...Array(20).fill(400), 429, 429])
    const refused = await create(user, randomUUID())
    expect(refused.body).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringMatching(/Try again in \d+ seconds/),
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await create(await createUser(supabase, 20), randomUUID())).toMatchObject({ status: 200 })
    clock.now += 61_000
    expect(await create(user, randomUUID())).toMatchObject({ status: 200 })
  })

  it('refuses without credits', async () => {
    const { create, vendor, user, job } = await setUp(19)
    expect(await create(user, job)).toMatchObject({ status: 402, body: { data: { have: 19, need: 20 } } })
    expect(vendor.creates).toHaveLength(0)
  })

  it.each([
    [
      'kling-1.6, 8 s',
      '/generation/kling-ai/kling-v1-6',
      20,
      { length: 8, negativePrompt: 'fog' },
      { prompt: 'Rain on a window', negativePrompt: 'fog', length: 10, aspectRatio: '16:9' },
    ],
    [
      'veo-2',
      '/generation/google/veo2',
      180,
      { negativePrompt: 'fog' },
      { prompt: 'Rain on a window', length: 5, aspectRatio: '16:9', seed: 7 },
    ],
    [
      'veo-3, 5 s',
      '/generation/google/veo3',
      330,
      { negativePrompt: 'fog', generateAudio: false },
      {
        prompt: 'Rain on a window',
        negativePrompt: 'fog',
        length: 6,
        aspectRatio: '16:9',
        seed: 7,
        generateAudio: false,
      },
    ],
  ])('sends %s only what the model lists, at a length it takes', async (_name, path, quoted, over, input) => {
    const { create, vendor, user, job } = await setUp(500)
    await create(user, job, over, { path, quoted })
    expect(vendor.creates[0]?.body).toEqual({ input })
  })

  it('keeps the picture in the private bucket and passes a signed address of it on', async () => {
    const { create, vendor, user, job } = await setUp()
    expect(await create(user, job, { image: pngDataUri(400, 300) })).toMatchObject({ status: 200 })
    const { image, ...input } = vendor.creates[0]?.body.input ?? {}
    expect(input).toEqual({ prompt: 'Rain on a window', length: 5 })
    expect(image).toContain(`/storage/v1/object/sign/pictures/${job}.png?token=`)
    const { iat, exp } = decodeJwt(new URL(String(image)).searchParams.get('token') ?? '')
    // As long as a provider may queue the job (an hour), and no longer than it may be of use.
    const hours = (Number(exp) - Number(iat)) / 3600
    expect(hours).toBeGreaterThan(1)
    expect(hours).toBeLessThanOrEqual(2)
    const stored = await supabase.fetch(new Request(String(image)))
    expect(stored.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await stored.arrayBuffer()).toString('base64')).toBe(pngDataUri(400, 300).split(',')[1])
  })

  it.each([
    ['no prompt', { prompt: '  ' }, 'Please enter a prompt'],
    ['a prompt of 10,000 characters', { prompt: 'x'.repeat(10_000) }, /10000 characters; Kling 1.6 takes at most 2500/],
    ['a length of 7', { length: 7 }, /input.length/],
    ['another aspect ratio', { aspectRatio: '9:16' }, /input.aspectRatio/],
    ['a seed of 1000', { seed: 1000 }, /input.seed/],
    ['a prompt that is a number', { prompt: 7 }, /input.prompt/],
    ['audio as text', { generateAudio: 'yes' }, /input.generateAudio/],
    ['an image that is no data URI', { image: 'https://example.com/a.png' }, /could not be read/],
    ['an image that is text', { image: `data:image/png;base64,${btoa('hello there')}` }, /not a JPEG or PNG/],
    [
      'an SVG named PNG',
      { image: `data:image/png;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>')}` },
      /not a JPEG or PNG/,
    ],
    ['a WebP, which no vendor documents', { image: webpDataUri(400, 400) }, /not a JPEG or PNG/],
    ['an image of 299 px', { image: pngDataUri(299, 400) }, /299 x 400 pixels/],
    ['an image of 1:5', { image: pngDataUri(300, 1500) }, /long and narrow/],
    ['an image of 30000 px', { image: pngThatClaims(30_000, 30_000) }, /30000 x 30000 pixels/],
  ])('refuses %s with a sentence, and nothing is held', async (_name, over, message) => {
    const { create, vendor, user, job, booked } = await setUp()
    const { status, body } = await create(user, job, over)
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, code: 'bad_request' })
    expect(body.message).toMatch(message)
    expect(vendor.creates).toHaveLength(0)
    expect(await booked()).toEqual(FREE)
  })

  it.each([
    ['an unknown model', { path: '/generation/google/veo9' }, 422, 'unknown_model'],
    ['no price', { quoted: '' }, 400, 'bad_request'],
    ['a price that is text', { quoted: 'cheap' }, 400, 'bad_request'],
    ['no key', { key: '' }, 400, 'bad_request'],
  ])('refuses %s', async (_name, call, status, code) => {
    const { create, user, job } = await setUp()
    expect(await create(user, job, {}, call)).toMatchObject({ status, body: { success: false, code } })
  })

  it('takes an image as large as the browser may send it, between the longest prompts', async () => {
    const { create, user, job } = await setUp()
    const largest = largestPng()
    expect(await create(user, job, { image: largest })).toMatchObject({ status: 200 })
    const prompt = '\u0001'.repeat(20_000)
    const over = { image: largest, prompt, negativePrompt: prompt }
    expect(await create(user, randomUUID(), over)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/takes at most/) },
    })
  })

  it('refuses a body larger than any of ours, and nothing is held', async () => {
    const { create, user, job, booked } = await setUp()
    const image = `${largestPng()}${'A'.repeat(300 * 1024)}`
    expect(await create(user, job, { image })).toMatchObject({
      status: 413,
      body: { code: 'body_too_large', message: expect.stringContaining('larger than 4 MB') },
    })
    expect(await booked()).toEqual(FREE)
  })

  it('keeps what PostgreSQL cannot store out of a prompt', async () => {
    const { create, user, job } = await setUp()
    expect(await create(user, job, { prompt: 'a\0b\ud800' })).toMatchObject({ status: 200 })
    expect(await rows(supabase, 'select prompt from public.generations where id = $1', [job])).toEqual([
      { prompt: 'ab\ufffd' },
    ])
  })
})
