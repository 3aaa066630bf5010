import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestSupabase } from '../../../harness/database.ts'
import { pgliteSql } from '../../../harness/sql.ts'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { checkLedger } from '../../support/ledger/property.ts'
import { editFunction } from '../../support/server/mutate.ts'

// A run is up to 40 calls. The full suite makes 1,000 of them on PostgreSQL (tests/supabase/race/ledger-property.test.ts).
const RUNS = 40
const LONG_MS = 300_000

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

it('the ledger does what its model does, whatever is doubled, lost, undone or late', { timeout: LONG_MS }, async () => {
  const { failure } = await checkLedger(pgliteSql(supabase.connection.driver), { runs: RUNS })
  expect(failure).toBeNull()
})

// What the probes catch at once (tests/support/guards) needs no sequence of calls: this one shows that the property looks.
it('a ledger that lacks the refusal of a spent hold is caught', { timeout: LONG_MS }, async () => {
  const throwAway = await supabase.connection.driver.clone()
  const sql = pgliteSql(throwAway)
  await editFunction(sql, 'public.hold_credits', `when hold.state in ('captured', 'released') then 'spent'`, '')
  const { failure } = await checkLedger(sql, { runs: 1000, first: true })
  expect(failure).toContain('seed')
  await throwAway.close()
})
