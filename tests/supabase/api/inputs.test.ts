// Inputs that only some models accept: a last frame, references, a source video, and a resolution. The provider is fal.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createUser, readBooks, type TestUser } from '../../harness/database.ts'
import { pngDataUri } from '../../support/server/image.ts'
import { openFal, startFalApi } from '../../support/server/scripted-service.ts'
import { setUp, sql, supabase } from '../../support/server/suite.ts'

setUp()
const { fal } = openFal()

const WAN = { path: '/generation/alibaba/wan-2-7', quoted: 50 }
const LTX = { path: '/generation/lightricks/ltx-2-3-hosted', quoted: 50 }
const VEO = { path: '/generation/google/veo-3-1', quoted: 330 }
const LTX_FAST = '/generation/lightricks/ltx-2-3-fast'
const EVERYTHING_BACK = { available: 1000, held: 0, captured: 0 }
const [FIRST, LAST] = [pngDataUri(400, 300), pngDataUri(300, 400)]

const getBytes = (dataUri: string) => Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64')
const appendBytes = (dataUri: string, count: number) =>
  `data:image/png;base64,${Buffer.concat([getBytes(dataUri), Buffer.alloc(count)]).toString('base64')}`

async function start() {
  const api = startFalApi(fal)
  const user = await createUser(supabase, 1000)
  const job = randomUUID()
  const upload = async (image: string, owner = user) =>
    (await api.request('POST', '/api/images', owner, { image })).body.data.id as string
  const show = async (id: string = job) => (await api.request('GET', `/api/jobs/${id}`, user)).body.data
  return { ...api, user, job, upload, show, booked: () => readBooks(supabase, user.id) }
}
type Api = Awaited<ReturnType<typeof start>>

/** Generates and delivers a video. Returns its job ID. */
async function generate({ create, status, waitUntilIdle }: Api, user: TestUser, over = {}): Promise<string> {
  const job = randomUUID()
  expect((await create(user, job, over, WAN)).status).toBe(200)
  fal.finish()
  await status(user, job)
  await waitUntilIdle()
  fal.restart()
  return job
}

describe('uploaded image', () => {
  it('gives the same uploaded content of one user a single image ID', async () => {
    const { upload } = await start()
    const other = await createUser(supabase, 0)
    const ids = [await upload(FIRST), await upload(FIRST), await upload(LAST), await upload(FIRST, other)]
    expect(ids[1]).toBe(ids[0])
    expect(new Set(ids).size).toBe(3)
  })

  it('gives an uploaded image the same ID and file, whatever bytes follow its end', async () => {
    const api = await start()
    const { upload, user, show } = api
    const image = await upload(appendBytes(FIRST, 100_000))
    expect(await upload(FIRST)).toBe(image)
    const job = await generate(api, user, { image })
    const file = await supabase.fetch(new Request((await show(job)).imageUrl))
    expect(Buffer.from(await file.arrayBuffer()).equals(getBytes(FIRST))).toBe(true)
  })

  it('refuses to upload a file that no provider would accept as an image', async () => {
    const { request, user } = await start()
    const refused = await request('POST', '/api/images', user, { image: 'data:image/png;base64,aGVsbG8=' })
    expect(refused.body).toMatchObject({ code: 'bad_request', message: "Your file isn't a JPEG or PNG image." })
    expect((await request('POST', '/api/images', user, {})).body.code).toBe('bad_request')
  })

  it('refuses an upload while Storage is down, and accepts the same image afterward', async () => {
    const { request, user, storage, upload } = await start()
    storage.isDown = true
    expect((await request('POST', '/api/images', user, { image: FIRST })).body.code).toBe('storage_unavailable')
    storage.isDown = false
    expect(await upload(FIRST)).toEqual(expect.any(String))
  })

  it('deletes an uploaded image and its file with the last job that uses it', async () => {
    const api = await start()
    const { upload, user, request, sweep, show } = api
    const image = await upload(FIRST)
    const jobs = [await generate(api, user, { image }), await generate(api, user, { image })]
    const { imageUrl } = await show(jobs[1])
    const isThere = async () => (await supabase.fetch(new Request(imageUrl))).ok
    await request('DELETE', `/api/jobs/${jobs[0]}`, user)
    await sweep()
    expect(await isThere()).toBe(true)
    await request('DELETE', `/api/jobs/${jobs[1]}`, user)
    await sweep()
    expect(await isThere()).toBe(false)
    expect(await sql('select 1 from private.files where user_id = $1', [user.id])).toEqual([])
  })
})

describe('job with optional inputs', () => {
  it.each([
    ['uploaded', true],
    ['sent with the request', false],
  ])('generates a video from a last frame and a first frame that was %s', async (_, isUploaded) => {
    const { create, user, job, upload, show } = await start()
    const image = isUploaded ? await upload(FIRST) : FIRST
    const lastImage = await upload(LAST)
    expect((await create(user, job, { image, lastImage }, WAN)).status).toBe(200)
    expect(fal.task.input).toMatchObject({ image_url: FIRST, end_image_url: LAST })
    const shown = await show()
    expect(shown).toMatchObject({ inputKind: 'frames', mode: 'image', credits: 50 })
    expect(shown.images.map(({ role }: { role: string }) => role)).toEqual(isUploaded ? ['first', 'last'] : ['last'])
    for (const url of [shown.imageUrl, shown.images.at(-1).url])
      expect((await supabase.fetch(new Request(url))).headers.get('content-type')).toBe('image/png')
  })

  it('generates a video from references in order, and describes each reference in the prompt', async () => {
    const { create, user, job, upload, show } = await start()
    const references = [
      { role: 'character', image: await upload(FIRST) },
      { role: 'object', image: await upload(LAST) },
    ]
    expect((await create(user, job, { references }, WAN)).status).toBe(200)
    expect(fal.task).toMatchObject({
      path: 'fal-ai/wan/v2.7/reference-to-video',
      input: {
        reference_image_urls: [FIRST, LAST],
        prompt: 'Rain on a window\n\nReferences: image 1 is the character, image 2 is the object.',
      },
    })
    expect(await show()).toMatchObject({ inputKind: 'references', prompt: 'Rain on a window', imageUrl: null })
  })

  it('extends a video of the library from its signed URL', async () => {
    const api = await start()
    const { create, user, job, show } = api
    const source = await generate(api, user)
    const input = { length: 6, source: { job: source, use: 'extend' } }
    expect((await create(user, job, input, LTX)).status).toBe(200)
    expect(fal.task).toMatchObject({ path: 'fal-ai/ltx-2.3/extend-video', input: { duration: 6 } })
    const file = await supabase.fetch(new Request(String(fal.task.input.video_url)))
    expect(file.headers.get('content-type')).toBe('video/mp4')
    expect(await show()).toMatchObject({ inputKind: 'extend', sourceId: source })
  })

  it('extends a video by the only duration that the model adds, in the chosen resolution, for its price', async () => {
    const api = await start()
    const { create, user, job, booked } = api
    const source = await generate(api, user)
    const input = { length: 4, resolution: '1080p', source: { job: source, use: 'extend' } }
    const refused = await create(user, job, { ...input, prompt: '' }, VEO)
    expect(refused).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Veo 3.1 needs a prompt and a video.') },
    })
    expect(await booked()).toEqual({ available: 950, held: 0, captured: 50 })
    expect((await create(user, job, input, VEO)).status).toBe(200)
    expect(fal.task).toMatchObject({
      path: 'fal-ai/veo3.1/extend-video',
      input: { duration: '7s', resolution: '1080p', generate_audio: true },
    })
    expect(fal.task.input).not.toHaveProperty('aspect_ratio')
    expect(await booked()).toEqual({ available: 620, held: 330, captured: 50 })
  })

  it('records the source video of a job that starts from its last frame', async () => {
    const api = await start()
    const { create, user, job, show } = api
    const source = await generate(api, user)
    expect((await create(user, job, { image: FIRST, source: { job: source, use: 'frame' } }, WAN)).status).toBe(200)
    expect(Object.keys(fal.task.input)).not.toContain('video_url')
    expect(await show()).toMatchObject({ inputKind: 'image', sourceId: source })
  })

  it("charges the extra price of a job's kind of input", async () => {
    const api = await start()
    const { create, user, job, booked } = api
    const source = await generate(api, user)
    const input = { source: { job: source, use: 'edit' } }
    expect((await create(user, job, input, WAN)).body).toMatchObject({ code: 'price_changed', data: { price: 100 } })
    expect((await create(user, job, input, { ...WAN, quoted: 100 })).status).toBe(200)
    expect(await booked()).toEqual({ available: 850, held: 100, captured: 50 })
  })

  it.each([
    ['the default resolution', undefined, '1080p', 40],
    ['a larger resolution', '1440p', '1440p', 80],
  ])("charges the price of a job's resolution: %s", async (_, resolution, sent, price) => {
    const { create, consume, user, job, show } = await start()
    const source = resolution ? `ltx-2.3-fast:${resolution}` : 'ltx-2.3-fast'
    expect((await consume(user, job, { amount: price, source })).status).toBe(200)
    const input = { length: 6, ...(resolution ? { resolution } : {}) }
    expect((await create(user, job, input, { path: LTX_FAST, quoted: price })).status).toBe(200)
    expect(fal.task.input.resolution).toBe(sent)
    expect(await show()).toMatchObject({ resolution: sent, credits: price, model: 'ltx-2.3-fast' })
  })
})

describe('request with inputs that the model does not accept', () => {
  const IMAGE = randomUUID()
  const reference = (role: string) => ({ role, image: IMAGE })

  it.each([
    ['a last frame alone', { lastImage: IMAGE }, WAN.path, 'A last frame needs a first frame. Add one.'],
    [
      'references beside a first frame',
      { image: FIRST, references: [reference('object')] },
      WAN.path,
      'A video starts from images, references, or another video. Choose one of them.',
    ],
    [
      'more references than the model accepts',
      { references: Array.from({ length: 7 }, () => reference('object')) },
      WAN.path,
      'Wan 2.7 takes up to 5 references, and you added 7. Remove 2.',
    ],
    [
      'a reference role that the model does not accept',
      { references: [reference('style')] },
      WAN.path,
      "Wan 2.7 doesn't support style references. Choose another model.",
    ],
    [
      'a kind of input that the model does not accept',
      { source: { job: IMAGE, use: 'extend' } },
      WAN.path,
      "Wan 2.7 can't continue a video. Choose another model.",
    ],
    [
      'a resolution that the model does not list',
      { resolution: '8k' },
      LTX_FAST,
      "LTX-2.3 Fast doesn't support 8k. Choose another resolution.",
    ],
    [
      'no prompt beside references',
      { prompt: ' ', references: [reference('object')] },
      WAN.path,
      'Wan 2.7 needs a prompt and an image. Describe the video.',
    ],
    [
      'no prompt beside a video',
      { prompt: '', source: { job: IMAGE, use: 'edit' } },
      WAN.path,
      'Wan 2.7 needs a prompt and a video. Describe what to change or what happens next.',
    ],
  ])('refuses a request with %s before it holds credits', async (_, input, path, message) => {
    const { create, user, job, booked } = await start()
    const length = path === LTX_FAST ? 6 : 5
    expect((await create(user, job, { length, ...input }, { path, quoted: 50 })).body).toMatchObject({
      code: 'bad_request',
      message,
    })
    expect([fal.creates, await booked()]).toEqual([[], EVERYTHING_BACK])
  })

  it('holds no credits when an image was deleted or belongs to another user', async () => {
    const { create, user, booked, upload } = await start()
    const foreign = await upload(FIRST, await createUser(supabase, 0))
    for (const lastImage of [foreign, randomUUID()]) {
      const refused = await create(user, randomUUID(), { image: FIRST, lastImage }, WAN)
      expect(refused.body).toMatchObject({ code: 'image_gone', data: { settlement: 'none' } })
    }
    expect([fal.creates, await booked()]).toEqual([[], EVERYTHING_BACK])
  })

  it("holds no credits when the source video is another user's, deleted, unfinished, or unknown", async () => {
    const api = await start()
    const { create, request, user, booked } = api
    const [foreign, deleted, open] = [
      await generate(api, await createUser(supabase, 100)),
      await generate(api, user),
      randomUUID(),
    ]
    await request('DELETE', `/api/jobs/${deleted}`, user)
    await create(user, open, {}, WAN)
    for (const source of [foreign, deleted, open, randomUUID()]) {
      const input = { length: 6, source: { job: source, use: 'extend' } }
      const refused = await create(user, randomUUID(), input, LTX)
      expect(refused.body).toMatchObject({ code: 'source_gone', data: { settlement: 'none' } })
    }
    expect([fal.tasks.size, await booked()]).toEqual([1, { available: 900, held: 50, captured: 50 }])
  })

  it("returns the credits when an uploaded image can't be read", async () => {
    const { create, user, job, upload, booked, network } = await start()
    const lastImage = await upload(LAST)
    network.lost = /\/storage\/v1\/object\/images/
    const refused = await create(user, job, { image: FIRST, lastImage }, WAN)
    expect(refused.body).toMatchObject({ code: 'storage_unavailable', data: { settlement: 'released' } })
    expect([fal.creates, await booked()]).toEqual([[], EVERYTHING_BACK])
  })
})
