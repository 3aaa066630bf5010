import type { LoginRecord } from '@contract'
import { act, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { ApiError } from '@/lib/http/api-error'
import type { HttpRequest } from '@/lib/http/http'
import { renderApp } from '../../../support/app/render-app'

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

/** The answer of the log call. */
export function logsAnswer(rows: LoginRecord[] = logs(2), { total = rows.length, page = 1 } = {}) {
  return { success: true, admin: ADMIN, logs: rows, total, page, pageSize: 25, message: `${total} login records.` }
}

export const LOGIN_ANSWER = { success: true, admin: ADMIN, token: 'admin.token', message: 'Logged in.' }

export function refusal(status: number, code: string, data?: unknown) {
  return new ApiError({ status, code, message: 'The server says no.', data, requestId: 'req-1' })
}

/** What each path answers: a body, or an error to throw. */
export type Answers = Record<string, (request: HttpRequest) => unknown>

export const LOGIN = '/api/auth/admin-login'
export const LOGS = '/api/auth/login-logs'

/** The admin screen on a server that answers as told; paths without an answer fail the test. */
export async function adminPage(answers: Answers = {}) {
  const app = renderApp({ route: '/admin-logs' })
  const server: Answers = { [LOGIN]: () => LOGIN_ANSWER, [LOGS]: () => logsAnswer(), ...answers }
  app.admin.request.mockImplementation(async (request) => {
    const answer = server[request.path]
    if (!answer) throw new Error(`The test gave no answer for ${request.path}`)
    return answer(request)
  })
  await screen.findByRole('heading', { level: 1, name: '用户登录记录' })
  // The page is there; now also what it does after it is shown.
  await act(async () => {})
  const requests = (path?: string) =>
    app.admin.request.mock.calls.map(([request]) => request).filter((request) => !path || request.path === path)
  const logIn = async (password = 'right password') => {
    if (password) await app.user.type(await screen.findByLabelText('密码'), password)
    await app.user.click(screen.getByRole('button', { name: '登录' }))
  }
  return { ...app, server, requests, logIn }
}

/** As after a login in this tab. */
export function storeCredential(credential: unknown = { kind: 'token', token: 'stored.token' }) {
  window.sessionStorage.setItem('admin_logged_in', 'true')
  window.sessionStorage.setItem('admin_credential', JSON.stringify(credential))
}

export const stored = () => ({
  flag: window.sessionStorage.getItem('admin_logged_in'),
  credential: window.sessionStorage.getItem('admin_credential'),
})

export function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

/** A promise and the ways to end it. */
export function pending<T = unknown>() {
  return Promise.withResolvers<T>()
}
