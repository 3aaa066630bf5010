import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { adminPage, LOGS, logs, logsAnswer, setOnline, storeCredential, stored } from './admin-page'

const BANNER = '网络连接已断开'

describe('an offline banner; actions are disabled while offline', () => {
  it('shows the banner while offline, and only then', async () => {
    await adminPage()
    expect(screen.queryByText(BANNER)).not.toBeInTheDocument()
    act(() => setOnline(false))
    expect(screen.getByText(BANNER)).toBeInTheDocument()
    act(() => setOnline(true))
    expect(screen.queryByText(BANNER)).not.toBeInTheDocument()
  })

  it('logged out: login and the three tests', async () => {
    setOnline(false)
    const { user, requests } = await adminPage()
    for (const name of ['登录', '测试后端连接', '测试管理API', '测试服务器状态'])
      expect(screen.getByRole('button', { name })).toBeDisabled()
    // Enter in a field submits a form whose button is disabled in no browser, but a script might.
    await user.type(screen.getByLabelText('密码'), 'right password{Enter}')
    screen.getByRole<HTMLFormElement>('form').requestSubmit()
    expect(requests()).toEqual([])
    act(() => setOnline(true))
    for (const name of ['登录', '测试后端连接', '测试管理API', '测试服务器状态'])
      expect(screen.getByRole('button', { name })).toBeEnabled()
    expect(screen.getByLabelText('密码')).toHaveValue('right password')
  })

  it('logged in: search, pages, export and tests; being offline alone is no failure and logs nobody out', async () => {
    storeCredential()
    const { user, requests } = await adminPage({ [LOGS]: () => logsAnswer(logs(25), { total: 60 }) })
    await screen.findByRole('table')
    await user.type(screen.getByLabelText('按邮箱搜索'), 'ada')
    act(() => setOnline(false))
    for (const name of ['查询', '导出 CSV', '测试后端连接', '测试管理API', '测试服务器状态'])
      expect(screen.getByRole('button', { name })).toBeDisabled()
    for (const name of ['首页', '上一页', '下一页', '末页']) {
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
      await user.click(screen.getByRole('button', { name }))
    }
    expect(screen.getByRole('combobox', { name: /每页/ })).toBeDisabled()
    screen.getByRole<HTMLFormElement>('form', { name: '筛选' }).requestSubmit()
    expect(requests()).toHaveLength(1)
    expect(screen.getByRole('table')).toBeInTheDocument()
    expect(stored().flag).toBe('true')
  })

  it('logged in: logout works, for it needs no network', async () => {
    storeCredential()
    const { user } = await adminPage()
    await screen.findByRole('table')
    act(() => setOnline(false))
    await user.click(screen.getByRole('button', { name: '退出登录' }))
    expect(screen.getByLabelText('密码')).toBeInTheDocument()
    expect(stored().flag).toBeNull()
  })

  it('a stored login waits for the network and is then restored', async () => {
    setOnline(false)
    storeCredential()
    const { requests } = await adminPage()
    expect(screen.getByText(BANNER)).toBeInTheDocument()
    expect(requests()).toEqual([])
    expect(stored().flag).toBe('true')
    act(() => setOnline(true))
    expect(await screen.findByRole('table')).toBeInTheDocument()
    expect(requests()).toHaveLength(1)
  })

  it('a stored login whose fetch is under way when the network goes asks again when it is back', async () => {
    storeCredential()
    const { server, requests } = await adminPage({ [LOGS]: () => new Promise(() => {}) })
    expect(requests()).toHaveLength(1)
    act(() => setOnline(false))
    expect(requests()[0]?.signal?.aborted).toBe(true)
    server[LOGS] = () => logsAnswer()
    act(() => setOnline(true))
    expect(await screen.findByRole('table')).toBeInTheDocument()
    expect(stored().flag).toBe('true')
  })
})
