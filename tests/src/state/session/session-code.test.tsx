import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { reloadPage } from '@/lib/browser/reload-page'
import { NetworkError } from '@/lib/http/api-error'
import { takeConsole } from '../../../support/app/console'
import { createFakeServices } from '../../../support/app/fake-services'
import { network } from '../../../support/app/network'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'
import { useSlowTime } from '../../../support/app/slow-time'

vi.mock('@/lib/browser/reload-page', () => ({ reloadPage: vi.fn() }))

const SENTENCE = /Your sign-in could not be loaded: a part of this site did not arrive\. Your credits, your videos and/

let isSiteUp = true
beforeEach(() => {
  isSiteUp = true
  takeConsole('error')
  vi.mocked(reloadPage).mockClear()
  network.use(http.head('*/', () => (isSiteUp ? new HttpResponse(null) : HttpResponse.error())))
})

/** An app whose sign-in does not arrive until `repair` is called. */
function renderCutOff(route: string) {
  const { supabase } = createFakeServices({ session: testSession(), credits: 600 })
  let isDown = true
  const loadSupabase = vi.fn(() =>
    isDown ? Promise.reject(new NetworkError('network')) : Promise.resolve(supabase.client),
  )
  const app = renderApp({ route, services: { loadSupabase } })
  return {
    ...app,
    loadSupabase,
    repair: () => {
      isDown = false
    },
  }
}

const note = () => screen.findByText(SENTENCE)
const tryAgain = () => screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement

describe('when the code of the sign-in does not arrive', () => {
  it('loads the page again, once, and then says so', async () => {
    const first = renderCutOff('/')
    await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
    expect(screen.queryByText(SENTENCE)).not.toBeInTheDocument()
    first.unmount()
    renderCutOff('/')
    await note()
    expect(reloadPage).toHaveBeenCalledTimes(1)
  })

  it('does not load the page again while the site cannot be reached, and goes on when it can', async () => {
    isSiteUp = false
    const { repair } = renderCutOff('/')
    await note()
    expect(reloadPage).not.toHaveBeenCalled()
    repair()
    await act(async () => window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByText(SENTENCE)).not.toBeInTheDocument())
    expect(await screen.findByRole('button', { name: /^Account of/ })).toBeInTheDocument()
    expect(reloadPage).not.toHaveBeenCalled()
  })

  it('asks again by itself every 5 s while the site cannot be reached', async () => {
    useSlowTime()
    isSiteUp = false
    const { repair, loadSupabase } = renderCutOff('/')
    await note()
    const asked = loadSupabase.mock.calls.length
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(loadSupabase.mock.calls.length).toBeGreaterThan(asked)
    await note()
    repair()
    await act(() => vi.advanceTimersByTimeAsync(5000))
    await waitFor(() => expect(screen.queryByText(SENTENCE)).not.toBeInTheDocument())
  })

  it('tries again when the person asks for it', async () => {
    isSiteUp = false
    const { repair, user } = renderCutOff('/')
    await note()
    repair()
    await user.click(tryAgain())
    expect(await screen.findByRole('button', { name: /^Account of/ })).toBeInTheDocument()
  })

  it('loads the page again for a person who asks, where the site answers and the code still does not come', async () => {
    window.sessionStorage.setItem('reloaded_at', String(Date.now()))
    const { user } = renderCutOff('/')
    await note()
    expect(reloadPage).not.toHaveBeenCalled()
    await user.click(tryAgain())
    await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
  })
})

describe('while it is missing', () => {
  beforeEach(() => {
    isSiteUp = false
  })

  it('nothing on the generator goes on waiting, and a press starts nothing and asks again', async () => {
    window.localStorage.setItem('user', JSON.stringify({ id: testSession().user.id, credits: 600 }))
    const { user, repair, creditsApi, jobsApi } = renderCutOff('/create-video')
    await note()
    expect(await screen.findByRole('heading', { name: 'Your videos wait for your sign-in' })).toBeInTheDocument()
    expect(screen.queryByRole('status', { name: 'Loading your videos' })).not.toBeInTheDocument()
    await user.type(await screen.findByRole('textbox', { name: 'Prompt' }), 'A reef')
    repair()
    await user.click(screen.getByRole('button', { name: /^Generate Video/ }))
    expect(creditsApi.consume).not.toHaveBeenCalled()
    await waitFor(() => expect(jobsApi.list).toHaveBeenCalled())
    expect(await screen.findByText('Nothing here yet')).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveValue('A reef')
  })

  it('a press says why nothing was started', async () => {
    const { user } = renderCutOff('/create-video')
    await note()
    await user.type(await screen.findByRole('textbox', { name: 'Prompt' }), 'A reef')
    await user.click(screen.getByRole('button', { name: /^Generate Video/ }))
    expect(await screen.findByText(/^Your sign-in could not be loaded, so nothing was started/)).toBeInTheDocument()
  })

  it('the login page offers to load it again', async () => {
    const { user, repair, router } = renderCutOff('/login')
    await note()
    repair()
    await user.click(await screen.findByRole('button', { name: 'Load the sign-in again' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  it('the debug page knows nobody', async () => {
    renderCutOff('/debug')
    await note()
    await screen.findByRole('heading', { name: '登录状态' })
    expect(screen.queryByText('未登录')).not.toBeInTheDocument()
  })
})
