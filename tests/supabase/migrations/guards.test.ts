// Every guard of the database on Supabase Lite, as `npm start` runs it. tests/supabase/race/guards.test.ts has the same on
// PostgreSQL, and takes each guard out.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { ACCESS_PROBES } from '../../support/guards/access.ts'
import { ADMIN_PROBES } from '../../support/guards/admin-answers.ts'
import { ANSWER_PROBES } from '../../support/guards/answers.ts'
import { CANCEL_PROBES } from '../../support/guards/cancel.ts'
import { CONSTRAINT_PROBES } from '../../support/guards/constraints.ts'
import { GRANT_PROBES } from '../../support/guards/grants.ts'
import { HAND_GRANT_PROBES } from '../../support/guards/hand-grants.ts'
import { LIBRARY_PROBES } from '../../support/guards/library.ts'
import { LINT_PROBES, LINTS, runPlanted } from '../../support/guards/lints.ts'
import { type Probe, prepareSetting, type Setting } from '../../support/guards/setting.ts'
import { SPENDING_PROBES } from '../../support/guards/spending.ts'
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

const PARTS: [title: string, probes: Record<string, Probe>][] = [
  ['what no row may be', CONSTRAINT_PROBES],
  ['what is answered', ANSWER_PROBES],
  ['what limits and sign-up credits answer', SPENDING_PROBES],
  ['what grants by hand answer', HAND_GRANT_PROBES],
  ['what administrators are answered', ADMIN_PROBES],
  ['what library and statement answer', LIBRARY_PROBES],
  ['what stopping a job answers', CANCEL_PROBES],
  ['who may do what', ACCESS_PROBES],
  ['which rights are held', GRANT_PROBES],
  ['what the advisors find', LINT_PROBES],
]
describe.each(PARTS)('%s', (_, probes) => {
  it.each(Object.entries(probes))('%s', (__, probe) => attempt(setting.sql, () => probe(setting)))
})

it.each(Object.keys(LINTS))('the lint %s sees its planted fault', async (lint) => {
  expect((await runPlanted(setting.sql, lint)).found).not.toEqual([])
})
