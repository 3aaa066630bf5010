import type { Interceptor } from '../../harness/api.ts'
import { openTestSupabase, readRows } from '../../harness/database.ts'
import { startJobApi } from './job.ts'

/** A database, for a test file that counts what all users have, and so shares none (suite.ts); it closes it. */
export async function openSuite() {
  const supabase = await openTestSupabase()
  return {
    supabase,
    /** An API of its own, a new user with credits, and a job id. */
    setUp: (credits?: number, intercept?: Interceptor) => startJobApi(supabase, credits, intercept),
    sql: <Row = Record<string, unknown>>(statement: string, parameters: unknown[] = []): Promise<Row[]> =>
      readRows<Row>(supabase, statement, parameters),
  }
}
