import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { adminPage, LOGIN, LOGS, setOnline, storeCredential, stored } from './admin-page'
import { LOGIN_RESPONSE, log, logs, logsResponse, refusal } from './admin-responses'

describe('Admin login', () => {
  it("prefills the user name 'admin', and sends no login without a password", async () => {
    const { user, logIn, requests } = await adminPage()
    const form = within(screen.getByRole('form', { name: '管理员登录' }))
    expect(form.getByLabelText('用户名')).toHaveValue('admin')
    expect(form.getByLabelText('密码')).toHaveAttribute('type', 'password')
    expect(document.querySelector('main [lang]')).toHaveAttribute('lang', 'zh-CN')
    await user.clear(form.getByLabelText('用户名'))
    await user.type(form.getByLabelText('用户名'), '   ')
    await logIn('')
    expect(form.getByLabelText('用户名')).toHaveAccessibleDescription('请输入用户名')
    expect(form.getByLabelText('密码')).toHaveAccessibleDescription('请输入密码')
    expect(form.getByLabelText('密码')).toBeInvalid()
    expect(requests()).toEqual([])
  })

  it('sends user name and password at the admin login, and stores the returned token but no password', async () => {
    const { user, logIn, requests } = await adminPage()
    await user.clear(screen.getByLabelText('用户名'))
    await user.type(screen.getByLabelText('用户名'), ' root ')
    await logIn(' my password ')
    await screen.findByRole('table')
    expect(requests()).toMatchObject([
      { method: 'POST', path: LOGIN, body: { username: 'root', password: ' my password ' } },
      {
        method: 'GET',
        path: LOGS,
        headers: { Authorization: 'Bearer admin.token' },
        query: { page: '1', pageSize: '25' },
      },
    ])
    expect(screen.getByText('Grace')).toBeInTheDocument()
    expect(screen.getByText('超级管理员')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(stored()).toEqual({ flag: 'true', credential: '{"kind":"token","token":"admin.token"}' })
    expect(JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }])).not.toContain('my password')
  })

  it('keeps the typed user name and password when the admin login fails', async () => {
    const refused = () => refusal(401, 'unauthorized')
    const { logIn } = await adminPage({ [LOGIN]: refused, [LOGS]: refused })
    await logIn('almost right')
    expect(await screen.findByRole('alert')).toHaveTextContent('管理员认证失败，请检查用户名和密码')
    expect(screen.getByLabelText('密码')).toHaveValue('almost right')
    expect(stored()).toEqual({ flag: null, credential: null })
  })

  it('continues with the password alone after an invalid login response, also on the next page and after a reload', async () => {
    const answers = {
      [LOGIN]: () => ({ ...LOGIN_RESPONSE, token: '' }),
      [LOGS]: () => logsResponse(undefined, { total: 60 }),
    }
    const first = await adminPage(answers)
    await first.logIn()
    await screen.findByRole('table')
    expect(stored()).toEqual({ flag: 'true', credential: '{"kind":"password","password":"right password"}' })
    await first.user.click(screen.getByRole('button', { name: '下一页' }))
    first.unmount()
    const again = await adminPage(answers)
    await screen.findByRole('table')
    const asked = [...first.requests(LOGS), ...again.requests()]
    expect(asked.map(({ headers, query }) => [headers?.Authorization, query?.password, query?.page])).toEqual([
      [undefined, 'right password', '1'],
      [undefined, 'right password', '2'],
      [undefined, 'right password', '1'],
    ])
  })

  it('counts down while the admin login is locked, and says when the lock is over', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const { logIn } = await adminPage({ [LOGIN]: () => refusal(429, 'locked', { retryAfterSeconds: 62 }) })
    await logIn()
    expect(await screen.findByText('请在 1 分 2 秒 后重试')).toBeInTheDocument()
    act(() => vi.advanceTimersByTime(3000))
    expect(screen.getByText('请在 59 秒 后重试')).toBeInTheDocument()
    act(() => vi.advanceTimersByTime(59_000))
    expect(screen.getByText('现在可以重新登录')).toBeInTheDocument()
  })
})

describe('Stored admin login', () => {
  it.each([
    ['a flag alone', { admin_logged_in: 'true' }],
    ['a credential alone', { admin_credential: '{"kind":"token","token":"x"}' }],
    ['a false flag', { admin_logged_in: 'false', admin_credential: '{"kind":"token","token":"x"}' }],
    ['an unknown credential kind', { admin_logged_in: 'true', admin_credential: '{"kind":"magic"}' }],
    ['an empty token', { admin_logged_in: 'true', admin_credential: '{"kind":"token","token":""}' }],
  ])('restores no admin login from storage with %s', async (_, entries) => {
    for (const [name, value] of Object.entries(entries)) window.sessionStorage.setItem(name, value)
    const { requests } = await adminPage()
    expect(screen.getByLabelText('密码')).toBeInTheDocument()
    expect(requests()).toEqual([])
  })

  it('stores the admin login in the page if session storage is blocked', async () => {
    for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
      vi.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException('blocked', 'SecurityError')
      })
    }
    const { logIn } = await adminPage()
    await logIn()
    expect(await screen.findByRole('table')).toBeInTheDocument()
  })

  it.each([
    ['a refused token', () => refusal(401, 'unauthorized'), '管理员认证失败，请检查用户名和密码'],
    ['a server error', () => refusal(500, 'internal'), '服务器内部错误，请联系技术支持'],
    ['a response of another shape', () => ({ success: true, logs: [log(1)] }), '认证失败或获取日志出错'],
  ])('deletes the stored admin login after %s', async (_, answer, sentence) => {
    storeCredential()
    await adminPage({ [LOGS]: answer })
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(screen.getByLabelText('密码')).toBeInTheDocument()
    expect(stored()).toEqual({ flag: null, credential: null })
  })

  it('deletes the stored admin login and the records when the token expires during paging', async () => {
    storeCredential()
    const { user, server } = await adminPage({ [LOGS]: () => logsResponse(logs(25), { total: 60 }) })
    await screen.findByRole('table')
    server[LOGS] = () => refusal(401, 'unauthorized')
    await user.click(screen.getByRole('button', { name: '下一页' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('管理员认证失败，请检查用户名和密码')
    expect(screen.queryByText('person-1@example.com')).not.toBeInTheDocument()
    expect(stored()).toEqual({ flag: null, credential: null })
  })

  it('stays logged out if a login response arrives after the logout', async () => {
    storeCredential()
    const answer = Promise.withResolvers()
    const { user, server } = await adminPage({ [LOGS]: () => logsResponse(logs(25), { total: 60 }) })
    await screen.findByRole('table')
    server[LOGS] = () => answer.promise
    await user.click(screen.getByRole('button', { name: '下一页' }))
    await user.click(screen.getByRole('button', { name: '退出登录' }))
    answer.resolve(logsResponse())
    await waitFor(() => expect(screen.getByLabelText('密码')).toBeInTheDocument())
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
    expect(stored().flag).toBeNull()
  })
})

describe('Admin page offline', () => {
  it('sends no admin request offline, even by script, keeps the login, and allows a logout', async () => {
    storeCredential()
    const { user, requests } = await adminPage({ [LOGS]: () => logsResponse(logs(25), { total: 60 }) })
    await screen.findByRole('table')
    await user.type(screen.getByLabelText('按邮箱搜索'), 'ada')
    act(() => setOnline(false))
    for (const name of ['查询', '导出 CSV', '核对并发放', '测试后端连接', '测试管理API', '测试服务器状态'])
      expect(screen.getByRole('button', { name })).toBeDisabled()
    for (const name of ['首页', '上一页', '下一页', '末页']) {
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
      await user.click(screen.getByRole('button', { name }))
    }
    expect(screen.getByRole('combobox', { name: /每页/ })).toBeDisabled()
    for (const name of ['筛选', '发放积分']) screen.getByRole<HTMLFormElement>('form', { name }).requestSubmit()
    expect(requests()).toHaveLength(1)
    expect(screen.getByRole('table')).toBeInTheDocument()
    expect(stored().flag).toBe('true')
    await user.click(screen.getByRole('button', { name: '退出登录' }))
    expect(screen.getByRole('button', { name: '登录' })).toBeDisabled()
    screen.getByRole<HTMLFormElement>('form', { name: '管理员登录' }).requestSubmit()
    expect(requests()).toHaveLength(1)
    expect(stored().flag).toBeNull()
  })

  it('restores a stored admin login once the network returns', async () => {
    setOnline(false)
    storeCredential()
    const { requests } = await adminPage()
    expect(screen.getByText('网络连接已断开')).toBeInTheDocument()
    expect(requests()).toEqual([])
    expect(stored().flag).toBe('true')
    act(() => setOnline(true))
    expect(await screen.findByRole('table')).toBeInTheDocument()
    expect(screen.queryByText('网络连接已断开')).not.toBeInTheDocument()
  })
})
