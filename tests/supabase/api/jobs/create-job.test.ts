import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { MAX_IMAGE_BYTES } from '../../../../supabase/functions/_shared/contract/media/image.ts'
import { createUser } from '../../../harness/database.ts'
import { claimedSize } from '../../../support/image-files.ts'
import { pngDataUri } from '../../../support/server/image.ts'
import { FREE, HELD } from '../../../support/server/job.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

/** Returns a PNG of the largest allowed size, as a data URI. */
function largestPng(): string {
  const bytes = claimedSize(400, 400, MAX_IMAGE_BYTES - claimedSize(400, 400).length)
  return `data:image/png;base64,${bytes.toString('base64')}`
}

describe('POST /generation/{provider path}/{model}', () => {
  it('creates one provider task for a hold, and returns the job ID', async () => {
    const { consume, create, provider, user, job, booked } = await setUp()
    await consume(user, job)
    const answer = await create(user, job)
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { taskId: job, status: 'waiting' } } })
    const sent = provider.creates.map(({ path, headers, body }) => [path, headers['x-api-key'], JSON.parse(body)])
    const input = { prompt: 'Rain on a window', length: 5, aspectRatio: '16:9' }
    expect(sent).toEqual([['generation/kling-ai/kling-v1-6', 'provider-key', { input }]])
    expect(await booked()).toEqual(HELD)
  })

  it('holds the price itself if consume never arrived, and calls the provider once for a repeated key', async () => {
    const { create, provider, user, job, booked } = await setUp()
    const answers = await Promise.all([create(user, job), create(user, job), create(user, job)])
    expect(answers.map((answer) => answer.body.data.taskId)).toEqual([job, job, job])
    for (const other of [
      await create(user, job, { prompt: 'Something else' }),
      await create(await createUser(supabase, 100), job),
    ])
      expect(other).toMatchObject({ status: 409, body: { code: 'key_mismatch' } })
    expect(await create(user, job, {}, { quoted: 19 })).toMatchObject({
      status: 409,
      body: { code: 'key_mismatch', data: { settlement: 'held' } },
    })
    expect(provider.creates).toHaveLength(1)
    expect(await booked()).toEqual(HELD)
  })

  it.each([
    [
      'the dearest model',
      { path: '/generation/google/veo3', quoted: 20 },
      'key_mismatch',
      'This job ID has already been used for a different request. Start a new job. The credits that it held were returned.',
      { settlement: 'released' },
    ],
    [
      'another price',
      { quoted: 19 },
      'price_changed',
      'The price of Kling 1.6 is now 20 credits. Review the new price and try again. The credits held for this job ID were returned. Use a new one.',
      { settlement: 'released', price: 20 },
    ],
  ])('refuses to start %s with a held job ID, and returns the credits', async (_, call, code, message, data) => {
    const { consume, create, provider, user, job, booked } = await setUp()
    await consume(user, job)
    expect(await create(user, job, {}, call)).toMatchObject({ status: 409, body: { code, message, data } })
    expect(await booked()).toEqual(FREE)
    expect(await create(user, job, {}, call)).toMatchObject({ status: 409, body: { code: 'key_mismatch' } })
    expect(await booked()).toEqual(FREE)
    for (const again of [await create(user, job), await consume(user, job)])
      expect(again).toMatchObject({ status: 409, body: { code: 'key_spent', data: { settlement: 'released' } } })
    expect(provider.creates).toHaveLength(0)
  })

  it.each([
    ['another price', { amount: 19 }, 'price_changed', { settlement: 'held', price: 20 }],
    ['another model', { amount: 330, source: 'veo-3' }, 'key_mismatch', { settlement: 'held' }],
  ])('refuses to hold %s for a held job ID, and keeps the first hold usable', async (...row) => {
    const [, body, code, data] = row
    const { consume, create, user, job, booked } = await setUp()
    await consume(user, job)
    expect(await consume(user, job, body)).toMatchObject({ status: 409, body: { code, data } })
    expect(await booked()).toEqual(HELD)
    expect((await create(user, job)).status).toBe(200)
  })

  it("reveals nothing about another user's hold, and doesn't change the hold", async () => {
    const { create, consume, user, job, booked } = await setUp()
    await consume(user, job)
    const stranger = await createUser(supabase, 100)
    for (const refused of [await create(stranger, job), await consume(stranger, job)])
      expect(refused).toMatchObject({ status: 409, body: { code: 'key_mismatch', data: { settlement: 'none' } } })
    expect(await booked()).toEqual(HELD)
  })

  it("starts up to four jobs of a user at a time, and returns the fifth job's credits", async () => {
    const { consume, create, provider, status, user, job, booked } = await setUp()
    for (const other of [randomUUID(), randomUUID(), randomUUID(), job]) await create(user, other)
    const fifth = randomUUID()
    await consume(user, fifth)
    expect(await create(user, fifth)).toMatchObject({
      status: 429,
      body: { code: 'too_many_jobs', data: { settlement: 'released' } },
    })
    expect(provider.creates).toHaveLength(4)
    expect(await booked()).toEqual({ available: 20, held: 80, captured: 0 })
    provider.finish()
    await status(user, job)
    expect(await create(user, randomUUID())).toMatchObject({ status: 200 })
  })

  it('refuses to start a job without enough credits', async () => {
    const { create, provider, user, job } = await setUp(19)
    expect(await create(user, job)).toMatchObject({ status: 402, body: { data: { have: 19, need: 20 } } })
    expect(provider.creates).toHaveLength(0)
  })

  it.each([
    [
      'kling-1.6, 8 s',
      '/generation/kling-ai/kling-v1-6',
      20,
      { length: 8, negativePrompt: 'fog' },
      { negativePrompt: 'fog', length: 10, aspectRatio: '16:9' },
    ],
    ['veo-2', '/generation/google/veo2', 180, { negativePrompt: 'fog' }, { length: 5, aspectRatio: '16:9', seed: 7 }],
    [
      'veo-3, 5 s',
      '/generation/google/veo3',
      330,
      { negativePrompt: 'fog', generateAudio: false },
      { negativePrompt: 'fog', length: 6, aspectRatio: '16:9', seed: 7, generateAudio: false },
    ],
  ])('sends %s only the listed fields, with an accepted length', async (_name, path, quoted, over, input) => {
    const { create, provider, user, job } = await setUp(500)
    await create(user, job, over, { path, quoted })
    expect(provider.creates[0]?.input).toEqual({ prompt: 'Rain on a window', ...input })
  })

  it('stores the image in the private bucket, and sends the provider a signed URL', async () => {
    const { create, provider, user, job } = await setUp()
    expect(await create(user, job, { image: pngDataUri(400, 300) })).toMatchObject({ status: 200 })
    const { image, ...input } = provider.creates[0]?.input ?? {}
    expect(input).toEqual({ prompt: 'Rain on a window', length: 5 })
    expect(image).toContain(`/storage/v1/object/sign/images/${job}.png?token=`)
    const { iat, exp } = decodeJwt(new URL(String(image)).searchParams.get('token') ?? '')
    // A provider may queue the job for an hour, so the URL must work that long, and not much longer.
    const hours = (Number(exp) - Number(iat)) / 3600
    expect(hours).toBeGreaterThan(1)
    expect(hours).toBeLessThanOrEqual(2)
    const stored = await supabase.fetch(new Request(String(image)))
    expect(stored.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await stored.arrayBuffer()).toString('base64')).toBe(pngDataUri(400, 300).split(',')[1])
  })

  it("creates no provider task if the image can't be stored", async () => {
    const { create, provider, storage, user, job, booked } = await setUp()
    storage.isDown = true
    for (const _ of ['first', 'again']) {
      expect(await create(user, job, { image: pngDataUri(400, 300) })).toMatchObject({
        status: 503,
        body: { code: 'storage_unavailable', data: { settlement: 'released' } },
      })
    }
    expect(provider.creates).toHaveLength(0)
    expect(await booked()).toEqual(FREE)
  })

  it.each<[string, object, object, number, string, RegExp?]>([
    ['no prompt', { prompt: '  ' }, {}, 400, 'bad_request', /Please enter a prompt/],
    ['an invisible prompt', { prompt: '\u200b\u2060\u3164' }, {}, 400, 'bad_request', /Please enter a prompt/],
    [
      'a prompt of 10,000 characters',
      { prompt: 'x'.repeat(10_000) },
      {},
      400,
      'bad_request',
      /7,500 characters too long. Kling 1.6 accepts up to 2,500/,
    ],
    ['a length of 7', { length: 7 }, {}, 400, 'bad_request', /supports 5 or 8 seconds/],
    ['another aspect ratio', { aspectRatio: '9:16' }, {}, 400, 'bad_request', /supports 16:9/],
    ['a seed of 1000', { seed: 1000 }, {}, 400, 'bad_request', /input.seed/],
    ['no seed', { seed: undefined }, {}, 400, 'bad_request', /input.seed": it is missing/],
    ['a prompt that is a number', { prompt: 7 }, {}, 400, 'bad_request', /input.prompt/],
    ['audio as text', { generateAudio: 'yes' }, {}, 400, 'bad_request', /input.generateAudio/],
    // image.test.ts tests the other faults of an image.
    [
      'an image that is not a data URI',
      { image: 'https://example.com/a.png' },
      {},
      400,
      'bad_request',
      /couldn't read your image/,
    ],
    ['an unknown model', {}, { path: '/generation/google/veo9' }, 422, 'unknown_model'],
    ['a wrong price', {}, { quoted: 10 }, 409, 'price_changed'],
    ['an empty image', { image: '' }, {}, 400, 'bad_request', /"input.image": leave it out for a video without/],
    ['no price', {}, { quoted: '' }, 400, 'bad_request'],
    ['a price that is text', {}, { quoted: 'cheap' }, 400, 'bad_request'],
    ['a price in another notation', {}, { quoted: '0x14' }, 400, 'bad_request'],
    ['a price with an exponent', {}, { quoted: '2e1' }, 400, 'bad_request'],
    ['no key', {}, { key: '' }, 400, 'bad_request'],
  ])('refuses a request with %s, and holds no credits', async (_name, over, call, status, code, message = /./) => {
    const { create, provider, user, job, booked } = await setUp()
    const answer = await create(user, job, { ...over }, call)
    expect(answer).toMatchObject({ status, body: { success: false, code, message: expect.stringMatching(message) } })
    expect(provider.creates).toHaveLength(0)
    expect(await booked()).toEqual(FREE)
  })

  it('accepts the largest image beside the longest prompts, and refuses a larger body', async () => {
    const { create, user, job, booked } = await setUp()
    const image = largestPng()
    const prompt = `x${'\u0001'.repeat(19_999)}`
    expect(await create(user, job, { image, prompt, negativePrompt: prompt })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/accepts up to/) },
    })
    expect(await create(user, job, { image: `${image}${'A'.repeat(300 * 1024)}` })).toMatchObject({
      status: 413,
      body: { code: 'body_too_large', message: expect.stringContaining('larger than 4 MB') },
    })
    expect(await booked()).toEqual(FREE)
    expect(await create(user, job, { image })).toMatchObject({ status: 200 })
  })

  it("removes characters that PostgreSQL can't store from a prompt", async () => {
    const { create, user, job } = await setUp()
    expect(await create(user, job, { prompt: 'a\0b\ud800' })).toMatchObject({ status: 200 })
    expect(await sql('select prompt from public.jobs where id = $1', [job])).toEqual([{ prompt: 'ab\ufffd' }])
  })
})
