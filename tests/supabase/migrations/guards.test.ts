// Every guard of the database on Supabase Lite, as `npm start` runs it. tests/supabase/race/guards.test.ts has the same on
// PostgreSQL, and takes each guard out.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { LINTS, runPlanted } from '../../support/guards/lints.ts'
import { PARTS } from '../../support/guards/probes.ts'
import { prepareSetting, type Setting } from '../../support/guards/setting.ts'
import { openTestSupabase } from '../../support/server/database.ts'
import { attempt, pgliteSql } from '../../support/server/sql.ts'

let supabase: LocalSupabase
let setting: Setting
beforeAll(async () => {
  supabase = await openTestSupabase()
  const sql = pgliteSql(supabase.connection.driver)
  await sql('begin')
  setting = await prepareSetting(sql)
})
afterAll(() => supabase.close())

describe.each(Object.entries(PARTS))('%s', (_, probes) => {
  it.each(Object.entries(probes))('%s', (__, probe) => attempt(setting.sql, () => probe(setting)))
})

it.each(Object.keys(LINTS))('the lint %s sees its planted fault', async (lint) => {
  expect(await runPlanted(setting.sql, lint)).not.toEqual([])
})
