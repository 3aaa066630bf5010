// Runs every guard of the database on what Supabase Lite makes of a real PostgreSQL.
import pg from 'pg'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { MOVABLE_CLOCK } from '../../harness/clock.ts'
import { runInRolledBackSavepoint } from '../../harness/sql.ts'
import { openOnPostgres, startTeamDatabase, type TeamDatabase } from '../../harness/team-database.ts'
import { PARTS } from '../../support/guards/probes.ts'
import { prepareSetting, type Setting } from '../../support/guards/setting.ts'

let team: TeamDatabase
let client: pg.Client
let setting: Setting
beforeAll(async () => {
  team = await startTeamDatabase()
  const url = await team.create()
  await (await openOnPostgres(url)).close()
  client = new pg.Client(url)
  await client.connect()
  await client.query(MOVABLE_CLOCK)
  await client.query('begin')
  setting = await prepareSetting(
    async <Row>(statement: string, parameters: unknown[] = []) =>
      (await client.query(statement, parameters)).rows as Row[],
  )
})
afterAll(async () => {
  await client?.end()
  await team?.server.remove()
})

describe.each(Object.entries(PARTS))('%s', (_, probes) => {
  it.each(Object.entries(probes))('%s', (__, probe) => runInRolledBackSavepoint(setting.sql, () => probe(setting)))
})
