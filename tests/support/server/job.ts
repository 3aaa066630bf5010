import { randomUUID } from 'node:crypto'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { type Interceptor, startApi } from '../../harness/api.ts'
import { createUser, readBooks, readRows, type TestUser } from '../../harness/database.ts'

/** The books of a user with 100 credits and one job of 20, while the job is open, returned, and charged. */
export const HELD = { available: 80, held: 20, captured: 0 }
export const FREE = { available: 100, held: 0, captured: 0 }
export const PAID = { available: 80, held: 0, captured: 20 }

/** Starts an API, with a new user who has credits, and a job ID. */
export async function startJobApi(supabase: LocalSupabase, credits = 100, intercept?: Interceptor) {
  const api = startApi(supabase, {}, intercept)
  const user = await createUser(supabase, credits)
  return { ...api, user, job: randomUUID(), booked: () => readBooks(supabase, user.id) }
}

export function cancelJob({ request }: Pick<ReturnType<typeof startApi>, 'request'>, user: TestUser, job: string) {
  return request('POST', `/api/jobs/${job}/cancel`, user)
}

/** Returns the kinds of a job's ledger entries, in order. */
export async function entryKinds(supabase: LocalSupabase, job: string): Promise<string[]> {
  const statement = 'select kind from private.credit_entries where job_id = $1 order by id'
  const entries = await readRows<{ kind: string }>(supabase, statement, [job])
  return entries.map(({ kind }) => kind)
}
