import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { adminPage, LOGS, logs, logsAnswer, pending, refusal, storeCredential } from './admin-page'

/** 60 records in pages as asked for. */
async function sixty() {
  storeCredential()
  const app = await adminPage({
    [LOGS]: ({ query }) => {
      const size = Number(query?.pageSize)
      const page = Math.min(Number(query?.page), Math.ceil(60 / size))
      return logsAnswer(logs(Math.min(size, 60 - (page - 1) * size), (page - 1) * size + 1), { total: 60, page })
    },
  })
  await screen.findByRole('table')
  const press = (name: string) => app.user.click(screen.getByRole('button', { name }))
  const asked = () => app.requests(LOGS).at(-1)?.query
  return { ...app, press, asked }
}

const button = (name: string) => screen.getByRole('button', { name })

describe('server-side paging', () => {
  it('fetches one page at a time', async () => {
    const { press, asked } = await sixty()
    expect(screen.getByText('第 1–25 条，共 60 条')).toBeInTheDocument()
    expect(screen.getByText('1 / 3')).toBeInTheDocument()
    await press('下一页')
    expect(await screen.findByText('第 26–50 条，共 60 条')).toBeInTheDocument()
    expect(asked()).toEqual({ page: '2', pageSize: '25' })
    expect(screen.getByText('person-26@example.com')).toBeInTheDocument()
    expect(screen.queryByText('person-1@example.com')).not.toBeInTheDocument()
    await press('末页')
    expect(await screen.findByText('第 51–60 条，共 60 条')).toBeInTheDocument()
    await press('上一页')
    expect(await screen.findByText('第 26–50 条，共 60 条')).toBeInTheDocument()
    await press('首页')
    expect(await screen.findByText('第 1–25 条，共 60 条')).toBeInTheDocument()
  })

  it('offers no way beyond either end', async () => {
    const { press, requests } = await sixty()
    for (const name of ['首页', '上一页']) expect(button(name)).toHaveAttribute('aria-disabled', 'true')
    await press('上一页')
    expect(requests(LOGS)).toHaveLength(1)
    await press('末页')
    await screen.findByText('3 / 3')
    for (const name of ['下一页', '末页']) expect(button(name)).toHaveAttribute('aria-disabled', 'true')
    await press('下一页')
    expect(requests(LOGS)).toHaveLength(2)
  })

  it('shows more at once, from the first page on', async () => {
    const { user, press, asked } = await sixty()
    await press('下一页')
    await screen.findByText('2 / 3')
    await user.selectOptions(screen.getByRole('combobox', { name: /每页/ }), '50')
    expect(await screen.findByText('第 1–50 条，共 60 条')).toBeInTheDocument()
    expect(asked()).toEqual({ page: '1', pageSize: '50' })
    await press('下一页')
    await screen.findByText('2 / 2')
    expect(asked()).toEqual({ page: '2', pageSize: '50' })
  })

  it('keeps the page before in sight, and the focus where it is, while the next one is fetched', async () => {
    const { press, server } = await sixty()
    const answer = pending()
    server[LOGS] = () => answer.promise
    await press('下一页')
    expect(screen.getByRole('region', { name: '登录记录' })).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByText('person-1@example.com')).toBeInTheDocument()
    expect(button('下一页')).toHaveAttribute('aria-disabled', 'true')
    answer.resolve(logsAnswer(logs(25, 26), { total: 60, page: 2 }))
    await screen.findByText('2 / 3')
    expect(screen.getByRole('region', { name: '登录记录' })).toHaveAttribute('aria-busy', 'false')
    expect(button('下一页')).toHaveFocus()
  })

  it('shows the page it got when records went away and there are fewer pages', async () => {
    const { press, server } = await sixty()
    server[LOGS] = () => logsAnswer(logs(5, 26), { total: 30, page: 2 })
    await press('末页')
    expect(await screen.findByText('第 26–30 条，共 30 条')).toBeInTheDocument()
    expect(screen.getByText('2 / 2')).toBeInTheDocument()
  })
})

describe('search by e-mail, filter by date', () => {
  const day = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

  it('asks the server for them, from the first page on', async () => {
    const { user, press, asked } = await sixty()
    await press('下一页')
    await screen.findByText('2 / 3')
    await user.type(screen.getByLabelText('按邮箱搜索'), '  ada@ ')
    day('开始日期 (UTC)', '2026-11-01')
    day('结束日期 (UTC)', '2026-11-20')
    expect(asked()).toEqual({ page: '2', pageSize: '25' })
    await press('查询')
    await screen.findByText('1 / 3')
    expect(asked()).toEqual({ page: '1', pageSize: '25', email: 'ada@', from: '2026-11-01', to: '2026-11-20' })
  })

  it('also on Enter, and keeps them over pages', async () => {
    const { user, press, asked } = await sixty()
    await user.type(screen.getByLabelText('按邮箱搜索'), 'ada{Enter}')
    await waitFor(() => expect(asked()).toMatchObject({ email: 'ada' }))
    expect(screen.getByLabelText('按邮箱搜索')).toHaveFocus()
    await press('下一页')
    await screen.findByText('2 / 3')
    expect(asked()).toEqual({ page: '2', pageSize: '25', email: 'ada' })
  })

  it('does not apply what was typed and not submitted', async () => {
    const { user, press, asked } = await sixty()
    await user.type(screen.getByLabelText('按邮箱搜索'), 'ada')
    await press('下一页')
    await screen.findByText('2 / 3')
    expect(asked()).toEqual({ page: '2', pageSize: '25' })
  })

  it.each([
    ['2026-11-20', '2026-11-01', '开始日期不能晚于结束日期'],
    ['1999-12-31', '', '请输入 2000-01-01 至 2100-12-31 之间的日期'],
    ['', '2101-01-01', '请输入 2000-01-01 至 2100-12-31 之间的日期'],
    ['12026-11-20', '', '请输入 2000-01-01 至 2100-12-31 之间的日期'],
  ])('from %j to %j asks nothing and says why', async (from, to, sentence) => {
    const { press, requests } = await sixty()
    day('开始日期 (UTC)', from)
    day('结束日期 (UTC)', to)
    await press('查询')
    expect(screen.getByLabelText('开始日期 (UTC)')).toHaveAccessibleDescription(sentence)
    expect(requests(LOGS)).toHaveLength(1)
    day('开始日期 (UTC)', '2026-10-01')
    expect(screen.queryByText(sentence)).not.toBeInTheDocument()
  })

  it('takes one day as a range', async () => {
    const { press, asked } = await sixty()
    day('开始日期 (UTC)', '2026-11-20')
    day('结束日期 (UTC)', '2026-11-20')
    await press('查询')
    await waitFor(() => expect(asked()).toMatchObject({ from: '2026-11-20', to: '2026-11-20' }))
  })

  it.each(['清除筛选', '显示全部记录'])('%s shows all again and empties the fields', async (name) => {
    const { user, press, server, asked } = await sixty()
    expect(screen.queryByRole('button', { name: '清除筛选' })).not.toBeInTheDocument()
    const all = server[LOGS]
    server[LOGS] = () => logsAnswer([])
    await user.type(screen.getByLabelText('按邮箱搜索'), 'nobody')
    day('结束日期 (UTC)', '2026-11-20')
    await press('查询')
    expect(await screen.findByText('没有符合条件的记录')).toBeInTheDocument()
    if (all) server[LOGS] = all
    await press(name)
    expect(await screen.findByText('第 1–25 条，共 60 条')).toBeInTheDocument()
    expect(asked()).toEqual({ page: '1', pageSize: '25' })
    expect(screen.getByLabelText('按邮箱搜索')).toHaveValue('')
    expect(screen.getByLabelText('结束日期 (UTC)')).toHaveValue('')
    expect(screen.queryByRole('button', { name: '清除筛选' })).not.toBeInTheDocument()
  })

  it.each(['comes', 'fails'])('drops the answer of a search that was overtaken, when it %s', async (how) => {
    const { user, server } = await sixty()
    const [slow, fast] = [pending(), pending()]
    server[LOGS] = ({ query }) => (query?.email === 'a' ? slow.promise : fast.promise)
    await user.type(screen.getByLabelText('按邮箱搜索'), 'a{Enter}')
    await user.type(screen.getByLabelText('按邮箱搜索'), 'b{Enter}')
    fast.resolve(logsAnswer(logs(1, 500)))
    expect(await screen.findByText('person-500@example.com')).toBeInTheDocument()
    await act(async () => {
      if (how === 'fails') slow.reject(refusal(500, 'internal'))
      else slow.resolve(logsAnswer(logs(1, 900)))
    })
    expect(screen.getByText('person-500@example.com')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})
