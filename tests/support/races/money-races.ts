// Races that need several connections. Each race creates its own users, so all races can share a database.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import {
  call,
  computeMinutesFromNow,
  expireJobs,
  grantCredits,
  holdCredits,
  noteTask,
  type Outcome,
  postponeChecks,
  releaseUnusedHolds,
  requestCancel,
  settleJob,
  startJob,
  validateCredits,
} from '../../harness/ledger/calls.ts'
import { signUp } from '../../harness/ledger/users.ts'
import type { Database } from '../../harness/postgres.ts'
import type { Sql } from '../../harness/sql.ts'
import { readBooks } from '../ledger/books.ts'
import { atOnce, count, overlap } from './overlap.ts'

export type Race = (db: Database) => Promise<void>

/** Creates a user with one open hold of 20 credits. */
async function withHold(db: Database, credits: number) {
  const userId = await signUp(db.sql, credits)
  const jobId = randomUUID()
  await holdCredits(db.sql, { userId, jobId })
  return { userId, jobId }
}

/** Creates a user with 100 credits, 20 of which are held for a running job. */
async function withJob(db: Database) {
  const hold = await withHold(db, 100)
  await startJob(db.sql, hold)
  return hold
}

async function expectBooks(db: Database, userId: string, expected: Record<string, number>) {
  const [books] = await readBooks(db.sql, [userId])
  expect(books).toMatchObject(expected)
}

export const MONEY_RACES: Record<string, Race> = {
  'accepts exactly five of fifty simultaneous holds on a balance for five': async (db) => {
    const userId = await signUp(db.sql, 100)
    const answers = await atOnce(db, 50, (sql) => holdCredits(sql, { userId, jobId: randomUUID() }))
    expect(count(answers.map(({ outcome }) => outcome))).toEqual({ held: 5, insufficient: 45 })
    await expectBooks(db, userId, { available: 0, held: 100, entries: 6 })
  },

  'creates one hold for two hundred simultaneous requests with one job ID': async (db) => {
    const userId = await signUp(db.sql, 100)
    const jobId = randomUUID()
    const answers = await atOnce(db, 200, (sql) => holdCredits(sql, { userId, jobId }))
    expect(count(answers.map(({ outcome }) => outcome))).toEqual({ held: 1, exists: 199 })
    await expectBooks(db, userId, { available: 80, held: 20, entries: 2 })
  },

  'starts one of two different simultaneous requests with one job ID, and refuses the other': async (db) => {
    const userId = await signUp(db.sql, 100)
    const jobId = randomUUID()
    const answers = await atOnce(db, 40, (sql, index) =>
      startJob(sql, { userId, jobId }, { hash: `request ${index % 2}` }),
    )
    expect(count(answers.map(({ outcome }) => outcome))).toEqual({ started: 1, exists: 19, key_mismatch: 20 })
    expect(new Set(answers.flatMap(({ job }) => job?.id ?? []))).toEqual(new Set([jobId]))
    await expectBooks(db, userId, { available: 80, held: 20, entries: 2 })
  },

  'keeps a starting job when a create request for the job names another price': async (db) => {
    const { userId, jobId } = await withHold(db, 100)
    const { waited, second } = await overlap(
      db,
      { run: (sql) => startJob(sql, { userId, jobId }) },
      { run: (sql) => startJob(sql, { userId, jobId, quoted: 19 }) },
    )
    expect({ waited, outcome: second.outcome }).toEqual({ waited: true, outcome: 'key_mismatch' })
    await expectBooks(db, userId, { available: 80, held: 20, entries: 2 })
  },

  'starts three of ten simultaneous jobs if a user may run three, and returns the other holds': async (db) => {
    const userId = await signUp(db.sql, 1000)
    const jobs = Array.from({ length: 10 }, () => randomUUID())
    // The jobs are held first, as the app does. A start that also holds would already lock the account.
    for (const jobId of jobs) await holdCredits(db.sql, { userId, jobId })
    const answers = await atOnce(db, 10, (sql, index) =>
      startJob(sql, { userId, jobId: jobs[index] ?? '' }, { maxOpen: 3 }),
    )
    expect(count(answers.map(({ outcome }) => outcome))).toEqual({ started: 3, too_many_open: 7 })
    await expectBooks(db, userId, { available: 940, held: 60 })
  },

  'settles a job once after two hundred contrary calls, and returns the same outcome to each': async (db) => {
    const { userId, jobId } = await withJob(db)
    const sides: Outcome[] = ['capture', 'release']
    const answers = await atOnce(db, 200, (sql, index) => settleJob(sql, jobId, sides[index % 2] ?? 'capture'))
    expect(new Set(answers.map((job) => job?.settlement)).size).toBe(1)
    const captured = answers[0]?.settlement === 'captured'
    expect(answers[0]?.status).toBe(captured ? 'succeeded' : 'failed')
    await expectBooks(db, userId, { available: captured ? 80 : 100, held: 0, captured: captured ? 20 : 0, entries: 3 })
  },

  'refuses to start a job while a sweep returns its hold': async (db) => {
    const { userId, jobId } = await withHold(db, 20)
    const { waited, second } = await overlap(
      db,
      { run: (sql) => releaseUnusedHolds(sql, 16) },
      { run: (sql) => startJob(sql, { userId, jobId }) },
    )
    expect(waited).toBe(true)
    expect(second.outcome).toBe('spent')
    await expectBooks(db, userId, { available: 20, held: 0 })
  },

  'finds a starting job when a cancel request arrives': async (db) => {
    const { userId, jobId } = await withHold(db, 20)
    const { waited, second } = await overlap(
      db,
      { run: (sql) => startJob(sql, { userId, jobId }) },
      { run: (sql) => requestCancel(sql, userId, jobId) },
    )
    expect(waited).toBe(true)
    expect(second.outcome).toBe('unsent')
    await expectBooks(db, userId, { available: 0, held: 20 })
  },

  'runs every function of a job at once without a deadlock, and keeps correct books': async (db) => {
    const userId = await signUp(db.sql, 1000)
    const jobs = Array.from({ length: 24 }, () => randomUUID())
    for (const jobId of jobs) await startJob(db.sql, { userId, jobId })
    const calls: ((sql: Sql, jobId: string) => Promise<unknown>)[] = [
      (sql, jobId) => settleJob(sql, jobId, 'capture', `${jobId}/b.mp4`),
      (sql, jobId) => settleJob(sql, jobId, 'release'),
      (sql, jobId) => requestCancel(sql, userId, jobId),
      (sql, jobId) => noteTask(sql, jobId),
      (sql, jobId) => startJob(sql, { userId, jobId }),
      (sql) => expireJobs(sql, 71, { limit: 2 }),
      (sql) => postponeChecks(sql, 3),
      (sql) => releaseUnusedHolds(sql, 16),
      ...[
        'record_running($1, 60, false)',
        'finish_cancel_request($1, true)',
        `record_provider_callback($1::uuid, 'pollo', $1::uuid::text)`,
        'claim_delivery($1)',
        'claim_job($1)',
        'mark_job_unknown($1)',
        'record_missing_task($1)',
        'check_jobs(array[$1::uuid], array[1], 1000)',
        `delete_job($1::uuid, (select user_id from private.credit_holds where job_id = $1::uuid))`,
        'claim_files_to_delete(case when $1::uuid is not null then 5 end)',
      ].map(
        (expression) => (sql: Sql, jobId: string) =>
          call(sql, `public.${expression}`, [jobId], computeMinutesFromNow(60)),
      ),
    ]
    await atOnce(db, jobs.length * calls.length, async (sql, index) => {
      await calls[index % calls.length]?.(sql, jobs[Math.floor(index / calls.length)] ?? '')
    })
    for (const jobId of jobs) await settleJob(db.sql, jobId, 'release')
    await expectBooks(db, userId, { granted: 1000, held: 0 })
  },

  'accepts fifty simultaneous first grants with fifty keys': async (db) => {
    const userId = await signUp(db.sql)
    const answers = await atOnce(db, 50, (sql) => grantCredits(sql, userId, 3))
    expect(count(answers)).toEqual({ granted: 50 })
    await expectBooks(db, userId, { available: 150, entries: 50 })
  },

  'grants credits once after fifty simultaneous requests with one key': async (db) => {
    const userId = await signUp(db.sql)
    const key = randomUUID()
    const answers = await atOnce(db, 50, (sql) => grantCredits(sql, userId, 3, key))
    expect(count(answers)).toEqual({ granted: 1, exists: 49 })
    await expectBooks(db, userId, { available: 3, entries: 1 })
  },

  'validates a balance after the transaction in progress, and repairs nothing': async (db) => {
    const userId = await signUp(db.sql, 100)
    const { waited, second } = await overlap(
      db,
      { run: (sql) => holdCredits(sql, { userId, jobId: randomUUID() }) },
      { run: (sql) => validateCredits(sql, userId) },
    )
    expect(waited).toBe(true)
    expect(second).toEqual({ was_repaired: false, current_credits: 80 })
  },
}
