import { act, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'
import { adminPage, LOGIN, LOGS, refusal, setOnline } from './admin-page'

async function failWith(login: Error, fallback: Error = login) {
  const app = await adminPage({
    [LOGIN]: () => {
      throw login
    },
    [LOGS]: () => {
      throw fallback
    },
  })
  await app.logIn()
  return app
}

const page = (status: number) => new UnexpectedResponseError(status, '<html>')

describe('the error texts of a failed login', () => {
  it.each<[string, Error, string]>([
    ['no answer: cannot connect to the server', new NetworkError('network'), '无法连接到服务器'],
    ['no answer in time: cannot connect to the server', new NetworkError('timeout'), '无法连接到服务器'],
    ['401: check user name and password', refusal(401, 'unauthorized'), '管理员认证失败，请检查用户名和密码'],
    ['401 of a proxy: the same', page(401), '管理员认证失败，请检查用户名和密码'],
    ['500: internal server error, contact support', refusal(500, 'internal'), '服务器内部错误，请联系技术支持'],
    ['503: the same', refusal(503, 'database_unavailable'), '服务器内部错误，请联系技术支持'],
    ['502 of a proxy: the same', page(502), '服务器内部错误，请联系技术支持'],
    ['404: otherwise', refusal(404, 'not_found'), '认证失败或获取日志出错'],
    ['a page in place of an answer: otherwise', page(200), '认证失败或获取日志出错'],
    ['anything else: otherwise', new Error('surprise'), '认证失败或获取日志出错'],
  ])('%s', async (_, error, sentence) => {
    await failWith(error)
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  })

  it('network connection dropped, when the browser is offline by then', async () => {
    const { logIn } = await adminPage({
      [LOGIN]: () => {
        act(() => setOnline(false))
        throw new NetworkError('network')
      },
      [LOGS]: () => {
        throw new NetworkError('network')
      },
    })
    await logIn()
    expect(await screen.findByRole('alert')).toHaveTextContent('网络连接已断开')
  })

  it("says what the server says and the number of its log's entry, but not about wrong credentials", async () => {
    await failWith(refusal(500, 'internal'))
    expect(await screen.findByText('The server says no. (req-1)')).toBeInTheDocument()
  })

  it('says nothing of the server for wrong credentials', async () => {
    await failWith(refusal(401, 'unauthorized'))
    await screen.findByRole('alert')
    expect(screen.queryByText(/The server says no/)).not.toBeInTheDocument()
  })

  it('says what the server says where its answer has no number', async () => {
    await failWith(new ApiError({ status: 500, code: 'internal', message: 'Down.' }))
    expect(await screen.findByText('Down.')).toBeInTheDocument()
  })

  it.each([
    [
      'wrong credentials tell more than a failed fallback',
      refusal(401, 'x'),
      new NetworkError('network'),
      '管理员认证失败',
    ],
    ['else what happened last counts', refusal(404, 'not_found'), refusal(401, 'x'), '管理员认证失败'],
    ['else what happened last counts', refusal(500, 'x'), new NetworkError('network'), '无法连接到服务器'],
    ['being locked tells most', refusal(401, 'x'), refusal(429, 'locked'), '登录尝试次数过多'],
  ])('%s', async (_, login, fallback, sentence) => {
    await failWith(login, fallback)
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  })

  it('goes with the next try', async () => {
    const { user, server } = await failWith(refusal(401, 'unauthorized'))
    await screen.findByRole('alert')
    server[LOGIN] = () => new Promise(() => {})
    await user.click(screen.getByRole('button', { name: '登录' }))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('locked out', () => {
  it('says how long to wait, counts down, and says when it is over', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    await failWith(refusal(429, 'locked', { retryAfterSeconds: 62 }))
    expect(await screen.findByRole('alert')).toHaveTextContent('登录尝试次数过多，请稍后再试')
    expect(screen.getByText('请在 1 分 2 秒 后重试')).toBeInTheDocument()
    act(() => vi.advanceTimersByTime(3000))
    expect(screen.getByText('请在 59 秒 后重试')).toBeInTheDocument()
    act(() => vi.advanceTimersByTime(59_000))
    expect(screen.getByText('现在可以重新登录')).toBeInTheDocument()
  })

  it('leaves out the wait where the server does not tell it', async () => {
    await failWith(refusal(429, 'locked'))
    expect(await screen.findByRole('alert')).toHaveTextContent('登录尝试次数过多，请稍后再试')
    expect(screen.queryByText(/后重试/)).not.toBeInTheDocument()
  })

  it('another kind of 429 is no lock', async () => {
    await failWith(refusal(429, 'too_many_requests'))
    expect(await screen.findByRole('alert')).toHaveTextContent('认证失败或获取日志出错')
  })
})
