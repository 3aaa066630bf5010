import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LogTime } from '@/features/admin/log-time'
import { adminPage, LOGS, storeCredential, stored } from './admin-page'
import { log, logs, logsResponse, refusal } from './admin-responses'

/** Opens the admin page with `total` login records, in pages of the requested size. */
async function recordsPage(total = 60) {
  storeCredential()
  const app = await adminPage({
    [LOGS]: ({ query }) => {
      const size = Number(query?.pageSize)
      const page = Math.min(Number(query?.page), Math.ceil(total / size))
      return logsResponse(logs(Math.min(size, total - (page - 1) * size), (page - 1) * size + 1), { total, page })
    },
  })
  await screen.findByRole('table')
  const click = (name: string) => app.user.click(screen.getByRole('button', { name }))
  const asked = () => app.requests(LOGS).at(-1)?.query
  return { ...app, click, asked }
}

describe('Login record table', () => {
  it("shows a login record's fields, with a dash for unknown values", async () => {
    storeCredential()
    const picture = 'https://lh3.googleusercontent.com/a/ada'
    const unknown = { email: '', name: '', ipAddress: '', userAgent: 'curl-like thing', timestamp: 'yesterday' }
    const rows = [
      log(1, { picture, ipAddress: '2001:db8::1' }),
      log(2, { name: 'Gr\u202eace\u0007', picture: 'https://tracker.example/x.gif' }),
      log(3, unknown),
    ]
    await adminPage({ [LOGS]: () => logsResponse(rows) })
    await screen.findByRole('table', { name: '用户登录记录，最新的在前' })
    const [first = [], second = [], third = []] = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell'))
    expect(first[0]?.querySelector('img')).toHaveAttribute('src', picture)
    expect(first[2]?.querySelector('time')).toHaveAttribute('datetime', '2026-11-20T08:23:08.167Z')
    expect(first[3]).toHaveTextContent(/^2001:db8::1$/)
    expect(first[4]).toHaveTextContent('Chrome 130 · Windows 10')
    expect(second[0]?.querySelector('img')).toBeNull()
    expect(second[1]?.textContent).toBe('Grace ')
    expect(second[0]).toHaveTextContent(/^Gperson-2@/)
    expect(third.map((cell) => cell.textContent)).toEqual(['?—', '—', 'yesterday', '—', 'curl-like thing'])
  })

  it.each([
    ['on the same day', '2026-11-20T08:23:08Z', '2026/11/20 16:23:08 UTC 08:23:08'],
    ['with the date if the UTC date differs', '2026-11-19T23:00:00Z', '2026/11/20 07:00:00 UTC 2026/11/19 23:00:00'],
  ])('adds the UTC time, which the filters use, to a login record: %s', (_, iso, text) => {
    expect(render(<LogTime time={new Date(iso)} />).container).toHaveTextContent(text)
  })

  it('says that nobody has signed in yet when there are no login records', async () => {
    storeCredential()
    await adminPage({ [LOGS]: () => logsResponse([]) })
    expect(await screen.findByText('还没有登录记录')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '显示全部记录' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: '导出 CSV' })).toBeDisabled()
  })
})

describe('Login record pages', () => {
  it('keeps the former page of login records and the focus while the next page loads', async () => {
    const { click, server } = await recordsPage()
    const region = screen.getByRole('region', { name: '登录记录' })
    const answer = Promise.withResolvers()
    server[LOGS] = () => answer.promise
    await click('下一页')
    expect(region).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByText('person-1@example.com')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '下一页' })).toHaveAttribute('aria-disabled', 'true')
    // Records were deleted meanwhile, so there are fewer pages.
    answer.resolve(logsResponse(logs(5, 26), { total: 30, page: 2 }))
    expect(await screen.findByText('第 26–30 条，共 30 条')).toBeInTheDocument()
    expect(screen.getByText('2 / 2')).toBeInTheDocument()
    expect(region).toHaveAttribute('aria-busy', 'false')
    expect(screen.getByRole('button', { name: '下一页' })).toHaveFocus()
  })
})

describe('Login record filters', () => {
  const email = () => screen.getByLabelText('按邮箱搜索')
  const day = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

  it('sends submitted email and date filters from page 1 on, and keeps the filters across pages', async () => {
    const { user, click, asked } = await recordsPage()
    await click('下一页')
    await screen.findByText('2 / 3')
    await user.type(email(), '  ada@ ')
    day('开始日期 (UTC)', '2026-11-01')
    day('结束日期 (UTC)', '2026-11-20')
    expect(asked()).toEqual({ page: '2', pageSize: '25' })
    await user.type(email(), '{Enter}')
    await screen.findByText('1 / 3')
    const filters = { pageSize: '25', email: 'ada@', from: '2026-11-01', to: '2026-11-20' }
    expect(asked()).toEqual({ page: '1', ...filters })
    expect(email()).toHaveFocus()
    await user.type(email(), ' not submitted')
    await click('下一页')
    await screen.findByText('2 / 3')
    expect(asked()).toEqual({ page: '2', ...filters })
  })

  it.each([
    ['2026-11-20', '2026-11-01', '开始日期不能晚于结束日期'],
    ['1999-12-31', '', '请输入 2000-01-01 至 2100-12-31 之间的日期'],
    ['', '2101-01-01', '请输入 2000-01-01 至 2100-12-31 之间的日期'],
    ['12026-11-20', '', '请输入 2000-01-01 至 2100-12-31 之间的日期'],
  ])('sends no login record search from %j to %j, and says why', async (from, to, sentence) => {
    const { click, requests } = await recordsPage()
    day('开始日期 (UTC)', from)
    day('结束日期 (UTC)', to)
    await click('查询')
    expect(screen.getByLabelText('开始日期 (UTC)')).toHaveAccessibleDescription(sentence)
    expect(requests(LOGS)).toHaveLength(1)
    day('开始日期 (UTC)', '2026-10-01')
    expect(screen.queryByText(sentence)).not.toBeInTheDocument()
  })

  it('shows all login records again and empties the filter fields', async () => {
    const { user, click, server, asked } = await recordsPage()
    const all = server[LOGS] ?? (() => undefined)
    server[LOGS] = () => logsResponse([])
    await user.type(email(), 'nobody')
    day('结束日期 (UTC)', '2026-11-20')
    await click('查询')
    expect(await screen.findByText('没有符合条件的记录')).toBeInTheDocument()
    server[LOGS] = all
    await click('清除筛选')
    expect(await screen.findByText('第 1–25 条，共 60 条')).toBeInTheDocument()
    expect(asked()).toEqual({ page: '1', pageSize: '25' })
    expect(email()).toHaveValue('')
    expect(screen.getByLabelText('结束日期 (UTC)')).toHaveValue('')
    expect(screen.queryByRole('button', { name: '清除筛选' })).not.toBeInTheDocument()
  })

  it.each(['arrives', 'fails'])('ignores an outdated login record search when its response %s', async (how) => {
    const { user, server } = await recordsPage()
    const [slow, fast] = [Promise.withResolvers(), Promise.withResolvers()]
    server[LOGS] = ({ query }) => (query?.email === 'a' ? slow.promise : fast.promise)
    await user.type(email(), 'a{Enter}')
    await user.type(email(), 'b{Enter}')
    fast.resolve(logsResponse(logs(1, 500)))
    expect(await screen.findByText('person-500@example.com')).toBeInTheDocument()
    await act(async () => {
      if (how === 'fails') slow.reject(refusal(500, 'internal'))
      else slow.resolve(logsResponse(logs(1, 900)))
    })
    expect(screen.getByText('person-500@example.com')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('Login record CSV export', () => {
  const saved: { name: string; blob: Blob }[] = []

  beforeEach(() => {
    saved.length = 0
    let made: Blob
    URL.createObjectURL = vi.fn((blob: Blob) => {
      made = blob
      return 'blob:export'
    })
    URL.revokeObjectURL = vi.fn()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob: made })
    })
  })

  it('states the limit of the CSV export', async () => {
    await recordsPage(25_000)
    expect(screen.getByRole('button', { name: '导出 CSV' })).toHaveAccessibleDescription('仅导出最新的 10,000 条')
  })

  it("shows the CSV export's progress, ignores a second click, and can be canceled", async () => {
    const { click, server, requests } = await recordsPage(450)
    const second = Promise.withResolvers()
    server[LOGS] = ({ query }) => (query?.page === '1' ? logsResponse(logs(200), { total: 450 }) : second.promise)
    await click('导出 CSV')
    expect(await screen.findByText('正在导出 200 / 450 条')).toBeInTheDocument()
    await click('导出 CSV')
    expect(requests(LOGS)).toHaveLength(1 + 2)
    await click('取消')
    expect(screen.queryByText(/正在导出/)).not.toBeInTheDocument()
    second.reject(refusal(500, 'internal'))
    await Promise.resolve()
    expect(screen.getByRole('table')).toBeInTheDocument()
    expect(saved).toEqual([])
  })

  it('logs out after a failed CSV export, and saves nothing', async () => {
    const { click, server } = await recordsPage(450)
    server[LOGS] = ({ query }) =>
      query?.page === '2' ? refusal(401, 'unauthorized') : logsResponse(logs(200), { total: 450 })
    await click('导出 CSV')
    expect(await screen.findByRole('alert')).toHaveTextContent('管理员认证失败，请检查用户名和密码')
    expect(stored().flag).toBeNull()
    expect(saved).toEqual([])
  })
})
