import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { NetworkError } from '@/lib/http/api-error'
import { adminPage, LOGS, log, logs, logsAnswer, pending, refusal, storeCredential, stored } from './admin-page'

describe('the logged-in flag is kept in session storage and restored on load', () => {
  it('with the token and never the password', async () => {
    const { logIn } = await adminPage()
    await logIn()
    await screen.findByRole('table')
    expect(stored()).toEqual({ flag: 'true', credential: '{"kind":"token","token":"admin.token"}' })
    expect(JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }])).not.toContain('right password')
    expect(window.localStorage.length).toBe(0)
  })

  it.each([
    [{ kind: 'token', token: 'stored.token' }, { headers: { Authorization: 'Bearer stored.token' } }],
    [{ kind: 'password', password: 'kept' }, { query: { password: 'kept', page: '1', pageSize: '25' } }],
  ])('fetches the logs with %o', async (credential, sent) => {
    storeCredential(credential)
    const { requests } = await adminPage()
    expect(await screen.findByRole('table')).toBeInTheDocument()
    expect(requests()).toEqual([expect.objectContaining(sent)])
    expect(screen.queryByLabelText('密码')).not.toBeInTheDocument()
  })

  it('shows the shape of the records meanwhile, and no form', async () => {
    storeCredential()
    const answer = pending()
    await adminPage({ [LOGS]: () => answer.promise })
    expect(screen.getByText('正在加载登录记录')).toBeInTheDocument()
    expect(screen.queryByLabelText('密码')).not.toBeInTheDocument()
    answer.resolve(logsAnswer())
    expect(await screen.findByRole('table')).toBeInTheDocument()
  })

  it.each([
    ['a flag alone', { admin_logged_in: 'true' }],
    ['a credential alone', { admin_credential: '{"kind":"token","token":"x"}' }],
    ['a flag that says no', { admin_logged_in: 'false', admin_credential: '{"kind":"token","token":"x"}' }],
    ['something else', { admin_logged_in: 'true', admin_credential: '{"kind":"magic"}' }],
    ['an empty token', { admin_logged_in: 'true', admin_credential: '{"kind":"token","token":""}' }],
  ])('takes %s for logged out', async (_, entries) => {
    for (const [name, value] of Object.entries(entries)) window.sessionStorage.setItem(name, value)
    const { requests } = await adminPage()
    expect(screen.getByLabelText('密码')).toBeInTheDocument()
    expect(requests()).toEqual([])
  })

  it('works where session storage is blocked, for as long as the page stands', async () => {
    for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
      vi.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException('blocked', 'SecurityError')
      })
    }
    const { logIn } = await adminPage()
    await logIn()
    expect(await screen.findByRole('table')).toBeInTheDocument()
  })
})

describe('logout or any failure clears it', () => {
  it('logout: 退出登录', async () => {
    storeCredential()
    const { user, requests } = await adminPage()
    await user.click(await screen.findByRole('button', { name: '退出登录' }))
    expect(screen.getByLabelText('密码')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(stored()).toEqual({ flag: null, credential: null })
    expect(requests()).toHaveLength(1)
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it.each([
    ['a refused token', refusal(401, 'unauthorized'), '管理员认证失败，请检查用户名和密码'],
    ['a server error', refusal(500, 'internal'), '服务器内部错误，请联系技术支持'],
    ['no answer', new NetworkError('timeout'), '无法连接到服务器'],
    ['a refused request', refusal(400, 'bad_request'), '认证失败或获取日志出错'],
  ])('%s on loading the page', async (_, error, sentence) => {
    storeCredential()
    await adminPage({
      [LOGS]: () => {
        throw error
      },
    })
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(screen.getByLabelText('密码')).toBeInTheDocument()
    expect(stored()).toEqual({ flag: null, credential: null })
  })

  it('a token that expired while paging', async () => {
    storeCredential()
    const { user, server } = await adminPage({ [LOGS]: () => logsAnswer(logs(25), { total: 60 }) })
    await screen.findByRole('table')
    server[LOGS] = () => {
      throw refusal(401, 'unauthorized')
    }
    await user.click(screen.getByRole('button', { name: '下一页' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('管理员认证失败，请检查用户名和密码')
    expect(screen.queryByText('person-1@example.com')).not.toBeInTheDocument()
    expect(stored()).toEqual({ flag: null, credential: null })
  })

  it('an answer of another shape', async () => {
    storeCredential()
    await adminPage({ [LOGS]: () => ({ success: true, logs: [{ ...log(1), id: undefined }] }) })
    expect(await screen.findByRole('alert')).toHaveTextContent('认证失败或获取日志出错')
    expect(stored().flag).toBeNull()
  })

  it('an answer that comes after the logout changes nothing', async () => {
    storeCredential()
    const answer = pending()
    const { user, server } = await adminPage({ [LOGS]: () => logsAnswer(logs(25), { total: 60 }) })
    await screen.findByRole('table')
    server[LOGS] = () => answer.promise
    await user.click(screen.getByRole('button', { name: '下一页' }))
    await user.click(screen.getByRole('button', { name: '退出登录' }))
    answer.resolve(logsAnswer())
    await waitFor(() => expect(screen.getByLabelText('密码')).toBeInTheDocument())
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
    expect(stored().flag).toBeNull()
  })
})
