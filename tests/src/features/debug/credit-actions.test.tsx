import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { debugPage, press, region, session } from './open-debug-page'

const refusal = (status: number, requestId?: string) =>
  new ApiError({ status, code: 'code', message: 'The server says no.', requestId })

const BALANCE = { totalCredits: 700, balances: [{ id: 'b', source: 'lite', granted: 600, remaining: 500 }] }

const panel = () => within(region('模拟订阅'))

describe('simulated subscription with user id and plan', () => {
  it('offers lite with 600, pro with 1200 and pro_plus with 2500 credits, for the signed-in user', async () => {
    await debugPage()
    expect(screen.getByLabelText('用户ID')).toHaveValue(session.user.id)
    const options = within(screen.getByLabelText('套餐')).getAllByRole<HTMLOptionElement>('option')
    expect(options.map(({ value, textContent }) => [value, textContent])).toEqual([
      ['lite', 'lite（600 积分）'],
      ['pro', 'pro（1200 积分）'],
      ['pro_plus', 'pro_plus（2500 积分）'],
    ])
  })

  it.each([
    ['lite', 600],
    ['pro', 1200],
    ['pro_plus', 2500],
  ])("%s grants %i credits, and the header's follow", async (planId, amount) => {
    const { user, creditsApi, supabase } = await debugPage()
    const total = 100 + amount
    creditsApi.addTestCredits.mockImplementation(async () => {
      supabase.answers.rpc = () => ({ data: { credits: total }, error: null })
      return { totalCredits: total }
    })
    await user.selectOptions(screen.getByLabelText('套餐'), planId)
    await user.click(press('模拟订阅'))
    const [added, now] = [amount, total].map((number) => number.toLocaleString('en-US'))
    expect(await panel().findByText(`已添加 ${added} 积分，当前积分：${now}`)).toBeInTheDocument()
    expect(creditsApi.addTestCredits).toHaveBeenCalledWith({
      userId: session.user.id,
      amount,
      planId,
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(within(screen.getByRole('banner')).getByText(String(now))).toBeInTheDocument()
  })

  it('uses another key for each press', async () => {
    const { user, creditsApi } = await debugPage()
    creditsApi.addTestCredits.mockResolvedValue({ totalCredits: 1 })
    await user.click(press('模拟订阅'))
    await waitFor(() => expect(press('模拟订阅')).toBeEnabled())
    await user.click(press('模拟订阅'))
    await waitFor(() => expect(creditsApi.addTestCredits).toHaveBeenCalledTimes(2))
    const keys = creditsApi.addTestCredits.mock.calls.map(([plan]) => plan.idempotencyKey)
    expect(new Set(keys).size).toBe(2)
    await waitFor(() => expect(press('模拟订阅')).toBeEnabled())
  })

  it('runs one action at a time', async () => {
    const { user, creditsApi } = await debugPage()
    const answer = Promise.withResolvers<{ totalCredits: number }>()
    creditsApi.addTestCredits.mockReturnValue(answer.promise)
    await user.click(press('模拟订阅'))
    expect(press('模拟订阅')).toHaveAttribute('aria-disabled', 'true')
    await user.click(press('验证积分余额'))
    expect(creditsApi.validate).not.toHaveBeenCalled()
    answer.resolve({ totalCredits: 1 })
    await waitFor(() => expect(press('模拟订阅')).toBeEnabled())
  })
})

describe('validate balance', () => {
  it.each([
    [false, '余额正确，当前积分：700'],
    [true, '余额有误，已修复，当前积分：700'],
  ])('shows was_repaired (%s), current_credits and what the balance is made of', async (wasRepaired, sentence) => {
    const { user, creditsApi } = await debugPage()
    creditsApi.validate.mockResolvedValue({ wasRepaired, currentCredits: 700 })
    creditsApi.balance.mockResolvedValue(BALANCE)
    await user.click(press('验证积分余额'))
    expect(await panel().findByText(sentence)).toBeInTheDocument()
    const value = (name: string) => panel().getByText(name).nextElementSibling?.textContent
    expect(value('was_repaired')).toBe(String(wasRepaired))
    expect(value('current_credits')).toBe('700')
    expect(value('total_credits')).toBe('700')
    expect(value('balances')).toBe('lite：500 / 600')
    expect(creditsApi.validate).toHaveBeenCalledWith(session.user.id)
  })

  it('shows a balance that is made of nothing', async () => {
    const { user, creditsApi } = await debugPage()
    creditsApi.validate.mockResolvedValue({ wasRepaired: false, currentCredits: 0 })
    creditsApi.balance.mockResolvedValue({ totalCredits: 0, balances: [] })
    await user.click(press('验证积分余额'))
    expect((await panel().findByText('balances')).nextElementSibling).toHaveTextContent(/^—$/)
  })
})

describe.each(['模拟订阅', '验证积分余额'])('%s', (name) => {
  it.each(['', '   '])('needs a user id (%j): 请先输入用户ID', async (typed) => {
    const { user, creditsApi } = await debugPage({})
    if (typed) await user.type(screen.getByLabelText('用户ID'), typed)
    await user.click(press(name))
    expect(await panel().findByRole('alert')).toHaveTextContent('请先输入用户ID')
    expect(screen.getByLabelText('用户ID')).toBeInvalid()
    expect(creditsApi.addTestCredits).not.toHaveBeenCalled()
    expect(creditsApi.validate).not.toHaveBeenCalled()
    await user.type(screen.getByLabelText('用户ID'), 'x')
    expect(screen.getByLabelText('用户ID')).toBeValid()
  })

  async function failWith(error: Error, typedId?: string, options = {}) {
    const app = await debugPage({ session, ...options })
    app.creditsApi.addTestCredits.mockRejectedValue(error)
    app.creditsApi.validate.mockRejectedValue(error)
    if (typedId) {
      await app.user.clear(screen.getByLabelText('用户ID'))
      await app.user.type(screen.getByLabelText('用户ID'), typedId)
    }
    return { ...app, sentence: async () => (await panel().findByRole('alert')).textContent }
  }

  it('says that the test actions are off where they answer 404, as in production', async () => {
    const { user, sentence } = await failWith(refusal(404))
    await user.click(press(name))
    expect(await sentence()).toMatch(/^此服务器未开启测试操作（404）/)
  })

  it("says the same for another's id where one's own is not found either", async () => {
    const { user, creditsApi, sentence } = await failWith(refusal(404), 'somebody-else')
    creditsApi.balance.mockRejectedValue(refusal(404))
    await user.click(press(name))
    expect(await sentence()).toMatch(/^此服务器未开启测试操作（404）/)
    expect(creditsApi.balance).toHaveBeenCalledWith(session.user.id)
  })

  it("says that it is for one's own account where another's id is not found and one's own is", async () => {
    const { user, creditsApi, sentence } = await failWith(refusal(404), 'somebody-else')
    creditsApi.balance.mockResolvedValue(BALANCE)
    await user.click(press(name))
    expect(await sentence()).toBe('找不到该用户（404）：只能对当前登录的用户执行此操作。')
  })

  it('says why it could not tell', async () => {
    const { user, creditsApi, sentence } = await failWith(refusal(404), 'somebody-else')
    creditsApi.balance.mockRejectedValue(new NetworkError('network'))
    await user.click(press(name))
    expect(await sentence()).toBe('无法连接到服务器')
  })

  it.each<[string, Error, boolean, string]>([
    ['401', refusal(401), true, '请先登录（401）'],
    ['500', refusal(500, 'req-9'), true, '操作失败（500，req-9）：The server says no.'],
    ['400', refusal(400), true, '操作失败（400）：The server says no.'],
    ['no answer', new NetworkError('timeout'), true, '无法连接到服务器'],
    ['no network', new NetworkError('network'), false, '网络连接已断开'],
  ])('shows its error: %s', async (_, error, isOnline, text) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    const { user, sentence } = await failWith(error)
    await user.click(press(name))
    expect(await sentence()).toBe(text)
  })
})
