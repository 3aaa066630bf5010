import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { MOVABLE_CLOCK } from '../../harness/clock.ts'
import type { Database } from '../../harness/postgres.ts'
import { startTeamDatabase, type TeamDatabase } from '../../harness/team-database.ts'
import { ACCOUNT_RACES } from '../../support/races/account-races.ts'
import { AGE_RACES } from '../../support/races/age-races.ts'
import { CAST_RACES } from '../../support/races/cast-races.ts'
import { DEVICE_RACES } from '../../support/races/device-races.ts'
import { MONEY_RACES } from '../../support/races/money-races.ts'
import { OTHER_RACES } from '../../support/races/other-races.ts'
import { widenWindows } from '../../support/races/overlap.ts'
import { SHARE_RACES } from '../../support/races/share-races.ts'
import { SPENDING_RACES } from '../../support/races/spending-races.ts'
import { WEBHOOK_RACES } from '../../support/races/webhook-races.ts'

// The property test runs on a hosted project's database. Races run on the other kind, which a server for a team has made.
let team: TeamDatabase
let supabase: LocalSupabase
let db: Database
beforeAll(async () => {
  team = await startTeamDatabase()
  ;({ db, supabase } = await team.open())
  await db.sql(MOVABLE_CLOCK)
  await widenWindows(db.sql)
})
afterAll(async () => {
  await supabase?.close()
  await team?.server.remove()
})

const RACES = Object.entries({
  ...MONEY_RACES,
  ...OTHER_RACES,
  ...SHARE_RACES,
  ...SPENDING_RACES,
  ...ACCOUNT_RACES,
  ...WEBHOOK_RACES,
  ...DEVICE_RACES,
  ...AGE_RACES,
  ...CAST_RACES,
})
for (const [name, race] of RACES) it(name, () => race(db))

it('causes no deadlock in any race of database calls', async () => {
  const [row] = await db.sql<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  console.log(`${RACES.length} races, ${row?.deadlocks} deadlocks`)
  expect(row).toEqual({ deadlocks: 0 })
})
