import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { readConsole } from '../../support/app/console'
import { renderApp } from '../../support/app/render-app'
import { testSession } from '../../support/app/session'

const full = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })

const forbidden = () => {
  const refuse = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse)
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(refuse)
}

afterEach(() => void vi.restoreAllMocks())

const header = () => within(screen.getByRole('banner'))
const balance = () => header().getByRole('link', { name: /credits$/ })

it.each([
  ['full', full],
  ['forbidden', forbidden],
])('shows the name and the newest balance in the header if storage is %s', async (_, takeStorage) => {
  takeStorage()
  const { supabase } = renderApp({ route: '/pricing', session: testSession(), credits: 600 })
  expect(await header().findByRole('button', { name: 'Account menu for Ada Byron' })).toBeInTheDocument()
  expect(await header().findByText('600')).toBeInTheDocument()
  supabase.answers.rpc = () => ({ data: { credits: 270 }, error: null })
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  const comeBack = () =>
    act(async () => {
      now += 15_000
      document.dispatchEvent(new Event('visibilitychange'))
    })
  await comeBack()
  expect(balance()).toHaveTextContent('270 credits')
  readConsole('error')
  supabase.answers.rpc = () => ({ data: null, error: { message: 'refused' } })
  await comeBack()
  expect(balance()).toHaveTextContent('270 credits')
  expect(balance()).toHaveAttribute('title', 'Last known balance')
  // Another tab's change can't be read either.
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user' })))
  await comeBack()
  expect(balance()).toHaveTextContent('270 credits')
  act(() => supabase.emit('SIGNED_IN', testSession({ userId: 'bea', sessionId: 'session-2', name: 'Bea' })))
  expect(header().queryByText('270')).not.toBeInTheDocument()
  expect(header().getByRole('button', { name: 'Account menu for Bea' })).toBeInTheDocument()
})

it("shows no balance of 0 while the balance loads, if storage couldn't replace another user's", async () => {
  window.localStorage.setItem('user', JSON.stringify({ id: 'somebody-else', credits: 450 }))
  full()
  const answer = Promise.withResolvers<{ data: unknown; error: null }>()
  renderApp({
    route: '/pricing',
    session: testSession(),
    prepare: ({ supabase }) => {
      supabase.answers.rpc = () => answer.promise
    },
  })
  await header().findByRole('button', { name: 'Account menu for Ada Byron' })
  await vi.waitFor(() => expect(header().queryByText('450')).not.toBeInTheDocument())
  expect(header().queryByText('0')).not.toBeInTheDocument()
  await act(async () => answer.resolve({ data: { credits: 600 }, error: null }))
  expect(await header().findByText('600')).toBeInTheDocument()
})
