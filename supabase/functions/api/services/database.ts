import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { z } from 'zod'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import { RequestError } from '../errors.ts'
import type { DatabaseFunctions } from './database-functions.ts'

/** A call without a response must not block a request or a delivery. */
const CALL_TIMEOUT_MS = 60_000

export function createServiceClient(url: string, secretKey: string, fetch: typeof globalThis.fetch): SupabaseClient {
  return createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: (input: RequestInfo | URL, init?: RequestInit) =>
        fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(CALL_TIMEOUT_MS) }),
    },
  })
}

const PAUSED = 540
const RESTORE = ': the project is paused: restore it at https://supabase.com/dashboard'

/**
 * Returns whether the account is deleted or marked as deleted (private.require_account). Its token remains valid for a
 * while.
 */
function isNobodys({ code, message }: { code: string; message: string }): boolean {
  return code === 'PT401' || (code === '23503' && message.includes('_user_id_fkey'))
}

/**
 * Calls a database function in one transaction. Throws RequestError with 503 if the database doesn't respond, or with
 * 401 if the account was deleted.
 */
export type Call = <Name extends keyof DatabaseFunctions, T extends z.ZodType>(
  name: Name,
  args: DatabaseFunctions[Name],
  answer: T,
) => Promise<z.output<T>>

export function createDatabaseCalls(supabase: SupabaseClient): Call {
  return async (name, args, answer) => {
    const { data, error, status } = await supabase.rpc(name, args)
    if (error && isNobodys(error)) {
      throw new RequestError(REFUSALS.accountDeleted(), { cause: new Error(`${name}: ${error.code} ${error.message}`) })
    }
    if (error) {
      throw new RequestError(REFUSALS.databaseUnavailable(), {
        cause: new Error(`${name}: ${status} ${error.code} ${error.message}${status === PAUSED ? RESTORE : ''}`),
      })
    }
    return answer.parse(data)
  }
}
