import { act, screen } from '@testing-library/react'
import { vi } from 'vitest'
import type { HttpRequest } from '@/lib/http/http'
import { renderApp } from '../../../support/app/render-app'
import { LOGIN_RESPONSE, logsResponse } from './admin-responses'

/** The response for each path: a body, or an error to throw. */
export type AdminResponses = Record<string, (request: HttpRequest) => unknown>

export const LOGIN = '/api/auth/admin-login'
export const LOGS = '/api/auth/login-logs'
export const REPORTS = '/api/admin/share-reports'
const NO_REPORTS = { success: true, message: '', data: { videos: [], total: 0, nextCursor: null } }

/** Opens an admin page on a server with these responses. A request for another path fails the test. */
export async function adminPage(answers: AdminResponses = {}, route = '/admin-logs') {
  const server: AdminResponses = {
    [LOGIN]: () => LOGIN_RESPONSE,
    [LOGS]: () => logsResponse(),
    [REPORTS]: () => NO_REPORTS,
    ...answers,
  }
  const app = renderApp({
    route,
    prepare: ({ admin }) =>
      admin.request.mockImplementation(async (request) => {
        const answer = server[request.path]?.(request)
        if (answer === undefined) throw new Error(`The test gave no answer for ${request.path}`)
        if (answer instanceof Error) throw answer
        return answer
      }),
  })
  await screen.findByRole('heading', { level: 1 })
  // Waits for the effects that run after the page is shown.
  await act(async () => {})
  // Without a path, returns the requests that clicks caused. Reports load by themselves, so they are left out.
  const requests = (path?: string) =>
    app.admin.request.mock.calls
      .map(([request]) => request)
      .filter((request) => (path ? request.path === path : request.path !== REPORTS))
  const logIn = async (password = 'right password') => {
    if (password) await app.user.type(await screen.findByLabelText('密码'), password)
    await app.user.click(screen.getByRole('button', { name: '登录' }))
  }
  return { ...app, server, requests, logIn }
}

/** Stores a credential as a login in this tab does. */
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
