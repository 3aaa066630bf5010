// Answers about links to videos, and about what is reported of them.
import { randomUUID } from 'node:crypto'
import { call, computeMinutesFromNow, settleJob, startJob } from '../../../../harness/ledger/calls.ts'
import { type Probe, type Setting, same } from '../setting.ts'

const DAY = 24 * 60

interface Share {
  id: string
  poster_path: string | null
  views: number
  expires_at: string
}
interface Created {
  outcome: string
  share?: Share
}
interface Opened {
  share: Share & { poster_width: number | null }
  job: { id: string }
}

const create = (
  { sql, owner, jobs }: Setting,
  token: string,
  { jobId = jobs.captured, userId = owner, days = 30, poster = null as object | null, max = 20, minutesLater = 0 } = {},
) =>
  call<Created>(
    sql,
    'public.create_share($1, $2, $3, $4, true, true, $5::jsonb, $6)',
    [jobId, userId, token, days, poster && JSON.stringify(poster), max],
    computeMinutesFromNow(minutesLater),
  )
const list = ({ sql, owner, jobs }: Setting, { jobId = jobs.captured, userId = owner, minutesLater = 0 } = {}) =>
  call<{ is_blocked: boolean; shares: Share[] } | null>(
    sql,
    'public.list_shares($1, $2)',
    [jobId, userId],
    computeMinutesFromNow(minutesLater),
  )
const open = ({ sql }: Setting, token: string, counts = false, minutesLater = 0) =>
  call<Opened | null>(sql, 'public.open_share($1, $2)', [token, counts], computeMinutesFromNow(minutesLater))
const revoke = ({ sql, owner }: Setting, share: Share | undefined, userId = owner, minutesLater = 0) =>
  call<boolean>(
    sql,
    'public.revoke_share($1, $2)',
    [share?.id ?? randomUUID(), userId],
    computeMinutesFromNow(minutesLater),
  )
const report = ({ sql }: Setting, token: string, details: string, max = 100, minutesLater = 0) =>
  call<boolean>(
    sql,
    `public.report_share($1, 'other', $2, $3)`,
    [token, details, max],
    computeMinutesFromNow(minutesLater),
  )
interface Reported {
  position: number
  job_id: string
  user_id: string
  email: string
  views: number
  open_links: number
  report_count: number
  reports: { details: string }[]
}
const listPage = ({ sql }: Setting, after: number | null = null, limit = 10) =>
  call<{ total: number; videos: Reported[] }>(sql, 'public.list_reported_videos($1, $2)', [after, limit])
/** Every page, one video at a time. */
async function listReported(s: Setting): Promise<Reported[]> {
  const videos: Reported[] = []
  for (;;) {
    const [next] = (await listPage(s, videos.at(-1)?.position ?? null, 1)).videos
    if (!next) return videos
    videos.push(next)
  }
}
const listDetails = (videos: Reported[]) => videos.map(({ reports }) => reports.map(({ details }) => details))
const takeDown = ({ sql, jobs }: Setting, jobId = jobs.captured) =>
  call<boolean>(sql, 'public.take_down_video($1)', [jobId])
const dismiss = ({ sql, jobs }: Setting, jobId = jobs.captured) =>
  call<boolean>(sql, 'public.dismiss_reports($1)', [jobId])
const forget = ({ sql }: Setting, minutesLater: number, limit = 10) =>
  call(sql, 'public.clear_old_records($1)', [limit], computeMinutesFromNow(minutesLater))
const listTokens = async ({ sql }: Setting) =>
  (await sql<{ token: string }>('select token_hash as token from private.shares order by 1')).map(({ token }) => token)
const listFiles = async ({ sql }: Setting) =>
  (await sql<{ path: string }>(`select path from private.files_to_delete where path <> 'a/old.mp4' order by path`)).map(
    ({ path }) => path,
  )
const reserve = ({ sql, owner, jobs }: Setting, jobId = jobs.captured, userId = owner) =>
  call<string | null>(sql, 'public.reserve_video_path($1, $2)', [jobId, userId])
const move = ({ sql, jobs }: Setting, from: string, to: string | null, jobId = jobs.captured, minutesLater = 0) =>
  call(sql, 'public.move_video($1, $2, $3)', [jobId, from, to], computeMinutesFromNow(minutesLater))
const readPath = async ({ sql, jobs }: Setting) =>
  (await sql<{ path: string }>('select video_path as path from public.jobs where id = $1', [jobs.captured]))[0]?.path

/** Another finished video of the owner, or of this user. */
async function captureAnother({ sql, owner }: Setting, userId = owner): Promise<string> {
  const jobId = randomUUID()
  await startJob(sql, { userId, jobId })
  await settleJob(sql, jobId, 'capture')
  return jobId
}

export const SHARE_PROBES: Record<string, Probe> = {
  'a link is made to a finished video by its owner alone': async (s) => {
    const outcomes = []
    for (const over of [
      { userId: s.stranger },
      { jobId: s.jobs.started },
      { jobId: s.jobs.released },
      { jobId: randomUUID() },
      {},
    ])
      outcomes.push((await create(s, randomUUID(), over)).outcome)
    same(outcomes, ['not_found', 'not_found', 'not_found', 'not_found', 'created'])
    await s.sql(`update public.jobs set sharing_blocked_at = now() where id = $1`, [s.jobs.captured])
    same([(await create(s, 'x')).outcome, (await list(s))?.is_blocked], ['blocked', true])
  },
  'a link works until its day, and one that is over makes room for another': async (s) => {
    const { share } = await create(s, 'one', { days: 1, max: 2 })
    same((await create(s, 'two', { max: 2 })).outcome, 'too_many')
    same((await create(s, 'three', { jobId: await captureAnother(s), max: 1 })).outcome, 'created')
    same([(await open(s, 'one', false, DAY - 1))?.share.id, await open(s, 'one', false, DAY)], [share?.id, null])
    same([await open(s, 'one', true, DAY), (await open(s, 'one', true, DAY - 1))?.share.id], [null, share?.id])
    same((await list(s, { minutesLater: DAY }))?.shares.length, 1)
    same((await create(s, 'two', { max: 2, minutesLater: DAY })).outcome, 'created')
    same(await open(s, 'four'), null)
  },
  'a link counts its views when asked to': async (s) => {
    await create(s, 'one')
    await create(s, 'two')
    const seen = [await open(s, 'one', true), await open(s, 'one', true, 5), await open(s, 'one')]
    same(
      seen.map((opened) => [opened?.share.views, opened?.job.id]),
      [1, 2, 2].map((views) => [views, s.jobs.captured]),
    )
    same((await open(s, 'two'))?.share.views, 0)
  },
  'the owner alone lists and ends the links of a video, the newest first': async (s) => {
    const first = await create(s, 'one', { minutesLater: 1 })
    const second = await create(s, 'two', { minutesLater: 2 })
    await create(s, 'three', { jobId: await captureAnother(s) })
    const ids = async () => (await list(s))?.shares.map(({ id }) => id).slice(0, 2)
    same(await ids(), [second.share?.id, first.share?.id])
    same((await list(s))?.shares.length, 3)
    same([await list(s, { userId: s.stranger }), await list(s, { jobId: randomUUID() })], [null, null])
    await captureAnother(s, s.stranger)
    same([await revoke(s, first.share, s.stranger), await revoke(s, undefined)], [false, false])
    same([await revoke(s, first.share), await revoke(s, first.share)], [true, false])
    same([await open(s, 'one'), (await open(s, 'two'))?.share.id], [null, second.share?.id])
  },
  'a link ends with its video, and takes its poster along': async (s) => {
    const { share } = await create(s, 'one', { poster: { width: 1280, height: 720 } })
    same([(await open(s, 'one'))?.share.poster_width, (await create(s, 'two')).share?.poster_path], [1280, null])
    await create(s, 'three', { jobId: await captureAnother(s) })
    await call(s.sql, 'public.delete_job($1, $2)', [s.jobs.captured, s.owner])
    same(await listTokens(s), ['three'])
    same((await listFiles(s)).includes(share?.poster_path ?? ''), true)
    same([await list(s), (await create(s, 'one')).outcome], [null, 'not_found'])
  },
  'a poster is due for deletion when its link ends, by the clock': async (s) => {
    const { share } = await create(s, 'one', { poster: { width: 1280, height: 720 } })
    await call(s.sql, 'public.revoke_share($1, $2)', [share?.id, s.owner], computeMinutesFromNow(-5))
    const claimed = await call<{ path: string }[]>(
      s.sql,
      'public.claim_files_to_delete(10)',
      [],
      computeMinutesFromNow(-4),
    )
    same(
      claimed.map(({ path }) => path),
      [share?.poster_path],
    )
  },
  'a video is reported by a link that works, and listed once with its owner, the first report first': async (s) => {
    await create(s, 'one', { days: 1 })
    await create(s, 'two')
    same(
      [await report(s, 'none', 'd'), await report(s, 'one', 'e', 9, DAY), await report(s, 'one', 'a')],
      [false, false, true],
    )
    const other = await captureAnother(s, s.stranger)
    await create(s, 'three', { jobId: other, userId: s.stranger })
    await report(s, 'three', 'b')
    await report(s, 'two', 'c')
    const reported = await listReported(s)
    same(
      reported.map(({ job_id, user_id, report_count }) => [job_id, user_id, report_count]),
      [
        [s.jobs.captured, s.owner, 3],
        [other, s.stranger, 1],
      ],
    )
    same(listDetails(reported), [['own', 'a', 'c'], ['b']])
    const [{ email } = { email: '' }] = await s.sql<{ email: string }>('select email from public.users where id = $1', [
      s.owner,
    ])
    same(
      reported.map((one) => one.email),
      [email, ''],
    )
  },
  'reported videos have pages to the end, and their true number, whatever was decided meanwhile': async (s) => {
    const jobs = [s.jobs.captured]
    for (const token of ['one', 'two', 'three', 'four']) {
      const jobId = await captureAnother(s)
      jobs.push(jobId)
      await create(s, token, { jobId })
      await report(s, token, token)
    }
    const first = await listPage(s, null, 2)
    const last = first.videos.at(-1)
    await dismiss(s, last?.job_id)
    const second = await listPage(s, last?.position, 2)
    const third = await listPage(s, second.videos.at(-1)?.position, 2)
    same(
      [first, second, third].map(({ videos }) => videos.map(({ job_id }) => job_id)),
      [jobs.slice(0, 2), jobs.slice(2, 4), jobs.slice(4)],
    )
    same(
      [first, second, third].map(({ total }) => total),
      [5, 4, 4],
    )
  },
  'more reports than are kept are counted, and hide neither the first ones nor the newest': async (s) => {
    await create(s, 'one')
    await dismiss(s)
    for (const details of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await report(s, 'one', details, 5)
    const jobId = await captureAnother(s)
    await create(s, 'two', { jobId })
    await report(s, 'two', 'h', 5)
    const reported = await listReported(s)
    same(
      reported.map(({ report_count }) => report_count),
      [7, 1],
    )
    same(listDetails(reported), [['a', 'b', 'e', 'f', 'g'], ['h']])
  },
  'reports stay until the administrator decides, whatever becomes of the links': async (s) => {
    const { share } = await create(s, 'one', { days: 1, poster: { width: 1280, height: 720 } })
    await report(s, 'one', 'a')
    same([await revoke(s, share, s.stranger), await revoke(s, share), await open(s, 'one')], [false, true, null])
    await forget(s, 61 * DAY)
    same([await listTokens(s), (await listFiles(s)).includes(share?.poster_path ?? '')], [[], true])
    same(listDetails(await listReported(s)), [['own', 'a']])
    await create(s, 'two', { jobId: await captureAnother(s) })
    await report(s, 'two', 'b')
    same([await dismiss(s), await dismiss(s)], [true, false])
    await create(s, 'three')
    await report(s, 'three', 'c')
    same(
      (await listReported(s)).map(({ report_count, reports }) => [report_count, reports[0]?.details]),
      [
        [1, 'b'],
        [1, 'c'],
      ],
    )
  },
  'reports end with their video': async (s) => {
    const jobId = await captureAnother(s)
    await create(s, 'one', { jobId })
    await report(s, 'one', 'a')
    await call(s.sql, 'public.delete_job($1, $2)', [s.jobs.captured, s.owner])
    same(listDetails(await listReported(s)), [['a']])
  },
  'the administrator sees how many links to a reported video work, and their views': async (s) => {
    const count = async () => (await listReported(s)).map(({ open_links, views }) => [open_links, views])
    const { share } = await create(s, 'one')
    await create(s, 'other', { jobId: await captureAnother(s) })
    await create(s, 'two', { minutesLater: -40 * DAY })
    await open(s, 'one', true)
    await open(s, 'one', true)
    same(await count(), [[2, 2]])
    await revoke(s, share)
    same(await count(), [[1, 0]])
    await s.sql('delete from private.shares')
    same(await count(), [[0, 0]])
  },
  'the administrator ends all links to a reported video, and its owner makes no other': async (s) => {
    await create(s, 'one')
    const quiet = await captureAnother(s)
    await create(s, 'three', { jobId: quiet })
    same(
      [await takeDown(s, randomUUID()), await takeDown(s, quiet), await takeDown(s), await takeDown(s)],
      [false, false, true, false],
    )
    same([await listTokens(s), (await create(s, 'four')).outcome, await listReported(s)], [['three'], 'blocked', []])
    same(await s.sql('select id from public.jobs where sharing_blocked_at is not null'), [{ id: s.jobs.captured }])
  },
  'a video whose links have ended is taken down as well': async (s) => {
    await s.sql('delete from private.shares')
    same([await takeDown(s), (await create(s, 'four')).outcome], [true, 'blocked'])
  },
  'the administrator dismisses the reports of one video, and its links work on': async (s) => {
    const { share } = await create(s, 'one')
    await create(s, 'two', { jobId: await captureAnother(s) })
    await report(s, 'two', 'a')
    same([await dismiss(s), await dismiss(s), (await open(s, 'one'))?.share.id], [true, false, share?.id])
    same(listDetails(await listReported(s)), [['a']])
  },
  'a video whose path names its job is copied to a random path, and its old file goes after two hours': async (s) => {
    const old = `${s.jobs.captured}/a.mp4`
    await s.sql('update public.jobs set video_path = $1 where id = $2', [old, s.jobs.captured])
    same([await reserve(s, s.jobs.captured, s.stranger), await reserve(s, s.jobs.started)], [null, null])
    const [unused, copy] = [await reserve(s), await reserve(s)]
    await move(s, 'elsewhere.mp4', copy)
    await move(s, old, 'nowhere.mp4')
    await move(s, old, copy, s.jobs.captured, 10)
    await move(s, old, copy, s.jobs.released)
    same(await readPath(s), old)
    await move(s, old, copy, s.jobs.captured, 9)
    same([await readPath(s), await reserve(s)], [copy, null])
    same(await listFiles(s), [old, unused].sort())
    const claim = (minutes: number) =>
      call<{ path: string }[]>(s.sql, 'public.claim_files_to_delete(10)', [], computeMinutesFromNow(minutes))
    same(
      (await claim(9)).map(({ path }) => path),
      [],
    )
    same(
      (await claim(10)).map(({ path }) => path),
      [unused],
    )
    const forgotten = (minutes: number) =>
      call(s.sql, `public.clear_deleted_files(array[$1], 'videos')`, [unused], computeMinutesFromNow(minutes))
    await forgotten(9)
    same((await listFiles(s)).includes(unused ?? ''), true)
    await forgotten(10)
    same([(await claim(128)).length, (await claim(129)).map(({ path }) => path)], [0, [old]])
  },
}
