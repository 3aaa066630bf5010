// Links that show one video to anyone who has the link.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PEAKS } from '../../../supabase/functions/_shared/contract/fields.ts'
import { createUser } from '../../harness/database.ts'
import { createWebp, toDataUri } from '../../support/server/poster.ts'
import { startShareApi as start, UNKNOWN } from '../../support/server/share.ts'
import { setUp, sql, supabase } from '../../support/server/suite.ts'

setUp()

const fetchFile = (url: string) => supabase.fetch(new Request(url))

describe('shared link', () => {
  it('shows the video to anyone with the link, and reveals neither its user nor its job', async () => {
    const { share, read, user, job } = await start()
    await sql(`update public.jobs set title = 'Morning' where id = $1`, [job])
    const { token } = (await share()).data
    expect(token).toMatch(/^[\w-]{22}$/)
    const { status, body } = await read(token)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      title: 'Morning',
      prompt: null,
      modelName: 'Kling 1.6',
      isIndexed: false,
      poster: null,
      peaks: null,
    })
    const text = JSON.stringify(body)
    for (const secret of [user.id, job, user.email, 'heron']) expect(text).not.toContain(secret)
    const file = await fetchFile(body.data.videoUrl)
    expect(file.headers.get('content-type')).toBe('video/mp4')
  })

  it("shows a shared video's prompt only if its owner allows this", async () => {
    const { share, read } = await start()
    const { token } = (await share({ showsPrompt: true, isIndexed: true })).data
    expect((await read(token)).body.data).toMatchObject({ prompt: 'A heron at dawn', isIndexed: true })
  })

  it('keeps a shared link for 30 days unless another duration is chosen', async () => {
    const { share, read, clock } = await start()
    const lives = async (body: object) => {
      const { share: made, token } = (await share(body)).data
      return { token, days: (Date.parse(made.expiresAt) - Date.parse(made.createdAt)) / 86_400_000 }
    }
    expect((await lives({})).days).toBe(30)
    const { days, token } = await lives({ days: 1 })
    expect(days).toBe(1)
    expect((await share({ days: 2 })).code).toBe('bad_request')
    clock.now += 86_400_000
    for (const query of ['', '?again=true']) expect((await read(token, query)).status).toBe(404)
  })

  it("signs a shared link's file URLs for ten minutes", async () => {
    const { share, read, open } = await start()
    const { token } = (await share()).data
    const redirect = (await open(token, '/video')).headers.get('location') ?? ''
    for (const url of [(await read(token)).body.data.videoUrl, redirect]) {
      const [, claims = ''] = (new URL(url).searchParams.get('token') ?? '').split('.')
      const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
      expect(exp - iat).toBe(600)
    }
  })

  it('returns the same 404 for an unknown, malformed, expired, or revoked link, or a deleted video', async () => {
    const { share, read, request, user, job, open } = await start()
    const made = await Promise.all([share(), share(), share()])
    const [expired, revoked, deleted] = made.map(({ data }) => data.token)
    await sql(`update private.shares set expires_at = '-infinity' where id = $1`, [made[0].data.share.id])
    await request('DELETE', `/api/shares/${made[1].data.share.id}`, user)
    await request('DELETE', `/api/jobs/${job}`, user)
    for (const token of [UNKNOWN, 'x', `${UNKNOWN}A`, expired, revoked, deleted]) {
      const { status, body } = await read(token)
      expect([token, status, body.code, body.message]).toEqual([
        token,
        404,
        'not_found',
        "This link doesn't exist, or it has expired.",
      ])
      for (const path of ['/poster', '/video']) expect((await open(token, path)).status).toBe(404)
    }
    expect(await sql('select 1 from private.shares where job_id = $1', [job])).toEqual([])
  })

  it("counts a shared link's views, but no request for fresh file URLs", async () => {
    const { share, read, list } = await start()
    const { token } = (await share()).data
    await read(token)
    await read(token)
    await read(token, '?again=true')
    expect((await list()).data.shares).toMatchObject([{ views: 2, lastViewedAt: expect.any(String) }])
    expect(JSON.stringify(await list())).not.toContain(token)
  })

  it('counts no view of a shared link for a HEAD request', async () => {
    const { share, list, app } = await start()
    const { token } = (await share()).data
    const response = await app.request(`/api/shared/${token}`, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect((await list()).data.shares).toMatchObject([{ views: 0, lastViewedAt: null }])
  })

  it('writes no token of a shared link into the log', async () => {
    const { share, read, log } = await start()
    const { token } = (await share()).data
    await read(token)
    expect(log.some(({ path }) => path === '/api/shared/***')).toBe(true)
    expect(JSON.stringify(log)).not.toContain(token)
  })

  it('lets only the owner create and revoke a shared link, and only for a finished video', async () => {
    const { share, list, request, create, job, user, status } = await start()
    const stranger = await createUser(supabase, 0)
    expect((await share({}, stranger)).code).toBe('not_found')
    expect((await list(stranger)).code).toBe('not_found')
    const { share: made } = (await share()).data
    expect((await request('DELETE', `/api/shares/${made.id}`, stranger)).status).toBe(404)
    expect((await request('DELETE', '/api/shares/x', user)).status).toBe(404)
    expect((await list()).data.shares).toHaveLength(1)
    const open = randomUUID()
    await create(user, open)
    expect((await status(user, job)).status).toBe(200)
    expect((await share({}, user, open)).code).toBe('not_found')
  })

  it('allows up to 20 shared links per video, and neither counts nor lists an expired one', async () => {
    const { share, list } = await start()
    for (let made = 0; made < 20; made += 1) expect((await share()).success).toBe(true)
    expect(await share()).toMatchObject({
      code: 'too_many_shares',
      message: 'This video has 20 links. Revoke one to create another.',
    })
    const [{ id: expired }] = (await list()).data.shares
    await sql(`update private.shares set expires_at = created_at where id = $1`, [expired])
    const { id: added } = (await share()).data.share
    const listed = (await list()).data.shares.map(({ id }: { id: string }) => id)
    expect([listed.length, listed.includes(expired), listed.includes(added)]).toEqual([20, false, true])
  })
})

describe('poster of a shared link', () => {
  it("shows the video's poster and peaks on a shared link, also if they are stored later", async () => {
    const { share, read, open, request, user, job } = await start()
    const { token } = (await share()).data
    expect((await read(token)).body.data.poster).toBeNull()
    expect((await open(token, '/poster')).status).toBe(404)
    const sound = new Array<number>(PEAKS).fill(50)
    await request('POST', `/api/jobs/${job}/preview`, user, {
      poster: toDataUri(createWebp(640, 360)),
      peaks: sound,
    })
    const { poster, peaks } = (await read(token)).body.data
    expect(poster).toEqual({ url: expect.any(String), width: 640, height: 360 })
    expect(peaks).toEqual(sound)
    expect(poster.url).not.toContain(job)
    const response = await open(token, '/poster')
    expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store'])
    const file = await fetchFile(response.headers.get('location') ?? '')
    expect(file.headers.get('content-type')).toBe('image/webp')
  })
})

describe('file of a shared video', () => {
  const listFiles = (job: string) =>
    sql<{ path: string; minutes: number }>(
      `select path, round(extract(epoch from due_at - now()) / 60)::int as minutes from private.files_to_delete where job_id = $1`,
      [job],
    )

  it('moves a video to a random path at its first share, and deletes the old file later', async () => {
    const { share, read, job } = await start()
    const [before] = await sql<{ path: string }>('select video_path as path from public.jobs where id = $1', [job])
    const tokens = [(await share()).data.token, (await share()).data.token]
    const { videoUrl } = (await read(tokens[0])).body.data
    expect(new URL(videoUrl).pathname).toBe(new URL((await read(tokens[1])).body.data.videoUrl).pathname)
    expect((await fetchFile(videoUrl)).status).toBe(200)
    expect(await listFiles(job)).toEqual([{ path: before?.path, minutes: expect.closeTo(120, -1) }])
  })

  it("creates no shared link while the video's file can't be copied", async () => {
    const { share, storage, list } = await start()
    storage.isDown = true
    expect((await share()).code).toBe('storage_unavailable')
    storage.isDown = false
    expect((await list()).data.shares).toEqual([])
  })
})
