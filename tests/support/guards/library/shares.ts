// Answers about links to videos.
import { randomUUID } from 'node:crypto'
import { call, computeMinutesFromNow, settleJob, startJob } from '../../../harness/ledger/calls.ts'
import { type Probe, type Setting, same } from '../setting.ts'

export const DAY = 24 * 60

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

export const create = (
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
export const open = ({ sql }: Setting, token: string, counts = false, minutesLater = 0) =>
  call<Opened | null>(sql, 'public.open_share($1, $2)', [token, counts], computeMinutesFromNow(minutesLater))
export const revoke = ({ sql, owner }: Setting, share: Share | undefined, userId = owner, minutesLater = 0) =>
  call<boolean>(
    sql,
    'public.revoke_share($1, $2)',
    [share?.id ?? randomUUID(), userId],
    computeMinutesFromNow(minutesLater),
  )
export const listTokens = async ({ sql }: Setting) =>
  (await sql<{ token: string }>('select token_hash as token from private.shares order by 1')).map(({ token }) => token)
export const listFiles = async ({ sql }: Setting) =>
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
export async function captureAnother({ sql, owner }: Setting, userId = owner): Promise<string> {
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
