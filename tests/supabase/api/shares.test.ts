// Links that show one video to whoever has them.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ReportedVideo } from '../../../supabase/functions/_shared/contract/shares.ts'
import { ADDRESS_HEADER } from '../../harness/api.ts'
import { createUser } from '../../harness/database.ts'
import { startAdminApi } from '../../support/server/admin.ts'
import { jpegDataUri, pngDataUri } from '../../support/server/image.ts'
import { startShareApi as start, UNKNOWN } from '../../support/server/share.ts'
import { setUp, sql, supabase } from '../../support/server/suite.ts'

setUp()

const fetchFile = (url: string) => supabase.fetch(new Request(url))

describe('a link', () => {
  it('shows the video to whoever has it, and names neither its user nor its job', async () => {
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
    })
    const text = JSON.stringify(body)
    for (const secret of [user.id, job, user.email, 'heron']) expect(text).not.toContain(secret)
    const file = await fetchFile(body.data.videoUrl)
    expect(file.headers.get('content-type')).toBe('video/mp4')
  })

  it('shows the prompt only where its owner says so', async () => {
    const { share, read } = await start()
    const { token } = (await share({ showsPrompt: true, isIndexed: true })).data
    expect((await read(token)).body.data).toMatchObject({ prompt: 'A heron at dawn', isIndexed: true })
  })

  it('works for 30 days unless another number is chosen', async () => {
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
    expect((await read(token)).status).toBe(404)
  })

  it('has addresses that are signed for ten minutes', async () => {
    const { share, read } = await start()
    const { videoUrl } = (await read((await share()).data.token)).body.data
    const [, claims = ''] = (new URL(videoUrl).searchParams.get('token') ?? '').split('.')
    const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    expect(exp - iat).toBe(600)
  })

  it('answers one and the same 404 when it is unknown, malformed, expired, revoked, or its video is deleted', async () => {
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

  it('counts its views, but not the reader who asks for fresh addresses', async () => {
    const { share, read, list } = await start()
    const { token } = (await share()).data
    await read(token)
    await read(token)
    await read(token, '?again=true')
    expect((await list()).data.shares).toMatchObject([{ views: 2, lastViewedAt: expect.any(String) }])
    expect(JSON.stringify(await list())).not.toContain(token)
  })

  it('counts no view for a HEAD, which shows nothing', async () => {
    const { share, list, app } = await start()
    const { token } = (await share()).data
    const response = await app.request(`/api/shared/${token}`, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect((await list()).data.shares).toMatchObject([{ views: 0, lastViewedAt: null }])
  })

  it('leaves no token in the log', async () => {
    const { share, read, log } = await start()
    const { token } = (await share()).data
    await read(token)
    expect(log.some(({ path }) => path === '/api/shared/***')).toBe(true)
    expect(JSON.stringify(log)).not.toContain(token)
  })

  it('is made and ended by the owner alone, for a finished video', async () => {
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

  it('is one of at most 20 at a time', async () => {
    const { share } = await start()
    for (let made = 0; made < 20; made += 1) expect((await share()).success).toBe(true)
    expect(await share()).toMatchObject({
      code: 'too_many_shares',
      message: 'This video already has 20 links. Revoke one to create another.',
    })
  })
})

describe('the poster of a link', () => {
  const poster = jpegDataUri(1280, 720)

  it('is shown to previews, and deleted with the link', async () => {
    const { share, read, open, request, user, sweep } = await start()
    const { share: made, token } = (await share({ poster })).data
    const { body } = await read(token)
    expect(body.data.poster).toEqual({ url: expect.any(String), width: 1280, height: 720 })
    const response = await open(token, '/poster')
    expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store'])
    const address = response.headers.get('location') ?? ''
    expect((await fetchFile(address)).headers.get('content-type')).toBe('image/jpeg')
    await request('DELETE', `/api/shares/${made.id}`, user)
    await sweep()
    expect((await fetchFile(address)).ok).toBe(false)
  })

  it('is refused unless it is a small JPEG', async () => {
    const { share } = await start()
    expect((await share({ poster: pngDataUri(1280, 720) })).code).toBe('bad_request')
    expect((await share({ poster: 'data:image/jpeg;base64,aGk=' })).code).toBe('bad_request')
  })

  it('does not fail the link when Storage is down', async () => {
    const { share, read, storage } = await start()
    await share()
    storage.isDown = true
    const { token } = (await share({ poster })).data
    storage.isDown = false
    expect((await read(token)).body.data).toMatchObject({ poster: null, videoUrl: expect.any(String) })
  })
})

describe('a video', () => {
  const listFiles = (job: string) =>
    sql<{ path: string; minutes: number }>(
      `select path, round(extract(epoch from due_at - now()) / 60)::int as minutes from private.files_to_delete where job_id = $1`,
      [job],
    )

  it('gets a random path when it is shared first, and its old file goes later', async () => {
    const { share, read, job } = await start()
    const [before] = await sql<{ path: string }>('select video_path as path from public.jobs where id = $1', [job])
    const tokens = [(await share()).data.token, (await share()).data.token]
    const { videoUrl } = (await read(tokens[0])).body.data
    expect(new URL(videoUrl).pathname).toBe(new URL((await read(tokens[1])).body.data.videoUrl).pathname)
    expect((await fetchFile(videoUrl)).status).toBe(200)
    expect(await listFiles(job)).toEqual([{ path: before?.path, minutes: expect.closeTo(120, -1) }])
  })

  it('is not shared while its file cannot be copied', async () => {
    const { share, storage, list } = await start()
    storage.isDown = true
    expect((await share()).code).toBe('storage_unavailable')
    storage.isDown = false
    expect((await list()).data.shares).toEqual([])
  })
})

describe('a report', () => {
  it('reaches the administrator, who takes the video down for good', async () => {
    const { share, report, read, list, job, user } = await start()
    const [first, second] = [(await share()).data, (await share()).data]
    expect((await report(first.token, { reason: 'consent', details: 'That is me.' })).status).toBe(200)
    await sql(`insert into public.users (id, email) values ($1, '')`, [user.id])
    const { asAdmin, request } = startAdminApi(supabase)
    const ask = async (method: string, path = '', body?: object) =>
      (await request(method, `/api/admin/share-reports${path}`, null, body, { headers: await asAdmin() })).body
    const found = (await ask('GET')).data.videos.find(({ jobId }: { jobId: string }) => jobId === job)
    expect(found).toMatchObject({
      userId: user.id,
      email: user.email,
      prompt: 'A heron at dawn',
      videoUrl: expect.any(String),
      openLinks: 2,
      reportCount: 1,
      reports: [{ reason: 'consent', details: 'That is me.' }],
    })
    expect((await ask('POST', `/${job}`, { action: 'take_down' })).success).toBe(true)
    for (const { token } of [first, second]) expect((await read(token)).status).toBe(404)
    expect((await list()).data).toEqual({ isBlocked: true, shares: [] })
    expect(await share()).toMatchObject({ code: 'sharing_blocked' })
    expect((await ask('POST', `/${job}`, { action: 'take_down' })).code).toBe('not_found')
  })

  it('stays with the administrator when its link is revoked and the video is shared again', async () => {
    const { share, report, read, request, list, user, job } = await start()
    const first = (await share()).data
    await report(first.token, { reason: 'consent' })
    expect((await request('DELETE', `/api/shares/${first.share.id}`, user)).status).toBe(200)
    expect((await read(first.token)).status).toBe(404)
    expect((await list()).data.shares).toEqual([])
    const second = (await share()).data
    const { asAdmin, request: ask } = startAdminApi(supabase)
    const headers = await asAdmin()
    const { videos } = (await ask('GET', '/api/admin/share-reports', null, undefined, { headers })).body.data
    expect(videos.find(({ jobId }: { jobId: string }) => jobId === job)).toMatchObject({
      openLinks: 1,
      reports: [{ reason: 'consent' }],
    })
    const path = `/api/admin/share-reports/${job}`
    expect((await ask('POST', path, null, { action: 'take_down' }, { headers })).status).toBe(200)
    expect((await read(second.token)).status).toBe(404)
    expect(await share()).toMatchObject({ code: 'sharing_blocked' })
  })

  it('is dismissed without harm to the link', async () => {
    const { share, report, read, job } = await start()
    const { token } = (await share()).data
    await report(token, { reason: 'other' })
    const { asAdmin, request } = startAdminApi(supabase)
    const headers = await asAdmin()
    const find = async () => {
      const { videos } = (await request('GET', '/api/admin/share-reports', null, undefined, { headers })).body.data
      return (videos as ReportedVideo[]).find(({ jobId }) => jobId === job)
    }
    const dismiss = (newestReport?: number) =>
      request('POST', `/api/admin/share-reports/${job}`, null, { action: 'dismiss', newestReport }, { headers })
    const seen = await find()
    // It arrives while the administrator reads the list.
    await report(token, { reason: 'violence' })
    expect(await dismiss()).toMatchObject({ status: 400 })
    expect(await dismiss(seen?.newestReport)).toMatchObject({ status: 200, body: { data: { jobId: job, left: 1 } } })
    const later = await find()
    expect(later).toMatchObject({ reportCount: 1, reports: [{ reason: 'violence' }] })
    expect(await dismiss(later?.newestReport)).toMatchObject({ status: 200, body: { data: { left: 0 } } })
    expect((await dismiss(later?.newestReport)).status).toBe(404)
    expect((await read(token)).status).toBe(200)
  })

  it('is listed page by page, the video that was reported first at the top, and no number of others hides it', async () => {
    const { job } = await start()
    await sql('delete from private.reported_videos')
    const others = Array.from({ length: 21 }, () => randomUUID())
    for (const id of others) {
      await sql(
        `with hold as (
           insert into private.credit_holds select (jsonb_populate_record(h, jsonb_build_object('job_id', $2::uuid))).*
           from private.credit_holds h where job_id = $1)
         insert into public.jobs select (jsonb_populate_record(j, jsonb_build_object('id', $2::uuid))).*
         from public.jobs j where id = $1`,
        [job, id],
      )
    }
    for (const id of [job, ...others])
      await sql('insert into private.reported_videos (job_id, report_count) values ($1, 1)', [id])
    const { asAdmin, request } = startAdminApi(supabase)
    const headers = await asAdmin()
    const read = async (query = '') =>
      (await request('GET', `/api/admin/share-reports${query}`, null, undefined, { headers })).body
    const first = (await read()).data
    const second = (await read(`?cursor=${first.nextCursor}`)).data
    const ids = [first, second].map(({ videos }) => videos.map(({ jobId }: { jobId: string }) => jobId))
    expect(ids).toEqual([[job, ...others.slice(0, 19)], others.slice(19)])
    expect([first.total, second.total, second.nextCursor]).toEqual([22, 22, null])
    expect((await read('?cursor=nonsense')).code).toBe('bad_request')
    await sql('delete from private.reported_videos')
  })

  it('is refused without a reason, with 1,001 characters, and about an unknown link', async () => {
    const { share, report } = await start()
    const { token } = (await share()).data
    expect((await report(token, { reason: 'dislike' })).body.code).toBe('bad_request')
    expect((await report(token, { reason: 'other', details: 'x'.repeat(1001) })).body.code).toBe('bad_request')
    expect((await report(UNKNOWN, { reason: 'other' })).body.code).toBe('not_found')
  })

  it('is one of at most five per minute from one address', async () => {
    const { share, app } = await start()
    const { token } = (await share()).data
    const send = async (address: string) => {
      const body = JSON.stringify({ reason: 'other' })
      const headers = {
        'content-type': 'application/json',
        'content-length': String(body.length),
        [ADDRESS_HEADER]: address,
      }
      return (await app.request(`/api/shared/${token}/report`, { method: 'POST', headers, body })).status
    }
    const sent = []
    for (let count = 0; count < 6; count += 1) sent.push(await send('203.0.113.77'))
    expect(sent).toEqual([200, 200, 200, 200, 200, 429])
    expect(await send('203.0.113.78')).toBe(200)
  })
})
