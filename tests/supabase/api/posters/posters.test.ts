// The poster of a video and the peaks of its sound, which the owner's browser stores once.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MAX_POSTER_BYTES, PEAKS } from '../../../../supabase/functions/_shared/contract/fields.ts'
import { readWebp } from '../../../../supabase/functions/api/services/previews/webp.ts'
import { createUser } from '../../../harness/database.ts'
import { jpegDataUri } from '../../../support/server/image.ts'
import { createWebp, toDataUri } from '../../../support/server/poster.ts'
import { startShareApi } from '../../../support/server/share.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

setUp()

const fetchFile = (url: string) => supabase.fetch(new Request(url))
const webp = createWebp(640, 360)
const poster = toDataUri(webp)
const peaks = Array.from({ length: PEAKS }, (_, at) => at % 101)

/** A delivered video of 96 x 54 px, with calls about what stands for it. */
async function start() {
  const api = await startShareApi()
  const { request, user, job } = api
  const [row] = await sql('select video_width as width, video_height as height from public.jobs where id = $1', [job])
  const save = async (body: object, owner = user, id = job) =>
    (await request('POST', `/api/jobs/${id}/preview`, owner, body)).body
  const readJob = async () => (await request('GET', `/api/jobs/${job}`, user)).body.data
  const listPosters = () => sql<{ name: string }>(`select name from storage.objects where name like '%.webp'`)
  const before = new Set((await listPosters()).map(({ name }) => name))
  const listNew = async () => (await listPosters()).filter(({ name }) => !before.has(name))
  return { ...api, row, save, readJob, listNew }
}

describe('a poster', () => {
  it('is stored beside the video, and shown with it', async () => {
    const { save, readJob, request, user, job, row } = await start()
    expect(row).toEqual({ width: 96, height: 54 })
    expect(await readJob()).toMatchObject({ poster: null, peaks: null })
    expect(await save({ poster })).toMatchObject({ success: true, data: {} })
    const found = (await readJob()).poster
    expect(found).toEqual({ url: expect.any(String), width: 640, height: 360 })
    expect(found.url).not.toContain(job)
    const file = await fetchFile(found.url)
    expect(file.headers.get('content-type')).toBe('image/webp')
    expect((await file.arrayBuffer()).byteLength).toBeLessThanOrEqual(webp.byteLength)
    const page = (await request('GET', '/api/jobs', user)).body.data.jobs
    expect(page).toMatchObject([{ id: job, poster: { width: 640, height: 360 } }])
  })

  it('is stored once, whoever draws it again', async () => {
    const { save, readJob, listNew } = await start()
    await save({ poster })
    const { url } = (await readJob()).poster
    expect(await save({ poster: toDataUri(createWebp(320, 180)) })).toMatchObject({ success: true })
    expect((await readJob()).poster).toMatchObject({ width: 640 })
    expect(new URL((await readJob()).poster.url).pathname).toBe(new URL(url).pathname)
    expect(await listNew()).toHaveLength(1)
  })

  it('is stored once by two at the same time', async () => {
    const { save, listNew } = await start()
    await Promise.all([save({ poster }), save({ poster }), save({ poster })])
    expect(await listNew()).toHaveLength(1)
  })

  it("is the owner's to store, for a video that is there", async () => {
    const { save, create, user, listNew } = await start()
    const stranger = await createUser(supabase, 0)
    expect((await save({ poster }, stranger)).code).toBe('not_found')
    expect((await save({ poster }, user, randomUUID())).code).toBe('not_found')
    const open = randomUUID()
    await create(user, open)
    expect((await save({ poster, peaks }, user, open)).code).toBe('not_found')
    expect(await listNew()).toEqual([])
  })

  it('is refused if the size of its video is unknown', async () => {
    const { save, listNew, job } = await start()
    await sql('update public.jobs set video_width = null, video_height = null where id = $1', [job])
    expect((await save({ poster })).message).toContain("The poster doesn't have the proportions of the video.")
    expect(await listNew()).toEqual([])
  })

  it.each([
    ['is no WebP', jpegDataUri(640, 360), "The poster isn't a WebP image, or it is cut off, animated, or transparent."],
    ['only says that it is one', toDataUri(Buffer.from('<svg onload=alert(1)>')), "The poster isn't a WebP image"],
    ['is no data URI', 'https://elsewhere.test/a.webp', "The poster isn't a WebP image"],
    ['is too wide', toDataUri(createWebp(642, 361)), 'The poster has a side of more than 640 pixels.'],
    ['is not as wide as the video', toDataUri(createWebp(640, 480)), "The poster doesn't have the proportions"],
    ['stands upright', toDataUri(createWebp(360, 640)), "The poster doesn't have the proportions of the video."],
  ])('is refused if it %s', async (_what, given, sentence) => {
    const { save, readJob, listNew } = await start()
    const body = await save({ poster: given })
    expect(body.code).toBe('bad_request')
    expect(body.message).toContain(sentence)
    expect((await readJob()).poster).toBeNull()
    expect(await listNew()).toEqual([])
  })

  it('is refused above 40 KB, in the image or behind it', async () => {
    const { save } = await start()
    const image = readWebp(webp)?.bytes ?? new Uint8Array()
    const large = Buffer.concat([image, Buffer.alloc(MAX_POSTER_BYTES + 2 - image.byteLength)])
    large.writeUInt32LE(large.byteLength - 8, 4)
    large.writeUInt32LE(large.byteLength - 20, 16)
    expect(readWebp(new Uint8Array(large))?.bytes.byteLength).toBe(MAX_POSTER_BYTES + 2)
    for (const bytes of [large, Buffer.concat([image, Buffer.alloc(2 * MAX_POSTER_BYTES)])]) {
      expect(await save({ poster: toDataUri(bytes) })).toMatchObject({
        code: 'body_too_large',
        message: 'The poster is larger than 40 KB.',
      })
    }
  })

  it('leaves what is behind its end out of the file', async () => {
    const { save, readJob } = await start()
    await save({ poster: toDataUri(Buffer.concat([webp, Buffer.from('a secret')])) })
    const bytes = Buffer.from(await (await fetchFile((await readJob()).poster.url)).arrayBuffer())
    expect(bytes.includes('a secret')).toBe(false)
    expect(bytes.byteLength).toBeLessThanOrEqual(webp.byteLength)
  })

  it('is not there while Storage is down, and can be stored later', async () => {
    const { save, readJob, storage, clock, sweep } = await start()
    storage.isDown = true
    expect((await save({ poster })).code).toBe('storage_unavailable')
    storage.isDown = false
    expect((await readJob()).poster).toBeNull()
    clock.now += 11 * 60_000
    await sweep()
    await save({ poster })
    expect((await readJob()).poster).toMatchObject({ width: 640 })
  })
})

it("counts to the user's storage", async () => {
  const { save, readJob, request, user, job } = await start()
  const readBytes = async () => (await request('GET', '/api/account', user)).body.data.storedBytes
  const [row] = await sql<{ bytes: number }>('select video_bytes::int as bytes from public.jobs where id = $1', [job])
  expect(await readBytes()).toBe(row?.bytes)
  await save({ poster })
  const size = (await (await fetchFile((await readJob()).poster.url)).arrayBuffer()).byteLength
  expect(await readBytes()).toBe((row?.bytes ?? 0) + size)
  await request('DELETE', `/api/jobs/${job}`, user)
  expect(await readBytes()).toBe(0)
})

describe('the peaks', () => {
  it('are stored once, with the poster or without', async () => {
    const { save, readJob } = await start()
    await save({ poster, peaks })
    expect(await readJob()).toMatchObject({ peaks, poster: { width: 640 } })
    await save({ peaks: [] })
    expect((await readJob()).peaks).toEqual(peaks)
    expect(JSON.stringify(peaks).length).toBeLessThan(2048)
  })

  it('of a silent video are none', async () => {
    const { save, readJob } = await start()
    await save({ peaks: [] })
    expect((await readJob()).peaks).toEqual([])
  })

  it.each([[[1, 2]], [[...peaks, 1]], [peaks.map(() => 101)], [peaks.map(() => -1)], [peaks.map(() => 0.5)], ['loud']])(
    'are refused unless they are 160 whole numbers up to 100 (%#)',
    async (given) => {
      const { save, readJob } = await start()
      expect((await save({ peaks: given })).code).toBe('bad_request')
      expect((await readJob()).peaks).toBeNull()
    },
  )
})

describe('a poster ends', () => {
  const isThere = async (url: string) => (await fetchFile(url)).ok

  it('with its video', async () => {
    const { save, readJob, request, user, job, sweep } = await start()
    await save({ poster, peaks })
    const { url } = (await readJob()).poster
    await request('DELETE', `/api/jobs/${job}`, user)
    await sweep()
    expect(await isThere(url)).toBe(false)
    expect(await sql('select poster_path, peaks from public.jobs where id = $1', [job])).toEqual([
      { poster_path: null, peaks: null },
    ])
  })

  it('with its account', async () => {
    const { save, readJob, request, user, waitUntilIdle, sweep } = await start()
    await save({ poster })
    const { url } = (await readJob()).poster
    await request('POST', '/api/account/delete', user, { email: user.email })
    await waitUntilIdle()
    for (let times = 0; times < 3; times += 1) await sweep()
    expect(await isThere(url)).toBe(false)
  })

  it('for viewers with the take-down of its video, until the take-down is undone, and no other is stored', async () => {
    const { save, readJob, share, read, open, report, clock, sweep, job, listNew } = await start()
    await save({ poster })
    const { url } = (await readJob()).poster
    const { token } = (await share()).data
    expect((await read(token)).body.data.poster).toMatchObject({ width: 640 })
    await report(token, { reason: 'other' })
    await sql(`select public.take_down_video($1, 'grace')`, [job])
    clock.now += 60_000
    await sweep()
    expect((await open(token, '/poster')).status).toBe(404)
    expect(await save({ poster })).toMatchObject({ success: true })
    expect(await listNew()).toHaveLength(1)
    await sql(`select public.restore_video($1, 'grace')`, [job])
    expect((await read(token)).body.data.poster).toMatchObject({ width: 640 })
    expect(await isThere(url)).toBe(true)
  })
})
