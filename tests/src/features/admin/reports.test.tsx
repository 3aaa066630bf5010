import type { ReportedVideo } from '@contract/shares'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { adminPage, REPORTS, setOnline, storeCredential } from './admin-page'
import { refusal } from './admin-responses'

const video: ReportedVideo = {
  jobId: 'j1',
  userId: 'u1',
  email: 'ada@example.com',
  title: 'Morning',
  prompt: 'A heron at dawn',
  views: 12,
  openLinks: 2,
  videoUrl: '/files/a.mp4?token=1',
  reportCount: 2,
  newestReport: 7,
  reports: [
    { reason: 'consent', details: 'That is me.', createdAt: '2026-11-21T07:00:00Z' },
    { reason: 'new-reason', details: '', createdAt: '2026-11-21T08:23:08Z' },
  ],
}
const second: ReportedVideo = { ...video, jobId: 'j2', title: '', openLinks: 0, videoUrl: null, reportCount: 214 }
const third: ReportedVideo = { ...video, jobId: 'j3', title: 'Evening' }

const answer = (data: unknown) => ({ success: true, message: '', data })
const DONE = answer({ jobId: 'j1', left: 0 })
const answerPage = (videos: ReportedVideo[], total = videos.length, nextCursor: string | null = null) =>
  answer({ videos, total, nextCursor })

async function reportsPage(videos: ReportedVideo[] | Error, closing: unknown = DONE, credential?: object) {
  storeCredential(credential)
  const app = await adminPage({
    [REPORTS]: () => (videos instanceof Error ? videos : answerPage(videos)),
    [`${REPORTS}/j1`]: () => closing,
  })
  const panel = within(await screen.findByRole('region', { name: '被举报的视频' }))
  const item = (name: string) => within(panel.getByRole('heading', { name }).closest('li') as HTMLElement)
  const names = () => panel.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  return { ...app, panel, item, names }
}

it("lists each reported video with the viewers' reasons, and autoplays none", async () => {
  const { panel, item, names } = await reportsPage([video, second])
  expect(names()).toEqual(['Morning', 'A heron at dawn'])
  const player = item('Morning').getByLabelText('被举报的视频：Morning')
  expect(player).toHaveAttribute('src', '/files/a.mp4?token=1')
  expect(player).toHaveAttribute('preload', 'none')
  const [first, unknown] = item('Morning').getAllByRole('listitem')
  expect(first).toHaveTextContent('未经当事人同意')
  expect(first).toHaveTextContent('That is me.')
  expect(unknown).toHaveTextContent('new-reason')
  expect(item('Morning').getByText('ada@example.com')).toBeInTheDocument()
  expect(item('Morning').getByText('2 个有效链接')).toBeInTheDocument()
  expect(item('Morning').getByText('2 次举报')).toBeInTheDocument()
  expect(item('Morning').queryByText(/此处显示其中/)).toBeNull()
  expect(item('A heron at dawn').getByText('目前没有有效链接')).toBeInTheDocument()
  expect(item('A heron at dawn').getByText('暂时无法打开该视频。')).toBeInTheDocument()
  expect(item('A heron at dawn').getByText('214 次举报')).toBeInTheDocument()
  expect(item('A heron at dawn').getByText('此处显示其中 2 次：最早的和最新的。')).toBeInTheDocument()
  expect(panel.getByText('共 2 个被举报的视频')).toBeInTheDocument()
  expect(panel.queryByRole('button', { name: '加载更多视频' })).toBeNull()
  expect(panel.queryByText('没有举报。')).toBeNull()
})

it("folds a video's reports after the third, below the decision buttons", async () => {
  const reports = ['a', 'b', 'c', 'd', 'e'].map((details) => ({
    reason: 'other',
    details,
    createdAt: '2026-11-21T07:00:00Z',
  }))
  const { item } = await reportsPage([{ ...video, reports }])
  const fold = item('Morning').getByText('显示其余 2 次举报').closest('details')
  expect(fold).not.toHaveAttribute('open')
  expect(fold).toHaveTextContent(/d.*e/)
  expect(fold).not.toHaveTextContent('That is me.')
})

it('takes a reported video down with all of its links, after a confirmation', async () => {
  const { user, item, names, panel, requests } = await reportsPage([video, third])
  await user.click(item('Morning').getByRole('button', { name: '下架' }))
  const question = within(screen.getByRole('dialog', { name: '确认下架该视频？' }))
  expect(requests(`${REPORTS}/j1`)).toEqual([])
  await user.click(question.getByRole('button', { name: '下架' }))
  const outcome = await panel.findByText('已下架：Morning')
  expect(outcome).toHaveFocus()
  expect(names()).toEqual(['Evening'])
  expect(panel.getByText('共 1 个被举报的视频')).toBeInTheDocument()
  expect(requests(`${REPORTS}/j1`)).toMatchObject([
    { method: 'POST', body: { action: 'take_down' }, headers: { Authorization: 'Bearer stored.token' } },
  ])
})

it("removes direction marks from a reported video's title, which would reorder the sentence", async () => {
  const { user, item, panel } = await reportsPage([{ ...video, title: 'Mor\u202Ening' }])
  const article = item('Mor\u202Ening')
  await user.click(article.getByRole('button', { name: '下架' }))
  const question = within(screen.getByRole('dialog', { name: '确认下架该视频？' }))
  expect(question.getByText('Mor\u202Ening')).toHaveAttribute('dir', 'auto')
  await user.click(question.getByRole('button', { name: '下架' }))
  expect(await panel.findByText('已下架：Morning')).toBeInTheDocument()
})

it('dismisses the reports of one video alone, also with a password', async () => {
  const credential = { kind: 'password', password: 'secret' }
  const { user, item, names, panel, requests } = await reportsPage([video, second], DONE, credential)
  await user.click(item('Morning').getByRole('button', { name: '忽略举报' }))
  expect(await panel.findByText('已忽略举报：Morning')).toBeInTheDocument()
  expect(names()).toEqual(['A heron at dawn'])
  expect(requests(REPORTS)[0]?.query).toEqual({ password: 'secret' })
  expect(requests(`${REPORTS}/j1`)[0]?.body).toEqual({ action: 'dismiss', newestReport: 7, password: 'secret' })
})

it('announces reports that arrived since the list was loaded, and shows them', async () => {
  const { user, item, names, panel, server } = await reportsPage([video], answer({ jobId: 'j1', left: 2 }))
  server[REPORTS] = () => answerPage([second, { ...video, reportCount: 2, newestReport: 9 }])
  await user.click(item('Morning').getByRole('button', { name: '忽略举报' }))
  expect(await panel.findByText(/已忽略举报：Morning.+又收到 2 次举报，该视频已移到列表末尾。/)).toBeInTheDocument()
  await expect.poll(names).toEqual(['A heron at dawn', 'Morning'])
})

it("says that a video's reports were closed by somebody else", async () => {
  const { user, item, names, panel } = await reportsPage([video], refusal(404, 'not_found'))
  await user.click(item('Morning').getByRole('button', { name: '忽略举报' }))
  expect(await panel.findByText('该视频已没有待处理的举报：Morning')).toBeInTheDocument()
  expect(names()).toEqual([])
})

it('loads further pages of reports until the last page', async () => {
  const { user, panel, names, server, requests } = await reportsPage([])
  const pages: Record<string, unknown> = {
    '': answerPage([video], 3, 'one'),
    one: answerPage([second], 3, 'two'),
    // This video was dismissed by another administrator, and then reported again.
    two: answerPage([third, video], 3),
  }
  server[REPORTS] = ({ query }) => pages[String(query?.cursor ?? '')]
  await user.click(panel.getByRole('button', { name: '刷新举报' }))
  expect(await panel.findByText('共 3 个被举报的视频')).toBeInTheDocument()
  await user.click(panel.getByRole('button', { name: '加载更多视频' }))
  await expect.poll(names).toEqual(['Morning', 'A heron at dawn'])
  await user.click(panel.getByRole('button', { name: '加载更多视频' }))
  await expect.poll(names).toEqual(['A heron at dawn', 'Evening', 'Morning'])
  expect(panel.queryByRole('button', { name: '加载更多视频' })).toBeNull()
  expect(requests(REPORTS).map(({ query }) => query)).toEqual([{}, {}, { cursor: 'one' }, { cursor: 'two' }])
  await user.click(panel.getByRole('button', { name: '刷新举报' }))
  await expect.poll(names).toEqual(['Morning'])
})

it('says why reports failed to load, and loads them again on request', async () => {
  const { user, panel, server } = await reportsPage(refusal(500, 'internal'))
  expect(await panel.findByRole('alert')).toHaveTextContent('服务器内部错误')
  server[REPORTS] = () => answerPage([])
  await user.click(panel.getByRole('button', { name: '刷新举报' }))
  expect(await panel.findByText('没有举报。')).toBeInTheDocument()
  expect(panel.queryByRole('alert')).toBeNull()
})

it("keeps a video whose reports couldn't be closed, and closes no report offline", async () => {
  const { user, item, names, panel } = await reportsPage([video], refusal(500, 'internal'))
  await user.click(item('Morning').getByRole('button', { name: '忽略举报' }))
  expect(await panel.findByRole('alert')).toHaveTextContent('服务器内部错误')
  expect(names()).toEqual(['Morning'])
  setOnline(false)
  for (const name of ['下架', '忽略举报']) {
    await expect.poll(() => item('Morning').getByRole('button', { name })).toBeDisabled()
  }
})

it('ends the admin login when the server refuses it while reports load', async () => {
  storeCredential()
  await adminPage({ [REPORTS]: () => refusal(401, 'unauthorized') })
  expect(await screen.findByLabelText('密码')).toBeInTheDocument()
  expect(screen.getByText('管理员认证失败，请检查用户名和密码')).toBeInTheDocument()
})
