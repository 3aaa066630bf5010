// The calls of the admin screen, each answer checked before use. Credentials travel as the server takes them: a token as
// a bearer, a password in the query (browsers send no body with GET).
import * as z from 'zod/mini'
import { expectShape } from '@/lib/http/expect-shape'
import type { Http, HttpRequest } from '@/lib/http/http'
import type { Credential } from './login/credential'

const admin = z.object({
  id: z.string(),
  username: z.string(),
  displayName: z.string(),
  role: z.string(),
})
export type Admin = z.infer<typeof admin>

const loginLog = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  /** Address of the user's picture; empty where there is none. */
  picture: z.string(),
  timestamp: z.string(),
  ipAddress: z.string(),
  userAgent: z.string(),
})
export type LoginLog = z.infer<typeof loginLog>

/** One page of the records, newest first. */
export interface LogPage {
  admin: Admin
  logs: LoginLog[]
  /** Of all pages. */
  total: number
  /** The page it is: the last one, where a later one was asked for. */
  page: number
}

export interface LogQuery {
  /** From 1. */
  page: number
  pageSize: number
  /** Part of an e-mail address; empty for all. */
  email: string
  /** First and last day in UTC, YYYY-MM-DD; empty for no limit. */
  from: string
  to: string
}

const loginAnswer = z.object({ success: z.literal(true), token: z.string().check(z.minLength(1)) })
const logsAnswer = z.object({
  success: z.literal(true),
  admin,
  logs: z.array(loginLog),
  total: z.number().check(z.nonnegative()),
  page: z.number().check(z.positive()),
})
const testAnswer = z.looseObject({ success: z.literal(true) })

/** What a connection test was answered. */
export type TestAnswer = z.infer<typeof testAnswer>

/** Every method throws what `Http.request` throws. */
export type AdminApi = ReturnType<typeof createAdminApi>

export function createAdminApi(http: Http) {
  const test = async (request: Omit<HttpRequest, 'method'>) =>
    expectShape(testAnswer, await http.request({ method: 'GET', ...request }))
  return {
    /** Trades the administrator's name and password for a token that lives shortly. */
    async logIn(username: string, password: string, signal: AbortSignal): Promise<Credential> {
      const body = await http.request({
        method: 'POST',
        path: '/api/auth/admin-login',
        body: { username, password },
        signal,
      })
      return { kind: 'token', token: expectShape(loginAnswer, body).token }
    },
    async fetchLogs(credential: Credential, query: LogQuery, signal: AbortSignal): Promise<LogPage> {
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
      return expectShape(logsAnswer, body)
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
