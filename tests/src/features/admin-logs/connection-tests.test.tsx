import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'
import { adminPage, pending, refusal, storeCredential, stored } from './admin-page'

const HEALTH = '/health'
const TEST = '/api/admin/test'
const STATUS = '/api/admin/status'

const HEALTHY = { success: true, status: 'ok', dependencies: { database: 'ok', auth: 'ok' } }

function track(name: string) {
  const item = screen.getByRole('button', { name }).closest('li')
  if (!item) throw new Error(`${name} stands on no track`)
  return within(item)
}

describe('buttons to test the backend connection, the admin API and server status', () => {
  it('测试后端连接 asks /health, shows the time it took and what the server said', async () => {
    let now = 1000
    const answer = () => {
      now += 42.4
      return HEALTHY
    }
    const { user, requests } = await adminPage({ [HEALTH]: answer })
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    await user.click(screen.getByRole('button', { name: '测试后端连接' }))
    const result = track('测试后端连接')
    expect(await result.findByText('后端连接正常')).toBeInTheDocument()
    expect(result.getByText('42 毫秒')).toBeInTheDocument()
    expect(result.getAllByRole('term').map((term) => term.textContent)).toEqual(['状态', '数据库', '认证服务'])
    expect(result.getAllByText('正常')).toHaveLength(3)
    expect(requests()).toEqual([expect.objectContaining({ method: 'GET', path: HEALTH })])
    expect(requests()[0]).not.toHaveProperty('query')
  })

  it('测试管理API asks /api/admin/test', async () => {
    const { user, requests } = await adminPage({ [TEST]: () => ({ success: true, message: 'The admin API answers.' }) })
    await user.click(screen.getByRole('button', { name: '测试管理API' }))
    const result = track('测试管理API')
    expect(await result.findByText('管理API正常')).toBeInTheDocument()
    expect(result.getByText('The admin API answers.')).toBeInTheDocument()
    expect(result.getByText(/^\d+ 毫秒$/)).toBeInTheDocument()
    expect(requests()).toEqual([expect.objectContaining({ method: 'GET', path: TEST })])
  })

  it('测试服务器状态 asks /api/admin/status with the typed password', async () => {
    const answer = { success: true, data: { status: 'ok', testCredits: true, note: null, region: 'here' } }
    const { user, requests } = await adminPage({ [STATUS]: () => answer })
    await user.type(screen.getByLabelText('密码'), 'typed')
    await user.click(screen.getByRole('button', { name: '测试服务器状态' }))
    const result = track('测试服务器状态')
    expect(await result.findByText('服务器状态正常')).toBeInTheDocument()
    expect(result.getAllByRole('term').map((term) => term.textContent)).toEqual(['状态', '测试积分', 'region'])
    expect(result.getByText('开启')).toBeInTheDocument()
    expect(requests()).toEqual([expect.objectContaining({ method: 'GET', path: STATUS, query: { password: 'typed' } })])
  })

  it('测试服务器状态 asks for a password where none was typed, and sends nothing', async () => {
    const { user, requests } = await adminPage()
    await user.click(screen.getByRole('button', { name: '测试服务器状态' }))
    expect(await track('测试服务器状态').findByText('请先输入密码')).toBeInTheDocument()
    expect(requests()).toEqual([])
  })

  it('测试服务器状态 shows the token of a login', async () => {
    storeCredential()
    const { user, requests } = await adminPage({ [STATUS]: () => HEALTHY })
    await screen.findByRole('table')
    await user.click(screen.getByRole('button', { name: '测试服务器状态' }))
    expect(await screen.findByText('服务器状态正常')).toBeInTheDocument()
    expect(requests(STATUS)).toEqual([expect.objectContaining({ headers: { Authorization: 'Bearer stored.token' } })])
  })

  it('says so where the server answers that a part of it is down', async () => {
    const { user } = await adminPage({ [HEALTH]: () => ({ ...HEALTHY, dependencies: { database: 'down' } }) })
    await user.click(screen.getByRole('button', { name: '测试后端连接' }))
    expect(await track('测试后端连接').findByText('服务器有响应，但部分服务异常')).toBeInTheDocument()
    expect(screen.getByText('异常')).toBeInTheDocument()
  })

  it('each waits for its own answer, and takes one press meanwhile', async () => {
    const answer = pending()
    const { user, requests } = await adminPage({ [HEALTH]: () => answer.promise, [TEST]: () => ({ success: true }) })
    const button = screen.getByRole('button', { name: '测试后端连接' })
    await user.click(button)
    await user.click(button)
    expect(button).toHaveAttribute('aria-busy', 'true')
    expect(requests(HEALTH)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: '测试管理API' }))
    expect(await screen.findByText('管理API正常')).toBeInTheDocument()
    answer.resolve(HEALTHY)
    expect(await screen.findByText('后端连接正常')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '测试管理API' })).toHaveFocus()
  })
})

describe('a test that fails', () => {
  it.each<[string, Error, string]>([
    ['no answer', new NetworkError('network'), '无法连接到服务器'],
    ['401', refusal(401, 'unauthorized'), '管理员认证失败，请检查用户名和密码'],
    ['500', refusal(500, 'internal'), '服务器内部错误，请联系技术支持'],
    ['locked', refusal(429, 'locked'), '登录尝试次数过多，请稍后再试'],
    ['404', refusal(404, 'not_found'), '测试失败（HTTP 404）'],
    ["another's page", new UnexpectedResponseError(200, '<html>'), '测试失败（HTTP 200）'],
    ['anything else', new Error('surprise'), '测试失败'],
  ])('%s', async (_, error, sentence) => {
    const { user } = await adminPage({
      [HEALTH]: () => {
        throw error
      },
    })
    await user.click(screen.getByRole('button', { name: '测试后端连接' }))
    const result = track('测试后端连接')
    expect(await result.findByText(sentence)).toBeInTheDocument()
    expect(result.getByText(/^\d+ 毫秒$/)).toBeInTheDocument()
  })

  it('logs nobody out: it tells of the server', async () => {
    storeCredential()
    const { user } = await adminPage({
      [HEALTH]: () => {
        throw refusal(503, 'unhealthy')
      },
    })
    await screen.findByRole('table')
    await user.click(screen.getByRole('button', { name: '测试后端连接' }))
    expect(await screen.findByText('服务器内部错误，请联系技术支持')).toBeInTheDocument()
    expect(screen.getByText('The server says no.')).toBeInTheDocument()
    expect(screen.getByRole('table')).toBeInTheDocument()
    expect(stored().flag).toBe('true')
  })

  it('unless it says that the login is no longer good', async () => {
    storeCredential()
    const { user } = await adminPage({
      [STATUS]: () => {
        throw refusal(401, 'unauthorized')
      },
    })
    await screen.findByRole('table')
    await user.click(screen.getByRole('button', { name: '测试服务器状态' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('管理员认证失败，请检查用户名和密码')
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
    expect(stored().flag).toBeNull()
  })
})
