import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { call, settleJob, startJob } from '../../harness/ledger/calls.ts'
import { signUp } from '../../harness/ledger/users.ts'
import type { Database } from '../../harness/postgres.ts'
import type { Sql } from '../../harness/sql.ts'
import type { Race } from './money-races.ts'
import { atOnce, overlap } from './overlap.ts'

export const SHARE_RACES: Record<string, Race> = {
  'creates no shared link while its video is being deleted': async (db) => {
    const { userId, jobId } = await generateVideo(db)
    const { waited, second } = await overlap(
      db,
      { run: (sql) => call(sql, 'public.delete_job($1, $2)', [jobId, userId]) },
      { run: (sql) => createShare(sql, userId, jobId) },
    )
    expect({ waited, outcome: second.outcome }).toEqual({ waited: true, outcome: 'not_found' })
    expect(await db.sql('select 1 from private.shares where job_id = $1', [jobId])).toEqual([])
  },

  'keeps a report whether its link is revoked just before or just after, without waiting': async (db) => {
    for (const isFirst of [true, false]) {
      const { userId, jobId } = await generateVideo(db)
      const { share } = await createShare(db.sql, userId, jobId)
      const report = { run: (sql: Sql) => call<boolean>(sql, `public.report_share($1, 'other', '', 100)`, [jobId]) }
      const revoke = { run: (sql: Sql) => call<boolean>(sql, 'public.revoke_share($1, $2)', [share?.id, userId]) }
      const raced = isFirst ? await overlap(db, report, revoke) : await overlap(db, revoke, report)
      expect(raced).toMatchObject({ waited: false, first: true, second: true })
      expect(await db.sql('select 1 from private.share_reports where job_id = $1', [jobId])).toHaveLength(1)
    }
  },

  'accepts no report about a video that is being deleted': async (db) => {
    const { userId, jobId } = await generateVideo(db)
    await db.sql(`update public.jobs set video_path = id || '/a.mp4' where id = $1`, [jobId])
    await createShare(db.sql, userId, jobId)
    const { waited, second } = await overlap(
      db,
      { run: (sql) => call(sql, 'public.delete_job($1, $2)', [jobId, userId]) },
      { run: (sql) => call<boolean>(sql, `public.report_share($1, 'other', '', 100)`, [jobId]) },
    )
    expect({ waited, second }).toEqual({ waited: true, second: false })
    expect(await db.sql('select 1 from private.reported_videos where job_id = $1', [jobId])).toEqual([])
  },

  'keeps no report about a video that is taken down at the same moment': async (db) => {
    const { userId, jobId } = await generateVideo(db)
    await createShare(db.sql, userId, jobId)
    const report = (sql: Sql) => call<boolean>(sql, `public.report_share($1, 'other', '', 100)`, [jobId])
    await report(db.sql)
    const { waited, second } = await overlap(
      db,
      { run: report },
      { run: (sql) => call<boolean>(sql, `public.take_down_video($1, 'grace')`, [jobId]) },
    )
    expect({ waited, second }).toEqual({ waited: true, second: true })
    expect(await db.sql('select 1 from private.reported_videos where job_id = $1', [jobId])).toEqual([])
  },

  'counts forty simultaneous reports of one video as forty': async (db) => {
    const { userId, jobId } = await generateVideo(db)
    await createShare(db.sql, userId, jobId)
    await atOnce(db, 40, (sql) => call<boolean>(sql, `public.report_share($1, 'other', '', 10)`, [jobId]))
    expect(await db.sql('select report_count from private.reported_videos where job_id = $1', [jobId])).toEqual([
      { report_count: 40 },
    ])
    expect(await db.sql('select 1 from private.share_reports where job_id = $1', [jobId])).toHaveLength(10)
  },
}

async function generateVideo({ sql }: Database) {
  const userId = await signUp(sql, 20)
  const jobId = randomUUID()
  await startJob(sql, { userId, jobId })
  await settleJob(sql, jobId, 'capture')
  return { userId, jobId }
}

/** Creates a shared link whose token is the job's ID. */
const createShare = (sql: Sql, userId: string, jobId: string) =>
  call<{ outcome: string; share?: { id: string } }>(
    sql,
    'public.create_share($1::uuid, $2, $1::text, 30, true, true, 20)',
    [jobId, userId],
  )
