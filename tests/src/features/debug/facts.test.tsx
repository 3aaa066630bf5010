import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { testSession } from '../../../support/app/session'
import { debugPage, press, region, session } from './open-debug-page'

const fact = (panel: string, name: string) =>
  within(region(panel)).getByText(name, { selector: 'dt' }).nextElementSibling

describe('shows login state, e-mail, user id', () => {
  it('of a signed-in person', async () => {
    await debugPage()
    expect(fact('登录状态', '登录状态')).toHaveTextContent(/^已登录$/)
    expect(fact('登录状态', '邮箱')).toHaveTextContent('ada@example.com')
    expect(fact('登录状态', '用户ID')).toHaveTextContent(session.user.id)
    await waitFor(() => expect(fact('登录状态', '积分')).toHaveTextContent('100'))
  })

  it('of nobody', async () => {
    await debugPage({})
    expect(fact('登录状态', '登录状态')).toHaveTextContent(/^未登录$/)
    for (const name of ['邮箱', '用户ID', '积分']) expect(fact('登录状态', name)).toHaveTextContent(/^—$/)
  })

  it('of a user whom local storage knows and no session', async () => {
    window.localStorage.setItem('user', '{"id":"local-1","credits":40}')
    await debugPage({})
    expect(fact('登录状态', '登录状态')).toHaveTextContent('已登录（仅本地用户，没有会话）')
    expect(fact('登录状态', '用户ID')).toHaveTextContent('local-1')
    expect(fact('登录状态', '积分')).toHaveTextContent('40')
  })

  it('follows a sign-in and a sign-out', async () => {
    const { supabase } = await debugPage({})
    act(() => supabase.emit('SIGNED_IN', session))
    expect(await within(region('登录状态')).findByText('ada@example.com')).toBeInTheDocument()
    act(() => supabase.emit('SIGNED_OUT', null))
    expect(await within(region('登录状态')).findByText('未登录')).toBeInTheDocument()
  })
})

describe('session data: presence, type and expiry of tokens, never a token', () => {
  it('of a session', async () => {
    await debugPage()
    expect(fact('会话数据', 'access_token')).toHaveTextContent(/^有$/)
    expect(fact('会话数据', 'refresh_token')).toHaveTextContent(/^有$/)
    expect(fact('会话数据', 'token_type')).toHaveTextContent('bearer')
    expect(fact('会话数据', 'expires_in')).toHaveTextContent('3600 秒')
    expect(fact('会话数据', 'user.name')).toHaveTextContent('Ada Byron')
    expect(fact('会话数据', 'user.avatar_url')).toHaveTextContent('https://lh3.googleusercontent.com/ada')
    expect(fact('会话数据', 'user.provider')).toHaveTextContent('google')
    expect(document.body.innerHTML).not.toContain(session.access_token)
    expect(document.body.innerHTML).not.toContain(session.refresh_token)
  })

  it('of nobody', async () => {
    await debugPage({})
    expect(fact('会话数据', 'access_token')).toHaveTextContent(/^无$/)
    expect(fact('会话数据', 'refresh_token')).toHaveTextContent(/^无$/)
    for (const name of ['token_type', 'expires_in', 'expires_at', 'user.name', 'user.avatar_url', 'user.provider'])
      expect(fact('会话数据', name)).toHaveTextContent(/^—$/)
  })

  it('counts down to the end of the token', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-20T10:00:00Z') })
    const fresh = testSession()
    await debugPage({ session: fresh })
    const ends = new Date((fresh.expires_at ?? 0) * 1000)
    expect(fact('会话数据', 'expires_at')).toHaveTextContent(ends.toLocaleString('zh-CN'))
    expect(fact('会话数据', 'expires_at')).toHaveTextContent('剩余 1 小时 0 分 0 秒')
    act(() => vi.advanceTimersByTime(61_000))
    expect(fact('会话数据', 'expires_at')).toHaveTextContent('剩余 58 分 59 秒')
    act(() => vi.advanceTimersByTime(3_538_000))
    expect(fact('会话数据', 'expires_at')).toHaveTextContent('剩余 1 秒')
    act(() => vi.advanceTimersByTime(1000))
    expect(fact('会话数据', 'expires_at')).toHaveTextContent('已过期')
  })

  it('shows metadata as text, and only where it is text', async () => {
    const odd = testSession({ name: '<img src=x onerror=alert(1)>' })
    odd.user.user_metadata.avatar_url = { not: 'text' }
    await debugPage({ session: odd })
    expect(fact('会话数据', 'user.name')?.textContent).toBe('<img src=x onerror=alert(1)>')
    expect(fact('会话数据', 'user.avatar_url')).toHaveTextContent(/^—$/)
  })
})

describe('local-storage data, values of secrets masked', () => {
  it('shows every entry, and no token', async () => {
    window.localStorage.setItem('note', 'hello')
    await debugPage()
    expect(fact('本地存储', 'note')).toHaveTextContent('hello')
    await waitFor(() => expect(fact('本地存储', 'token')).toHaveTextContent(/^•••••• \(\d+\)$/))
    expect(document.body.innerHTML).not.toContain(session.access_token)
  })

  it('says so where there is nothing', async () => {
    await debugPage({})
    expect(within(region('本地存储')).getByText('本地存储为空')).toBeInTheDocument()
  })

  it('reads again when asked, and when another tab changed something', async () => {
    const { user } = await debugPage({})
    window.localStorage.setItem('fresh', 'one')
    await user.click(press('重新读取'))
    expect(fact('本地存储', 'fresh')).toHaveTextContent('one')
    window.localStorage.setItem('fresh', 'two')
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'fresh' }))
    })
    expect(fact('本地存储', 'fresh')).toHaveTextContent('two')
  })

  it('gives a long value a place to scroll in that the keyboard reaches', async () => {
    window.localStorage.setItem('long', 'x'.repeat(5000))
    await debugPage({})
    expect(within(region('本地存储')).getByRole('region', { name: 'long' })).toHaveAttribute('tabindex', '0')
  })

  it('stands where storage is blocked', async () => {
    vi.spyOn(Object, 'entries').mockImplementation((value: object) => {
      if (value === window.localStorage) throw new DOMException('blocked', 'SecurityError')
      return Reflect.ownKeys(value).map((key) => [String(key), Reflect.get(value, key)])
    })
    await debugPage({})
    expect(screen.getByText('本地存储为空')).toBeInTheDocument()
  })
})

it('is for nobody to find', async () => {
  await debugPage({})
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  expect(document.querySelector('main [lang]')).toHaveAttribute('lang', 'zh-CN')
})
