import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { parseEnv } from '../../../supabase/functions/api/env.ts'
import { readAdminAccount } from '../../../supabase/functions/api/services/admin/admin-account.ts'
import { issueAdminToken } from '../../../supabase/functions/api/services/admin/admin-token.ts'
import { ADDRESS_HEADER, startApi } from '../../harness/api.ts'

const ADMIN = { username: 'admin', password: 'soundreel-local' }

/** Starts the API with its administrator. All requests come from one address unless a test sets another one. */
export function startAdminApi(supabase: LocalSupabase, settings: Record<string, string> = {}) {
  const api = startApi(supabase, settings)
  const request: typeof api.request = (method, path, user, body, call = {}) =>
    api.request(method, path, user, body, { ...call, headers: { [ADDRESS_HEADER]: '203.0.113.1', ...call.headers } })
  return {
    ...api,
    request,
    login: (over: Partial<typeof ADMIN> = {}, headers: Record<string, string> = {}) =>
      request('POST', '/api/auth/admin-login', null, { ...ADMIN, ...over }, { headers }),
    /** Returns the headers of an administrator who has just logged in. */
    async asAdmin(): Promise<Record<string, string>> {
      const account = readAdminAccount(parseEnv(api.settings))
      if ('refusal' in account) throw new Error(account.refusal)
      const token = await issueAdminToken(account, new Date(api.clock.now))
      return { authorization: `Bearer ${token}` }
    },
  }
}
