import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/lib/api-error'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

const session = testSession()

async function debugPage(options: Partial<Parameters<typeof renderApp>[0]> = { session, credits: 100 }) {
  const app = renderApp({ route: '/debug', ...options })
  await screen.findByRole('heading', { level: 1, name: '认证调试' })
  return app
}

const region = (name: string) => screen.getByRole('region', { name })

describe('what it shows', () => {
  it('of a session: who it is, that tokens are there, when they expire, and never a token', async () => {
    await debugPage()
    expect(await within(region('登录状态')).findByText('已登录')).toBeInTheDocument()
    expect(within(region('登录状态')).getByText('ada@example.com')).toBeInTheDocument()
    expect(within(region('登录状态')).getByText(session.user.id)).toBeInTheDocument()
    expect(within(region('会话数据')).getAllByText('有')).toHaveLength(2)
    expect(within(region('会话数据')).getByText('bearer')).toBeInTheDocument()
    const expiry = new Date((session.expires_at ?? 0) * 1000).toLocaleString('zh-CN')
    expect(within(region('会话数据')).getByText(expiry)).toBeInTheDocument()
    expect(document.body.textContent).not.toContain(session.access_token)
    expect(document.body.textContent).not.toContain(session.refresh_token)
  })

  it('of nobody', async () => {
    await debugPage({})
    expect(within(region('登录状态')).getByText('未登录')).toBeInTheDocument()
    expect(within(region('会话数据')).getAllByText('无')).toHaveLength(2)
    expect(screen.getByText('本地存储为空')).toBeInTheDocument()
  })

  it('is for nobody to find', async () => {
    await debugPage({})
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  })
})

describe('刷新会话', () => {
  it('refreshes the session', async () => {
    const { user, supabase } = await debugPage()
    await user.click(screen.getByRole('button', { name: '刷新会话' }))
    expect(await screen.findByText('会话已刷新')).toBeInTheDocument()
    expect(supabase.auth.refreshSession).toHaveBeenCalledTimes(1)
  })

  it('shows why it could not', async () => {
    const { user, supabase } = await debugPage({})
    supabase.auth.refreshSession.mockResolvedValue({
      data: { session: null, user: null },
      error: new Error('Auth session missing!'),
    })
    await user.click(screen.getByRole('button', { name: '刷新会话' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('操作失败：Auth session missing!')
  })
})

describe('清除本地存储', () => {
  it('asks first', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
    const { user } = await debugPage()
    await screen.findByText('已登录')
    await user.click(screen.getByRole('button', { name: '清除本地存储' }))
    expect(confirm).toHaveBeenCalledTimes(1)
    expect(window.localStorage.getItem('token')).toBe(session.access_token)
  })

  it('clears all of it, and with it the session', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true)
    const { user, supabase } = await debugPage()
    await screen.findByText('已登录')
    window.localStorage.setItem('other', 'x')
    supabase.store(null)
    await user.click(screen.getByRole('button', { name: '清除本地存储' }))
    expect(await screen.findByText('本地存储已清除')).toBeInTheDocument()
    expect(window.localStorage.length).toBe(0)
    expect(screen.getByText('未登录')).toBeInTheDocument()
  })
})

describe('模拟订阅', () => {
  it("grants the chosen plan to the signed-in user, and the header's credits follow", async () => {
    const { user, creditsApi, supabase } = await debugPage()
    await screen.findByText('已登录')
    expect(screen.getByLabelText('用户ID')).toHaveValue(session.user.id)
    const options = within(screen.getByLabelText('套餐')).getAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(['lite（600）', 'pro（1200）', 'pro_plus（2500）'])
    creditsApi.addTestCredits.mockImplementation(async () => {
      supabase.answers.rpc = () => ({ data: { credits: 2600 }, error: null })
      return { totalCredits: 2600 }
    })
    await user.selectOptions(screen.getByLabelText('套餐'), 'pro_plus')
    await user.click(screen.getByRole('button', { name: '模拟订阅' }))
    expect(await screen.findByText('已添加 2,500 积分，当前积分：2,600')).toBeInTheDocument()
    expect(creditsApi.addTestCredits).toHaveBeenCalledWith({
      userId: session.user.id,
      amount: 2500,
      planId: 'pro_plus',
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(within(screen.getByRole('banner')).getByText('2,600')).toBeInTheDocument()
  })

  it('uses another key for each press', async () => {
    const { user, creditsApi } = await debugPage()
    await screen.findByText('已登录')
    creditsApi.addTestCredits.mockResolvedValue({ totalCredits: 1 })
    const button = screen.getByRole('button', { name: '模拟订阅' })
    await user.click(button)
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(button)
    await waitFor(() => expect(creditsApi.addTestCredits).toHaveBeenCalledTimes(2))
    const keys = creditsApi.addTestCredits.mock.calls.map(([plan]) => plan.idempotencyKey)
    expect(new Set(keys).size).toBe(2)
    await waitFor(() => expect(button).toBeEnabled())
  })

  it.each(['模拟订阅', '验证积分余额'])('%s needs a user id', async (name) => {
    const { user, creditsApi } = await debugPage({})
    await user.click(screen.getByRole('button', { name }))
    expect(await screen.findByRole('alert')).toHaveTextContent('请先输入用户ID')
    expect(creditsApi.addTestCredits).not.toHaveBeenCalled()
    expect(creditsApi.validate).not.toHaveBeenCalled()
  })

  it.each([
    [404, 'not_found', '测试操作未开启（404）'],
    [401, 'unauthorized', '请先登录（401）'],
    [500, 'internal', '操作失败：The server says no.'],
  ])('shows an answer with status %i', async (status, code, sentence) => {
    const { user, creditsApi } = await debugPage({})
    creditsApi.addTestCredits.mockRejectedValue(new ApiError({ status, code, message: 'The server says no.' }))
    await user.type(screen.getByLabelText('用户ID'), 'user-2')
    await user.click(screen.getByRole('button', { name: '模拟订阅' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  })
})

describe('验证积分余额', () => {
  it.each([
    [false, '余额正确，当前积分：700'],
    [true, '余额有误，已修复，当前积分：700'],
  ])('shows the balance and what it is made of (repaired: %s)', async (wasRepaired, sentence) => {
    const { user, creditsApi } = await debugPage()
    await screen.findByText('已登录')
    creditsApi.validate.mockResolvedValue({ wasRepaired, currentCredits: 700 })
    creditsApi.balance.mockResolvedValue({
      totalCredits: 700,
      balances: [{ id: 'b', source: 'lite', granted: 600, remaining: 500 }],
    })
    await user.click(screen.getByRole('button', { name: '验证积分余额' }))
    const status = await screen.findByText((text) => text.startsWith(sentence))
    expect(status).toHaveTextContent('lite：500 / 600')
    expect(creditsApi.validate).toHaveBeenCalledWith(session.user.id)
  })
})

it('reads storage again after an action', async () => {
  const { user } = await debugPage({})
  window.localStorage.setItem('fresh', '"value"')
  await user.click(screen.getByRole('button', { name: '刷新会话' }))
  expect(await within(region('本地存储')).findByText('fresh')).toBeInTheDocument()
  await act(async () => {})
})
