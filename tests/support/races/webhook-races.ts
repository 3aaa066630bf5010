// Webhooks are added, removed, and messaged while a job ends, or at the same moment as each other.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { call, settleJob, startJob } from '../../harness/ledger/calls.ts'
import { signUp } from '../../harness/ledger/users.ts'
import type { Sql } from '../../harness/sql.ts'
import type { Race } from './money-races.ts'
import { overlap } from './overlap.ts'

const add = (sql: Sql, userId: string, url: string, max = 5) =>
  call<{ outcome: string; webhook?: { id: string } }>(sql, 'public.create_webhook($1, $2, $3, $4)', [
    userId,
    url,
    'whsec_',
    max,
  ])
const remove = (sql: Sql, userId: string, webhookId?: string) =>
  call<boolean>(sql, 'public.delete_webhook($1, $2)', [webhookId, userId])
const test = (sql: Sql, userId: string, webhookId?: string) =>
  call<string>(sql, 'public.test_webhook($1, $2)', [webhookId, userId])
const claim = (sql: Sql) => call<{ url: string } | null>(sql, 'public.claim_message(null)', [])

export const WEBHOOK_RACES: Record<string, Race> = {
  "creates no message for a job that ends while its user's webhook is removed": async (db) => {
    const userId = await signUp(db.sql, 20)
    const { webhook } = await add(db.sql, userId, 'https://one.example/')
    const jobId = randomUUID()
    await startJob(db.sql, { userId, jobId })
    const { waited, second } = await overlap(
      db,
      { run: (sql) => remove(sql, userId, webhook?.id) },
      { run: (sql) => settleJob(sql, jobId, 'capture') },
    )
    expect({ waited, settlement: second?.settlement }).toEqual({ waited: true, settlement: 'captured' })
    expect(await db.sql('select 1 from private.messages where job_id = $1', [jobId])).toEqual([])
  },

  'settles a job without waiting while a message to its user is being sent': async (db) => {
    const userId = await signUp(db.sql, 20)
    const { webhook } = await add(db.sql, userId, 'https://one.example/')
    await test(db.sql, userId, webhook?.id)
    const jobId = randomUUID()
    await startJob(db.sql, { userId, jobId })
    const { waited } = await overlap(db, { run: claim }, { run: (sql) => settleJob(sql, jobId, 'capture') })
    expect(waited).toBe(false)
    expect(await db.sql('select 1 from private.messages where job_id = $1', [jobId])).toHaveLength(1)
    await remove(db.sql, userId, webhook?.id)
  },

  'refuses one of two simultaneous webhooks if a user may have one': async (db) => {
    const userId = await signUp(db.sql)
    const { waited, first, second } = await overlap(
      db,
      { run: (sql) => add(sql, userId, 'https://one.example/', 1) },
      { run: (sql) => add(sql, userId, 'https://two.example/', 1) },
    )
    expect([waited, first.outcome, second.outcome]).toEqual([true, 'created', 'too_many'])
  },

  'sends no test to a webhook that is removed at the same moment': async (db) => {
    const userId = await signUp(db.sql)
    const { webhook } = await add(db.sql, userId, 'https://one.example/')
    const { waited, second } = await overlap(
      db,
      { run: (sql) => remove(sql, userId, webhook?.id) },
      { run: (sql) => test(sql, userId, webhook?.id) },
    )
    expect({ waited, second }).toEqual({ waited: true, second: 'not_found' })
  },

  'claims messages to different webhooks in two simultaneous calls, and neither call waits': async (db) => {
    await db.sql('delete from private.receivers')
    const userId = await signUp(db.sql)
    for (const url of ['https://one.example/', 'https://two.example/']) {
      const { webhook } = await add(db.sql, userId, url)
      await test(db.sql, userId, webhook?.id)
    }
    const { waited, first, second } = await overlap(db, { run: claim }, { run: claim })
    expect(waited).toBe(false)
    expect([first?.url, second?.url].sort()).toEqual(['https://one.example/', 'https://two.example/'])
    expect(await claim(db.sql)).toBeNull()
  },
}
