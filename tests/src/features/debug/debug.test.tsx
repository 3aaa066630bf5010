import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { language } from '@/components/language/language'
import { describeActionFailure } from '@/features/debug/action-failure'
import { maskEntry } from '@/features/debug/mask-secrets'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { getSessionStore } from '@/state/session/session'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

const session = testSession({ picture: 'https://lh3.googleusercontent.com/ada' })

/** Opens the debug page for Ada, or with other options. tests/journeys/debug.test.ts tests its actions in a browser. */
async function debugPage(options: Partial<Parameters<typeof renderApp>[0]> = { session, credits: 100 }) {
  const app = renderApp({ route: '/debug', ...options })
  await screen.findByRole('heading', { level: 1, name: '认证调试' })
  if (options.session) await screen.findByText('已登录')
  // Waits for the effects that run after the page is shown.
  await act(async () => {})
  return app
}

const region = (name: string) => screen.getByRole('region', { name })
const button = (name: string) => screen.getByRole('button', { name })
const fact = (panel: string, name: string) =>
  within(region(panel)).getByText(name, { selector: 'dt' }).nextElementSibling
const refusal = (status: number, requestId?: string) =>
  new ApiError({ status, code: 'code', message: 'The server says no.', requestId })

describe('Debug page facts', () => {
  it('updates the debug facts after a sign-in and a sign-out', async () => {
    const { supabase } = await debugPage({})
    expect(fact('登录状态', '登录状态')).toHaveTextContent(/^未登录$/)
    for (const name of ['邮箱', '用户ID', '积分']) expect(fact('登录状态', name)).toHaveTextContent(/^—$/)
    expect(fact('会话数据', 'access_token')).toHaveTextContent(/^无$/)
    expect(fact('会话数据', 'expires_at')).toHaveTextContent(/^—$/)
    act(() => supabase.emit('SIGNED_IN', session))
    expect(await within(region('登录状态')).findByText('ada@example.com')).toBeInTheDocument()
    expect(fact('会话数据', 'user.provider')).toHaveTextContent('google')
    act(() => supabase.emit('SIGNED_OUT', null))
    expect(await within(region('登录状态')).findByText('未登录')).toBeInTheDocument()
  })

  it('shows a user from local storage without a session on the debug page', async () => {
    window.localStorage.setItem('user', '{"id":"local-1","credits":40}')
    await debugPage({})
    expect(fact('登录状态', '登录状态')).toHaveTextContent('已登录（仅本地用户，没有会话）')
    expect(fact('登录状态', '用户ID')).toHaveTextContent('local-1')
    expect(fact('登录状态', '积分')).toHaveTextContent('40')
  })

  it("counts down to the token's expiry on the debug page", async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-20T10:00:00Z') })
    await debugPage({ session: testSession() })
    expect(fact('会话数据', 'expires_at')).toHaveTextContent('剩余 1 小时 0 分 0 秒')
    act(() => vi.advanceTimersByTime(61_000))
    expect(fact('会话数据', 'expires_at')).toHaveTextContent('剩余 58 分 59 秒')
    act(() => vi.advanceTimersByTime(3_539_000))
    expect(fact('会话数据', 'expires_at')).toHaveTextContent('已过期')
  })

  it('shows user metadata as text, and only if it is text', async () => {
    const odd = testSession({ name: '<img src=x onerror=alert(1)>' })
    odd.user.user_metadata.avatar_url = { not: 'text' }
    await debugPage({ session: odd })
    expect(fact('会话数据', 'user.name')?.textContent).toBe('<img src=x onerror=alert(1)>')
    expect(fact('会话数据', 'user.avatar_url')).toHaveTextContent(/^—$/)
  })

  it("shows the debug facts if storage is blocked, and says that storage can't be cleared", async () => {
    vi.spyOn(Object, 'entries').mockImplementation((value: object) => {
      if (value === window.localStorage) throw new DOMException('blocked', 'SecurityError')
      return Reflect.ownKeys(value).map((key) => [String(key), Reflect.get(value, key)])
    })
    const { user } = await debugPage({})
    expect(screen.getByText('本地存储为空')).toBeInTheDocument()
    vi.spyOn(Storage.prototype, 'clear').mockImplementationOnce(() => {
      throw new Error('blocked')
    })
    await user.click(button('清除本地存储'))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '取消' }))
    expect(Storage.prototype.clear).not.toHaveBeenCalled()
    await user.click(button('清除本地存储'))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '确认清除' }))
    expect(await within(region('会话')).findByRole('alert')).toHaveTextContent('操作失败：blocked')
  })
})

it('signs the user out before clearing this browser, so that no request is sent without a token', async () => {
  const { user, services } = await debugPage()
  const clear = vi.spyOn(Storage.prototype, 'clear').mockImplementationOnce(() => {
    expect(getSessionStore(services).get().isSignedIn).toBe(false)
  })
  await user.click(button('清除本地存储'))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '确认清除' }))
  expect(await within(region('登录状态')).findByText('未登录')).toBeInTheDocument()
  expect(clear).toHaveBeenCalledOnce()
  expect(within(region('会话')).getByText('本地存储已清除')).toBeInTheDocument()
})

describe('Debug page secrets', () => {
  it('hides the secrets of a stored session, and shows its other fields', () => {
    const stored = { ...session, provider_token: 'ya29.secret', provider_refresh_token: '1//secret' }
    const shown = maskEntry('sb-backend-auth-token', JSON.stringify(stored))
    for (const secret of [session.access_token, session.refresh_token, 'ya29.secret', '1//secret'])
      expect(shown).not.toContain(secret)
    expect(shown).toContain('ada@example.com')
    expect(JSON.parse(maskEntry('user', '{"id":"u","credits":450}'))).toEqual({ id: 'u', credits: 450 })
  })

  it.each([
    ['token', 'opaque-value'],
    ['sb-backend-auth-token-code-verifier', '"opaque-value/recovery"'],
    ['anything', session.access_token],
    ['anything', JSON.stringify({ note: `Bearer ${session.access_token}` })],
    ['list', JSON.stringify([{ apiKey: 'opaque-value' }])],
  ])('hides secrets in the storage entry %s', (name, stored) => {
    const shown = maskEntry(name, stored)
    expect(shown).not.toContain('opaque-value')
    expect(shown).not.toContain(session.access_token)
    expect(shown).toContain('••••••')
  })
})

describe('Debug action', () => {
  const panel = () => within(region('模拟订阅'))

  it('grants a plan under a new key for each click, one request at a time', async () => {
    const { user, creditsApi } = await debugPage()
    const answer = Promise.withResolvers<{ totalCredits: number }>()
    creditsApi.addTestCredits.mockReturnValue(answer.promise)
    const plans = within(screen.getByLabelText('套餐')).getAllByRole<HTMLOptionElement>('option')
    expect(plans.map(({ value, textContent }) => `${value}: ${textContent}`)).toEqual([
      'lite: lite（600 积分）',
      'pro: pro（1200 积分）',
      'pro_plus: pro_plus（2500 积分）',
    ])
    await user.click(button('模拟订阅'))
    await user.click(button('验证积分余额'))
    expect(creditsApi.validate).not.toHaveBeenCalled()
    answer.resolve({ totalCredits: 700 })
    expect(await panel().findByText('已添加 600 积分，当前积分：700')).toBeInTheDocument()
    await user.click(button('模拟订阅'))
    await waitFor(() => expect(creditsApi.addTestCredits).toHaveBeenCalledTimes(2))
    const [first, second] = creditsApi.addTestCredits.mock.calls.map(([grant]) => grant)
    expect(first).toMatchObject({ userId: session.user.id, amount: 600, planId: 'lite' })
    expect(first?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey)
    await waitFor(() => expect(button('模拟订阅')).toBeEnabled())
  })

  it('shows the parts of a balance, and says that a wrong balance was corrected', async () => {
    const { user, creditsApi } = await debugPage()
    creditsApi.validate.mockResolvedValue({ wasRepaired: true, currentCredits: 700 })
    const balances = [{ id: 'b', source: 'lite', granted: 600, remaining: 500, created_at: '' }]
    creditsApi.balance.mockResolvedValue({ totalCredits: 700, balances })
    await user.click(button('验证积分余额'))
    expect(await panel().findByText('余额有误，已修复，当前积分：700')).toBeInTheDocument()
    expect(fact('模拟订阅', 'was_repaired')).toHaveTextContent('true')
    expect(fact('模拟订阅', 'balances')).toHaveTextContent('lite：500 / 600')
    expect(creditsApi.validate).toHaveBeenCalledWith(session.user.id)
  })

  it("says that the test actions are off if the signed-in user's own ID is not found", async () => {
    const { user, creditsApi } = await debugPage()
    creditsApi.addTestCredits.mockRejectedValue(refusal(404))
    await user.click(button('模拟订阅'))
    expect((await panel().findByRole('alert')).textContent).toMatch(/^此服务器未开启测试操作（404）/)
  })

  it.each<[string, Error | null, RegExp]>([
    ['is found', null, /^找不到该用户（404）：只能对当前登录的用户执行此操作。$/],
    ['is not found either', refusal(404), /^此服务器未开启测试操作（404）/],
    ["can't be checked", new NetworkError('network'), /^无法连接到服务器$/],
  ])("explains a 404 for another user's ID if the signed-in user's own ID %s", async (_, own, sentence) => {
    const { user, creditsApi } = await debugPage()
    creditsApi.validate.mockRejectedValue(refusal(404))
    if (own) creditsApi.balance.mockRejectedValue(own)
    else creditsApi.balance.mockResolvedValue({ totalCredits: 0, balances: [] })
    await user.clear(screen.getByLabelText('用户ID'))
    await user.type(screen.getByLabelText('用户ID'), 'somebody-else')
    await user.click(button('验证积分余额'))
    expect((await panel().findByRole('alert')).textContent).toMatch(sentence)
    expect(creditsApi.balance).toHaveBeenCalledWith(session.user.id)
  })

  it.each<[unknown, boolean, string]>([
    [refusal(401), true, '请先登录（401）'],
    [refusal(500, 'req-9'), true, '操作失败：The server says no.'],
    [refusal(400), true, '操作失败：The server says no.'],
    [new NetworkError('timeout'), true, '无法连接到服务器'],
    [new NetworkError('network'), false, '网络连接已断开'],
    [Object.assign(new Error('none'), { name: 'AuthSessionMissingError' }), true, '没有可刷新的会话，请先登录'],
    [new Error('Invalid Refresh Token'), true, '操作失败：Invalid Refresh Token'],
    ['odd', true, '操作失败：odd'],
  ])('says why a debug action failed: %s', (error, isOnline, text) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    expect(describeActionFailure(error).text).toBe(text)
  })

  it.each<[string | undefined, string[]]>([
    ['req-9', ['status500', 'request_idreq-9']],
    [undefined, ['status500']],
  ])('lists the status and request ID of a failed debug action below its message: %s', async (requestId, facts) => {
    const { user, creditsApi } = await debugPage()
    const message = 'The server says no (credits).'
    creditsApi.validate.mockRejectedValue(new ApiError({ status: 500, code: 'code', message, requestId }))
    await user.click(button('验证积分余额'))
    const alert = await panel().findByRole('alert')
    expect(within(alert).getByText(`操作失败：${message}`)).toBeInTheDocument()
    expect(
      within(alert)
        .getAllByRole('term')
        .map((term) => term.parentElement?.textContent),
    ).toEqual(facts)
  })

  it('keeps an emptied user ID empty after a balance refresh, another language, and a reload, until a sign-out', async () => {
    const { user, creditsApi, unmount } = await debugPage()
    const field = () => screen.getByLabelText(/用户ID|User ID/)
    creditsApi.validate.mockResolvedValue({ wasRepaired: false, currentCredits: 100 })
    creditsApi.balance.mockResolvedValue({ totalCredits: 100, balances: [] })
    await user.click(button('验证积分余额'))
    await panel().findByText('余额正确，当前积分：100')
    await user.clear(field())
    await user.click(button('重新读取'))
    expect(field()).toHaveValue('')
    await user.click(screen.getByRole('button', { name: /English/ }))
    expect(field()).toHaveValue('')
    unmount()
    language.set('zh-CN')
    const reloaded = await debugPage()
    expect(field()).toHaveValue('')
    await act(() => getSessionStore(reloaded.services).signOut())
    reloaded.unmount()
    await debugPage()
    expect(field()).toHaveValue(session.user.id)
  })
})
