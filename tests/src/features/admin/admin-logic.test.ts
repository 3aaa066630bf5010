// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import { nameBrowser } from '@/features/admin/browser-name'
import { reportFailure } from '@/features/admin/connection/connection-tests'
import { collectLogs, EXPORT_LIMIT } from '@/features/admin/export/collect-logs'
import { createLogsCsv } from '@/features/admin/export/logs-csv'
import { describeAdminFailure } from '@/features/admin/failure'
import { formatLocalTime, formatUtcTime, parseTimestamp } from '@/features/admin/format-time'
import { describeGrantFailure, findProblems } from '@/features/admin/grant/grant-messages'
import { NO_FILTER } from '@/features/admin/log-query'
import { type LogInInput, logIn } from '@/features/admin/login/log-in'
import { zh } from '@/features/admin/texts/zh'
import { NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'
import { ADMIN, CHROME, log, logs, refusal } from './admin-responses'

const NO_ANSWER = new NetworkError('timeout')
const htmlPage = (status: number) => new UnexpectedResponseError(status, '<html>')

describe('describeFailure', () => {
  it.each<[string, Error, string, string]>([
    ['no response', NO_ANSWER, '无法连接到服务器', '无法连接到服务器'],
    ['401', refusal(401, 'unauthorized'), '管理员认证失败，请检查用户名和密码', '管理员认证失败，请检查用户名和密码'],
    ['401 of a proxy', htmlPage(401), '管理员认证失败，请检查用户名和密码', '管理员认证失败，请检查用户名和密码'],
    ['500', refusal(500, 'internal'), '服务器内部错误，请联系技术支持', '服务器内部错误，请联系技术支持'],
    ['502 of a proxy', htmlPage(502), '服务器内部错误，请联系技术支持', '服务器内部错误，请联系技术支持'],
    ['locked', refusal(429, 'locked'), '登录尝试次数过多，请稍后再试', '登录尝试次数过多，请稍后再试'],
    ['another 429', refusal(429, 'too_many_requests'), '认证失败或获取日志出错', '测试失败（HTTP 429）'],
    ['404', refusal(404, 'not_found'), '认证失败或获取日志出错', '测试失败（HTTP 404）'],
    ['an HTML page with status 200', htmlPage(200), '认证失败或获取日志出错', '测试失败（HTTP 200）'],
    ['an unknown error', new Error('surprise'), '认证失败或获取日志出错', '测试失败'],
  ])('describes a failed admin request: %s', (_, error, ofLogin, ofTest) => {
    expect(zh.failure[describeAdminFailure(error, true, 0).sentence]).toBe(ofLogin)
    expect(reportFailure(error, 42, true, 0)).toMatchObject({ isOk: false, text: ofTest, milliseconds: 42 })
  })

  it("says that the network is down, and shows the server's message except for wrong credentials", () => {
    expect(describeAdminFailure(NO_ANSWER, false, 0)).toEqual({ sentence: 'offline' })
    expect(describeAdminFailure(refusal(500, 'internal'), true, 0).detail).toBe('The server says no. (req-1)')
    expect(describeAdminFailure(refusal(401, 'unauthorized'), true, 0).detail).toBeUndefined()
  })

  it('reads how long the admin login is locked, if the server says so', () => {
    expect(describeAdminFailure(refusal(429, 'locked', { retryAfterSeconds: 62 }), true, 1000).lockedUntil).toBe(63_000)
    expect(describeAdminFailure(refusal(429, 'locked'), true, 1000).lockedUntil).toBeUndefined()
  })
})

describe('Failed admin login', () => {
  function tryLogIn(loginError: Error, fallback?: Error) {
    const page = { admin: ADMIN, logs: [], total: 0, page: 1 }
    const fetchLogs = vi.fn<LogInInput['api']['fetchLogs']>(async () => {
      if (fallback) throw fallback
      return page
    })
    const api = { logIn: () => Promise.reject(loginError), fetchLogs }
    const query = { page: 1, pageSize: 25 as const, ...NO_FILTER }
    const signal = new AbortController().signal
    return { fetchLogs, end: logIn({ api, username: 'admin', password: 'right password', query, signal }) }
  }

  it.each([refusal(401, 'x'), refusal(404, 'x'), refusal(500, 'x'), NO_ANSWER])(
    'falls back to the log request with the password alone after a failed login: %s',
    async (error) => {
      const credential = { kind: 'password', password: 'right password' }
      await expect(tryLogIn(error).end).resolves.toMatchObject({ credential })
    },
  )

  it("doesn't send a locked admin login again, because the server would refuse that too", async () => {
    const { fetchLogs, end } = tryLogIn(refusal(429, 'locked'))
    await expect(end).rejects.toMatchObject({ code: 'locked' })
    expect(fetchLogs).not.toHaveBeenCalled()
  })

  it.each([
    ['wrong credentials instead of a failed fallback', refusal(401, 'x'), NO_ANSWER, { status: 401 }],
    ['otherwise the fallback error', refusal(404, 'x'), refusal(401, 'y'), { code: 'y' }],
    ['the fallback error, even without a response', refusal(500, 'x'), NO_ANSWER, { kind: 'timeout' }],
    ['a locked login instead of wrong credentials', refusal(401, 'x'), refusal(429, 'locked'), { code: 'locked' }],
  ])('chooses the login error to show: %s', async (_, loginError, fallback, told) => {
    await expect(tryLogIn(loginError, fallback).end).rejects.toMatchObject(told)
  })
})

describe('Admin grant rules', () => {
  it.each(['0', '-5', '1.5', '1000001', '1e3', 'zehn', ''])('refuses a grant of %j credits', (amount) => {
    expect(findProblems({ user: 'ada', amount, reason: 'x' })).toEqual({ amount: '请输入 1 至 1,000,000 之间的整数' })
  })

  it('says whether a failed grant may have granted credits', () => {
    const unsure = '不确定是否已发放。再次提交不会重复发放。'
    const said = (error: Error, mayBeGranted = true) => describeGrantFailure(error, mayBeGranted, true).text
    expect(said(NO_ANSWER)).toBe(`无法连接到服务器，${unsure}`)
    expect(said(refusal(500, 'internal'))).toBe(`服务器内部错误，${unsure}`)
    expect(said(htmlPage(502))).toBe(`服务器内部错误，${unsure}`)
    expect(said(NO_ANSWER, false)).toBe('无法连接到服务器，未发放任何积分。')
    expect(said(refusal(404, 'no_such_user'))).toBe('该用户已不存在，未发放任何积分。')
    expect(said(refusal(422, 'balance_full'))).toBe('该账户容纳不下这么多积分，未发放任何积分。')
    expect(said(refusal(409, 'key_mismatch'))).toBe('这笔发放与之前提交的不一致，未发放任何积分。请重新填写。')
    expect(said(refusal(400, 'bad_request'))).toBe('填写的内容有误，未发放任何积分。')
    expect(said(refusal(413, 'other'))).toBe('请求被拒绝，未发放任何积分。')
  })
})

describe('Login record export', () => {
  const collect = (pages: (page: number) => { logs: ReturnType<typeof logs>; total: number; page?: number }) => {
    const onProgress = vi.fn()
    const fetchLogs = vi.fn(async ({ page }: { page: number }) => ({ admin: ADMIN, page, ...pages(page) }))
    return { onProgress, fetchLogs, end: collectLogs({ fetchLogs, filter: NO_FILTER, onProgress }) }
  }

  it('exports a record once that moved to the next page because a newer record arrived', async () => {
    const pages = [logs(200, 1), [log(200), ...logs(49, 201)]]
    const { end, onProgress } = collect((page) => ({ logs: pages[page - 1] ?? [], total: 249 + (page - 1) }))
    expect((await end).map(({ id }) => id)).toEqual(logs(249).map(({ id }) => id))
    expect(onProgress.mock.calls[0]).toEqual([200, 249])
  })

  it('ends the login record export when records were deleted and the server has fewer pages', async () => {
    const { end, fetchLogs } = collect(() => ({ logs: logs(200), total: 450, page: 1 }))
    await end
    expect(fetchLogs).toHaveBeenCalledTimes(2)
  })

  it('ends the login record export at its limit', async () => {
    const { end, fetchLogs } = collect((page) => ({ logs: logs(200, (page - 1) * 200 + 1), total: 25_000 }))
    expect(await end).toHaveLength(EXPORT_LIMIT)
    expect(fetchLogs).toHaveBeenCalledTimes(50)
  })
})

describe('Login record CSV', () => {
  it("starts the CSV with a byte order mark for Excel, and writes each record's time in UTC", async () => {
    const csv = await createLogsCsv([
      log(1, { timestamp: '2026-11-20 08:23:08.167+00', userAgent: 'X' }),
      log(2, { timestamp: '?', userAgent: 'Y' }),
    ])
    expect(csv.split('\r\n')).toEqual([
      '\uFEFF邮箱,姓名,时间,IP地址,浏览器信息',
      'person-1@example.com,Person 1,2026-11-20T08:23:08.167Z,203.0.113.7,X',
      'person-2@example.com,Person 2,?,203.0.113.7,Y',
    ])
  })

  it.each([
    ...['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '=1\n2', '＝1', '＋1', '－1', '＠SUM(A1)'],
    '=HYPERLINK("https://evil.example","x")',
  ])("quotes %j in the CSV, so that it can't run as a formula", async (text) => {
    const csv = await createLogsCsv([log(1, { name: text, userAgent: text, email: text, ipAddress: text })])
    const quoted = `"'${text.replaceAll('"', '""')}"`
    const fields = [quoted, quoted, '2026-11-20T08:23:08.167Z', quoted, quoted]
    expect(csv.slice(csv.indexOf('\r\n') + 2)).toBe(fields.join(','))
  })

  it.each([
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"'\r'=1"`],
    ['\n=1', `"'\n'=1"`],
    ['a;=1', `a;'=1`],
    ['a; \t+1;-2', `a; \t'+1;'-2`],
    ['a; =1', `a; '=1`],
    ['a\n@SUM(A1)', `"a\n'@SUM(A1)"`],
  ])('writes no CSV formula after a semicolon, tab, or line break: %j', async (text, expected) => {
    const csv = await createLogsCsv([log(1, { name: text })])
    expect(csv.slice(csv.indexOf('\r\n') + 2)).toContain(`,${expected},`)
  })

  it.each(['a=b', 'Ada-Lovelace', '1-2', 'ada+tag@example.com', '::1'])('keeps %j in a CSV', async (text) => {
    expect(await createLogsCsv([log(1, { name: text })])).toContain(`,${text},`)
  })

  it('keeps quotes, commas, and line breaks inside their CSV field', async () => {
    expect(await createLogsCsv([log(1, { name: 'a "b", c\nd' })])).toContain(',"a ""b"", c\nd",')
  })
})

describe('Login record', () => {
  it.each([
    ['2026-11-20T08:23:08.167Z', '2026-11-20T08:23:08.167Z'],
    ['2026-11-20T08:23:08+00:00', '2026-11-20T08:23:08.000Z'],
    ['2026-11-20 08:23:08.167+00', '2026-11-20T08:23:08.167Z'],
    ['2026-11-20 08:23:08+08', '2026-11-20T00:23:08.000Z'],
    ['', undefined],
    ['yesterday', undefined],
    ['2026-13-45T99:00:00Z', undefined],
  ])('reads the login time %j: %s', (timestamp, iso) => {
    expect(parseTimestamp(timestamp)?.toISOString()).toBe(iso)
  })

  it("shows a login record's time in the device's time zone and in UTC, with a 24-hour clock", () => {
    const time = new Date('2026-11-19T16:05:09Z')
    expect(formatLocalTime(time)).toBe('2026/11/20 00:05:09')
    expect(formatUtcTime(time)).toBe('2026/11/19 16:05:09')
  })

  it.each([
    [CHROME, 'Chrome 130 · Windows 10'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox 132 · Linux'],
    ['<img src=x onerror=alert(1)>', null],
  ])('names the browser of the user agent %s', (userAgent, name) => {
    expect(nameBrowser(userAgent)).toBe(name)
  })
})
