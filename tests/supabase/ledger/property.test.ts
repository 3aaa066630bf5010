import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { checkLedger } from '../../support/ledger/property.ts'
import { openTestSupabase } from '../../support/server/database.ts'
import { editFunction } from '../../support/server/mutate.ts'
import { pgliteSql, type Sql } from '../../support/server/sql.ts'

// A run is up to 40 calls. The full suite makes 1,000 of them on PostgreSQL (tests/supabase/race/ledger-property.test.ts).
const RUNS = 120
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

describe('a ledger that lacks a guard is caught', () => {
  const BROKEN: [lacking: string, (sql: Sql) => Promise<unknown>][] = [
    [
      'the unique outcome per job',
      async (sql) => {
        await sql('drop index private.credit_entries_one_outcome_key')
        await sql('drop index private.credit_entries_job_kind_key')
      },
    ],
    [
      'the balance condition of a hold',
      async (sql) => {
        await sql('alter table private.credit_accounts drop constraint credit_accounts_available_check')
        await editFunction(sql, 'public.hold_credits', 'and available >= price', '')
      },
    ],
    [
      'the refusal of a spent hold',
      (sql) => editFunction(sql, 'public.hold_credits', "when hold.state in ('captured', 'released') then 'spent'", ''),
    ],
    [
      'the limit of a user’s day',
      (sql) => editFunction(sql, 'public.hold_credits', 'today_credits > settings.daily_credits_per_user', 'false'),
    ],
    [
      'the budget of everybody’s day',
      (sql) => editFunction(sql, 'public.hold_credits', '> settings.daily_credits_budget then', '> 1000000000 then'),
    ],
    [
      'the key of a grant',
      async (sql) => {
        await sql('drop index private.credit_entries_grant_key')
        await editFunction(sql, 'private.grant_credits', 'on conflict (grant_key) do nothing', '')
      },
    ],
    [
      'what is newer than a page of the statement',
      (sql) => editFunction(sql, 'public.list_credit_entries', 'and id >= p_before', 'and false'),
    ],
    [
      'the account’s share of a release',
      (sql) => editFunction(sql, 'private.settle_hold', "when 'release' then hold.amount", "when 'release' then 0"),
    ],
  ]
  it.each(BROKEN)('%s', { timeout: LONG_MS }, async (_, take) => {
    const throwAway = await supabase.connection.driver.clone()
    const sql = pgliteSql(throwAway)
    await take(sql)
    const { failure } = await checkLedger(sql, { runs: 1000, first: true })
    expect(failure).toContain('seed')
    await throwAway.close()
  })
})
