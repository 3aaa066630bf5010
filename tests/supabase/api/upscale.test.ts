// Upscaled videos: a finished video of the library with twice its width and height, for the price of its length.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startApi } from '../../harness/api.ts'
import { createUser, readBooks, type TestUser } from '../../harness/database.ts'
import { FAL_KEY, openFal, startFalApi } from '../../support/server/scripted-service.ts'
import { setUp, sql, supabase } from '../../support/server/suite.ts'

setUp()
const { fal } = openFal()

const WAN = { path: '/generation/alibaba/wan-2-7', quoted: 50 }
const TOPAZ = '/generation/topaz/upscale'

async function start(api = startFalApi(fal)) {
  const user = await createUser(supabase, 1000)
  const show = async (id: string) => (await api.request('GET', `/api/jobs/${id}`, user)).body.data
  const upscale = (source: string, { quoted = 40, job = randomUUID(), prompt = '', over = {} } = {}) =>
    api.create(
      user,
      job,
      { prompt, length: 60, aspectRatio: '1:1', seed: 1, source: { job: source, use: 'upscale' }, ...over },
      { path: TOPAZ, quoted },
    )
  const finish = async (job: string, owner: TestUser = user) => {
    fal.finish()
    await api.status(owner, job)
    await api.waitUntilIdle()
    fal.restart()
  }
  /** Generates and delivers a video. Returns its job ID. */
  const generate = async (owner: TestUser = user, over = {}): Promise<string> => {
    const job = randomUUID()
    expect((await api.create(owner, job, over, WAN)).status).toBe(200)
    await finish(job, owner)
    return job
  }
  return { ...api, user, show, upscale, finish, generate, booked: () => readBooks(supabase, user.id) }
}

const setSeconds = (job: string, seconds: number) =>
  sql('update public.jobs set video_duration_seconds = $2 where id = $1', [job, seconds])

describe('upscaled video', () => {
  it("is generated from the source's file alone, with twice its size", async () => {
    const { generate, upscale } = await start()
    const source = await generate()
    expect((await upscale(source)).status).toBe(200)
    expect(fal.task).toEqual(
      expect.objectContaining({
        path: 'fal-ai/topaz/upscale/video',
        input: { video_url: expect.any(String), upscale_factor: 2, H264_output: true },
      }),
    )
    const file = await supabase.fetch(new Request(String(fal.task.input.video_url)))
    expect(file.headers.get('content-type')).toBe('video/mp4')
  })

  it("has the source's prompt, title, and settings, and ignores those of its request", async () => {
    const { generate, upscale, request, user, show, finish, booked } = await start()
    const source = await generate(user, { aspectRatio: '9:16', seed: 7, negativePrompt: 'blur' })
    await request('POST', `/api/jobs/${source}/label`, user, { title: 'Window' })
    const job = randomUUID()
    await upscale(source, { job })
    await finish(job)
    expect(await show(job)).toMatchObject({
      status: 'succeeded',
      inputKind: 'upscale',
      mode: 'text',
      sourceId: source,
      prompt: 'Rain on a window',
      negativePrompt: 'blur',
      title: 'Window',
      aspectRatio: '9:16',
      seed: 7,
      length: 5,
      model: 'topaz-upscale',
      modelName: 'Topaz Upscale',
      credits: 40,
      settlement: 'captured',
    })
    expect(await booked()).toEqual({ available: 910, held: 0, captured: 90 })
  })

  it.each([
    ['sound', { generateAudio: true }, true],
    ['no sound, as asked', { generateAudio: false }, false],
  ])('has %s if the source has', async (_, over, hasSound) => {
    const { create, user, finish, upscale, show, request } = await start()
    const [source, job] = [randomUUID(), randomUUID()]
    await create(user, source, { length: 8, ...over }, { path: '/generation/google/veo3', quoted: 330 })
    await finish(source)
    await upscale(source, { job })
    expect(await show(job)).toMatchObject({ hasSound })
    await finish(job)
    const listed = await request('GET', '/api/jobs?sound=true', user)
    expect(listed.body.data.jobs).toHaveLength(hasSound ? 2 : 0)
  })

  it('has no sound if the model of the source generates none', async () => {
    const { create, user, finish, upscale, show } = await start()
    const [source, job] = [randomUUID(), randomUUID()]
    await create(user, source, {}, { path: '/generation/kling-ai/kling-v1-6', quoted: 20 })
    await finish(source)
    await upscale(source, { job })
    expect([(await show(source)).hasSound, (await show(job)).hasSound]).toEqual([false, false])
  })

  it.each([
    [5.04, 40, 'topaz-upscale'],
    [5.6, 80, 'topaz-upscale:10s'],
    [15, 120, 'topaz-upscale:15s'],
    [30.4, 240, 'topaz-upscale:30s'],
  ])('of %d seconds costs %d credits', async (seconds, price, hold) => {
    const { generate, upscale, consume, user, show } = await start()
    const source = await generate()
    await setSeconds(source, seconds)
    const wrong = await upscale(source, { quoted: price + 1 })
    expect(wrong.body).toMatchObject({ code: 'price_changed', data: { price, settlement: 'none' } })
    const job = randomUUID()
    expect((await consume(user, job, { amount: price, source: hold })).status).toBe(200)
    expect((await upscale(source, { job, quoted: price })).status).toBe(200)
    expect(await show(job)).toMatchObject({ credits: price, length: Math.round(seconds) })
  })

  it('is charged once when its request is repeated, even after the source was deleted', async () => {
    const { generate, upscale, request, user, booked } = await start()
    const [source, job] = [await generate(), randomUUID()]
    await upscale(source, { job })
    expect((await upscale(source, { job })).status).toBe(200)
    await request('DELETE', `/api/jobs/${source}`, user)
    expect((await upscale(source, { job })).status).toBe(200)
    expect(fal.creates.filter(({ path }) => path.includes('topaz'))).toHaveLength(1)
    expect(await booked()).toEqual({ available: 910, held: 40, captured: 50 })
  })
})

it('checks an upscaled video when videos of its step usually end', async () => {
  const settings = {
    VIDEO_PROVIDER: 'fal',
    VIDEO_API_URL: fal.url,
    VIDEO_API_KEY: FAL_KEY,
    VIDEO_FILE_ORIGINS: fal.url,
  }
  const { generate, upscale, user, clock } = await start(startApi(supabase, settings))
  const [source, job] = [await generate(), randomUUID()]
  await setSeconds(source, 20)
  await upscale(source, { job, quoted: 240 })
  fal.run()
  const paused = startApi(supabase, { ...settings, VIDEO_STATUS_INTERVAL_SECONDS: '5' })
  const began = clock.now
  const setTime = (seconds: number) => new Date(began + seconds * 1000).toISOString()
  // The database's own clock is later.
  await sql('update public.jobs set created_at = $2 where id = $1', [job, setTime(0)])
  await sql('update private.provider_tasks set due_at = $2 where job_id = $1', [job, setTime(10)])
  const checked: number[] = []
  for (const second of [10, 50, 61, 62]) {
    paused.clock.now = began + second * 1000
    const before = fal.checks.length
    await paused.status(user, job)
    if (fal.checks.length > before) checked.push(second)
  }
  // A step that takes 60 to 300 seconds would be checked after 50.
  expect(checked).toEqual([10, 62])
})

describe('request to upscale', () => {
  it.each([
    ['a prompt', { prompt: 'Make it sharp' }, "Topaz Upscale doesn't use a prompt. Leave it out. You weren't charged."],
    [
      'a resolution',
      { over: { resolution: '1080p' } },
      "Topaz Upscale doesn't support 1080p. Choose another resolution.",
    ],
    [
      'an image',
      { over: { image: randomUUID() } },
      'A video starts from images, references, or another video. Choose one of them.',
    ],
    [
      'a video to edit',
      { over: { source: { job: randomUUID(), use: 'edit' } } },
      "Topaz Upscale can't edit a video. Choose another model.",
    ],
  ])('is refused with %s before it holds credits', async (_, given, message) => {
    const { upscale, booked } = await start()
    expect((await upscale(randomUUID(), given)).body).toMatchObject({ code: 'bad_request', message })
    expect([fal.creates, await booked()]).toEqual([[], { available: 1000, held: 0, captured: 0 }])
  })

  it('is refused by a model that cannot upscale', async () => {
    const { create, user, booked } = await start()
    const refused = await create(user, randomUUID(), { source: { job: randomUUID(), use: 'upscale' } }, WAN)
    expect(refused.body).toMatchObject({
      code: 'bad_request',
      message: "Wan 2.7 can't upscale a video. Choose another model.",
    })
    expect(await booked()).toEqual({ available: 1000, held: 0, captured: 0 })
  })

  it("holds no credits when the source is another user's, deleted, unfinished, or unknown", async () => {
    const { create, generate, upscale, request, user, booked } = await start()
    const [foreign, deleted, open] = [await generate(await createUser(supabase, 100)), await generate(), randomUUID()]
    await request('DELETE', `/api/jobs/${deleted}`, user)
    await create(user, open, {}, WAN)
    // Another price would tell how long the other user's video is.
    await setSeconds(foreign, 15)
    for (const source of [foreign, deleted, open, randomUUID()]) {
      const refused = await upscale(source)
      expect(refused.body).toMatchObject({
        code: 'source_gone',
        message: "The source video isn't finished, or it no longer exists. You weren't charged. Choose another one.",
        data: { settlement: 'none' },
      })
    }
    expect([fal.tasks.size, await booked()]).toEqual([1, { available: 900, held: 50, captured: 50 }])
  })

  it.each([
    [
      'upscaled already',
      "update public.jobs set input_kind = 'upscale' where id = $1",
      "This video is upscaled already. You weren't charged.",
    ],
    [
      'longer than the longest step',
      'update public.jobs set video_duration_seconds = 30.5 where id = $1',
      "Topaz Upscale upscales videos of up to 30 seconds, and this one is longer. You weren't charged.",
    ],
  ])('returns held credits when the source is %s', async (_, change, message) => {
    const { generate, upscale, consume, user, booked } = await start()
    const [source, job] = [await generate(), randomUUID()]
    await sql(change, [source])
    await consume(user, job, { amount: 40, source: 'topaz-upscale' })
    expect((await upscale(source, { job })).body).toMatchObject({
      code: 'bad_request',
      message,
      data: { settlement: 'released' },
    })
    expect((await upscale(source)).body).toMatchObject({ message, data: { settlement: 'none' } })
    expect(await booked()).toEqual({ available: 950, held: 0, captured: 50 })
  })

  it("leaves another user's hold alone when its source is gone", async () => {
    const { upscale, consume } = await start()
    const [other, job] = [await createUser(supabase, 100), randomUUID()]
    await consume(other, job, { amount: 40, source: 'topaz-upscale' })
    expect((await upscale(randomUUID(), { job })).body).toMatchObject({
      code: 'source_gone',
      data: { settlement: 'none' },
    })
    expect(await readBooks(supabase, other.id)).toEqual({ available: 60, held: 40, captured: 0 })
  })
})
