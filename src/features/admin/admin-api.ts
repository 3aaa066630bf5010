// Makes the calls of the login records, costs, and connection tests.
import {
  type AdminLoginBody,
  adminLoginResponse,
  costsResponse,
  type JobCost,
  type LoginRecord,
  type LoginRecordPage,
  loginLogsResponse,
} from '@contract/admin'
import type { Http } from '@/lib/http/http'
import { readAnyRecord, readResponse } from '@/lib/http/read-response'
import { foldText } from '@/lib/text'
import type { Credential } from './credential'
import { sendAsAdmin } from './send-as-admin'

export interface LogQuery {
  /** The page number, starting at 1. */
  page: number
  pageSize: number
  /** A part of an email address. Empty matches all. */
  email: string
  /** The first day of the range, YYYY-MM-DD in UTC, inclusive. Empty for no limit. */
  from: string
  to: string
}

export type TestResponse = Record<string, unknown>

/** The administrator's calls. Every method throws the errors of `Http.request`. */
export type AdminApi = ReturnType<typeof createAdminApi>

export function createAdminApi(http: Http) {
  const test = (path: string, signal: AbortSignal): Promise<TestResponse> =>
    readAnyRecord(http.request({ method: 'GET', path, signal }))
  return {
    async logIn(username: string, password: string, signal: AbortSignal): Promise<Credential> {
      const body = await http.request({
        method: 'POST',
        path: '/api/auth/admin-login',
        body: { username, password } satisfies AdminLoginBody,
        signal,
      })
      return { kind: 'token', token: readResponse(adminLoginResponse, body).token }
    },
    async fetchLogs(credential: Credential, query: LogQuery, signal: AbortSignal): Promise<LoginRecordPage> {
      const { page, pageSize, ...filters } = query
      const given = Object.entries(filters).filter(([, value]) => value !== '')
      const body = await sendAsAdmin(http, credential, {
        method: 'GET',
        path: '/api/auth/login-logs',
        query: { page: String(page), pageSize: String(pageSize), ...Object.fromEntries(given) },
        signal,
      })
      const { admin, logs, total, page: shown } = readResponse(loginLogsResponse, body)
      const records = logs.map((log, index) => ({ ...log, id: log.id || String(index) }))
      const paged = total === undefined ? cutPage(records, query) : { logs: records, total, page: shown ?? page }
      return { admin, ...paged }
    },
    /** Fetches the jobs with their costs, newest first. */
    async fetchCosts(credential: Credential, signal: AbortSignal): Promise<JobCost[]> {
      const body = await sendAsAdmin(http, credential, { method: 'GET', path: '/api/admin/costs', signal })
      return readResponse(costsResponse, body).data.jobs
    },
    testBackend: (signal: AbortSignal) => test('/health', signal),
    testAdminApi: (signal: AbortSignal) => test('/api/admin/test', signal),
    testServerStatus: (credential: Credential, signal: AbortSignal) =>
      readAnyRecord(sendAsAdmin(http, credential, { method: 'GET', path: '/api/admin/status', signal })),
  }
}

/** Filters and splits records into pages, for a backend that returns all records at once. */
function cutPage(all: LoginRecord[], { email, from, to, page, pageSize }: LogQuery): Omit<LoginRecordPage, 'admin'> {
  const found = all.filter((log) => {
    const day = log.timestamp.slice(0, 10)
    return foldText(log.email).includes(foldText(email)) && (!from || day >= from) && (!to || day <= to)
  })
  const last = Math.max(1, Math.ceil(found.length / pageSize))
  const shown = Math.min(page, last)
  return { logs: found.slice((shown - 1) * pageSize, shown * pageSize), total: found.length, page: shown }
}
