// A provider's file is too large, on a host that isn't allowed, or doesn't play.
import { describe, expect, it } from 'vitest'
import { copyVideo } from '../../../../supabase/functions/api/services/delivery/copy-video.ts'
import { UnusableFileError } from '../../../../supabase/functions/api/services/delivery/provider-file.ts'
import { startApi, VIDEO } from '../../../harness/api.ts'
import { buildMark, MADE_WITH, startFinished } from '../../../support/server/delivery.ts'
import { FREE, HELD, PAID } from '../../../support/server/job.ts'
import { supabase } from '../../../support/server/suite.ts'

describe('file that is too large', () => {
  const LIMIT = 200 * 1024 * 1024
  const isUpload = ({ method, url }: Request) => method === 'POST' && url.includes('/object/videos/')

  /** Returns a file that is one byte too long, in chunks, so that no test keeps all of it in memory. */
  function tooLarge(headers: Record<string, string>) {
    let left = LIMIT + 1
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = new Uint8Array(Math.min(left, 1024 * 1024))
        left -= chunk.byteLength
        if (chunk.byteLength > 0) controller.enqueue(chunk)
        else controller.close()
      },
    })
    return new Response(body, { headers })
  }

  it.each<[string, Record<string, string>]>([
    ['declares the size', { 'content-length': String(LIMIT + 1) }],
    ['declares no size', {}],
  ])('returns the credits of a file over our size limit whose host %s', async (_name, headers) => {
    const { poll, provider, booked } = await startFinished(100, async (request, send) => {
      if (!isUpload(request)) return send(request)
      // Spares the test's Storage 200 MB.
      await request.body?.pipeTo(new WritableStream())
      return new Response()
    })
    provider.intercept.file = () => tooLarge(headers)
    expect((await poll()).job.failureCode).toBe('file_too_large')
    expect(await booked()).toEqual(FREE)
  })

  it.each([
    ['413', () => new Response('', { status: 413 })],
    [
      '400 and a body of an older Storage',
      () => Response.json({ statusCode: '413', error: 'Payload too large' }, { status: 400 }),
    ],
    ['400 and a body of a newer Storage', () => Response.json({ code: 'EntityTooLarge' }, { status: 400 })],
  ])("returns the credits if Storage refuses a file's size with %s, and logs the limit", async (_name, refuse) => {
    const { poll, booked, log } = await startFinished(100, async (request, send) => {
      if (!isUpload(request)) return send(request)
      await request.body?.cancel()
      return refuse()
    })
    expect((await poll()).job.failureCode).toBe('file_too_large_for_storage')
    expect(log).toContainEqual(
      expect.objectContaining({
        level: 'error',
        code: 'file_too_large_for_storage',
        cause: expect.stringContaining('raise the size limit of the bucket videos'),
      }),
    )
    expect(await booked()).toEqual(FREE)
  })
})

// provider-file.test.ts tests that such a host gets no request, and other invalid file URLs.
describe('file host that is not allowed', () => {
  const ELSEWHERE = 'http://cdn9.provider.test'

  it('holds the job and logs the host until the operator allows that host, and then delivers', async () => {
    const { poll, provider, booked, log, user, job, clock } = await startFinished()
    provider.finish(`${ELSEWHERE}/one.mp4`)
    for (let times = 0; times < 3; times += 1) {
      expect((await poll()).status).toBe('processing')
      clock.now += 15 * 60_000
    }
    expect(log).toContainEqual({
      level: 'error',
      message: 'video is on a host that is not allowed',
      jobId: job,
      code: 'file_host_not_allowed',
      cause: expect.stringContaining(ELSEWHERE),
    })
    expect(await booked()).toEqual(HELD)
    const deployed = startApi(supabase, { VIDEO_FILE_ORIGINS: ELSEWHERE }, async (request, send) =>
      request.url.startsWith(ELSEWHERE) ? new Response(VIDEO) : send(request),
    )
    deployed.clock.now = clock.now
    deployed.provider.finish(`${ELSEWHERE}/one.mp4`)
    expect((await deployed.status(user, job)).body.status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
  })
})

it.each([
  ['it does not play', 'none of 5 frames could be decoded'],
  ['no fault', null],
])("accepts the decoder's verdict on a stored video: %s", async (_name, fault) => {
  const inspected: string[] = []
  const copy = copyVideo('http://files.test/one.mp4', 'a/b.mp4', MADE_WITH, null, {
    openFile: async () => ({ body: new Blob([VIDEO]).stream(), length: VIDEO.byteLength }),
    videos: {
      write: async (_path, body) => {
        await new Response(body).arrayBuffer()
      },
      read: async (_path, start, end) => new Uint8Array(VIDEO.subarray(start, end)),
    },
    inspectVideo: async (path) => {
      inspected.push(path)
      return fault
    },
  })
  if (fault) await expect(copy).rejects.toThrow(new UnusableFileError(fault))
  else expect(await copy).toMatchObject({ bytes: VIDEO.byteLength + buildMark().byteLength })
  expect(inspected).toEqual(['a/b.mp4'])
})
