import type { LoginRecord } from '@contract/admin'
import type { RefusalData } from '@contract/errors'
import { ApiError } from '@/lib/http/api-error'

export const ADMIN = { id: '1', username: 'admin', displayName: 'Grace', role: 'super_admin' }

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

export function log(number: number, fields: Partial<LoginRecord> = {}): LoginRecord {
  return {
    id: `log-${number}`,
    email: `person-${number}@example.com`,
    name: `Person ${number}`,
    picture: '',
    timestamp: '2026-11-20T08:23:08.167Z',
    ipAddress: '203.0.113.7',
    userAgent: CHROME,
    ...fields,
  }
}

export const logs = (count: number, from = 1) => Array.from({ length: count }, (_, index) => log(from + index))

export function logsResponse(rows: LoginRecord[] = logs(2), { total = rows.length, page = 1 } = {}) {
  return { success: true, admin: ADMIN, logs: rows, total, page, pageSize: 25, message: `${total} login records.` }
}

export const LOGIN_RESPONSE = { success: true, admin: ADMIN, token: 'admin.token', message: 'Logged in.' }

export function refusal(status: number, code: string, data?: RefusalData) {
  return new ApiError({ status, code, message: 'The server says no.', data, requestId: 'req-1' })
}
