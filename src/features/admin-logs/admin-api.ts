// A token is sent as a bearer, a password in the query, because browsers send no body with GET.
import type { LoginRecordPage } from '@contract'
import * as z from 'zod/mini'
import { expectShape } from '@/lib/http/expect-shape'
import type { Http, HttpRequest } from '@/lib/http/http'
import type { Credential } from './login/credential'

export interface LogQuery {
  /** From 1. */
  page: number
  pageSize: number
  /** Part of an e-mail address; empty for all. */
  email: string
  /** YYYY-MM-DD in UTC, inclusive; empty for no limit. */
  from: string
  to: string
}

const loginAnswer = z.object({ success: z.literal(true), token: z.string().check(z.minLength(1)) })
/** Only what is counted and listed is checked. */
const logsAnswer = z.looseObject({
  success: z.literal(true),
  admin: z.looseObject({}),
  logs: z.array(z.looseObject({})),
  total: z.number().check(z.nonnegative()),
  page: z.number().check(z.positive()),
})
const testAnswer = z.looseObject({ success: z.literal(true) })

export type TestAnswer = z.infer<typeof testAnswer>

/** Every method throws what `Http.request` throws. */
export type AdminApi = ReturnType<typeof createAdminApi>

export function createAdminApi(http: Http) {
  const test = async (request: Omit<HttpRequest, 'method'>) =>
    expectShape(testAnswer, await http.request({ method: 'GET', ...request }))
  return {
    async logIn(username: string, password: string, signal: AbortSignal): Promise<Credential> {
      const body = await http.request({
        method: 'POST',
        path: '/api/auth/admin-login',
        body: { username, password },
        signal,
      })
      return { kind: 'token', token: expectShape(loginAnswer, body).token }
    },
    async fetchLogs(credential: Credential, query: LogQuery, signal: AbortSignal): Promise<LoginRecordPage> {
      const { page, pageSize, ...filters } = query
      const given = Object.entries(filters).filter(([, value]) => value !== '')
      const { headers, query: password } = show(credential)
      const body = await http.request({
        method: 'GET',
        path: '/api/auth/login-logs',
        headers,
        query: { ...password, page: String(page), pageSize: String(pageSize), ...Object.fromEntries(given) },
        signal,
      })
      return expectShape(logsAnswer, body) as unknown as LoginRecordPage
    },
    testBackend: (signal: AbortSignal) => test({ path: '/health', signal }),
    testAdminApi: (signal: AbortSignal) => test({ path: '/api/admin/test', signal }),
    testServerStatus: (credential: Credential, signal: AbortSignal) =>
      test({ path: '/api/admin/status', ...show(credential), signal }),
  }
}

function show(credential: Credential): { headers: Record<string, string>; query: Record<string, string> } {
  return credential.kind === 'token'
    ? { headers: { Authorization: `Bearer ${credential.token}` }, query: {} }
    : { headers: {}, query: { password: credential.password } }
}
