import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { json, startApi, VIDEO } from '../../support/server/api.ts'
import { books, createUser, openTestSupabase, rows } from '../../support/server/database.ts'
import { pngDataUri } from '../../support/server/picture.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

const HELD = { available: 80, held: 20, captured: 0 }
const FREE = { available: 100, held: 0, captured: 0 }
const PAID = { available: 80, held: 0, captured: 20 }

async function setUp(credits = 100) {
  const api = startApi(supabase)
  const user = await createUser(supabase, credits)
  return { ...api, user, job: randomUUID(), booked: () => books(supabase, user.id) }
}

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
    expect(await booked()).toEqual(HELD)
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
    expect(image).toContain(`/storage/v1/object/sign/pictures/${user.id}/${job}.png?token=`)
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
    ['an image that is text', { image: `data:image/png;base64,${btoa('hello there')}` }, /not a JPEG, PNG or WebP/],
    [
      'an SVG named PNG',
      { image: `data:image/png;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>')}` },
      /not a JPEG, PNG or WebP/,
    ],
    ['an image of 299 px', { image: pngDataUri(299, 400) }, /299 x 400 pixels/],
    ['an image of 1:5', { image: pngDataUri(300, 1500) }, /long and narrow/],
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

  it('keeps what PostgreSQL cannot store out of a prompt', async () => {
    const { create, user, job } = await setUp()
    expect(await create(user, job, { prompt: 'a\0b\ud800' })).toMatchObject({ status: 200 })
    expect(await rows(supabase, 'select prompt from public.generations where id = $1', [job])).toEqual([
      { prompt: 'ab\ufffd' },
    ])
  })
})

describe('what the vendor answers to create', () => {
  it.each([
    [
      '400 in its error shape',
      () =>
        json({ message: 'Input validation failed', code: 'BAD_REQUEST', issues: [{ message: 'blocked words' }] }, 400),
      422,
      'vendor_rejected',
      /blocked words/,
    ],
    ['429', () => json({ message: 'Too many', code: 'TOO_MANY' }, 429), 503, 'vendor_busy', /not charged/],
    [
      '500 in its error shape',
      () => json({ message: 'Oops', code: 'INTERNAL' }, 500),
      503,
      'vendor_busy',
      /not charged/,
    ],
    [
      '403 about our credit',
      () => json({ message: 'Not enough credits', code: 'FORBIDDEN' }, 403),
      503,
      'vendor_busy',
      /not available/,
    ],
    [
      '200 without a task id',
      () => json({ code: 'SUCCESS', data: {} }),
      502,
      'no_task_id',
      'Could not extract task ID from API response. API returned: {"code":"SUCCESS","data":{}}',
    ],
  ])('%s: nothing was created, the hold is released at once', async (_name, answer, status, code, message) => {
    const { create, consume, vendor, user, job, booked } = await setUp()
    vendor.create = answer
    await consume(user, job)
    const first = await create(user, job)
    expect(first).toMatchObject({ status, body: { code, data: { settlement: 'released' } } })
    expect(first.body.message).toMatch(message)
    expect(await booked()).toEqual(FREE)
    // A retry of the same request is told the same and calls nobody.
    expect(await create(user, job)).toMatchObject({ status, body: { code } })
    expect(vendor.creates).toHaveLength(1)
  })

  it.each([
    [
      'an edge proxy’s page',
      () => new Response('<html>blocked</html>', { status: 502, headers: { 'content-type': 'text/html' } }),
    ],
    ['a page with status 200', () => new Response('<html>hi</html>', { headers: { 'content-type': 'text/html' } })],
    ['a reset connection', () => Promise.reject(new TypeError('connection reset'))],
  ])('%s: unknown, held, and never created again', async (_name, answer) => {
    const { create, status, vendor, user, job, booked, sweep, clock } = await setUp()
    vendor.create = answer
    expect(await create(user, job)).toMatchObject({ status: 200, body: { data: { taskId: job, status: 'unknown' } } })
    expect(await create(user, job)).toMatchObject({ status: 200, body: { data: { status: 'unknown' } } })
    expect(vendor.creates).toHaveLength(1)
    expect(await status(user, job)).toMatchObject({ body: { status: 'processing', job: { settlement: 'held' } } })
    expect(await booked()).toEqual(HELD)
    clock.now += 61 * 60_000
    await sweep()
    expect(await booked()).toEqual(FREE)
    clock.now -= 61 * 60_000
    expect(await status(user, job)).toMatchObject({ body: { status: 'failed', job: { settlement: 'released' } } })
  })

  it('a picture that cannot be stored: nothing was created', async () => {
    const { create, vendor, storage, user, job, booked } = await setUp()
    storage.isDown = true
    const refused = { status: 503, body: { code: 'storage_unavailable', data: { settlement: 'released' } } }
    expect(await create(user, job, { image: pngDataUri(400, 300) })).toMatchObject(refused)
    expect(await create(user, job, { image: pngDataUri(400, 300) })).toMatchObject(refused)
    expect(vendor.creates).toHaveLength(0)
    expect(await booked()).toEqual(FREE)
  })
})

describe('GET /generation/{taskId}/status', () => {
  it('waits, runs, then captures when the file is fetched and plays, once', async () => {
    const { create, status, vendor, user, job, booked } = await setUp()
    await create(user, job)
    vendor.status = () => vendor.statusOf('waiting')
    expect(await status(user, job)).toMatchObject({
      status: 200,
      body: { success: true, status: 'waiting', job: { settlement: 'held', credits: 20 } },
    })
    vendor.status = () => vendor.statusOf('paused')
    expect((await status(user, job)).body.status).toBe('processing')
    vendor.succeed()
    const send = vendor.file
    let fetched = 0
    vendor.file = (request) => {
      fetched += 1
      return send(request)
    }
    // Two at once: one delivers, the other one waits for its next poll.
    const both = await Promise.all([status(user, job), status(user, job)])
    expect(both.map(({ body }) => body.status).sort()).toEqual(['processing', 'succeed'])
    const answers = [await status(user, job), await status(user, job)]
    expect(fetched).toBe(1)
    for (const { body } of answers) {
      const { url } = body.result
      expect(url).toContain(`/storage/v1/object/sign/videos/${user.id}/${job}.mp4?token=`)
      expect(body).toMatchObject({
        status: 'succeed',
        generations: [{ status: 'succeed', url, failMsg: '' }],
        result: { url, videoUrl: url, status: 'succeed' },
        data: { taskId: job, generations: [{ url }] },
        job: { settlement: 'captured' },
      })
      const served = await supabase.fetch(new Request(url, { headers: { range: 'bytes=0-99' } }))
      expect(served.status).toBe(206)
      expect(served.headers.get('content-range')).toBe(`bytes 0-99/${VIDEO.byteLength}`)
      expect(served.headers.get('content-type')).toBe('video/mp4')
    }
    expect(await booked()).toEqual(PAID)
    const [stored] = await rows(
      supabase,
      'select video_bytes::int as bytes, video_duration_seconds::float as seconds from public.generations where id = $1',
      [job],
    )
    expect(stored).toEqual({ bytes: VIDEO.byteLength, seconds: expect.closeTo(1, 1) })
  })

  it('releases on the vendor’s failure and passes its reason on', async () => {
    const { create, status, vendor, user, job, booked } = await setUp()
    await create(user, job)
    vendor.status = () => vendor.statusOf('failed', { failMsg: 'Blocked by the safety check' })
    expect((await status(user, job)).body).toMatchObject({
      status: 'failed',
      generations: [{ failMsg: 'Blocked by the safety check' }],
      job: { settlement: 'released' },
    })
    expect(await booked()).toEqual(FREE)
  })

  it('releases a success without a URL and keeps the vendor’s word, so that the browser says what is specified', async () => {
    const { create, status, vendor, user, job, booked } = await setUp()
    await create(user, job)
    vendor.succeed(null)
    expect((await status(user, job)).body).toMatchObject({
      status: 'succeed',
      generations: [{ url: '' }],
      job: { settlement: 'released' },
    })
    expect(await booked()).toEqual(FREE)
  })

  it.each([
    ['a 404', () => new Response(null, { status: 404 })],
    ['an empty file', () => new Response(new Uint8Array(0))],
    ['text', () => new Response('not a video')],
    ['a truncated file', () => new Response(VIDEO.subarray(0, VIDEO.byteLength - 600))],
  ])('releases a success whose file is %s', async (_name, file) => {
    const { create, status, vendor, user, job, booked } = await setUp()
    await create(user, job)
    vendor.succeed()
    vendor.file = file
    expect((await status(user, job)).body).toMatchObject({ status: 'failed', job: { settlement: 'released' } })
    expect(await booked()).toEqual(FREE)
  })

  it.each([
    'http://169.254.169.254/latest',
    'http://localhost:5432/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://files.test.evil/one.mp4',
    'http://files.test@evil.test/',
  ])('never fetches %s', async (url) => {
    const { create, status, vendor, user, job, booked } = await setUp()
    await create(user, job)
    vendor.succeed(url)
    let fetched = 0
    vendor.file = () => {
      fetched += 1
      return new Response(VIDEO)
    }
    expect((await status(user, job)).body.status).toBe('failed')
    expect(fetched).toBe(0)
    expect(await booked()).toEqual(FREE)
  })

  it.each([
    ['answers 500', () => json({ message: 'x', code: 'y' }, 500)],
    ['answers a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['does not answer', () => Promise.reject(new TypeError('reset'))],
  ])('is no news when the vendor %s', async (_name, answer) => {
    const { create, status, vendor, user, job, booked } = await setUp()
    await create(user, job)
    vendor.status = answer
    expect((await status(user, job)).body.status).toBe('processing')
    expect(await booked()).toEqual(HELD)
  })

  it('serves our copy when the vendor has deleted its own', async () => {
    const { create, status, vendor, user, job } = await setUp()
    await create(user, job)
    vendor.succeed()
    await status(user, job)
    vendor.status = () => json({ message: 'Not found', code: 'NOT_FOUND' }, 404)
    vendor.file = () => new Response(null, { status: 404 })
    const { body } = await status(user, job)
    const served = await supabase.fetch(new Request(body.result.url))
    expect(Buffer.from(await served.arrayBuffer())).toEqual(VIDEO)
  })

  it('delivers a video whose first deliverer died in the middle', async () => {
    const { create, status, vendor, user, job, booked, clock } = await setUp()
    await create(user, job)
    vendor.succeed()
    await rows(supabase, 'select public.claim_delivery($1, $2)', [job, new Date(clock.now).toISOString()])
    expect((await status(user, job)).body.status).toBe('processing')
    clock.now += 6 * 60_000
    expect((await status(user, job)).body.status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
  })

  it('charges nothing while the video cannot be stored, and stores it at the next look', async () => {
    const { create, status, vendor, storage, user, job, booked } = await setUp()
    await create(user, job)
    vendor.succeed()
    storage.isDown = true
    expect((await status(user, job)).body.status).toBe('processing')
    expect(await booked()).toEqual(HELD)
    storage.isDown = false
    expect((await status(user, job)).body.status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
  })

  it('says that the video is safe while it cannot be opened', async () => {
    const { create, status, vendor, storage, user, job } = await setUp()
    await create(user, job)
    vendor.succeed()
    await status(user, job)
    storage.isDown = true
    expect(await status(user, job)).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } })
  })

  it('keeps the job open when the file’s server cannot be reached', async () => {
    const { create, status, vendor, user, job, booked } = await setUp()
    await create(user, job)
    vendor.succeed()
    vendor.file = () => Promise.reject(new TypeError('unreachable'))
    expect((await status(user, job)).body.status).toBe('processing')
    expect(await booked()).toEqual(HELD)
  })

  it('answers the owner alone', async () => {
    const { create, status, user, job } = await setUp()
    await create(user, job)
    const stranger = await createUser(supabase)
    const foreign = await status(stranger, job)
    const unknown = await status(stranger, randomUUID())
    const odd = await status(stranger, 'no-such-id')
    for (const answer of [foreign, unknown, odd]) {
      expect(answer).toMatchObject({
        status: 404,
        body: { success: false, code: 'not_found', message: unknown.body.message },
      })
    }
  })
})

describe('POST /api/jobs/sweep', () => {
  it('settles what nobody polls: finished, failed, and unused holds', async () => {
    const { create, consume, vendor, user, job, booked, sweep, clock } = await setUp(100)
    await create(user, job)
    await consume(user, randomUUID())
    vendor.succeed()
    clock.now += 16 * 60_000
    const report = await sweep()
    expect(report.body.data).toMatchObject({ released_holds: expect.any(Number), failed_checks: 0 })
    expect(await booked()).toEqual(PAID)
  })

  it('leaves young holds and jobs that a browser is watching', async () => {
    const { create, consume, vendor, user, job, booked, sweep } = await setUp(100)
    await create(user, job)
    await consume(user, randomUUID())
    vendor.succeed()
    await sweep()
    expect(await booked()).toEqual({ available: 60, held: 40, captured: 0 })
  })

  it('releases a job past its deadline, and only then', async () => {
    const { create, user, job, booked, sweep, clock } = await setUp(100)
    await create(user, job)
    clock.now += 59 * 60_000
    await sweep()
    expect(await booked()).toEqual(HELD)
    clock.now += 2 * 60_000
    await sweep()
    expect(await booked()).toEqual(FREE)
  })

  it('marks a job unknown whose server died while it called the vendor', async () => {
    const { create, status, user, job, sweep, clock } = await setUp(100)
    await create(user, job)
    await rows(supabase, `update public.generations set status = 'submitted' where id = $1`, [job])
    await rows(supabase, 'update private.vendor_tasks set provider_task_id = null where job_id = $1', [job])
    clock.now += 3 * 60_000
    await sweep()
    expect(await rows(supabase, 'select status from public.generations where id = $1', [job])).toEqual([
      { status: 'unknown' },
    ])
    expect((await status(user, job)).body.status).toBe('processing')
  })

  it('may run twice at once', async () => {
    const { create, vendor, user, job, booked, sweep, clock } = await setUp(100)
    await create(user, job)
    vendor.succeed()
    clock.now += 5 * 60_000
    await Promise.all([sweep(), sweep()])
    expect(await booked()).toEqual(PAID)
  })

  it.each(['', 'wrong'])('needs its secret (%j)', async (secret) => {
    const { sweep } = await setUp()
    expect(await sweep(secret)).toMatchObject({ status: 401 })
  })

  it('is off without a secret', async () => {
    const { request } = startApi(supabase, { SWEEP_SECRET: '' })
    expect(await request('POST', '/api/jobs/sweep', null, undefined, { headers: { apikey: '' } })).toMatchObject({
      status: 401,
    })
  })
})
