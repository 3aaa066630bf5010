import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { adminPage, CHROME, LOGS, log, logsAnswer, storeCredential } from './admin-page'

async function table(...rows: Parameters<typeof log>[1][]) {
  storeCredential()
  const app = await adminPage({ [LOGS]: () => logsAnswer(rows.map((fields, index) => log(index + 1, fields))) })
  await screen.findByRole('table', { name: '用户登录记录，最新的在前' })
  const [, ...shown] = screen.getAllByRole('row')
  const cells = (row: number) => within(shown[row] as HTMLElement).getAllByRole('cell')
  return { ...app, shown, cells }
}

const cellText = (cells: HTMLElement[]) => cells.map((cell) => cell.textContent)

describe('table of login logs with columns email, name, time, IP address, browser info', () => {
  it('has them in that order', async () => {
    await table({})
    expect(screen.getAllByRole('columnheader').map((heading) => heading.textContent)).toEqual([
      '邮箱',
      '姓名',
      '时间',
      'IP地址',
      '浏览器信息',
    ])
  })

  it('shows each record in the order of the server, newest first', async () => {
    const { shown, cells } = await table({ email: 'new@example.com' }, { email: 'old@example.com' })
    expect(shown).toHaveLength(2)
    expect(cells(0)[0]).toHaveTextContent('new@example.com')
    expect(cells(1)[0]).toHaveTextContent('old@example.com')
  })

  it('shows the fields of a record', async () => {
    const { cells } = await table({ email: 'ada@example.com', name: 'Ada', ipAddress: '2001:db8::1' })
    const [email, name, time, ip, browser] = cells(0)
    expect(email).toHaveTextContent('ada@example.com')
    expect(name).toHaveTextContent(/^Ada$/)
    expect(time?.querySelector('time')).toHaveAttribute('datetime', '2026-11-20T08:23:08.167Z')
    expect(ip).toHaveTextContent(/^2001:db8::1$/)
    expect(browser).toHaveTextContent('Chrome 130 · Windows 10')
  })

  it('with the picture of the person, or their initial', async () => {
    const picture = 'https://lh3.googleusercontent.com/a/ada'
    const { cells } = await table(
      { picture },
      { name: 'Grace', picture: 'https://tracker.example/x.gif' },
      { name: '' },
    )
    expect(cells(0)[0]?.querySelector('img')).toHaveAttribute('src', picture)
    expect(cells(1)[0]?.querySelector('img')).toBeNull()
    expect(cells(1)[0]).toHaveTextContent(/^Gperson-2@/)
    expect(cells(2)[0]).toHaveTextContent(/^pperson-3@/)
  })

  it('shows a dash for what is not known, and a time it cannot read as it is', async () => {
    const { cells } = await table({ email: '', name: '', ipAddress: '', userAgent: '', timestamp: 'yesterday' })
    expect(cellText(cells(0))).toEqual(['?—', '—', 'yesterday', '—', '—'])
  })
})

describe('browser info', () => {
  it('opens to all that the browser said of itself, and closes', async () => {
    const { user, cells } = await table({ userAgent: CHROME })
    const browser = within(cells(0)[4] as HTMLElement)
    const button = browser.getByRole('button', { name: '完整的浏览器信息' })
    expect(button).toHaveAttribute('aria-expanded', 'false')
    await user.click(button)
    expect(button).toHaveAttribute('aria-expanded', 'true')
    expect(browser.getByRole('region', { name: 'User-Agent' })).toHaveTextContent(CHROME)
    await user.click(button)
    expect(browser.queryByRole('region')).not.toBeInTheDocument()
  })

  it('shows what it does not know as it is', async () => {
    const { cells } = await table({ userAgent: 'curl-like thing' })
    expect(cells(0)[4]).toHaveTextContent(/^curl-like thing$/)
  })
})

describe("other people's words", () => {
  it.each(['<img src=x onerror="alert(1)">', '<script>alert(1)</script>', '"><svg onload=alert(1)>'])(
    '%s stays text in every column',
    async (hostile) => {
      const { shown, cells } = await table({ email: hostile, name: hostile, ipAddress: hostile, userAgent: hostile })
      for (const column of [0, 1, 3, 4]) expect(cells(0)[column]?.textContent).toContain(hostile)
      expect(shown[0]?.querySelector('img, script, svg[onload]')).toBeNull()
    },
  )

  it('each is isolated, so that text from right to left turns nothing around it', async () => {
    const name = '\u202Eمرحبا'
    const { cells } = await table({ name, email: name, ipAddress: name, userAgent: name })
    for (const column of [0, 1, 3, 4]) expect(cells(0)[column]?.querySelector('bdi')?.textContent).toBe(name)
  })

  it('a user agent of 2,000 characters is all there when it is opened', async () => {
    const userAgent = `Mozilla/5.0 ${'x'.repeat(1988)}`
    const { user } = await table({ userAgent })
    await user.click(screen.getByRole('button', { name: '完整的浏览器信息' }))
    expect(screen.getByRole('region', { name: 'User-Agent' }).textContent).toBe(userAgent)
  })
})

it('says so where nobody has signed in yet', async () => {
  storeCredential()
  await adminPage({ [LOGS]: () => logsAnswer([]) })
  expect(await screen.findByText('还没有登录记录')).toBeInTheDocument()
  expect(screen.getByText('共 0 条')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: '显示全部记录' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: '导出 CSV' })).toBeDisabled()
})
