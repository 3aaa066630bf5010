import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useCode } from '@/components/hooks/use-code'
import { createFailureMessage } from '@/components/missing-code/failure-message'
import { MissingCode } from '@/components/missing-code/missing-code'
import { ShownOnce } from '@/components/secret/shown-once'
import { OutdatedPage } from '@/lib/browser/missing-code'
import { reloadPage } from '@/lib/browser/reload-page'
import { network } from '../../../support/app/network'

vi.mock('@/lib/browser/reload-page', () => ({ reloadPage: vi.fn() }))

const TODAY = "We couldn't load sharing. Check your connection."
const OUTDATED = 'This page was updated. Reload it to continue. Everything you typed is kept.'
const GONE = new TypeError('Failed to fetch dynamically imported module: https://site.test/assets/share-1.js')

let isSiteUp = true
beforeEach(() => {
  isSiteUp = true
  network.use(http.head('*/', () => (isSiteUp ? new HttpResponse(null) : HttpResponse.error())))
})

const alert = async (text: string) => expect((await screen.findByRole('alert')).textContent).toContain(text)
const reload = () => screen.queryByRole('button', { name: 'Reload page' })

function Part({ load }: { load: () => Promise<string> }) {
  const late = useCode(load, true)
  return late.isMissing ? <MissingCode code={late} text={TODAY} /> : <p>{late.code}</p>
}

function renderLate(load: () => Promise<string>, children?: ReactNode) {
  const { unmount } = render(
    <>
      <Part load={load} />
      {children}
    </>,
  )
  return { unmount, user: userEvent.setup() }
}

it('offers one reload for code that is gone while the site responds, and then says what it said before', async () => {
  const { user, unmount } = renderLate(async () => Promise.reject(GONE))
  await alert(OUTDATED)
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Reload page' }))
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
  unmount()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  renderLate(async () => Promise.reject(GONE))
  await alert(TODAY)
  expect(reload()).not.toBeInTheDocument()
})

it('offers another reload after the next update', async () => {
  window.sessionStorage.setItem('reloaded_version', 'https://site.test/assets/index-old.js')
  renderLate(async () => Promise.reject(GONE))
  await alert(OUTDATED)
})

it.each([
  ['the site cannot be reached', GONE, () => (isSiteUp = false)],
  ['the code itself fails', new TypeError('x is not a function'), () => {}],
  ['the page was reloaded less than a minute ago', GONE, () => sessionStorage.setItem('reloaded_at', `${Date.now()}`)],
  [
    'nothing can be stored',
    GONE,
    () =>
      vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
        throw new DOMException('blocked', 'SecurityError')
      }),
  ],
])('offers no reload if %s', async (_, cause, prepare) => {
  prepare()
  const { user } = renderLate(async () => Promise.reject(cause))
  await alert(TODAY)
  expect(reload()).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reloadPage).not.toHaveBeenCalled()
})

it('loads code whose response was only lost, without a word', async () => {
  const load = vi.fn(async () => 'the dialog')
  load.mockRejectedValueOnce(GONE)
  renderLate(load)
  await screen.findByText('the dialog')
  expect(load).toHaveBeenCalledTimes(2)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('does not reload into an empty window if the site goes away before the click', async () => {
  const { user } = renderLate(async () => Promise.reject(GONE))
  await alert(OUTDATED)
  isSiteUp = false
  await user.click(screen.getByRole('button', { name: 'Reload page' }))
  await waitFor(() => alert(TODAY))
  expect(reloadPage).not.toHaveBeenCalled()
})

it('offers no reload while it would lose something that only this page has', async () => {
  const secret = <ShownOnce title="Ready" noun="secret" value="whsec_1" once="Shown once." />
  const { unmount } = renderLate(async () => Promise.reject(GONE), secret)
  await alert('This page was updated. Copy any new secret')
  expect(screen.queryByRole('button', { name: 'Reload page' })).not.toBeInTheDocument()
  expect(createFailureMessage(new OutdatedPage(), TODAY)).not.toHaveProperty('action')
  unmount()
  renderLate(async () => Promise.reject(GONE))
  await alert(OUTDATED)
})

it('has the same offer in the message of an action', async () => {
  expect(createFailureMessage(GONE, TODAY)).toEqual({ tone: 'bad', text: TODAY })
  const { text, action } = createFailureMessage(new OutdatedPage(), TODAY)
  expect([text, action?.label]).toEqual([OUTDATED, 'Reload page'])
  await act(async () => action && 'onClick' in action && action.onClick())
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
})
