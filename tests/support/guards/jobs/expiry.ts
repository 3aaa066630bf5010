// Videos that end after an age.
import { randomUUID } from 'node:crypto'
import { call, computeMinutesFromNow, grantCredits, settleJob, startJob } from '../../../harness/ledger/calls.ts'
import { type Probe, type Setting, same } from '../setting.ts'

const DAY = 24 * 60
const AGE = 60

/** Tells the stranger, or this user, so many days from now. Returns the days from now on which the videos end, in their order. */
async function announce({ sql, stranger }: Setting, jobs: string[], days: number, userId = stranger, age = AGE) {
  const announced = await call<Record<string, string>>(
    sql,
    'public.announce_expiry($1::uuid[], $2, $3)',
    [`{${jobs}}`, userId, age],
    computeMinutesFromNow(days * DAY),
  )
  const [row] = await sql<{ now: Date }>('select now() as now')
  const now = new Date(row?.now ?? 0).getTime()
  return jobs.map((job) => announced[job] && Math.round((Date.parse(announced[job]) - now) / (DAY * 60_000)))
}

const expire = ({ sql }: Setting, days: number, limit = 100, age: number | null = AGE) =>
  call<number>(sql, 'public.expire_videos($1, $2)', [age, limit], computeMinutesFromNow(days * DAY))

const listLeft = async ({ sql }: Setting, jobs: string[]) =>
  (
    await sql<{ id: string }>('select id from public.jobs where id = any ($1::uuid[]) and deleted_at is null', [
      `{${jobs}}`,
    ])
  ).map(({ id }) => id)

const listPromised = async ({ sql }: Setting) =>
  (await sql<{ id: string }>('select id from public.jobs where expires_at is not null')).map(({ id }) => id)

/** A job of the stranger, or of this user, that has just ended. */
async function finish({ sql, stranger }: Setting, outcome: 'capture' | 'release' = 'capture', userId = stranger) {
  const jobId = randomUUID()
  await grantCredits(sql, userId, 20)
  await startJob(sql, { userId, jobId })
  await settleJob(sql, jobId, outcome, `${jobId}/a.mp4`)
  return jobId
}

export const EXPIRY_PROBES: Record<string, Probe> = {
  'announces the day of deletion once, for own finished videos in their last 30 days': async (s) => {
    const [job, failed, gone, other] = [await finish(s), await finish(s, 'release'), await finish(s), await finish(s)]
    await call(s.sql, 'public.delete_job($1, $2)', [gone, s.stranger])
    const all = [job, failed, gone]
    same(await announce(s, all, 29), [undefined, undefined, undefined])
    same(await announce(s, all, 31, s.owner), [undefined, undefined, undefined])
    same(await announce(s, all, 31), [61, undefined, undefined])
    same([await announce(s, all, 40), await listPromised(s)], [[undefined, undefined, undefined], [job]])
    same(await announce(s, [other, s.jobs.captured], 30), [60, undefined])
  },
  'gives an owner 30 days after a late notice': async (s) => {
    same(await announce(s, [await finish(s)], 100), [130])
  },
  'a video ends on its day, and not before its age': async (s) => {
    const [job, untold] = [await finish(s), await finish(s)]
    await announce(s, [job], 31, s.stranger, 31)
    same([await expire(s, 59), await expire(s, 60.9, 100, 31), await expire(s, 61.1, 100, 80)], [0, 0, 0])
    same([await expire(s, 79), await listLeft(s, [job, untold])].flat().sort(), [1, untold].sort())
    same([await expire(s, 500), await listLeft(s, [untold])], [0, [untold]])
  },
  'videos end as their owners delete them, the first to end first, and those of a deleted account on their own way':
    async (s) => {
      const [late, early, own] = [await finish(s), await finish(s), s.jobs.captured]
      await announce(s, [early], 40)
      await announce(s, [late], 50)
      await announce(s, [own], 40, s.owner)
      const [image] = await s.sql<{ id: string }>(
        `insert into private.images (user_id, sha256, path) values ($1, 'its', 'its.jpg') returning id`,
        [s.stranger],
      )
      await s.sql(`insert into private.job_images (job_id, position, role, image_id) values ($1, 1, 'style', $2)`, [
        early,
        image?.id,
      ])
      same([await expire(s, 90, 1), await listLeft(s, [early, late, own])].flat().sort(), [1, late, own].sort())
      same(await s.sql(`select used_at = '-infinity' as due from private.images where id = $1`, [image?.id]), [
        { due: true },
      ])
      same(await s.sql('select bucket from private.files_to_delete where job_id = $1', [early]), [{ bucket: 'videos' }])
      same([await expire(s, 90), await listLeft(s, [early, late, own])], [1, [own]])
    },
  'without an age nothing ends, and the announced days are cleared': async (s) => {
    const [one, two, gone] = [await finish(s), await finish(s), await finish(s)]
    await announce(s, [one, two, gone], 40)
    await call(s.sql, 'public.delete_job($1, $2)', [gone, s.stranger])
    same([await expire(s, 200, 1, null), (await listPromised(s)).length], [0, 2])
    await expire(s, 200, 100, null)
    same([await listPromised(s), (await listLeft(s, [one, two])).length], [[gone], 2])
  },
}
