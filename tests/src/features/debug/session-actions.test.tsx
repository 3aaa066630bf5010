import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { debugPage, press, region, session } from './open-debug-page'

describe('refresh session', () => {
  it('refreshes it and says until when it is good', async () => {
    const { user, supabase } = await debugPage()
    await user.click(press('刷新会话'))
    const until = new Date((session.expires_at ?? 0) * 1000).toLocaleString('zh-CN')
    expect(await screen.findByText(`会话已刷新，新的到期时间：${until}`)).toBeInTheDocument()
    expect(supabase.auth.refreshSession).toHaveBeenCalledTimes(1)
  })

  it.each([
    [
      Object.assign(new Error('Auth session missing!'), { name: 'AuthSessionMissingError' }),
      '没有可刷新的会话，请先登录',
    ],
    [new Error('Invalid Refresh Token'), '操作失败：Invalid Refresh Token'],
    ['odd', '操作失败：odd'],
  ])('shows why it could not: %s', async (error, sentence) => {
    const { user, supabase } = await debugPage({})
    supabase.auth.refreshSession.mockResolvedValue({ data: { session: null, user: null }, error })
    await user.click(press('刷新会话'))
    expect(await within(region('会话')).findByRole('alert')).toHaveTextContent(sentence)
  })

  it('reads storage again', async () => {
    const { user } = await debugPage({})
    window.localStorage.setItem('fresh', 'value')
    await user.click(press('刷新会话'))
    expect(await within(region('本地存储')).findByText('fresh')).toBeInTheDocument()
  })
})

describe('clear local storage', () => {
  const dialog = () => within(screen.getByRole('dialog', { name: '清除本地存储？' }))

  it('asks in a dialog first, and cancel leaves everything', async () => {
    const { user } = await debugPage()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await user.click(press('清除本地存储'))
    expect(dialog().getByText(/您将退出登录/)).toBeInTheDocument()
    expect(dialog().getByText('此浏览器没有正在进行的视频任务。')).toBeInTheDocument()
    await user.click(dialog().getByRole('button', { name: '取消' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(window.localStorage.getItem('token')).toBe(session.access_token)
  })

  it('says what it does to running jobs', async () => {
    window.localStorage.setItem('jobs', JSON.stringify([{}, {}]))
    const { user } = await debugPage()
    await user.click(press('清除本地存储'))
    expect(dialog().getByText(/^有 2 个视频任务正在进行.*视频完成才会扣除积分，否则积分退回/)).toBeInTheDocument()
  })

  it('clears all of it once confirmed, and with it the session and the local user', async () => {
    const { user, supabase } = await debugPage()
    window.localStorage.setItem('other', 'x')
    supabase.store(null)
    await user.click(press('清除本地存储'))
    await user.click(dialog().getByRole('button', { name: '确认清除' }))
    expect(await screen.findByText('本地存储已清除')).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(window.localStorage.length).toBe(0)
    expect(within(region('登录状态')).getByText('未登录')).toBeInTheDocument()
    expect(within(region('本地存储')).getByText('本地存储为空')).toBeInTheDocument()
    expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Login' })).toBeInTheDocument()
  })

  it('says so where storage refuses', async () => {
    const { user } = await debugPage({})
    vi.spyOn(Storage.prototype, 'clear').mockImplementationOnce(() => {
      throw new Error('blocked')
    })
    await user.click(press('清除本地存储'))
    await user.click(dialog().getByRole('button', { name: '确认清除' }))
    expect(await within(region('会话')).findByRole('alert')).toHaveTextContent('操作失败：blocked')
  })
})
