// Rows in every state that a job, a hold and an account can be in, made by the functions of the database itself, and all of them as an
// upgrade must leave them.
import { randomUUID } from 'node:crypto'
import { call, grantCredits, holdCredits, settleJob, startJob } from '../../../harness/ledger/calls.ts'
import { linkGoogle, signUp } from '../../../harness/ledger/people.ts'
import type { Sql } from '../../../harness/sql.ts'

export interface Filled {
  userId: string
  /** A job that the provider has, and a hold that no job uses. */
  running: string
  held: string
}

/** `recordTask`: the function's name in this database. */
export async function fillEveryState(sql: Sql, recordTask: string): Promise<Filled> {
  const userId = await signUp(sql, 1000)
  await linkGoogle(sql, userId, `google-${userId}`)
  await sql(`insert into public.users (id, email, name) values ($1, '', 'Ada')`, [userId])
  await sql('insert into public.login_logs (user_id) values ($1)', [userId])
  const start = async () => {
    const jobId = randomUUID()
    await startJob(sql, { userId, jobId })
    return jobId
  }
  const run = async () => {
    const jobId = await start()
    await call(sql, `public.${recordTask}($1, $2)`, [jobId, `task-${jobId}`])
    return jobId
  }
  await start()
  await call(sql, 'public.mark_job_unknown($1)', [await start()])
  const running = await run()
  await call(sql, 'public.claim_delivery($1)', [await run()])
  await call(sql, 'public.request_cancel($1, $2)', [await run(), userId])
  const paid = await run()
  await call(sql, `public.note_cost($1, 0.5, 'usd')`, [paid])
  await settleJob(sql, paid, 'capture', `${paid}/a.mp4`)
  await settleJob(sql, await run(), 'release')
  const deleted = await run()
  await settleJob(sql, deleted, 'capture', `${deleted}/a.mp4`)
  await call(sql, 'public.delete_job($1, $2)', [deleted, userId])
  const [held, stopped] = [randomUUID(), randomUUID()]
  await holdCredits(sql, { userId, jobId: held })
  await holdCredits(sql, { userId, jobId: stopped })
  await call(sql, 'public.request_cancel($1, $2)', [stopped, userId])
  await holdCredits(sql, { userId, jobId: randomUUID(), capture: true })
  await grantCredits(sql, userId, 7, 'the same key')
  await call(sql, `public.credit_settings('{"daily_credits_budget": 5000}')`, [])
  await call(sql, `public.take_rate('somebody', 5, 60)`, [])
  await call(sql, `public.take_admin_try('admin', '192.0.2.1', 'digest')`, [])
  await call(sql, `public.note_provider_refusal()`, [])
  await call(sql, `public.note_sweep()`, [])
  return { userId, running, held }
}

const RENAMED: Record<string, string> = { generations: 'jobs', vendor_tasks: 'provider_tasks' }

/** Every row of every table, by the table's name of today, with the columns' names of today. */
export async function readEveryRow(sql: Sql): Promise<Record<string, unknown[]>> {
  const tables = await sql<{ name: string; relname: string }>(
    `select format('%I.%I', schemaname, tablename) as name, tablename as relname from pg_tables where schemaname in ('public', 'private')`,
  )
  const rows: Record<string, unknown[]> = {}
  for (const { name, relname } of tables) {
    const found = await sql<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t order by t::text`,
    )
    rows[RENAMED[relname] ?? relname] = found.map(({ row: { picture_path, ...row } }) =>
      picture_path === undefined ? row : { ...row, image_path: picture_path },
    )
  }
  return rows
}
