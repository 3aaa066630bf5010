import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { json, VIDEO } from '../../support/server/api.ts'
import { createUser, openTestSupabase, rows } from '../../support/server/database.ts'
import { startJobApi } from '../../support/server/job.ts'
import { pngDataUri } from '../../support/server/picture.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

const setUp = (credits?: number) => startJobApi(supabase, credits)
type Setup = Awaited<ReturnType<typeof setUp>>

/** Makes a job and its video, or its failure. */
async function finish({ create, status, vendor, user }: Setup, end: 'succeed' | 'failed', over = {}): Promise<string> {
  const job = randomUUID()
  await create(user, job, over)
  if (end === 'succeed') vendor.succeed()
  else vendor.status = () => vendor.statusOf('failed', { failMsg: 'Blocked by the safety check' })
  await status(user, job)
  return job
}

describe('GET /api/jobs', () => {
  it('is empty for a newcomer', async () => {
    const { request, user } = await setUp()
    expect(await request('GET', '/api/jobs', user)).toMatchObject({
      status: 200,
      body: { success: true, data: { jobs: [], nextCursor: null } },
    })
  })

  it('shows a finished job with everything it was made from, what it cost and its files', async () => {
    const api = await setUp()
    const { request, user } = api
    const job = await finish(api, 'succeed', { image: pngDataUri(320, 320), negativePrompt: 'blur', seed: 42 })
    const { body } = await request('GET', '/api/jobs', user)
    const [shown] = body.data.jobs
    expect(shown).toEqual({
      id: job,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      status: 'succeeded',
      mode: 'image',
      model: 'kling-1.6',
      prompt: 'Rain on a window',
      negativePrompt: 'blur',
      length: 5,
      generateAudio: true,
      seed: 42,
      credits: 20,
      settlement: 'captured',
      failureCode: null,
      failureReason: null,
      elapsedSeconds: expect.any(Number),
      durationSeconds: expect.closeTo(1, 1),
      videoUrl: expect.stringMatching(`/videos/${job}/[0-9a-f-]{36}\\.mp4\\?token=`),
      downloadUrl: expect.stringContaining('download=ai-video-'),
      pictureUrl: expect.stringContaining(`/pictures/${job}.png?token=`),
      canCancel: false,
    })
    const played = await supabase.fetch(new Request(shown.videoUrl))
    expect(Buffer.from(await played.arrayBuffer())).toEqual(VIDEO)
    expect(played.headers.get('content-disposition')).toBeNull()
    const saved = await supabase.fetch(new Request(shown.downloadUrl))
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment.*ai-video-\d+\.mp4/)
    expect((await supabase.fetch(new Request(shown.pictureUrl))).headers.get('content-type')).toBe('image/png')
  })

  it('shows a failure with its reason, its credits given back, and no addresses', async () => {
    const api = await setUp()
    const job = await finish(api, 'failed')
    const { body } = await api.request('GET', '/api/jobs', api.user)
    expect(body.data.jobs).toMatchObject([
      {
        id: job,
        status: 'failed',
        settlement: 'released',
        credits: 20,
        failureCode: 'vendor_failed',
        failureReason: 'Blocked by the safety check',
        durationSeconds: null,
        videoUrl: null,
        downloadUrl: null,
        pictureUrl: null,
      },
    ])
  })

  it('tells a job in the vendor’s queue from one that runs, as the vendor said last', async () => {
    const { create, status, vendor, request, user, job } = await setUp()
    await create(user, job)
    const shown = async () => (await request('GET', `/api/jobs/${job}`, user)).body.data.status
    expect(await shown()).toBe('waiting')
    vendor.status = () => vendor.statusOf('processing')
    await status(user, job)
    expect(await shown()).toBe('running')
    vendor.status = () => vendor.statusOf('waiting')
    await status(user, job)
    expect(await shown()).toBe('waiting')
  })

  it('shows a job whose create was never answered as unknown, held', async () => {
    const { create, vendor, request, user, job } = await setUp()
    vendor.create = () => Promise.reject(new TypeError('reset'))
    await create(user, job)
    expect((await request('GET', `/api/jobs/${job}`, user)).body.data).toMatchObject({
      status: 'unknown',
      settlement: 'held',
    })
  })

  it('pages through all of them once, newest first, also where many began in the same instant', async () => {
    const api = await setUp(1000)
    const { request, user } = api
    const jobs: string[] = []
    for (let made = 0; made < 7; made++) jobs.push(await finish(api, 'failed'))
    await rows(
      supabase,
      `update public.generations set created_at = '2026-11-01T10:00:00.123456Z' where id = any ($1)`,
      [`{${jobs.slice(0, 5).join(',')}}`],
    )
    const seen: { id: string; createdAt: string }[] = []
    let cursor: string | null = ''
    let pages = 0
    while (cursor !== null) {
      const { status, body } = await request('GET', `/api/jobs?limit=2${cursor && `&cursor=${cursor}`}`, user)
      expect(status).toBe(200)
      expect(body.data.jobs.length).toBeLessThanOrEqual(2)
      seen.push(...body.data.jobs)
      cursor = body.data.nextCursor
      pages += 1
    }
    expect(pages).toBe(4)
    expect(seen.map(({ id }) => id).sort()).toEqual([...jobs].sort())
    const order = seen.map(({ id, createdAt }) => `${createdAt} ${id}`)
    expect(order).toEqual([...order].sort().reverse())
  })

  it('a page is not moved by what is made meanwhile, and a full last page has no next one', async () => {
    const api = await setUp(1000)
    const { request, user } = api
    const [first, second] = [await finish(api, 'failed'), await finish(api, 'failed')]
    const one = (await request('GET', '/api/jobs?limit=1', user)).body.data
    expect(one.jobs).toMatchObject([{ id: second }])
    await finish(api, 'failed')
    const two = (await request('GET', `/api/jobs?limit=1&cursor=${one.nextCursor}`, user)).body.data
    expect(two).toMatchObject({ jobs: [{ id: first }], nextCursor: null })
  })

  it('answers the open ones alone when asked', async () => {
    const api = await setUp(1000)
    const { create, request, user, vendor } = api
    await finish(api, 'succeed')
    vendor.status = () => vendor.statusOf('processing')
    const open = randomUUID()
    await create(user, open)
    await finish(api, 'failed')
    expect((await request('GET', '/api/jobs?open=true', user)).body.data).toMatchObject({
      jobs: [{ id: open, status: 'waiting', settlement: 'held' }],
      nextCursor: null,
    })
    expect((await request('GET', '/api/jobs?open=false', user)).body.data.jobs).toHaveLength(3)
  })

  it.each([
    'limit=0',
    'limit=51',
    'limit=-1',
    'limit=1.5',
    'limit=ten',
    'limit=',
    'open=yes',
    'open=',
    'cursor=',
    'cursor=hello',
    'cursor=e30',
    `cursor=${Buffer.from('{"createdAt":"yesterday","id":"x"}').toString('base64url')}`,
    `cursor=${Buffer.from(`{"createdAt":"2026-11-01T10:00:00.123456Z","id":"' or 1=1"}`).toString('base64url')}`,
    `cursor=${Buffer.from(JSON.stringify({ createdAt: '2026-02-30T10:00:00.123456Z', id: randomUUID() })).toString('base64url')}`,
    `cursor=${Buffer.from(JSON.stringify({ createdAt: '0000-01-01T10:00:00.123456Z', id: randomUUID() })).toString('base64url')}`,
    `cursor=${Buffer.from(JSON.stringify({ id: '5' })).toString('base64url')}`,
    `cursor=${'A'.repeat(300)}`,
    'cursor=%00',
    'cursor=%F0%9F%8E%AC',
  ])('refuses ?%s', async (query) => {
    const { request, user } = await setUp()
    expect(await request('GET', `/api/jobs?${query}`, user)).toMatchObject({
      status: 400,
      body: { success: false, code: 'bad_request', message: expect.stringMatching(/limit|open|cursor/) },
    })
  })

  it('comes without addresses while Storage is down, and the log says so', async () => {
    const api = await setUp()
    const { request, user, storage, log } = api
    await finish(api, 'succeed')
    storage.isDown = true
    const { status, body } = await request('GET', '/api/jobs', user)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      data: {
        jobs: [{ status: 'succeeded', videoUrl: null, downloadUrl: null }],
      },
    })
    expect(log).toContainEqual(expect.objectContaining({ level: 'error', message: 'addresses not signed' }))
  })

  it('does not wait for a Storage that never answers', async () => {
    const api = await startJobApi(supabase, 100, (call, send) =>
      new URL(call.url).pathname === '/storage/v1/object/sign/videos' ? new Promise(() => {}) : send(call),
    )
    await finish(api, 'succeed')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = api.request('GET', '/api/jobs', api.user)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { timeout: 10_000 })
    vi.advanceTimersByTime(5000)
    vi.useRealTimers()
    expect((await answer).body.data).toMatchObject({ jobs: [{ videoUrl: null }] })
  })

  it('asks for all addresses of a page in one call per bucket', async () => {
    const calls: string[] = []
    const api = await startJobApi(supabase, 1000, (call, send) => {
      calls.push(`${call.method} ${new URL(call.url).pathname}`)
      return send(call)
    })
    for (let made = 0; made < 3; made++) await finish(api, 'succeed', { image: pngDataUri(320, 320) })
    calls.length = 0
    expect((await api.request('GET', '/api/jobs', api.user)).body.data.jobs).toHaveLength(3)
    expect(calls.filter((call) => call.includes('/storage/')).sort()).toEqual([
      'POST /storage/v1/object/sign/pictures',
      'POST /storage/v1/object/sign/videos',
    ])
  })

  it('is for the owner alone', async () => {
    const api = await setUp()
    const job = await finish(api, 'succeed')
    const stranger = await createUser(supabase)
    expect((await api.request('GET', '/api/jobs', stranger)).body.data.jobs).toEqual([])
    const unknown = await api.request('GET', `/api/jobs/${randomUUID()}`, stranger)
    for (const id of [job, 'no-such-id', "'; drop table generations"]) {
      expect(await api.request('GET', `/api/jobs/${encodeURIComponent(id)}`, stranger)).toMatchObject({
        status: 404,
        body: { success: false, code: 'not_found', message: unknown.body.message },
      })
    }
    expect((await api.request('GET', `/api/jobs/${job.toUpperCase()}`, api.user)).body.data.id).toBe(job)
  })

  it('has a limit per minute of its own', async () => {
    const { request, user } = await setUp()
    const statuses = await Promise.all(Array.from({ length: 121 }, () => request('GET', '/api/jobs?limit=x', user)))
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(1)
    const refused = await request('GET', `/api/jobs/${randomUUID()}`, user)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('says what went wrong when the database is down', async () => {
    const api = await startJobApi(supabase, 100, (call, send) =>
      new URL(call.url).pathname.endsWith('/rpc/list_jobs') ? Promise.resolve(json({ message: 'x' }, 500)) : send(call),
    )
    expect(await api.request('GET', '/api/jobs', api.user)).toMatchObject({
      status: 503,
      body: {
        code: 'database_unavailable',
        message: 'Our records could not be reached just now. Try again in a moment.',
      },
    })
  })
})
