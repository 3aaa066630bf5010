import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refusal } from './admin-responses'
import { ACTIONS, ADA, action, answer, answerActions, FIND, peoplePage } from './people-page'

const ada = { userId: 'u1', email: 'ada@example.com' }
const video = { ...ada, jobId: 'j1', title: 'A heron at dawn' }
const takeDown = action(9, { ...video, action: 'take_down', isTakenDown: true })
const RESTORE = '/api/admin/videos/j1/restore'

async function actionsPage(answers = {}) {
  const app = await peoplePage(answers)
  const panel = within(await screen.findByRole('region', { name: '管理员操作记录' }))
  const rows = () => panel.queryAllByRole('listitem').map(({ textContent }) => textContent)
  return { ...app, panel, rows }
}

it('lists each action with who did it, to whom, and why', async () => {
  const { panel, rows } = await actionsPage({
    [ACTIONS]: () =>
      answerActions([
        takeDown,
        action(8, { ...video, action: 'restore' }),
        action(7, { ...ada, action: 'suspend', reason: 'Spam' }),
        action(6, { action: 'grant', userId: 'u2', credits: 600, reason: 'Prize' }),
        action(5, {
          settings: [
            { name: 'daily_credits_budget', value: '50000' },
            { name: 'new_jobs', value: 'off' },
          ],
        }),
        action(4, { action: 'refused_words', added: ['heron', 'lake'], removed: ['stork'] }),
        action(3, { ...video, action: 'dismiss', title: '' }),
      ]),
  })
  await expect.poll(rows).toHaveLength(7)
  const expected = [
    /grace下架视频ada@example.com.*A heron at dawn.*撤销下架/,
    /撤销下架ada@example.comA heron at dawn查看用户$/,
    /暂停账户ada@example.com原因：Spam/,
    /发放积分已注销的用户 u2\+600原因：Prize$/,
    /修改积分设置daily_credits_budget: 50000new_jobs: 关闭$/,
    /修改禁用词新增：heron, lake移除：stork$/,
    /忽略举报ada@example.com已删除的视频/,
  ]
  for (const [at, pattern] of expected.entries()) expect(rows()[at]).toMatch(pattern)
  expect(panel.getAllByRole('button', { name: '撤销下架' })).toHaveLength(1)
})

it('undoes a take-down after a confirmation, and reads the list again', async () => {
  const { user, panel, rows, server, requests } = await actionsPage({
    [ACTIONS]: () => answerActions([takeDown]),
    [RESTORE]: () => answer({ jobId: 'j1' }),
  })
  await user.click(await panel.findByRole('button', { name: '撤销下架' }))
  expect(requests(RESTORE)).toEqual([])
  server[ACTIONS] = () =>
    answerActions([action(10, { ...video, action: 'restore' }), { ...takeDown, isTakenDown: false }])
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '撤销下架' }))
  expect(await panel.findByText('已撤销下架。')).toBeInTheDocument()
  await expect.poll(rows).toHaveLength(2)
  expect(panel.queryByRole('button', { name: '撤销下架' })).toBeNull()
})

it.each([
  ['the owner deleted the video', refusal(404, 'not_found'), '该视频已被其所有者删除。'],
  ['the server failed', refusal(500, 'internal'), '服务器内部错误，请联系技术支持'],
])('says that %s when a take-down cannot be undone', async (_, error, message) => {
  const { user, panel } = await actionsPage({ [ACTIONS]: () => answerActions([takeDown]), [RESTORE]: () => error })
  await user.click(await panel.findByRole('button', { name: '撤销下架' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '撤销下架' }))
  expect(await panel.findByText(message)).toBeInTheDocument()
})

it('loads further pages until the last one, and shows the user of an action', async () => {
  const { user, panel, rows, requests } = await actionsPage({
    [ACTIONS]: ({ query }: { query?: Record<string, string> }) =>
      query?.cursor ? answerActions([action(1, {})]) : answerActions([takeDown], 'second'),
  })
  await user.click(await panel.findByRole('button', { name: '加载更多操作' }))
  await expect.poll(rows).toHaveLength(2)
  expect(panel.queryByRole('button', { name: '加载更多操作' })).toBeNull()
  expect(requests(ACTIONS)[1]?.query).toEqual({ cursor: 'second' })
  await user.click(panel.getByRole('button', { name: '查看用户' }))
  expect(await screen.findByRole('article', { name: ADA.email })).toBeInTheDocument()
  expect(requests(FIND)).toMatchObject([{ body: { user: 'u1' } }])
  expect(screen.getByLabelText('用户邮箱或用户ID')).toHaveFocus()
})

it('says that there are no actions, and why they failed to load', async () => {
  const { user, panel, server } = await actionsPage()
  expect(await panel.findByText('还没有操作。')).toBeInTheDocument()
  server[ACTIONS] = () => refusal(500, 'internal')
  await user.click(panel.getByRole('button', { name: '刷新操作记录' }))
  expect(await panel.findByRole('alert')).toHaveTextContent('服务器内部错误')
})
