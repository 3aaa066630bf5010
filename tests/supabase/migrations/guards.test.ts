// Runs every guard of the database on Supabase Lite, as `npm start` does. tests/hosted/database.test.ts runs them on
// PostgreSQL 15.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { openTestSupabase } from '../../harness/database.ts'
import { createPgliteSql, runInRolledBackSavepoint } from '../../harness/sql.ts'
import { LINTS, runPlanted } from '../../support/guards/lints.ts'
import { findLockOrderFaults, readCatalogue } from '../../support/guards/lock-order.ts'
import { PARTS } from '../../support/guards/probes.ts'
import { prepareSetting, type Setting } from '../../support/guards/setting.ts'
import { editFunction } from '../../support/server/mutate.ts'

let supabase: LocalSupabase
let setting: Setting
beforeAll(async () => {
  supabase = await openTestSupabase()
  const sql = createPgliteSql(supabase.connection.driver)
  await sql('begin')
  setting = await prepareSetting(sql)
})
afterAll(() => supabase.close())

describe.each(Object.entries(PARTS))('%s', (_, probes) => {
  it.each(Object.entries(probes))('%s', (__, probe) => runInRolledBackSavepoint(setting.sql, () => probe(setting)))
})

it.each(Object.keys(LINTS))('finds the planted fault of the database lint %s', async (lint) => {
  expect(await runPlanted(setting.sql, lint)).not.toEqual([])
})

describe('lock order of the database functions', () => {
  const decision = readFileSync(join(import.meta.dirname, '../../../docs/decisions/001-credits.md'), 'utf8')
  const list = decision.match(/^> .*$/gm)?.join(' ') ?? ''
  const order = Array.from(list.matchAll(/`([^`]+)`/g), ([, name = '']) => name)
  const read = async () => findLockOrderFaults(await readCatalogue(setting.sql), order)

  it('takes database locks in the order of decision 001 on every path through every function', async () => {
    expect(await read()).toEqual([])
  })

  it.each<[fn: string, from: string, to: string, found: string]>([
    [
      'public.record_running',
      '  update public.jobs',
      '  update private.provider_tasks set task_missing_since = null where job_id = p_job_id;\n  update public.jobs',
      'public.record_running waits for public.jobs with a lock of private.provider_tasks',
    ],
    [
      // The wrong lock is on one path only, inside a trigger.
      'private.clear_due_at',
      'begin',
      'begin\n  if old.queued then\n    perform from private.credit_holds where job_id = new.id for update;\n  end if;',
      'public.record_running waits for private.credit_holds with a lock of public.jobs',
    ],
    [
      // The lock comes from a foreign key of the inserted row.
      'public.delete_job',
      'for no key update',
      'for update',
      'public.claim_delivery waits for public.jobs with a lock of private.provider_tasks',
    ],
  ])('detects database locks in the wrong order: %s', async (fn, from, to, found) => {
    const seen = await runInRolledBackSavepoint(setting.sql, async () => {
      await editFunction(setting.sql, fn, from, to)
      return read()
    })
    expect(seen).toContain(found)
  })
})
