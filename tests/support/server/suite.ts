// A database for the test file that imports this, open from its first test to its last.
import { afterAll, beforeAll } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import type { Interceptor } from './api.ts'
import { openTestSupabase, rows } from './database.ts'
import { startJobApi } from './job.ts'

export let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

/** An API of its own, a new person with credits, and a job id. */
export function setUp(credits?: number, intercept?: Interceptor) {
  return startJobApi(supabase, credits, intercept)
}

export function sql<Row = Record<string, unknown>>(statement: string, parameters: unknown[] = []): Promise<Row[]> {
  return rows<Row>(supabase, statement, parameters)
}
