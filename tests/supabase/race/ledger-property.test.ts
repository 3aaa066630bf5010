import { expect, it } from 'vitest'
import { checkLedger } from '../../support/ledger/property.ts'
import { openTestSupabase } from '../../support/server/database.ts'
import { openPostgres } from '../../support/server/postgres.ts'
import { pgliteSql } from '../../support/server/sql.ts'

const LONG_MS = 600_000

it('the ledger does what its model does in 1,000 runs on PGlite', { timeout: LONG_MS }, async () => {
  const supabase = await openTestSupabase()
  try {
    const { failure, summary } = await checkLedger(pgliteSql(supabase.connection.driver), { runs: 1000 })
    console.log(`PGlite: ${summary}`)
    expect(failure).toBeNull()
  } finally {
    await supabase.close()
  }
})

it('the ledger does what its model does in 200 runs on PostgreSQL', { timeout: LONG_MS }, async () => {
  const postgres = await openPostgres()
  try {
    const db = await postgres.createDatabase()
    const { sql, close } = await db.connect()
    const { failure, summary } = await checkLedger(sql, { runs: 200 })
    console.log(`PostgreSQL: ${summary}`)
    expect(failure).toBeNull()
    await close()
  } finally {
    await postgres.remove()
  }
})
