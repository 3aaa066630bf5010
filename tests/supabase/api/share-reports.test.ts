// Viewers' reports of shared videos, and the administrator's decisions.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { ReportedVideos } from '../../../supabase/functions/_shared/contract/shares.ts'
import { ADDRESS_HEADER } from '../../harness/api.ts'
import { insertable } from '../../support/guards/setting.ts'
import { startAdminApi } from '../../support/server/admin.ts'
import { startShareApi, UNKNOWN } from '../../support/server/share.ts'
import { setUp, sql, supabase } from '../../support/server/suite.ts'

setUp()
beforeEach(() => sql('delete from private.reported_videos'))

/** Creates a shared video, with the administrator's calls about its reports. */
async function start() {
  const api = await startShareApi()
  const { asAdmin, request } = startAdminApi(supabase)
  const headers = await asAdmin()
  const ask = async (method: string, path = '', body?: object) =>
    (await request(method, `/api/admin/share-reports${path}`, null, body, { headers })).body
  const decide = (decision: object) => ask('POST', `/${api.job}`, decision)
  const list = async (query = ''): Promise<ReportedVideos> => (await ask('GET', query)).data
  return { ...api, ask, decide, listReported: list }
}

it('shows a report to the administrator, who takes the shared video down for good', async () => {
  const { share, report, read, open, list, listReported, decide, job, user } = await start()
  const [first, second] = [(await share()).data, (await share()).data]
  await read(second.token)
  const expired = (await share()).data
  await read(expired.token)
  await sql('update private.shares set expires_at = created_at where id = $1', [expired.share.id])
  expect((await report(first.token, { reason: 'consent', details: 'That is me.' })).status).toBe(200)
  await sql(`insert into public.users (id, email) values ($1, '')`, [user.id])
  expect((await listReported()).videos).toMatchObject([
    {
      jobId: job,
      userId: user.id,
      email: user.email,
      prompt: 'A heron at dawn',
      videoUrl: expect.any(String),
      openLinks: 2,
      views: 1,
      reportCount: 1,
      reports: [{ reason: 'consent', details: 'That is me.' }],
    },
  ])
  expect((await decide({ action: 'take_down' })).success).toBe(true)
  for (const { token } of [first, second]) {
    expect((await read(token)).status).toBe(404)
    for (const rest of ['?again=true', '/video']) expect((await open(token, rest)).status).toBe(404)
  }
  expect((await list()).data).toEqual({ isBlocked: true, shares: [] })
  expect(await share()).toMatchObject({ code: 'sharing_blocked' })
  expect((await decide({ action: 'take_down' })).code).toBe('not_found')
})

it('keeps a report when the shared link is revoked and the video is shared again', async () => {
  const { share, report, read, request, list, listReported, decide, user } = await start()
  const first = (await share()).data
  await report(first.token, { reason: 'consent' })
  expect((await request('DELETE', `/api/shares/${first.share.id}`, user)).status).toBe(200)
  expect((await list()).data.shares).toEqual([])
  const second = (await share()).data
  expect((await listReported()).videos).toMatchObject([{ openLinks: 1, reports: [{ reason: 'consent' }] }])
  expect((await decide({ action: 'take_down' })).success).toBe(true)
  expect((await read(second.token)).status).toBe(404)
  expect(await share()).toMatchObject({ code: 'sharing_blocked' })
})

it('dismisses a report, but no link, no later report, and no report of another video', async () => {
  const [{ share, report, read, decide, listReported, job }, other] = [await start(), await start()]
  const { token } = (await share()).data
  await report(token, { reason: 'other' })
  await other.report((await other.share()).data.token, { reason: 'other' })
  const find = async () => (await listReported()).videos.find(({ jobId }) => jobId === job)
  const dismiss = (newestReport?: number) => decide({ action: 'dismiss', newestReport })
  const seen = await find()
  // The second report arrives while the administrator reads the list.
  await report(token, { reason: 'violence' })
  expect((await dismiss()).code).toBe('bad_request')
  expect(await dismiss(seen?.newestReport)).toMatchObject({ success: true, data: { jobId: job, left: 1 } })
  const later = await find()
  expect(later).toMatchObject({ reportCount: 1, reports: [{ reason: 'violence' }] })
  // The video waits again behind the one that was reported before its later report.
  expect((await listReported()).videos.map(({ jobId }) => jobId)).toEqual([other.job, job])
  expect(await dismiss(later?.newestReport)).toMatchObject({ data: { left: 0 } })
  expect((await dismiss(later?.newestReport)).code).toBe('not_found')
  expect((await read(token)).status).toBe(200)
  expect((await listReported()).videos).toMatchObject([{ jobId: other.job }])
})

it('deletes the reports of a deleted video', async () => {
  const { share, report, request, listReported, job, user } = await start()
  await report((await share()).data.token, { reason: 'other' })
  await request('DELETE', `/api/jobs/${job}`, user)
  expect(await listReported()).toMatchObject({ total: 0, videos: [] })
})

it('lists reported videos page by page, in the order of their first reports', async () => {
  const { ask, listReported, job } = await start()
  const others = Array.from({ length: 21 }, () => randomUUID())
  const columns = await insertable(sql, 'public.jobs')
  for (const id of others) {
    await sql(
      `with hold as (
         insert into private.credit_holds select (jsonb_populate_record(h, jsonb_build_object('job_id', $2::uuid))).*
         from private.credit_holds h where job_id = $1)
       insert into public.jobs (${columns}) select ${columns} from (
         select (jsonb_populate_record(j, jsonb_build_object('id', $2::uuid))).* from public.jobs j where id = $1) as copied`,
      [job, id],
    )
  }
  for (const id of [job, ...others])
    await sql('insert into private.reported_videos (job_id, report_count) values ($1, 1)', [id])
  const first = await listReported()
  const second = await listReported(`?cursor=${first.nextCursor}`)
  const ids = [first, second].map(({ videos }) => videos.map(({ jobId }) => jobId))
  expect(ids).toEqual([[job, ...others.slice(0, 19)], others.slice(19)])
  expect([first.total, second.total, second.nextCursor]).toEqual([22, 22, null])
  expect((await ask('GET', '?cursor=nonsense')).code).toBe('bad_request')
})

it("keeps a video's first and newest reports up to a hundred, and counts every report", async () => {
  const { share, report, listReported, job } = await start()
  const { token } = (await share()).data
  await report(token, { reason: 'other', details: 'first' })
  await sql(
    `insert into private.share_reports (job_id, reason, details, created_at)
     select $1, 'other', number::text, now() from generate_series(1, 99) as number`,
    [job],
  )
  await report(token, { reason: 'other', details: 'newest' })
  const [found] = (await listReported()).videos
  const details = found?.reports.map((each) => each.details) ?? []
  expect(found).toMatchObject({ reportCount: 2 })
  expect([details.length, details[0], ...details.slice(49, 51), details.at(-1)]).toEqual([
    100,
    'first',
    '49',
    '51',
    'newest',
  ])
})

it('refuses a report without a valid reason, with 1,001 characters, or for an unknown link', async () => {
  const { share, report } = await start()
  const { token } = (await share()).data
  expect((await report(token, { reason: 'dislike' })).body.code).toBe('bad_request')
  expect((await report(token, { reason: 'other', details: 'x'.repeat(1001) })).body.code).toBe('bad_request')
  expect((await report(UNKNOWN, { reason: 'other' })).body.code).toBe('not_found')
})

it('accepts at most five reports per minute from one address', async () => {
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
