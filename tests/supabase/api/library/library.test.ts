import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { VIDEO } from '../../../harness/api.ts'
import { createUser } from '../../../harness/database.ts'
import { buildMark } from '../../../support/server/delivery.ts'
import { pngDataUri } from '../../../support/server/image.ts'
import { HELD, PAID } from '../../../support/server/job.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

type Setup = Awaited<ReturnType<typeof setUp>>

/** Creates a job and lets its video succeed or fail. Returns the job's ID. */
async function finish(api: Setup, end: 'succeed' | 'failed', over = {}): Promise<string> {
  const { create, status, provider, user } = api
  const job = randomUUID()
  await create(user, job, over)
  if (end === 'succeed') provider.finish()
  else provider.fail('Blocked by the safety check')
  await status(user, job)
  return job
}
const withImage = () => ({ image: pngDataUri(320, 320), negativePrompt: 'blur', seed: 42 })

it('returns the job with the status only after the job has ended', async () => {
  const api = await setUp()
  const { create, status, request, user, job } = api
  await create(user, job)
  expect((await status(user, job)).body).not.toHaveProperty('finished')
  const ended = await finish(api, 'succeed', { seed: 43 })
  const { finished } = (await status(user, ended)).body
  const { body } = await request('GET', `/api/jobs/${ended}`, user)
  const files = { videoUrl: expect.any(String), downloadUrl: expect.any(String) }
  expect(finished).toEqual({ ...body.data, ...files, elapsedSeconds: expect.any(Number) })
})

describe('GET /api/jobs', () => {
  it('shows a finished job with its inputs, its price, and its file URLs', async () => {
    const api = await setUp()
    const { request, user } = api
    const job = await finish(api, 'succeed', withImage())
    const { body } = await request('GET', '/api/jobs', user)
    const [shown] = body.data.jobs
    expect(shown).toEqual({
      id: job,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      status: 'succeeded',
      mode: 'image',
      model: 'kling-1.6',
      modelName: 'Kling 1.6',
      prompt: 'Rain on a window',
      negativePrompt: 'blur',
      title: '',
      isStarred: false,
      length: 5,
      aspectRatio: '16:9',
      generateAudio: true,
      hasSound: false,
      seed: 42,
      credits: 20,
      settlement: 'captured',
      failureCode: null,
      failureReason: null,
      elapsedSeconds: expect.any(Number),
      durationSeconds: expect.closeTo(5, 1),
      videoMark: 'ai',
      videoUrl: expect.stringMatching(`/videos/${job}/[0-9a-f-]{36}\\.mp4\\?token=`),
      poster: null,
      peaks: null,
      downloadUrl: expect.stringContaining('download=ai-video-'),
      imageUrl: expect.stringContaining(`/images/${job}.png?token=`),
      inputKind: 'image',
      images: [],
      audio: null,
      cast: [],
      sourceId: null,
      resolution: null,
      canCancel: false,
      expiresAt: null,
    })
    const played = await supabase.fetch(new Request(shown.videoUrl))
    const file = Buffer.from(await played.arrayBuffer())
    expect(file).toEqual(Buffer.concat([VIDEO, buildMark(new Date(shown.createdAt))]))
    expect(played.headers.get('content-disposition')).toBeNull()
    const saved = await supabase.fetch(new Request(shown.downloadUrl))
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment.*ai-video-\d+\.mp4/)
    expect((await supabase.fetch(new Request(shown.imageUrl))).headers.get('content-type')).toBe('image/png')
    api.clock.now += 60_000
    const { elapsedSeconds } = (await request('GET', `/api/jobs/${job}`, user)).body.data
    expect(elapsedSeconds).toBe(shown.elapsedSeconds)
  })

  it('returns each job once, page by page, newest first, even if jobs are created meanwhile', async () => {
    const api = await setUp()
    const { request, user } = api
    const page = async (query: string) => (await request('GET', `/api/jobs?limit=2${query}`, user)).body.data
    expect(await page('')).toEqual({ jobs: [], nextCursor: null })
    const jobs: string[] = []
    for (let made = 0; made < 4; made++) jobs.push(await finish(api, 'failed'))
    // Gives two of the jobs the same creation time.
    await sql(`update public.jobs set created_at = '2026-11-01T10:00:00.123456Z' where id = any ($1)`, [
      `{${jobs.slice(0, 2).join(',')}}`,
    ])
    const first = await page('')
    await finish(api, 'failed')
    const second = await page(`&cursor=${first.nextCursor}`)
    expect(second.nextCursor).toBeNull()
    const [early, late] = jobs.slice(0, 2).sort()
    expect([...first.jobs, ...second.jobs].map(({ id }) => id)).toEqual([jobs[3], jobs[2], late, early])
  })

  it('lists jobs oldest first, after a given job, or made from a given source', async () => {
    const api = await setUp()
    const { request, user } = api
    const jobs: string[] = []
    for (let made = 0; made < 3; made++) jobs.push(await finish(api, 'failed'))
    const list = async (query: string) => {
      const { body } = await request('GET', `/api/jobs?${query}`, user)
      return [body.data.jobs.map(({ id }: { id: string }) => jobs.indexOf(id)), body.data.nextCursor]
    }
    expect(await list('sort=newest')).toEqual([[2, 1, 0], null])
    const [first, cursor] = await list('sort=oldest&limit=2')
    expect(first).toEqual([0, 1])
    expect(await list(`sort=oldest&cursor=${cursor}`)).toEqual([[2], null])
    expect(await list(`after=${jobs[1]?.toUpperCase()}`)).toEqual([[0], null])
    expect(await list(`after=${jobs[1]}&sort=oldest`)).toEqual([[2], null])
    await sql(`update public.jobs set source_id = $1, source_use = 'frame' where id = $2`, [jobs[0], jobs[2]])
    for (const sort of ['newest', 'oldest']) expect(await list(`sort=${sort}&source=${jobs[0]}`)).toEqual([[2], null])
  })

  it('lists only open jobs when the query asks for them', async () => {
    const api = await setUp()
    const { create, request, user, provider } = api
    await finish(api, 'succeed')
    provider.run()
    const open = [randomUUID(), randomUUID()]
    for (const job of open) await create(user, job)
    const page = async (query: string, by = user) => (await request('GET', `/api/jobs?${query}`, by)).body.data
    const first = await page('open=true&limit=1')
    expect(first.jobs).toMatchObject([{ id: open[1], status: 'waiting', settlement: 'held' }])
    const last = await page(`open=true&cursor=${first.nextCursor}`)
    expect(last).toMatchObject({ jobs: [{ id: open[0] }], nextCursor: null })
    expect((await page('open=false')).jobs).toHaveLength(3)
    expect((await page('open=true', await createUser(supabase))).jobs).toEqual([])
  })

  const getCursor = (place: unknown) => `cursor=${Buffer.from(JSON.stringify(place)).toString('base64url')}`
  const createdAt = '2026-11-01T10:00:00.123456Z'
  it.each([
    'limit=0',
    'limit=51',
    'limit=1.5',
    'limit=ten',
    'open=yes',
    'sound=1',
    'outcome=lost',
    'sort=price',
    'after=hello',
    'source=hello',
    `model=${'m'.repeat(51)}`,
    'model=veo%003',
    `q=${'a'.repeat(201)}`,
    'cursor=hello',
    'cursor=e30',
    getCursor({ createdAt: 'yesterday', id: 'x' }),
    getCursor({ createdAt, id: "' or 1=1" }),
    getCursor({ createdAt: '2026-02-30T10:00:00.123456Z', id: randomUUID() }),
    getCursor({ createdAt: '0000-01-01T10:00:00.123456Z', id: randomUUID() }),
    // A valid cursor, but one of the statement's.
    getCursor({ id: '5' }),
    `cursor=${'A'.repeat(300)}`,
    'cursor=%00',
    'cursor=%F0%9F%8E%AC',
  ])('refuses the library query ?%s', async (query) => {
    const { request, user } = await setUp()
    expect(await request('GET', `/api/jobs?${query}`, user)).toMatchObject({
      status: 400,
      body: {
        success: false,
        code: 'bad_request',
        message: expect.stringMatching(/limit|open|cursor|sound|outcome|model|sort|after|source|"q"/),
      },
    })
  })
})

describe('DELETE /api/jobs/{id}', () => {
  const remove = ({ request, user }: Pick<Setup, 'request' | 'user'>, job: string) =>
    request('DELETE', `/api/jobs/${job}`, user)
  const getFiles = (...jobs: string[]) => sql('select 1 from storage.objects where left(name, 36) = any ($1)', [jobs])
  const listed = (job: string) => sql('select bucket from private.files_to_delete where job_id = $1', [job])

  it('deletes a finished job and its files, and changes neither the ledger nor other jobs', async () => {
    const api = await setUp(120)
    const { create, request, status, provider, user } = api
    const [job, other] = [await finish(api, 'succeed', withImage()), await finish(api, 'succeed', withImage())]
    const { videoUrl, imageUrl } = (await request('GET', `/api/jobs/${job}`, user)).body.data
    api.clock.now += 6 * 60_000

    const answers = await Promise.all([remove(api, job), remove(api, job)])
    answers.push(await remove(api, job))
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { data: { id: job } } })

    expect((await request('GET', '/api/jobs', user)).body.data.jobs).toMatchObject([{ id: other }])
    expect(await request('GET', `/api/jobs/${job}`, user)).toMatchObject({ status: 404 })
    expect(await status(user, job)).toMatchObject({ status: 404 })
    // A repeated create request starts no job.
    expect(await create(user, job, withImage())).toMatchObject({ status: 409, body: { code: 'key_mismatch' } })
    expect(provider.creates).toHaveLength(2)
    for (const url of [videoUrl, imageUrl]) expect((await supabase.fetch(new Request(url))).ok).toBe(false)
    expect([(await getFiles(job)).length, (await getFiles(other)).length, await listed(job)]).toEqual([
      0,
      2,
      // The image's path stays listed as long as the image may still be uploaded.
      [{ bucket: 'images' }],
    ])
    api.clock.now += 11 * 60_000
    await api.sweep()
    expect(await listed(job)).toEqual([])
    expect(await api.booked()).toEqual({ ...PAID, captured: 40 })
    const { entries } = (await request('GET', '/api/credits/statement', user)).body.data
    const own = entries.filter(({ jobId }: { jobId: string }) => jobId === job)
    expect(own).toMatchObject([{ kind: 'capture' }, { kind: 'hold' }])
  })

  it('refuses to delete an open job, explains why, and changes nothing', async () => {
    const api = await setUp()
    const { create, request, user, job, booked } = api
    await create(user, job)
    expect(await remove(api, job)).toMatchObject({
      status: 409,
      body: {
        code: 'job_open',
        message: "This video is still being generated. You can delete it when it's finished.",
      },
    })
    expect((await request('GET', `/api/jobs/${job}`, user)).body.data.prompt).toBe('Rain on a window')
    expect(await booked()).toEqual(HELD)
  })

  it('returns 404 when a user deletes a job that only holds credits', async () => {
    const api = await setUp()
    await api.consume(api.user, api.job)
    expect(await remove(api, api.job)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('hides a deleted job at once while Storage is down, and deletes its files in a later sweep', async () => {
    const api = await setUp()
    const job = await finish(api, 'succeed', withImage())
    const { user, storage, clock, sweep, request } = api
    storage.isDown = true
    expect(await remove(api, job)).toMatchObject({ status: 200 })
    expect((await request('GET', '/api/jobs', user)).body.data.jobs).toEqual([])
    clock.now += 60_000
    await sweep()
    expect(await getFiles(job)).toHaveLength(2)
    storage.isDown = false
    clock.now += 11 * 60_000
    await sweep()
    expect([await getFiles(job), await listed(job)]).toEqual([[], []])
  })
})
