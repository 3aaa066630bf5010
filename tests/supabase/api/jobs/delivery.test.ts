import { describe, expect, it, vi } from 'vitest'
import { sendJson } from '../../../../local/video-service/scripted/response.ts'
import { startApi, VIDEO } from '../../../harness/api.ts'
import {
  buildMark,
  getCode,
  getObjects,
  holdFileResponse,
  setAge,
  startFinished,
} from '../../../support/server/delivery.ts'
import { FREE, HELD, PAID } from '../../../support/server/job.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

const STORED_BYTES = VIDEO.byteLength + buildMark().byteLength

describe('GET /generation/{taskId}/status', () => {
  it('charges a job once, after its video is downloaded, stored, and checked', async () => {
    const { create, consume, status, provider, user, job, booked } = await setUp()
    await create(user, job)
    provider.wait()
    expect(await status(user, job)).toMatchObject({
      status: 200,
      body: {
        success: true,
        status: 'waiting',
        job: { settlement: 'held', failureCode: null, elapsedSeconds: expect.any(Number), canCancel: false },
      },
    })
    provider.run()
    expect((await status(user, job)).body.status).toBe('processing')
    provider.finish()
    // Two polls at once start one delivery, and only one of the polls waits for it.
    const both = await Promise.all([status(user, job), status(user, job)])
    expect(both.map(({ body }) => body.status).sort()).toEqual(['processing', 'succeed'])
    const answers = [...both.filter(({ body }) => body.status === 'succeed'), await status(user, job)]
    expect(provider.fetches).toHaveLength(1)
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
      expect(served.headers.get('content-range')).toBe(`bytes 0-99/${STORED_BYTES}`)
      expect(served.headers.get('content-type')).toBe('video/mp4')
    }
    expect(await booked()).toEqual(PAID)
    const [stored] = await sql(
      'select video_bytes::int as bytes, video_duration_seconds::float as seconds from public.jobs where id = $1',
      [job],
    )
    expect(stored).toEqual({ bytes: STORED_BYTES, seconds: expect.closeTo(5, 1) })
    const again = { status: 409, body: { code: 'key_spent', data: { settlement: 'captured' } } }
    expect(await consume(user, job)).toMatchObject(again)
  })

  it('serves our copy after the provider deleted its file, and returns 503 while Storage is down', async () => {
    const { poll, status, user, job, provider, storage } = await startFinished()
    await poll()
    provider.intercept.status = () => sendJson({ message: 'Not found', code: 'NOT_FOUND' }, 404)
    provider.intercept.file = () => new Response(null, { status: 404 })
    const served = await supabase.fetch(new Request((await poll()).result.url))
    expect(Buffer.from(await served.arrayBuffer()).subarray(0, VIDEO.byteLength)).toEqual(VIDEO)
    storage.isDown = true
    expect(await status(user, job)).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } })
  })
})

describe('background delivery', () => {
  it('responds to polls while the file is downloading, and delivers the video without another poll', async () => {
    const { poll, provider, clock, waitUntilIdle, booked, job, log } = await startFinished()
    clock.grace = async () => {}
    const gate = holdFileResponse(provider)
    for (let times = 0; times < 3; times += 1) {
      expect(await poll()).toMatchObject({ status: 'processing', job: { settlement: 'held' } })
    }
    gate.open()
    await waitUntilIdle()
    expect(await booked()).toEqual(PAID)
    expect([provider.fetches.length, provider.checks.length]).toEqual([1, 1])
    expect(log).toContainEqual({
      level: 'info',
      message: 'video delivered',
      jobId: job,
      bytes: STORED_BYTES,
      piecesSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      milliseconds: expect.any(Number),
    })
  })

  it('logs the errors of a background delivery, and leaves no unhandled rejection', async () => {
    const { status, poll, user, job, clock, waitUntilIdle, log, booked, network } = await startFinished()
    network.lost = /claim_delivery|fail_delivery/
    // A poll that waits for the delivery returns its error. Otherwise only the log has it.
    expect(await status(user, job)).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
    clock.grace = async () => {}
    expect((await poll()).status).toBe('processing')
    await waitUntilIdle()
    expect(log.filter(({ message }) => message === 'delivery not started')).toHaveLength(2)
    network.lost = null
    await poll()
    await waitUntilIdle()
    expect(await booked()).toEqual(PAID)
  })

  it('delivers 5 s after the claim is released, if its release failed at the first two polls', async () => {
    const { status, poll, user, job, provider, network, clock, booked } = await startFinished()
    provider.intercept.file = () => new Response(null, { status: 500 })
    network.lost = /fail_delivery/
    expect((await poll()).status).toBe('processing')
    expect(await status(user, job)).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
    network.lost = null
    provider.intercept = {}
    expect((await poll()).status).toBe('processing')
    clock.now += 5000
    expect((await poll()).status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
  })

  it('keeps a job open past its deadline while any server delivers its video', async () => {
    const { poll, provider, clock, waitUntilIdle, booked, user, job } = await startFinished()
    const other = startApi(supabase)
    other.provider.finish()
    clock.grace = async () => {}
    const gate = holdFileResponse(provider)
    await poll()
    await gate.reached
    await setAge(job, 61)
    expect((await poll()).status).toBe('processing')
    expect((await other.status(user, job)).body.status).toBe('processing')
    gate.open()
    await waitUntilIdle()
    expect(await booked()).toEqual(PAID)
  })
})

describe('stored video', () => {
  it.each([
    ['not a video', new TextEncoder().encode('not a video')],
    ['cut off', new Uint8Array(VIDEO.subarray(0, VIDEO.byteLength - 600))],
  ])('downloads a file that is %s three times, then returns the credits without a copy', async (_name, bytes) => {
    const { poll, provider, booked, job } = await startFinished()
    provider.intercept.file = () => new Response(bytes)
    expect(await poll()).toMatchObject({ status: 'failed', job: { settlement: 'released' } })
    expect(provider.fetches).toHaveLength(3)
    expect(await getCode(job)).toBe('broken_file')
    expect(await getObjects(job)).toEqual([])
    expect(await booked()).toEqual(FREE)
  })

  it('delivers a file that plays at the third download', async () => {
    const { poll, provider, booked } = await startFinished()
    provider.intercept.file = () => (provider.fetches.length < 3 ? new Response('not yet a video') : undefined)
    expect((await poll()).status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
  })

  it("lists a broken file that can't be deleted, and deletes it in a later sweep", async () => {
    const { poll, provider, clock, sweep, job, network } = await startFinished()
    network.lost = /object\/videos$/
    provider.intercept.file = () => new Response('not a video')
    expect((await poll()).status).toBe('failed')
    network.lost = null
    await sweep()
    expect(await getObjects(job)).toHaveLength(1)
    clock.now += 11 * 60_000
    await sweep()
    expect(await getObjects(job)).toEqual([])
    expect(await sql('select 1 from private.files_to_delete where job_id = $1', [job])).toEqual([])
  })

  it('stores no part of a file that breaks off after some MB, and delivers the file later', async () => {
    const { poll, provider, clock, booked, job } = await startFinished()
    provider.intercept.file = () => {
      let sent = 0
      return new Response(
        new ReadableStream({
          pull(controller) {
            sent += 1
            if (sent > 3) controller.error(new TypeError('terminated'))
            else controller.enqueue(new Uint8Array(1024 * 1024))
          },
        }),
      )
    }
    expect((await poll()).status).toBe('processing')
    // Supabase Lite prints an error when an upload breaks off.
    expect(vi.mocked(console.error).mock.calls).toEqual([['Storage error:', expect.any(Error)]])
    vi.mocked(console.error).mockClear()
    expect(await getObjects(job)).toEqual([])
    expect(await booked()).toEqual(HELD)
    provider.intercept = {}
    clock.now += 5000
    expect((await poll()).status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
  })

  it('delivers 5 s after Storage returned fewer bytes than requested', async () => {
    let isShort = true
    const { poll, booked, provider, clock } = await startFinished(100, async (request, send) => {
      const response = await send(request)
      if (!isShort || response.status !== 206) return response
      return new Response((await response.arrayBuffer()).slice(0, 1000), { status: 206 })
    })
    expect((await poll()).status).toBe('processing')
    expect(provider.fetches).toHaveLength(1)
    expect(await booked()).toEqual(HELD)
    isShort = false
    clock.now += 5000
    expect((await poll()).status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
  })

  it('stores no video if the job was canceled during the download', async () => {
    const { poll, provider, booked, job } = await startFinished()
    provider.intercept.file = async () => {
      await sql(`select public.settle_job($1, null, 'cancelled', 'Stopped.')`, [job])
      return undefined
    }
    expect(await poll()).toMatchObject({ status: 'failed', job: { failureCode: 'cancelled' } })
    expect(await getObjects(job)).toEqual([])
    expect(await booked()).toEqual(FREE)
  })

  it('keeps a video if the response to its charge was lost, because the user may have paid', async () => {
    let isLost = true
    const { poll, job, booked } = await startFinished(100, async (request, send) => {
      const response = await send(request)
      if (!isLost || !request.url.endsWith('/settle_job')) return response
      isLost = false
      throw new TypeError('reset')
    })
    await poll()
    expect((await poll()).status).toBe('succeed')
    expect(await getObjects(job)).toHaveLength(1)
    expect(await booked()).toEqual(PAID)
  })
})
