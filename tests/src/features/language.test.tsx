// Tests the admin page and the debug page in Chinese, the default, and in English by choice.
import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { chooseLanguage } from '@/components/language/language'
import { renderApp } from '../../support/app/render-app'
import { testSession } from '../../support/app/session'
import { adminPage, LOGIN, LOGS } from './admin/admin-page'
import { refusal } from './admin/admin-responses'

afterEach(() => act(() => chooseLanguage('zh-CN')))

const main = () => screen.getByRole('main')

/**
 * Returns the page's Chinese text, visible or for screen readers. The language switch is left out, because it always has a
 * Chinese label.
 */
function chinese(): string[] {
  const texts = [...main().querySelectorAll('*')].flatMap((element) => [
    ...[...element.childNodes].filter((node) => node instanceof Text).map((node) => node.data),
    ...['aria-label', 'data-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
  ])
  return [...texts, document.title].filter(
    (text) => /\p{Script=Han}/u.test(text) && !['中文', '语言 / Language'].includes(text),
  )
}

it('shows the admin login, records, and failures in English once English is chosen', async () => {
  const { user, logIn, server } = await adminPage()
  const { [LOGIN]: right, [LOGS]: records } = server
  for (const path of [LOGIN, LOGS]) server[path] = () => refusal(401, 'unauthorized')
  await logIn()
  expect(await screen.findByRole('alert')).toHaveTextContent('管理员认证失败，请检查用户名和密码')
  expect(chinese().length).toBeGreaterThan(10)
  await user.click(screen.getByRole('button', { name: 'English' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Admin authentication failed. Check your username and password.')
  expect(main().querySelector('[lang]')).toHaveAttribute('lang', 'en')
  expect(chinese()).toEqual([])

  Object.assign(server, { [LOGIN]: right, [LOGS]: records })
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  const table = await screen.findByRole('table', { name: 'Login records, newest first' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Email', 'Name', 'Time', 'IP address', 'Browser'])
  expect(chinese()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Review grant' }))
  expect(screen.getByLabelText('Email or user ID')).toHaveAccessibleDescription('Enter an email or user ID')
  await user.click(screen.getByRole('button', { name: '中文' }))
  expect(screen.getByRole('heading', { level: 1, name: '用户登录记录' })).toBeInTheDocument()
})

it('shows the debug page in English too, and removes a result in the other language', async () => {
  const { user } = renderApp({ route: '/debug', session: testSession(), credits: 100 })
  await screen.findByText('已登录')
  await user.clear(screen.getByLabelText('用户ID'))
  await user.click(screen.getByRole('button', { name: '验证积分余额' }))
  expect(screen.getByText('请先输入用户ID')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'English' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Auth debug' })).toBeInTheDocument()
  expect(chinese()).toEqual([])
  await user.clear(screen.getByLabelText('User ID'))
  await user.click(screen.getByRole('button', { name: 'Validate credit balance' }))
  expect(screen.getByText('Please enter a user ID first')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Clear local storage' }))
  expect(screen.getByRole('dialog', { name: 'Clear local storage?' })).toBeInTheDocument()
  expect(chinese()).toEqual([])
})

it.each(['/debug', '/admin-logs'])(
  "sets the document's language for %s, in an English frame, until the user leaves the page",
  async (route) => {
    const { user, router, container } = renderApp({ route })
    container.id = 'root'
    const html = document.documentElement
    await user.click(await screen.findByRole('button', { name: 'English' }))
    expect(html.lang).toBe('en')
    await user.click(screen.getByRole('button', { name: '中文' }))
    expect(html.lang).toBe('zh-CN')
    expect(screen.getByRole('banner').closest('[lang]')).toHaveAttribute('lang', 'en')
    await act(() => router.navigate('/pricing'))
    await screen.findByRole('heading', { name: 'Plans & Pricing' })
    expect(html.lang).toBe('en')
    expect(container).not.toHaveAttribute('lang')
  },
)

it('saves the chosen language in this browser', async () => {
  chooseLanguage('en')
  vi.resetModules()
  const again = await import('@/components/language/language')
  expect(again.language.get()).toBe('en')
  window.localStorage.setItem('language', 'fr')
  vi.resetModules()
  expect((await import('@/components/language/language')).language.get()).toBe('zh-CN')
})
