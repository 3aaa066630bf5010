import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'
import { type Answers, adminPage, pending, refusal, setOnline, storeCredential, stored } from './admin-page'

const FIND = '/api/admin/credits/find-users'
const GRANT = '/api/admin/credits/grant'
const ADA = { id: 'user-1', email: 'ada@example.com', name: 'Ada', credits: 1000 }
const usersAnswer = (...users: (typeof ADA)[]) => ({ success: true, data: { users } })
const grantAnswer = () => ({ success: true, data: { user: { ...ADA, credits: 1600 } } })

/** Logged in; the server finds Ada and grants. */
async function grantPage(answers: Answers = {}) {
  storeCredential()
  const page = await adminPage({ [FIND]: () => usersAnswer(ADA), [GRANT]: grantAnswer, ...answers })
  const panel = within(await screen.findByRole('region', { name: '发放积分' }))
  const fields = () => ['用户邮箱或用户ID', '积分数量', '原因'].map((label) => panel.getByLabelText(label))
  return {
    ...page,
    panel,
    fields,
    values: () => fields().map((field) => (field as HTMLInputElement).value),
    async fill(user = ' ADA@example.com', amount = '600', reason = '活动奖励 ') {
      for (const [index, value] of [user, amount, reason].entries()) {
        const field = fields()[index]
        if (!field) throw new Error('a field is missing')
        await page.user.clear(field)
        if (value) await page.user.type(field, value)
      }
    },
    submit: () => page.user.click(panel.getByRole('button', { name: '核对并发放' })),
    dialog: () => screen.findByRole('dialog', { name: '确认发放积分？' }),
    async confirm() {
      await page.user.click(await screen.findByRole('button', { name: /^发放 [\d,]+ 积分$/ }))
    },
  }
}
type Page = Awaited<ReturnType<typeof grantPage>>

describe('a grant: who, how many, why', () => {
  it('finds the user first, and asks with name, balance, amount and reason before anything is granted', async () => {
    const { fill, submit, dialog, requests } = await grantPage()
    await fill()
    await submit()
    expect(requests(FIND)[0]).toMatchObject({
      method: 'POST',
      headers: { Authorization: 'Bearer stored.token' },
      body: { user: 'ADA@example.com' },
    })
    const shown = (await dialog()).textContent
    for (const fact of ['Ada（ada@example.com）', '当前余额1,000', '+600', '发放后1,600', '活动奖励', '发放后无法撤回'])
      expect(shown).toContain(fact)
    expect(requests(GRANT)).toEqual([])
  })

  it('grants once, shows the new balance and empties the form', async () => {
    const { fill, submit, confirm, requests, panel, values } = await grantPage()
    await fill()
    await submit()
    await confirm()
    await panel.findByText(/已向/)
    expect(panel.getByRole('status')).toHaveTextContent('已向 Ada（ada@example.com） 发放 600 积分，当前余额 1,600。')
    expect(requests(GRANT)).toHaveLength(1)
    expect(requests(GRANT)[0]).toMatchObject({
      method: 'POST',
      headers: { Authorization: 'Bearer stored.token', 'Idempotency-Key': expect.stringMatching(/^[\da-f-]{36}$/) },
      body: { user_id: 'user-1', amount: 600, reason: '活动奖励' },
    })
    expect(values()).toEqual(['', '', ''])
  })

  it('cancelled, it grants nothing and keeps what was typed', async () => {
    const { fill, submit, dialog, user, requests, values } = await grantPage()
    await fill()
    await submit()
    await user.click(within(await dialog()).getByRole('button', { name: '取消' }))
    expect(requests(GRANT)).toEqual([])
    expect(values()).toEqual([' ADA@example.com', '600', '活动奖励 '])
  })

  it('with a password instead of a token, the password is in the body', async () => {
    const page = await grantPage()
    page.unmount()
    storeCredential({ kind: 'password', password: 'secret' })
    const again = await adminPage({ [FIND]: () => usersAnswer(ADA), [GRANT]: grantAnswer })
    const region = within(await screen.findByRole('region', { name: '发放积分' }))
    await again.user.type(region.getByLabelText('用户邮箱或用户ID'), 'user-1')
    await again.user.type(region.getByLabelText('积分数量'), '5')
    await again.user.type(region.getByLabelText('原因'), 'x')
    await again.user.click(region.getByRole('button', { name: '核对并发放' }))
    await again.user.click(await screen.findByRole('button', { name: '发放 5 积分' }))
    await waitFor(() => expect(again.requests(GRANT)).toHaveLength(1))
    expect(again.requests(FIND)[0]?.body).toEqual({ user: 'user-1', password: 'secret' })
    expect(again.requests(GRANT)[0]?.body).toMatchObject({ amount: 5, password: 'secret' })
    expect(again.requests(GRANT)[0]?.headers).not.toHaveProperty('Authorization')
  })

  it('is reached from the bar at the top', async () => {
    const { user, fields } = await grantPage()
    await user.click(screen.getByRole('button', { name: '发放积分' }))
    expect(fields()[0]).toHaveFocus()
  })
})

describe('bad input gets a sentence and sends nothing', () => {
  it('says what is missing in each field', async () => {
    const { submit, fields, requests } = await grantPage()
    await submit()
    expect(fields().map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true', 'true'])
    expect(fields()[0]).toHaveAccessibleDescription('请输入用户的邮箱或用户ID')
    expect(fields()[1]).toHaveAccessibleDescription('请输入 1 至 1,000,000 之间的整数')
    expect(fields()[2]).toHaveAccessibleDescription(/请填写原因/)
    expect(requests(FIND)).toEqual([])
  })

  it.each(['0', '-5', '1.5', '1000001', '1e3', 'zehn'])('does not take %s for an amount', async (amount) => {
    const { fill, submit, fields, requests } = await grantPage()
    await fill('ada@example.com', amount)
    await submit()
    expect(fields()[1]).toBeInvalid()
    expect(requests(FIND)).toEqual([])
  })

  it.each([
    ['nobody', [], '没有找到该用户。只有登录过的用户才能收到积分。'],
    ['several', [ADA, { ...ADA, id: 'user-2' }], '有 2 个用户使用该邮箱，请改填其中一个的用户ID：user-1、user-2'],
  ])('says that the address leads to %s', async (_, users, sentence) => {
    const { fill, submit, fields, requests, values } = await grantPage({ [FIND]: () => usersAnswer(...users) })
    await fill()
    await submit()
    await waitFor(() => expect(fields()[0]).toHaveAccessibleDescription(sentence))
    expect(values()[1]).toBe('600')
    expect(requests(GRANT)).toEqual([])
  })
})

describe('never twice for one click', () => {
  /** Fills, submits and confirms; the grant ends as told. */
  async function attempt({ submit, confirm }: Pick<Page, 'submit' | 'confirm'>) {
    await submit()
    await confirm()
  }
  const keys = ({ requests }: Pick<Page, 'requests'>) =>
    requests(GRANT).map(({ headers }) => headers?.['Idempotency-Key'])

  it.each([
    ['no answer', () => new NetworkError('timeout'), '无法连接到服务器，不确定是否已发放。再次提交不会重复发放。'],
    ['a 500', () => refusal(500, 'internal'), '服务器内部错误，不确定是否已发放。再次提交不会重复发放。'],
    [
      'a proxy',
      () => new UnexpectedResponseError(502, '<html>'),
      '服务器内部错误，不确定是否已发放。再次提交不会重复发放。',
    ],
  ])('after %s the form stays, and the next try carries the same key', async (_, error, sentence) => {
    const page = await grantPage({
      [GRANT]: () => {
        throw error()
      },
    })
    await page.fill()
    await attempt(page)
    expect(await page.panel.findByRole('alert')).toHaveTextContent(sentence)
    expect(page.values()[1]).toBe('600')
    page.server[GRANT] = grantAnswer
    await attempt(page)
    await page.panel.findByText(/已向/)
    const [first, second] = keys(page)
    expect([keys(page).length, first === second]).toEqual([2, true])
    // Another grant, of the same kind even, has a key of its own.
    await page.fill()
    await attempt(page)
    await waitFor(() => expect(keys(page)).toHaveLength(3))
    expect(keys(page)[2]).not.toBe(first)
  })

  it('another amount has another key', async () => {
    const page = await grantPage({
      [GRANT]: () => {
        throw new NetworkError('timeout')
      },
    })
    await page.fill()
    await attempt(page)
    await page.panel.findByRole('alert')
    await page.fill('ada@example.com', '601')
    await attempt(page)
    await waitFor(() => expect(keys(page)).toHaveLength(2))
    expect(keys(page)[0]).not.toBe(keys(page)[1])
  })

  it('while it is under way nothing else can be sent', async () => {
    const answer = pending()
    const page = await grantPage({ [GRANT]: () => answer.promise })
    await page.fill()
    await attempt(page)
    await page.submit()
    expect(page.requests(FIND)).toHaveLength(1)
    await act(async () => answer.resolve(grantAnswer()))
    await page.panel.findByText(/已向/)
    expect(page.requests(GRANT)).toHaveLength(1)
  })
})

describe('what the server refuses', () => {
  it.each([
    [404, 'no_such_user', '该用户已不存在，未发放任何积分。'],
    [422, 'balance_full', '该账户容纳不下这么多积分，未发放任何积分。'],
    [409, 'key_mismatch', '这笔发放与之前提交的不一致，未发放任何积分。请重新填写。'],
    [400, 'bad_request', '填写的内容有误，未发放任何积分。'],
    [413, 'other', '请求被拒绝，未发放任何积分。'],
  ])('%i %s is a sentence in the panel, and nobody is logged out', async (status, code, sentence) => {
    const { fill, submit, confirm, panel } = await grantPage({
      [GRANT]: () => {
        throw refusal(status, code)
      },
    })
    await fill()
    await submit()
    await confirm()
    expect(await panel.findByRole('alert')).toHaveTextContent(sentence)
    expect(stored().flag).toBe('true')
  })

  it('a credential that is no longer good logs out', async () => {
    const { fill, submit } = await grantPage({
      [FIND]: () => {
        throw refusal(401, 'unauthorized')
      },
    })
    await fill()
    await submit()
    expect(await screen.findByLabelText('密码')).toBeInTheDocument()
    expect(stored().flag).toBeNull()
  })

  it('a lookup without an answer granted nothing', async () => {
    const { fill, submit, panel } = await grantPage({
      [FIND]: () => {
        throw new NetworkError('network')
      },
    })
    await fill()
    await submit()
    expect(await panel.findByRole('alert')).toHaveTextContent('无法连接到服务器，未发放任何积分。')
  })
})

it('offline it is disabled, and keeps what was typed', async () => {
  const { fill, panel, requests, values } = await grantPage()
  await fill()
  act(() => setOnline(false))
  expect(panel.getByRole('button', { name: '核对并发放' })).toBeDisabled()
  panel.getByRole<HTMLFormElement>('form').requestSubmit()
  expect(requests(FIND)).toEqual([])
  expect(values()[1]).toBe('600')
})
