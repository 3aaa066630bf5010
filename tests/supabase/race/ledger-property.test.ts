import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { checkLedger } from '../../support/ledger/property.ts'
import { openPostgres } from '../../support/server/postgres.ts'

const RUNS = 1000
const LANES = availableParallelism()

// Its runs on PGlite, and the broken ledgers that it must find: tests/supabase/ledger/property.test.ts.
it(`the ledger does what its model does in ${RUNS} runs on PostgreSQL`, { timeout: 600_000 }, async () => {
  const postgres = await openPostgres()
  /** Each lane has a database of its own: limits and sweeps are everybody's. */
  const runLane = async () => {
    const db = await postgres.createDatabase()
    const { sql, close } = await db.connect()
    const { failure, summary } = await checkLedger(sql, { runs: Math.ceil(RUNS / LANES) })
    console.log(summary)
    await close()
    return failure
  }
  try {
    expect(await Promise.all(Array.from({ length: LANES }, runLane))).toEqual(Array(LANES).fill(null))
  } finally {
    await postgres.remove()
  }
})
