import type { Interceptor } from '../../harness/api.ts'
import { openTestSupabase, readRows } from '../../harness/database.ts'
import { startJobApi } from './job.ts'

/**
 * Opens a database for a test file that counts all users' rows and so can't share one (suite.ts). The file closes it.
 */
export async function openSuite() {
  const supabase = await openTestSupabase()
  return {
    supabase,
    /** Starts an API, with a new user who has credits, and a job ID. */
    setUp: (credits?: number, intercept?: Interceptor) => startJobApi(supabase, credits, intercept),
    sql: <Row = Record<string, unknown>>(statement: string, parameters: unknown[] = []): Promise<Row[]> =>
      readRows<Row>(supabase, statement, parameters),
  }
}
