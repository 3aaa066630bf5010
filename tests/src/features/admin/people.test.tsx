import type { Person } from '@contract/admin'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type AdminResponses, setOnline } from './admin-page'
import { refusal } from './admin-responses'
import { ACTIONS, ADA, answer, answerActions, answerPeople, FIND, peoplePage, SUSPENSION } from './people-page'

const SUSPENDED: Person = { ...ADA, suspension: { reason: 'Spam', since: '2026-11-22T08:00:00Z' } }
const region = async (name: string) => within(await screen.findByRole('region', { name }))

async function findAda(answers: AdminResponses = {}, asked = ' ada@example.com ') {
  const app = await peoplePage(answers)
  const panel = await region('查找用户')
  await app.user.type(panel.getByLabelText('用户邮箱或用户ID'), asked)
  await app.user.click(panel.getByRole('button', { name: '查找' }))
  return { ...app, panel }
}

it('shows a person with the balance, videos, sign-ins, and keys', async () => {
  const { panel, requests } = await findAda()
  const card = within(await panel.findByRole('article', { name: 'ada@example.com' }))
  expect(requests(FIND)).toMatchObject([{ body: { user: 'ada@example.com' } }])
  for (const text of [
    '1,080',
    '12 个，其中 1 个进行中',
    'u1',
    'Veo 3',
    '失败',
    '330 · 已退回',
    '203.0.113.9',
    '从未',
  ]) {
    expect(card.getByText(text)).toBeInTheDocument()
  }
  expect(card.getByText('…abcd')).toBeInTheDocument()
})

it('says that nobody was found, that several were, and that the field is empty', async () => {
  const { panel, user, server } = await findAda({ [FIND]: () => answerPeople() })
  expect(await panel.findByText(/^没有找到该用户/)).toBeInTheDocument()
  server[FIND] = () => answerPeople(ADA, { ...ADA, id: 'u2' })
  await user.click(panel.getByRole('button', { name: '查找' }))
  expect(await panel.findByText('有 2 个用户使用该邮箱。')).toBeInTheDocument()
  expect(panel.getAllByRole('article')).toHaveLength(2)
  await user.clear(panel.getByLabelText('用户邮箱或用户ID'))
  await user.click(panel.getByRole('button', { name: '查找' }))
  expect(panel.getByLabelText('用户邮箱或用户ID')).toHaveAccessibleDescription('请输入用户的邮箱或用户ID')
})

it('suspends a person with a reason and after a confirmation, then lifts the suspension', async () => {
  const { panel, user, server, requests } = await findAda({ [SUSPENSION]: () => answer({ person: SUSPENDED }) })
  const form = within(await panel.findByRole('form', { name: '暂停账户' }))
  await user.click(form.getByRole('button', { name: '暂停账户' }))
  expect(form.getByLabelText('暂停的原因')).toHaveAccessibleDescription(/请填写原因/)
  await user.type(form.getByLabelText('暂停的原因'), ' Spam ')
  await user.click(form.getByRole('button', { name: '暂停账户' }))
  const question = within(screen.getByRole('dialog', { name: '确认暂停该账户？' }))
  expect(requests(SUSPENSION)).toEqual([])
  await user.click(question.getByRole('button', { name: '暂停账户' }))
  expect(await panel.findByText('账户已暂停。')).toBeInTheDocument()
  expect(panel.getByText('Spam')).toBeInTheDocument()
  expect(requests(SUSPENSION)).toMatchObject([{ body: { user_id: 'u1', suspended: true, reason: 'Spam' } }])
  // The list of actions is read again.
  await expect.poll(() => requests(ACTIONS)).toHaveLength(2)

  server[SUSPENSION] = () => answer({ person: ADA })
  await user.type(panel.getByLabelText('恢复的原因'), 'Sorry')
  await user.click(panel.getByRole('button', { name: '恢复账户' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '恢复账户' }))
  expect(await panel.findByText('账户已恢复。')).toBeInTheDocument()
  expect(requests(SUSPENSION)[1]).toMatchObject({ body: { suspended: false, reason: 'Sorry' } })
})

it.each([
  ['a person who no longer exists', refusal(404, 'no_such_user'), /^该用户已不存在/],
  ['a failure of the server', refusal(500, 'internal'), '服务器内部错误，请联系技术支持'],
])('keeps the reason after %s', async (_, error, message) => {
  const { panel, user } = await findAda({ [SUSPENSION]: () => error })
  await user.type(await panel.findByLabelText('暂停的原因'), 'Spam')
  await user.click(panel.getByRole('button', { name: '暂停账户' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '暂停账户' }))
  expect(await panel.findByText(message)).toBeInTheDocument()
  expect(panel.getByLabelText('暂停的原因')).toHaveValue('Spam')
})

it('grants credits to the person shown, and shows the new balance', async () => {
  const { panel, user, server, requests } = await findAda({
    '/api/admin/credits/find-users': () => answer({ users: [ADA] }),
    '/api/admin/credits/grant': () => answer({ user: { ...ADA, credits: 1680 } }),
  })
  const form = within(await panel.findByRole('form', { name: '发放积分' }))
  expect(form.queryByLabelText('用户邮箱或用户ID')).toBeNull()
  await user.type(form.getByLabelText('积分数量'), '600')
  await user.type(form.getByLabelText('原因'), 'Prize')
  await user.click(form.getByRole('button', { name: '核对并发放' }))
  server[FIND] = () => answerPeople({ ...ADA, credits: 1680 })
  await user.click(await screen.findByRole('button', { name: '发放 600 积分' }))
  expect(await panel.findByText(/当前余额 1,680/)).toBeInTheDocument()
  expect(await panel.findByText('1,680')).toBeInTheDocument()
  expect(requests('/api/admin/credits/grant')).toMatchObject([
    { body: { user_id: 'u1', amount: 600, reason: 'Prize' } },
  ])
  expect(form.getByLabelText('积分数量')).toHaveValue('')
})

it('says why a person could not be found, and ends the login if the server refuses it', async () => {
  const { panel, user, server } = await findAda({ [FIND]: () => refusal(500, 'internal') })
  expect(await panel.findByRole('alert')).toHaveTextContent('服务器内部错误，请联系技术支持')
  server[FIND] = () => refusal(401, 'unauthorized')
  await user.click(panel.getByRole('button', { name: '查找' }))
  expect(await screen.findByLabelText('密码')).toBeInTheDocument()
  expect(screen.getByText('管理员认证失败，请检查用户名和密码')).toBeInTheDocument()
})

it('sends nothing while offline', async () => {
  const { panel } = await findAda({ [ACTIONS]: () => answerActions([], 'next') })
  await panel.findByRole('article')
  setOnline(false)
  const names = ['查找', '暂停账户', '核对并发放', '保存禁用词', '加载更多操作', '刷新操作记录']
  for (const name of names) await expect.poll(() => screen.getByRole('button', { name })).toBeDisabled()
})

it('links the pages of the administrator, and asks for no second login', async () => {
  const { user } = await peoplePage({
    '/api/admin/share-reports': () => answer({ videos: [], total: 0, nextCursor: null }),
  })
  const pages = within(await screen.findByRole('navigation', { name: '管理页面' }))
  expect(pages.getByRole('link', { name: '用户管理' })).toHaveAttribute('aria-current', 'page')
  await user.click(pages.getByRole('link', { name: '登录记录' }))
  expect(await screen.findByRole('heading', { level: 1, name: '用户登录记录' })).toBeInTheDocument()
  expect(await screen.findByRole('region', { name: '登录记录' })).toBeInTheDocument()
})
