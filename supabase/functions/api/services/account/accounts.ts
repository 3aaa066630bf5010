// Reads and deletes accounts with the functions of supabase/migrations/*_create_accounts.sql.
import { z } from 'zod'
import type { Call } from '../database.ts'

const sessionRow = z.object({
  id: z.string(),
  started_at: z.string(),
  used_at: z.string(),
  user_agent: z.string().nullable(),
})

const accountRow = z.object({
  name: z.string(),
  email: z.string(),
  created_at: z.string(),
  available: z.number(),
  videos: z.number(),
  images: z.number(),
  stored_bytes: z.number(),
  sessions: z.array(sessionRow),
})
export type AccountRow = z.output<typeof accountRow>

const signInRow = z.looseObject({ id: z.string() })
const imageRow = z.object({ id: z.string(), path: z.string(), used_at: z.string() })

const deleteResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['deleted', 'wrong_email']) }),
  z.object({ outcome: z.literal('open'), open: z.number() }),
])

export function createAccounts(call: Call) {
  return {
    /** Returns null for an unknown user. */
    find: (userId: string): Promise<AccountRow | null> =>
      call('get_account', { p_user_id: userId }, accountRow.nullable()),
    listSignIns: (userId: string, before: string | null, limit: number) =>
      call('list_own_sign_ins', { p_user_id: userId, p_before: before, p_limit: limit }, z.array(signInRow)),
    listImages: (userId: string, after: string | null, limit: number) =>
      call('list_own_files', { p_user_id: userId, p_after: after, p_limit: limit }, z.array(imageRow)),
    /** Ends one session of the user. Returns false if the user has no such session. */
    endSession: (userId: string, sessionId: string): Promise<boolean> =>
      call('end_session', { p_user_id: userId, p_session_id: sessionId }, z.boolean()),
    /** Deletes personal data and ends the sessions. `erase` deletes the rest. */
    delete: (userId: string, email: string) =>
      call('delete_account', { p_user_id: userId, p_email: email }, deleteResponse),
    /** Continues with one deleted account. Returns false if no account has data left. */
    erase: (limit: number): Promise<boolean> => call('erase_account', { p_limit: limit }, z.boolean()),
  }
}
export type Accounts = ReturnType<typeof createAccounts>
