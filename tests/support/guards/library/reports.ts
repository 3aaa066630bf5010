// Answers about what viewers report of shared videos.
import { randomUUID } from 'node:crypto'
import { call, computeMinutesFromNow } from '../../../harness/ledger/calls.ts'
import { type Probe, type Setting, same } from '../setting.ts'
import { captureAnother, create, DAY, listFiles, listTokens, open, revoke } from './shares.ts'

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
  newest_report: number
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
  call<number | null>(sql, 'public.dismiss_reports($1, 9000000000)', [jobId])
const forget = ({ sql }: Setting, minutesLater: number, limit = 10) =>
  call(sql, 'public.clear_old_records($1)', [limit], computeMinutesFromNow(minutesLater))

export const REPORT_PROBES: Record<string, Probe> = {
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
  'a dismissal drops the reports that the administrator saw, and no later one': async (s) => {
    const dismissUpTo = (newest: number) =>
      call<number | null>(s.sql, 'public.dismiss_reports($1, $2)', [s.jobs.captured, newest])
    await create(s, 'one')
    await dismiss(s)
    for (const details of ['a', 'b', 'c', 'd']) await report(s, 'one', details)
    const other = await captureAnother(s)
    await create(s, 'two', { jobId: other })
    await report(s, 'two', 'z')
    const newest = (await listReported(s))[0]?.newest_report ?? 0
    for (const details of ['e', 'f', 'g']) await report(s, 'one', details)
    same(await dismissUpTo(newest), 3)
    const reported = await listReported(s)
    // It waits for less long than the other one now.
    same(
      [listDetails(reported), reported.map(({ report_count }) => report_count)],
      [
        [['z'], ['e', 'f', 'g']],
        [1, 3],
      ],
    )
    // Another administrator has the same list.
    same(await dismissUpTo(newest), 3)
    await report(s, 'one', 'h')
    same(await dismissUpTo(reported[1]?.newest_report ?? 0), 1)
    same([await dismiss(s), await dismiss(s)], [0, null])
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
    same([await dismiss(s), await dismiss(s)], [0, null])
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
    same([await dismiss(s), await dismiss(s), (await open(s, 'one'))?.share.id], [0, null, share?.id])
    same(listDetails(await listReported(s)), [['a']])
  },
}
