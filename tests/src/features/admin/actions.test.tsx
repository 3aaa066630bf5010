import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { NetworkError } from '@/lib/http/api-error'
import { type AdminResponses, adminPage, storeCredential, stored } from './admin-page'
import { refusal } from './admin-responses'

const FIND = '/api/admin/credits/find-users'
const GRANT = '/api/admin/credits/grant'
const ADA = { id: 'user-1', email: 'ada@example.com', name: '\u202eAd\u2067a', credits: 1000 }
const usersResponse = (...users: (typeof ADA)[]) => ({ success: true, data: { users } })
const grantResponse = () => ({ success: true, data: { user: { ...ADA, credits: 1600 } } })

/** Opens the admin page logged in. The server finds Ada and grants credits. */
async function grantPage(answers: AdminResponses = {}, credential?: object) {
  storeCredential(credential)
  const page = await adminPage({ [FIND]: () => usersResponse(ADA), [GRANT]: grantResponse, ...answers })
  const panel = within(await screen.findByRole('region', { name: '发放积分' }))
  const fields = () => ['用户邮箱或用户ID', '积分数量', '原因'].map((label) => panel.getByLabelText(label))
  const submit = () => page.user.click(panel.getByRole('button', { name: '核对并发放' }))
  return {
    ...page,
    panel,
    fields,
    submit,
    values: () => fields().map((field) => (field as HTMLInputElement).value),
    async fill(amount = '600') {
      for (const [index, value] of [' ADA@example.com', amount, '活动奖励 '].entries()) {
        await page.user.clear(fields()[index] as HTMLElement)
        await page.user.type(fields()[index] as HTMLElement, value)
      }
    },
    dialog: () => screen.findByRole('dialog', { name: '确认发放积分？' }),
    async submitAndConfirm() {
      await submit()
      await page.user.click(await screen.findByRole('button', { name: /^发放 [\d,]+ 积分$/ }))
    },
    keys: () => page.requests(GRANT).map(({ headers }) => headers?.['Idempotency-Key']),
  }
}

describe('Admin grant', () => {
  it('finds the user, then confirms a grant with name, balance, amount, and reason; grants nothing if canceled', async () => {
    const { fill, submit, dialog, requests, user, values } = await grantPage()
    await fill()
    await submit()
    expect(requests(FIND)[0]).toMatchObject({
      method: 'POST',
      headers: { Authorization: 'Bearer stored.token' },
      body: { user: 'ADA@example.com' },
    })
    const question = await dialog()
    for (const fact of ['Ada（ada@example.com）', '当前余额1,000', '+600', '发放后1,600', '活动奖励', '发放后无法撤回'])
      expect(question.textContent).toContain(fact)
    await user.click(within(question).getByRole('button', { name: '取消' }))
    expect(requests(GRANT)).toEqual([])
    expect(values()).toEqual([' ADA@example.com', '600', '活动奖励 '])
  })

  it("sends the password in the grant's body if there is no token", async () => {
    const page = await grantPage({}, { kind: 'password', password: 'secret' })
    await page.fill()
    await page.submitAndConfirm()
    await waitFor(() => expect(page.requests(GRANT)).toHaveLength(1))
    expect(page.requests(FIND)[0]?.body).toEqual({ user: 'ADA@example.com', password: 'secret' })
    expect(page.requests(GRANT)[0]?.body).toMatchObject({ amount: 600, password: 'secret' })
    expect(page.requests(GRANT)[0]?.headers).not.toHaveProperty('Authorization')
  })

  it('says in each grant field what is missing, and sends nothing', async () => {
    const { submit, fields, requests, user } = await grantPage()
    // Opens the form from the bar at the top.
    await user.click(screen.getByRole('button', { name: '发放积分' }))
    expect(fields()[0]).toHaveFocus()
    await submit()
    expect(fields()[0]).toHaveAccessibleDescription('请输入用户的邮箱或用户ID')
    expect(fields()[1]).toHaveAccessibleDescription('请输入 1 至 1,000,000 之间的整数')
    expect(fields()[2]).toHaveAccessibleDescription(/请填写原因/)
    expect(requests(FIND)).toEqual([])
  })

  it.each([
    ['nobody', [], '没有找到该用户。只有登录过的用户才能收到积分。'],
    ['several users', [ADA, { ...ADA, id: 'user-2' }], '有 2 个用户使用该邮箱，请改填其中一个的用户ID：user-1、user-2'],
  ])("says that the grant's email address belongs to %s", async (_, users, sentence) => {
    const { fill, submit, fields, requests, values } = await grantPage({ [FIND]: () => usersResponse(...users) })
    await fill()
    await submit()
    await waitFor(() => expect(fields()[0]).toHaveAccessibleDescription(sentence))
    expect(values()[1]).toBe('600')
    expect(requests(GRANT)).toEqual([])
  })

  it('keeps the grant form and its idempotency key after no response; another grant gets another key', async () => {
    const page = await grantPage({ [GRANT]: () => new NetworkError('timeout') })
    await page.fill()
    await page.submitAndConfirm()
    expect(await page.panel.findByRole('alert')).toHaveTextContent('不确定是否已发放。再次提交不会重复发放。')
    expect(page.values()[1]).toBe('600')
    await page.fill('601')
    await page.submitAndConfirm()
    await waitFor(() => expect(page.keys()).toHaveLength(2))
    // The earlier try may have granted the credits, so its key stays.
    page.server[GRANT] = () => refusal(422, 'balance_full')
    await page.submitAndConfirm()
    await waitFor(() => expect(page.keys()).toHaveLength(3))
    page.server[GRANT] = grantResponse
    await page.submitAndConfirm()
    await page.panel.findByText(/已向/)
    // Submits the same grant once more.
    await page.fill('601')
    await page.submitAndConfirm()
    await waitFor(() => expect(page.keys()).toHaveLength(5))
    const [first, second, refused, third, fifth] = page.keys()
    expect([refused, third]).toEqual([second, second])
    expect(new Set([first, second, fifth]).size).toBe(3)
  })

  it('logs no administrator out after a refused grant, unless the credential is no longer valid', async () => {
    const page = await grantPage({ [GRANT]: () => refusal(422, 'balance_full') })
    await page.fill()
    await page.submitAndConfirm()
    expect(await page.panel.findByRole('alert')).toHaveTextContent('该账户容纳不下这么多积分，未发放任何积分。')
    expect(stored().flag).toBe('true')
    page.server[FIND] = () => refusal(401, 'unauthorized')
    await page.submit()
    expect(await screen.findByLabelText('密码')).toBeInTheDocument()
    expect(stored().flag).toBeNull()
  })
})

describe('Admin connection tests', () => {
  const HEALTH = '/health'
  const STATUS = '/api/admin/status'
  const HEALTHY = { success: true, status: 'ok', dependencies: { database: 'ok', auth: 'ok' } }
  const button = (name: string) => screen.getByRole('button', { name })
  const result = (name: string) => within(screen.getByRole('status', { name }))

  it("sends the typed password or the login's token with 测试服务器状态", async () => {
    const answer = { success: true, data: { status: 'ok', testCredits: true, note: null, region: 'here' } }
    const loggedOut = await adminPage({ [STATUS]: () => answer })
    await loggedOut.user.click(button('测试服务器状态'))
    expect(await result('测试服务器状态').findByText('请先输入密码')).toBeInTheDocument()
    await loggedOut.user.type(screen.getByLabelText('密码'), 'typed')
    await loggedOut.user.click(button('测试服务器状态'))
    const status = result('测试服务器状态')
    expect(await status.findByText('服务器状态正常')).toBeInTheDocument()
    expect(status.getAllByRole('term').map((term) => term.textContent)).toEqual(['状态', '测试积分', 'region'])
    expect(status.getByText('开启')).toBeInTheDocument()
    expect(loggedOut.requests()).toMatchObject([{ method: 'GET', path: STATUS, query: { password: 'typed' } }])
    loggedOut.unmount()

    storeCredential()
    const loggedIn = await adminPage({ [STATUS]: () => answer })
    await screen.findByRole('table')
    await loggedIn.user.click(button('测试服务器状态'))
    expect(await screen.findByText('服务器状态正常')).toBeInTheDocument()
    expect(loggedIn.requests(STATUS)).toMatchObject([{ headers: { Authorization: 'Bearer stored.token' } }])
  })

  it('shows in the connection test that a part of the server is down', async () => {
    const sweep = { secondsSinceLast: 900, backlog: 3 }
    const { user } = await adminPage({ [HEALTH]: () => ({ ...HEALTHY, dependencies: { database: 'down' }, sweep }) })
    await user.click(button('测试后端连接'))
    expect(await result('测试后端连接').findByText('服务器有响应，但部分服务异常')).toBeInTheDocument()
    expect(screen.getByText('异常')).toBeInTheDocument()
    // Every field name is translated.
    for (const { textContent } of screen.getAllByRole('term')) expect(textContent).not.toMatch(/[a-z]/i)
  })

  it("shows each provider's state, and that one is faulty", async () => {
    const providers = { fal: 'ready', comfyui: 'faulty', pollo: 'not_checked' }
    const { user } = await adminPage({ [HEALTH]: () => ({ ...HEALTHY, providers }) })
    await user.click(button('测试后端连接'))
    const { findByText, getAllByRole } = result('测试后端连接')
    expect(await findByText('服务器有响应，但部分服务异常')).toBeInTheDocument()
    const states = getAllByRole('definition').map(({ textContent }) => textContent)
    expect(states.slice(-3)).toEqual(['就绪', '有故障', '尚未检查'])
  })

  it('shows that the sweep no longer runs', async () => {
    const message = 'The sweep has not run for 10 minutes.'
    const { user } = await adminPage({ [HEALTH]: () => ({ ...HEALTHY, status: 'degraded', message }) })
    await user.click(button('测试后端连接'))
    const { findByText, getByText, getAllByRole } = result('测试后端连接')
    expect(await findByText('服务器有响应，但部分服务异常')).toBeInTheDocument()
    expect(getByText(message)).toBeInTheDocument()
    expect(getAllByRole('definition')[0]).toHaveTextContent('降级')
  })

  it('waits for each response of the connection tests, and ignores clicks meanwhile', async () => {
    const answer = Promise.withResolvers()
    const { user, requests } = await adminPage({
      [HEALTH]: () => answer.promise,
      '/api/admin/test': () => ({ success: true }),
    })
    await user.click(button('测试后端连接'))
    await user.click(button('测试后端连接'))
    expect(button('测试后端连接')).toHaveAttribute('aria-busy', 'true')
    expect(requests(HEALTH)).toHaveLength(1)
    await user.click(button('测试管理API'))
    expect(await screen.findByText('管理API正常')).toBeInTheDocument()
    answer.resolve(HEALTHY)
    expect(await screen.findByText('后端连接正常')).toBeInTheDocument()
    expect(button('测试管理API')).toHaveFocus()
  })

  it('logs no administrator out after a failed connection test, unless the login is no longer valid', async () => {
    storeCredential()
    const { user } = await adminPage({
      [HEALTH]: () => refusal(503, 'unhealthy'),
      [STATUS]: () => refusal(401, 'unauthorized'),
    })
    await screen.findByRole('table')
    await user.click(button('测试后端连接'))
    expect(await result('测试后端连接').findByText('服务器内部错误，请联系技术支持')).toBeInTheDocument()
    expect(result('测试后端连接').getByText(/^\d+ 毫秒$/)).toBeInTheDocument()
    expect(screen.getByText('The server says no.')).toBeInTheDocument()
    expect(stored().flag).toBe('true')
    await user.click(button('测试服务器状态'))
    expect(await screen.findByRole('alert')).toHaveTextContent('管理员认证失败，请检查用户名和密码')
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
    expect(stored().flag).toBeNull()
  })
})
