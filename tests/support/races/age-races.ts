// Races between a deletion by age and another use of the old rows.
import { expect } from 'vitest'
import { call, settleJob, startJob } from '../../harness/ledger/calls.ts'
import { signUp } from '../../harness/ledger/users.ts'
import type { Sql } from '../../harness/sql.ts'
import type { Race } from './money-races.ts'
import { overlap } from './overlap.ts'

const clear = (sql: Sql) => call<number>(sql, 'public.clear_old_records($1)', [10])

export const AGE_RACES: Record<string, Race> = {
  'makes a sweep skip an old rate count that another call is using, without waiting': async (db) => {
    await db.sql(
      `insert into private.rate_limits (key, window_start, used) values ('one', now() - interval '2 days', 1),
         ('other', now() - interval '2 days', 1)`,
    )
    const { waited } = await overlap(
      db,
      { run: (sql) => call(sql, `public.count_request('one', 2, 60)`, []) },
      { run: clear },
    )
    expect(waited).toBe(false)
    expect(await db.sql(`select key from private.rate_limits where key in ('one', 'other')`)).toEqual([{ key: 'one' }])
  },

  'expires videos after a job with their images has started, without a deadlock': async (db) => {
    const userId = await signUp(db.sql, 40)
    const images = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
    // The first job has the second image, so the two orders differ.
    const jobs = ['10000000-0000-4000-8000-000000000002', '10000000-0000-4000-8000-000000000001']
    for (const [place, image] of images.entries()) {
      const jobId = jobs[place] ?? ''
      await startJob(db.sql, { userId, jobId })
      await settleJob(db.sql, jobId, 'capture', `${jobId}/a.mp4`)
      await db.sql('insert into private.files (id, user_id, sha256, path) values ($1::uuid, $2, $1, $1)', [
        image,
        userId,
      ])
      await db.sql(`insert into private.job_files (job_id, position, role, file_id) values ($1, 1, 'style', $2)`, [
        jobId,
        image,
      ])
    }
    await db.sql(
      `update public.jobs set finished_at = now() - interval '90 days', expires_at = now() - interval '1 day'
       where user_id = $1`,
      [userId],
    )
    const use = (sql: Sql, image: string | undefined) =>
      sql('select from private.files where id = $1 for no key update', [image])
    const [start, sweep] = [await db.connect('service_role'), await db.connect('service_role')]
    await start.sql('begin')
    await use(start.sql, images[0])
    const ended = call<number>(sweep.sql, 'public.expire_videos(60, 10)', [])
    ended.catch(() => {})
    await db.sql('select pg_sleep(0.2)')
    await use(start.sql, images[1])
    await start.sql('commit')
    expect(await ended).toBe(2)
    await Promise.all([start.close(), sweep.close()])
  },
}
