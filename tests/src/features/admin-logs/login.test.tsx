import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { NetworkError } from '@/lib/http/api-error'
import { ADMIN, adminPage, LOGIN, LOGIN_ANSWER, LOGS, logsAnswer, pending, refusal, stored } from './admin-page'

describe("login form: user name (default 'admin') and password, both required", () => {
  it("has the fields 用户名 and 密码 under 管理员登录, with 'admin' as the user name", async () => {
    await adminPage()
    const form = within(screen.getByRole('form', { name: '管理员登录' }))
    expect(form.getByLabelText('用户名')).toHaveValue('admin')
    expect(form.getByLabelText('用户名')).toBeRequired()
    expect(form.getByLabelText('密码')).toHaveValue('')
    expect(form.getByLabelText('密码')).toBeRequired()
    expect(form.getByLabelText('密码')).toHaveAttribute('type', 'password')
    expect(document.querySelector('main [lang]')).toHaveAttribute('lang', 'zh-CN')
  })

  it('asks for what is missing and sends nothing', async () => {
    const { user, logIn, requests } = await adminPage()
    await user.clear(screen.getByLabelText('用户名'))
    await logIn('')
    expect(screen.getByLabelText('用户名')).toHaveAccessibleDescription('请输入用户名')
    expect(screen.getByLabelText('密码')).toHaveAccessibleDescription('请输入密码')
    expect(screen.getByLabelText('密码')).toBeInvalid()
    expect(requests()).toEqual([])
  })

  it('takes white space for no user name', async () => {
    const { user, logIn, requests } = await adminPage()
    await user.clear(screen.getByLabelText('用户名'))
    await user.type(screen.getByLabelText('用户名'), '   ')
    await logIn()
    expect(screen.getByLabelText('用户名')).toHaveAccessibleDescription('请输入用户名')
    expect(requests()).toEqual([])
  })
})

describe('logged out -> logged in after login and a successful log fetch', () => {
  it('sends user name and password, then fetches the logs with the token', async () => {
    const { user, logIn, requests } = await adminPage()
    await user.clear(screen.getByLabelText('用户名'))
    await user.type(screen.getByLabelText('用户名'), ' root ')
    await logIn(' my password ')
    await screen.findByRole('table')
    expect(requests()).toEqual([
      expect.objectContaining({
        method: 'POST',
        path: '/api/auth/admin-login',
        body: { username: 'root', password: ' my password ' },
      }),
      expect.objectContaining({
        method: 'GET',
        path: '/api/auth/login-logs',
        headers: { Authorization: 'Bearer admin.token' },
        query: { page: '1', pageSize: '25' },
      }),
    ])
  })

  it('shows who the server says the administrator is', async () => {
    const { logIn } = await adminPage()
    await logIn()
    expect(await screen.findByText('Grace')).toBeInTheDocument()
    expect(screen.getByText('超级管理员')).toBeInTheDocument()
    expect(screen.queryByLabelText('密码')).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('shows a role it has no word for as it is, and the user name where there is no other', async () => {
    const admin = { ...ADMIN, displayName: '', role: 'auditor' }
    const { logIn } = await adminPage({ [LOGS]: () => ({ ...logsAnswer(), admin }) })
    await logIn()
    expect(await screen.findByText('admin')).toBeInTheDocument()
    expect(screen.getByText('auditor')).toBeInTheDocument()
  })

  it('is not logged in between the two: nothing is stored and no table stands there', async () => {
    const answer = pending()
    const { logIn, requests } = await adminPage({ [LOGS]: () => answer.promise })
    await logIn()
    await waitFor(() => expect(requests(LOGS)).toHaveLength(1))
    expect(screen.getByRole('button', { name: '登录' })).toBeDisabled()
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
    expect(stored()).toEqual({ flag: null, credential: null })
    answer.resolve(logsAnswer())
    expect(await screen.findByRole('table')).toBeInTheDocument()
    expect(stored().flag).toBe('true')
  })

  it('is not logged in when the log fetch fails, and says so', async () => {
    const { logIn } = await adminPage({
      [LOGS]: () => {
        throw refusal(500, 'internal')
      },
    })
    await logIn()
    expect(await screen.findByRole('alert')).toHaveTextContent('服务器内部错误，请联系技术支持')
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
    expect(stored()).toEqual({ flag: null, credential: null })
  })

  it('keeps what was typed when it fails', async () => {
    const { logIn } = await adminPage({
      [LOGIN]: () => {
        throw refusal(401, 'unauthorized')
      },
      [LOGS]: () => {
        throw refusal(401, 'unauthorized')
      },
    })
    await logIn('almost right')
    await screen.findByRole('alert')
    expect(screen.getByLabelText('密码')).toHaveValue('almost right')
    expect(screen.getByLabelText('用户名')).toHaveValue('admin')
  })
})

describe('admin login failure: a fallback tries the log call with the password alone', () => {
  it.each([
    ['401', refusal(401, 'unauthorized')],
    ['404', refusal(404, 'not_found')],
    ['500', refusal(500, 'internal')],
    ['no answer', new NetworkError('network')],
  ])('after %s, and is logged in when that works', async (_, error) => {
    const { logIn, requests } = await adminPage({
      [LOGIN]: () => {
        throw error
      },
    })
    await logIn()
    expect(await screen.findByRole('table')).toBeInTheDocument()
    expect(requests(LOGS)).toEqual([
      expect.objectContaining({ query: { password: 'right password', page: '1', pageSize: '25' }, headers: {} }),
    ])
  })

  it('keeps the password then, and pages with it', async () => {
    const { user, logIn, requests } = await adminPage({
      [LOGIN]: () => {
        throw refusal(404, 'not_found')
      },
      [LOGS]: () => logsAnswer(undefined, { total: 60 }),
    })
    await logIn()
    await screen.findByRole('table')
    expect(stored()).toEqual({ flag: 'true', credential: '{"kind":"password","password":"right password"}' })
    await user.click(screen.getByRole('button', { name: '下一页' }))
    expect(requests(LOGS).at(-1)).toMatchObject({ query: { password: 'right password', page: '2' } })
  })

  it('also for an answer that is no login', async () => {
    const { logIn, requests } = await adminPage({ [LOGIN]: () => ({ ...LOGIN_ANSWER, token: '' }) })
    await logIn()
    await screen.findByRole('table')
    expect(requests(LOGS)[0]).toMatchObject({ query: { password: 'right password' } })
  })

  it('not while locked: the server would refuse that too', async () => {
    const { logIn, requests } = await adminPage({
      [LOGIN]: () => {
        throw refusal(429, 'locked', { retryAfterSeconds: 60 })
      },
    })
    await logIn()
    await screen.findByRole('alert')
    expect(requests(LOGS)).toEqual([])
  })
})
