import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { copyVideo } from '../../../supabase/functions/api/services/delivery/copy-video.ts'
import { UnusableFileError } from '../../../supabase/functions/api/services/delivery/provider-file.ts'
import { startApi, VIDEO } from '../../support/server/api.ts'
import { openTestSupabase, rows } from '../../support/server/database.ts'
import { FREE, HELD, PAID, startJobApi } from '../../support/server/job.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest()

type Setup = Awaited<ReturnType<typeof startJobApi>>

/** A job whose provider has finished it. */
async function startFinished(...rest: Parameters<typeof startJobApi> extends [unknown, ...infer Rest] ? Rest : never) {
  const api = await startJobApi(supabase, ...rest)
  await api.create(api.user, api.job)
  api.vendor.succeed()
  return { ...api, poll: async () => (await api.status(api.user, api.job)).body }
}

const objectsOf = (job: string) => rows(supabase, `select 1 from storage.objects where name like $1`, [`${job}/%`])
const codeOf = async (job: string) =>
  (
    await rows<{ code: string | null }>(supabase, 'select failure_code as code from public.generations where id = $1', [
      job,
    ])
  )[0]?.code
const codesOf = ({ log }: Pick<Setup, 'log'>) => log.flatMap(({ code }) => code ?? [])
/** Past the deadline, and not yet past the time in which the provider is still asked. */
const isOld = (job: string) =>
  rows(supabase, `update public.generations set created_at = now() - interval '61 minutes' where id = $1`, [job])
/** Supabase Lite writes on the console that an upload broke off. */
const heardOfBrokenUpload = () => {
  expect(vi.mocked(console.error).mock.calls).toEqual([['Storage error:', expect.any(Error)]])
  vi.mocked(console.error).mockClear()
}
const answer = (status: number) => () => new Response('x', { status })

/** A file of so many bytes, which nobody holds whole. */
function fileOf(bytes: number, headers: Record<string, string> = {}) {
  let left = bytes
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

describe('a delivery in the background', () => {
  it('the poll is answered while the file is on its way, and the video is there without another one', async () => {
    const { poll, vendor, clock, idle, booked, job, log } = await startFinished()
    clock.grace = async () => {}
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    let fetched = 0
    const file = vendor.file
    vendor.file = async (request) => {
      fetched += 1
      await arrived
      return file(request)
    }
    for (let times = 0; times < 3; times += 1) {
      expect(await poll()).toMatchObject({ status: 'processing', job: { settlement: 'held' } })
    }
    arrive()
    await idle()
    expect(await booked()).toEqual(PAID)
    expect(fetched).toBe(1)
    expect(log).toContainEqual({
      level: 'info',
      message: 'video delivered',
      jobId: job,
      bytes: VIDEO.byteLength,
      piecesSha256: sha256(sha256(VIDEO)).toString('hex'),
      milliseconds: expect.any(Number),
    })
  })

  it('what goes wrong in it is a line in the log, and never a rejection that nobody handles', async () => {
    let isDown = false
    const api = await startFinished(100, (request, send) =>
      isDown && /claim_delivery|end_delivery/.test(request.url)
        ? Promise.reject(new TypeError('reset'))
        : send(request),
    )
    const { status, user, job, clock, idle, log, booked } = api
    isDown = true
    // While the poll waits for it, it is told; after that only the log is.
    expect(await status(user, job)).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
    clock.grace = async () => {}
    expect((await status(user, job)).body.status).toBe('processing')
    await idle()
    expect(log.filter(({ message }) => message === 'delivery not begun')).toHaveLength(2)
    isDown = false
    await status(user, job)
    await idle()
    expect(await booked()).toEqual(PAID)
  })

  it('three at a time in one process: a fourth job waits for a later poll', async () => {
    const apis = await Promise.all([1, 2, 3, 4].map(() => startJobApi(supabase)))
    const [first] = apis
    if (!first) throw new Error('four were started')
    for (const { user, job } of apis) await first.create(user, job)
    first.vendor.succeed()
    first.clock.grace = async () => {}
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const file = first.vendor.file
    let fetched = 0
    first.vendor.file = async (request) => {
      fetched += 1
      await arrived
      return file(request)
    }
    for (const { user, job } of apis) expect((await first.status(user, job)).body.status).toBe('processing')
    arrive()
    await first.idle()
    expect(fetched).toBe(3)
    for (const { user, job } of apis) await first.status(user, job)
    await first.idle()
    expect(await Promise.all(apis.map(({ booked }) => booked()))).toEqual([PAID, PAID, PAID, PAID])
  })

  it('a job is not given up at its deadline while its video is being delivered, here or elsewhere', async () => {
    const { poll, vendor, clock, idle, booked, user, job } = await startFinished()
    const other = startApi(supabase)
    other.vendor.succeed()
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    let asked = () => {}
    const fetching = new Promise<void>((resolve) => {
      asked = resolve
    })
    const file = vendor.file
    vendor.file = async (request) => {
      asked()
      await arrived
      return file(request)
    }
    clock.grace = async () => {}
    await poll()
    await fetching
    await isOld(job)
    expect((await poll()).status).toBe('processing')
    expect((await other.status(user, job)).body.status).toBe('processing')
    arrive()
    await idle()
    expect(await booked()).toEqual(PAID)
  })
})

describe('what is stored', () => {
  it('no object is left of a file that does not play', async () => {
    const { poll, vendor, booked, job } = await startFinished()
    let fetched = 0
    vendor.file = () => {
      fetched += 1
      return new Response(VIDEO.subarray(0, VIDEO.byteLength - 600))
    }
    expect(await poll()).toMatchObject({ status: 'failed', job: { settlement: 'released' } })
    expect(fetched).toBe(3)
    expect(await codeOf(job)).toBe('broken_file')
    expect(await objectsOf(job)).toEqual([])
    expect(await booked()).toEqual(FREE)
  })

  it('a file that plays when it is read for the third time is delivered', async () => {
    const { poll, vendor, booked } = await startFinished()
    const file = vendor.file
    let fetched = 0
    vendor.file = (request) => {
      fetched += 1
      return fetched < 3 ? new Response('not yet a video') : file(request)
    }
    expect((await poll()).status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
  })

  it('while a file that does not play cannot be deleted it is listed, and the sweep deletes it after the job', async () => {
    let isStuck = true
    const { poll, vendor, clock, sweep, job } = await startFinished(100, (request, send) =>
      isStuck && request.method === 'DELETE' ? Promise.reject(new TypeError('reset')) : send(request),
    )
    vendor.file = () => new Response('not a video')
    expect((await poll()).status).toBe('failed')
    expect(await objectsOf(job)).toHaveLength(1)
    isStuck = false
    await sweep()
    expect(await objectsOf(job)).toHaveLength(1)
    clock.now += 11 * 60_000
    await sweep()
    expect(await objectsOf(job)).toEqual([])
    expect(await rows(supabase, 'select 1 from private.files_to_delete where job_id = $1', [job])).toEqual([])
  })

  it('a file that breaks off on its way is no broken one: nothing is left of it, and the next look delivers', async () => {
    const { poll, vendor, booked, job } = await startFinished()
    const file = vendor.file
    vendor.file = () => {
      let sent = 0
      return new Response(
        new ReadableStream({
          pull(controller) {
            sent += 1
            if (sent > 3) controller.error(new TypeError('terminated'))
            else controller.enqueue(VIDEO.subarray((sent - 1) * 1000, sent * 1000))
          },
        }),
      )
    }
    expect((await poll()).status).toBe('processing')
    heardOfBrokenUpload()
    expect(await objectsOf(job)).toEqual([])
    expect(await booked()).toEqual(HELD)
    vendor.file = file
    expect((await poll()).status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
  })

  it('a job that was released while its video came keeps no copy of it', async () => {
    const { poll, vendor, booked, job } = await startFinished()
    const file = vendor.file
    vendor.file = async (request) => {
      await rows(supabase, `select public.settle_job($1, null, 'cancelled', 'Stopped.')`, [job])
      return file(request)
    }
    expect(await poll()).toMatchObject({ status: 'failed', job: { failureCode: 'cancelled' } })
    expect(await objectsOf(job)).toEqual([])
    expect(await booked()).toEqual(FREE)
  })

  it('a video whose capture was lost on the way back stays: it may be paid', async () => {
    let isLost = true
    const { poll, job, booked } = await startFinished(100, async (request, send) => {
      const response = await send(request)
      if (!isLost || !request.url.endsWith('/settle_job')) return response
      isLost = false
      throw new TypeError('reset')
    })
    await poll()
    expect((await poll()).status).toBe('succeed')
    expect(await objectsOf(job)).toHaveLength(1)
    expect(await booked()).toEqual(PAID)
  })
})

it.each([
  ['that it does not play', 'none of 5 frames could be decoded'],
  ['nothing', null],
])('a decoder that says %s of a stored video is believed', async (_name, fault) => {
  const inspected: string[] = []
  const copy = copyVideo('http://files.test/one.mp4', 'a/b.mp4', {
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
  else expect(await copy).toMatchObject({ bytes: VIDEO.byteLength })
  expect(inspected).toEqual(['a/b.mp4'])
})

describe('a file that is too large', () => {
  const LIMIT = 200 * 1024 * 1024

  it.each<[string, Record<string, string>]>([
    ['says so', { 'content-length': String(LIMIT + 1) }],
    ['does not say so', {}],
  ])('for us, and %s: released, and nothing of it stays', async (_name, headers) => {
    const { poll, vendor, booked, job } = await startFinished()
    vendor.file = () => fileOf(LIMIT + 1, headers)
    expect((await poll()).job.failureCode).toBe('file_too_large')
    if (!headers['content-length']) heardOfBrokenUpload()
    expect(await codeOf(job)).toBe('file_too_large')
    expect(await objectsOf(job)).toEqual([])
    expect(await booked()).toEqual(FREE)
  })

  it.each([
    ['413', () => new Response('', { status: 413 })],
    [
      '400 and a body of an older Storage',
      () => Response.json({ statusCode: '413', error: 'Payload too large' }, { status: 400 }),
    ],
    ['400 and a body of a newer Storage', () => Response.json({ code: 'EntityTooLarge' }, { status: 400 })],
  ])('for Storage, which answers %s: released, and the log tells what to change', async (_name, refuse) => {
    const { poll, booked, job, log } = await startFinished(100, async (request, send) => {
      if (request.method !== 'POST' || !request.url.includes('/object/videos/')) return send(request)
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
    expect(await codeOf(job)).toBe('file_too_large_for_storage')
    expect(await booked()).toEqual(FREE)
  })
})

describe('a host that has no file to give', () => {
  it.each([500, 502, 503, 429])(
    '%i for half an hour: the job stays open, and is delivered when it is over',
    async (status) => {
      const { poll, vendor, booked, clock } = await startFinished()
      const file = vendor.file
      vendor.file = answer(status)
      for (let minutes = 0; minutes < 30; minutes += 6) {
        expect((await poll()).status).toBe('processing')
        clock.now += 6 * 60_000
      }
      expect(await booked()).toEqual(HELD)
      vendor.file = file
      expect((await poll()).status).toBe('succeed')
      expect(await booked()).toEqual(PAID)
    },
  )

  it.each([403, 404])('%i: believed after five minutes, whichever server looks', async (status) => {
    const { vendor, poll, booked, clock, user, job, ...api } = await startFinished()
    const other = startApi(supabase)
    other.clock.now = clock.now + 301_000
    for (const { vendor: asked } of [{ vendor }, other]) {
      asked.succeed()
      asked.file = answer(status)
    }
    for (let times = 0; times < 3; times += 1) expect((await poll()).status).toBe('processing')
    expect(codesOf(api)).toContain('missing_file')
    clock.now += 299_000
    expect((await poll()).status).toBe('processing')
    expect(await booked()).toEqual(HELD)
    expect((await other.status(user, job)).body).toMatchObject({
      status: 'failed',
      job: { failureCode: 'missing_file' },
    })
    expect(await codeOf(job)).toBe('missing_file')
    expect(await booked()).toEqual(FREE)
  })

  it.each([403, 404])('%i for a while is over when the file is there', async (status) => {
    const { vendor, poll, booked, clock } = await startFinished()
    const file = vendor.file
    vendor.file = answer(status)
    await poll()
    clock.now += 10 * 60_000
    vendor.file = file
    expect((await poll()).status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
  })
})

describe('a file on a host that is not allowed', () => {
  const ELSEWHERE = 'http://cdn9.provider.test'

  it('waits for the operator, who reads in the log which, and is delivered once it is allowed', async () => {
    const { poll, vendor, booked, log, user, job, clock } = await startFinished()
    vendor.succeed(`${ELSEWHERE}/one.mp4`)
    for (let times = 0; times < 3; times += 1) {
      expect((await poll()).status).toBe('processing')
      clock.now += 15 * 60_000
    }
    expect(log).toContainEqual({
      level: 'error',
      message: 'video waits on a host that is not allowed',
      jobId: job,
      code: 'file_host_not_allowed',
      cause: expect.stringContaining(ELSEWHERE),
    })
    expect(await booked()).toEqual(HELD)
    const deployed = startApi(supabase, { VIDEO_FILE_ORIGINS: ELSEWHERE }, async (request, send) =>
      request.url.startsWith(ELSEWHERE) ? new Response(VIDEO) : send(request),
    )
    deployed.clock.now = clock.now
    deployed.vendor.succeed(`${ELSEWHERE}/one.mp4`)
    expect((await deployed.status(user, job)).body.status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
  })

  it('gives its credits back at the deadline', async () => {
    const { poll, vendor, booked, job } = await startFinished()
    vendor.succeed(`${ELSEWHERE}/one.mp4`)
    await poll()
    await isOld(job)
    expect((await poll()).status).toBe('failed')
    expect(await codeOf(job)).toBe('deadline')
    expect(await booked()).toEqual(FREE)
  })
})
