import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { adminPage, LOGS, log, logs, logsAnswer, pending, refusal, storeCredential, stored } from './admin-page'

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

/** As many records as `total`; the export asks for them in pages of 200. */
async function records(total: number) {
  storeCredential()
  const app = await adminPage({
    [LOGS]: ({ query }) => {
      const size = Number(query?.pageSize)
      const page = Number(query?.page)
      return logsAnswer(logs(Math.max(0, Math.min(size, total - (page - 1) * size)), (page - 1) * size + 1), {
        total,
        page,
      })
    },
  })
  await screen.findByRole('table')
  const press = () => app.user.click(screen.getByRole('button', { name: '导出 CSV' }))
  return { ...app, press }
}

describe('CSV export', () => {
  it('fetches all pages of the server and saves them as one file', async () => {
    const { press, requests } = await records(450)
    await press()
    expect(await screen.findByText('已导出 450 条')).toBeInTheDocument()
    expect(
      requests(LOGS)
        .slice(1)
        .map(({ query }) => query),
    ).toEqual(['1', '2', '3'].map((page) => ({ page, pageSize: '200' })))
    expect(saved).toHaveLength(1)
    expect(saved[0]?.name).toMatch(/^login-records-\d{4}-\d{2}-\d{2}\.csv$/)
    expect(saved[0]?.blob.type).toBe('text/csv;charset=utf-8')
    const lines = (await saved[0]?.blob.text())?.split('\r\n') ?? []
    expect(lines).toHaveLength(451)
    expect(lines[450]).toContain('person-450@example.com')
  })

  it('exports what the filters let through', async () => {
    const { user, press, requests } = await records(3)
    await user.type(screen.getByLabelText('按邮箱搜索'), 'ada{Enter}')
    await screen.findByRole('button', { name: '清除筛选' })
    await user.type(screen.getByLabelText('按邮箱搜索'), ' not submitted')
    await press()
    await screen.findByText('已导出 3 条')
    expect(requests(LOGS).at(-1)?.query).toEqual({ page: '1', pageSize: '200', email: 'ada' })
  })

  it('states its limit, and stops there', async () => {
    const { press, requests } = await records(25_000)
    expect(screen.getByRole('button', { name: '导出 CSV' })).toHaveAccessibleDescription('仅导出最新的 10,000 条')
    await press()
    expect(await screen.findByText('已导出 10,000 条', {}, { timeout: 10_000 })).toBeInTheDocument()
    expect(requests(LOGS)).toHaveLength(1 + 50)
  }, 20_000)

  it('states its limit also where there is less', async () => {
    await records(3)
    expect(screen.getByRole('button', { name: '导出 CSV' })).toHaveAccessibleDescription('最多导出 10,000 条')
  })

  it('shows how far it is, and can be canceled', async () => {
    const { user, press, server } = await records(450)
    const second = pending()
    server[LOGS] = ({ query }) => (query?.page === '1' ? logsAnswer(logs(200), { total: 450 }) : second.promise)
    await press()
    expect(await screen.findByText('正在导出 200 / 450 条')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '取消' }))
    expect(screen.queryByText(/正在导出/)).not.toBeInTheDocument()
    second.reject(refusal(500, 'internal'))
    await Promise.resolve()
    expect(screen.getByRole('table')).toBeInTheDocument()
    expect(saved).toEqual([])
  })

  it('takes one press at a time', async () => {
    const { press, server, requests } = await records(3)
    server[LOGS] = () => new Promise(() => {})
    await press()
    await press()
    expect(requests(LOGS)).toHaveLength(2)
  })

  it('that fails logs out, as any failure does, and saves nothing', async () => {
    const { press, server } = await records(450)
    server[LOGS] = ({ query }) => {
      if (query?.page === '2') throw refusal(401, 'unauthorized')
      return logsAnswer(logs(200), { total: 450 })
    }
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent('管理员认证失败，请检查用户名和密码')
    expect(stored().flag).toBeNull()
    expect(saved).toEqual([])
  })

  it('ends with the logout', async () => {
    const { user, press, server, requests } = await records(450)
    const first = pending()
    server[LOGS] = () => first.promise
    await press()
    await waitFor(() => expect(requests(LOGS)).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: '退出登录' }))
    expect(requests(LOGS)[1]?.signal?.aborted).toBe(true)
    await act(async () => {
      first.resolve(logsAnswer([log(1)]))
      // Where it went on, the file would be there once the CSV's code is loaded.
      await first.promise
      await vi.dynamicImportSettled()
    })
    expect(saved).toEqual([])
  })
})
