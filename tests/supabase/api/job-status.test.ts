import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { json, VIDEO } from '../../support/server/api.ts'
import { createUser, openTestSupabase, rows } from '../../support/server/database.ts'
import { FREE, HELD, PAID, startJobApi } from '../../support/server/job.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

const setUp = (credits?: number) => startJobApi(supabase, credits)

describe('GET /generation/{taskId}/status', () => {
  it('waits, runs, then captures when the file is fetched and plays, once', async () => {
    const { create, status, vendor, user, job, booked } = await setUp()
    await create(user, job)
    vendor.status = () => vendor.statusOf('waiting')
    expect(await status(user, job)).toMatchObject({
      status: 200,
      body: {
        success: true,
        status: 'waiting',
        job: { settlement: 'held', failureCode: null, elapsedSeconds: expect.any(Number), canCancel: false },
      },
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
    // Two at once: one delivery, which both wait for.
    const both = await Promise.all([status(user, job), status(user, job)])
    expect(both.map(({ body }) => body.status)).toEqual(['succeed', 'succeed'])
    const answers = [await status(user, job), await status(user, job)]
    expect(fetched).toBe(1)
    for (const { body } of answers) {
      const { url } = body.result
      expect(url).toMatch(new RegExp(`/storage/v1/object/sign/videos/${job}/[0-9a-f-]{36}\\.mp4\\?token=`))
      expect(url).not.toContain(user.id)
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
    ['http://169.254.169.254/latest', HELD],
    ['http://localhost:5432/', HELD],
    ['javascript:alert(1)', FREE],
    ['file:///etc/passwd', FREE],
    ['http://files.test.evil/one.mp4', HELD],
    ['http://files.test@evil.test/', HELD],
  ])('never fetches %s', async (url, books) => {
    const { create, status, vendor, user, job, booked } = await setUp()
    await create(user, job)
    vendor.succeed(url)
    let fetched = 0
    vendor.file = () => {
      fetched += 1
      return new Response(VIDEO)
    }
    expect((await status(user, job)).body.status).toBe(books === FREE ? 'failed' : 'processing')
    expect(fetched).toBe(0)
    expect(await booked()).toEqual(books)
  })

  it.each([
    ['answers 500', () => json({ message: 'x', code: 'y' }, 500)],
    ['answers a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['does not answer', () => Promise.reject(new TypeError('reset'))],
  ])('is no news when the vendor %s', async (_name, answer) => {
    const { create, status, vendor, user, job, booked } = await setUp()
    await create(user, job)
    for (const last of ['waiting', 'processing']) {
      vendor.status = () => vendor.statusOf(last)
      await status(user, job)
      vendor.status = answer
      expect((await status(user, job)).body.status).toBe(last)
    }
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
    clock.now += 44_000
    expect((await status(user, job)).body.status).toBe('processing')
    clock.now += 2000
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

  it('is not there when it was deleted while its video was opened', async () => {
    const deleted: Response[] = []
    const { app, create, status, vendor, user, job } = await startJobApi(supabase, 100, async (request, send) => {
      if (request.url.includes('/storage/v1/object/sign/videos/') && deleted.length === 0) {
        const headers = { authorization: `Bearer ${user.token}` }
        deleted.push(await app.request(`/api/jobs/${job}`, { method: 'DELETE', headers }))
      }
      return send(request)
    })
    await create(user, job)
    vendor.succeed()
    const answer = await status(user, job)
    expect(deleted.map((response) => response.status)).toEqual([200])
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
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
