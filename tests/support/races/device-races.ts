// Devices are saved and removed while a session or a job ends, or at the same moment as each other.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { call, settleJob, startJob } from '../../harness/ledger/calls.ts'
import { signUp } from '../../harness/ledger/users.ts'
import type { Sql } from '../../harness/sql.ts'
import type { Race } from './money-races.ts'
import { overlap } from './overlap.ts'

const save = (sql: Sql, userId: string, sessionId: string, url: string, max = 20) =>
  call<{ outcome: string; device?: { id: string } }>(
    sql,
    `public.save_device($1, $2, $3, 'B', 'secret', null, false, $4)`,
    [userId, sessionId, url, max],
  )
const endSession = (sql: Sql, userId: string, sessionId: string) =>
  call<boolean>(sql, 'public.end_session($1, $2)', [userId, sessionId])

async function openSession(sql: Sql, userId: string): Promise<string> {
  const id = randomUUID()
  await sql('insert into auth.sessions (id, user_id) values ($1, $2)', [id, userId])
  return id
}

const countDevices = async (sql: Sql, userId: string) =>
  (await sql('select 1 from private.receivers where user_id = $1', [userId])).length

export const DEVICE_RACES: Record<string, Race> = {
  'saves no device for a session that ends at the same moment': async (db) => {
    const userId = await signUp(db.sql)
    const session = await openSession(db.sql, userId)
    const url = `https://push.example/${randomUUID()}`
    const { waited, second } = await overlap(
      db,
      { run: (sql) => endSession(sql, userId, session) },
      { run: (sql) => save(sql, userId, session, url) },
    )
    expect([waited, second.outcome, await countDevices(db.sql, userId)]).toEqual([true, 'no_session', 0])
  },

  'removes a device that is saved while its session ends': async (db) => {
    const userId = await signUp(db.sql)
    const session = await openSession(db.sql, userId)
    const url = `https://push.example/${randomUUID()}`
    const { waited, first } = await overlap(
      db,
      { run: (sql) => save(sql, userId, session, url) },
      { run: (sql) => endSession(sql, userId, session) },
    )
    expect([waited, first.outcome, await countDevices(db.sql, userId)]).toEqual([true, 'saved', 0])
  },

  'refuses one of two simultaneous devices if a user may have one': async (db) => {
    const userId = await signUp(db.sql)
    const [one, two] = [await openSession(db.sql, userId), await openSession(db.sql, userId)]
    const { waited, first, second } = await overlap(
      db,
      { run: (sql) => save(sql, userId, one, `https://push.example/${one}`, 1) },
      { run: (sql) => save(sql, userId, two, `https://push.example/${two}`, 1) },
    )
    expect([waited, first.outcome, second.outcome]).toEqual([true, 'saved', 'too_many'])
  },

  'gives the address of a browser to the later of two users who subscribe there at the same moment': async (db) => {
    const [ada, bob] = [await signUp(db.sql), await signUp(db.sql)]
    const [one, two] = [await openSession(db.sql, ada), await openSession(db.sql, bob)]
    const url = `https://push.example/${randomUUID()}`
    const { waited, second } = await overlap(
      db,
      { run: (sql) => save(sql, ada, one, url) },
      { run: (sql) => save(sql, bob, two, url) },
    )
    expect([waited, second.outcome]).toEqual([true, 'saved'])
    expect([await countDevices(db.sql, ada), await countDevices(db.sql, bob)]).toEqual([0, 1])
  },

  'creates no message for a job that ends while its user signs out on the device': async (db) => {
    const userId = await signUp(db.sql, 20)
    const session = await openSession(db.sql, userId)
    await save(db.sql, userId, session, `https://push.example/${randomUUID()}`)
    const jobId = randomUUID()
    await startJob(db.sql, { userId, jobId })
    const { waited, second } = await overlap(
      db,
      { run: (sql) => endSession(sql, userId, session) },
      { run: (sql) => settleJob(sql, jobId, 'capture') },
    )
    expect({ waited, settlement: second?.settlement }).toEqual({ waited: true, settlement: 'captured' })
    expect(await db.sql('select 1 from private.messages where job_id = $1', [jobId])).toEqual([])
  },
}
