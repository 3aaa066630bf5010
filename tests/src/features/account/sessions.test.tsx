import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { renderAccount, testAccount } from './render-account'

const refusal = (status: number, code: string) => new ApiError({ status, code, message: code })

function goOffline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
}

describe('Account sessions', () => {
  it("names each session's device if its browser is known, puts the current one first, and shows the start time", async () => {
    const [own, other] = testAccount().sessions
    if (!own || !other) throw new Error('two sessions')
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    // This browser knows itself.
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(firefox.replace('X11; Linux x86_64', 'Windows NT 10.0'))
    const { ready } = renderAccount({
      section: 'sessions',
      account: testAccount({ sessions: [{ ...other, userAgent: firefox }, own, { ...other, id: 'session-3' }] }),
    })
    const shown = new Set<unknown>()
    const look = () => shown.add(document.querySelectorAll('main section li')[1]?.querySelector('p')?.textContent)
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    onTestFinished(() => observer.disconnect())
    const part = await ready()
    await part.findByText('Firefox on Linux')
    // The name's line is there before the name, so that nothing below it moves.
    expect([...shown]).toEqual([undefined, '\u00A0', 'Firefox on Linux'])
    const [first, second, third] = part.getAllByRole('listitem')
    expect(first?.textContent).toMatch(/^Firefox on WindowsThis deviceSigned in Jan 1, 2026.*Last renewed Nov 20, 2026/)
    expect(second?.textContent).toMatch(/^Firefox on LinuxSigned in Jan 1, 2026.*Sign out$/)
    expect(third?.textContent).toMatch(/^Signed in Jan 1, 2026.*Last renewed.*Sign out$/)
  })

  it("stays signed in when the server can't be reached for the sign-out, and says so", async () => {
    const { user, supabase, router, ready } = renderAccount({ section: 'sessions' })
    await ready()
    vi.spyOn(console, 'warn').mockReturnValue()
    supabase.auth.signOut.mockResolvedValueOnce({ error: new Error('away') })
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out everywhere' }))
    await screen.findByText(/^We couldn't sign you out everywhere/)
    expect(router.state.location.pathname).toBe('/account')
    expect(supabase.auth.signOut).toHaveBeenCalledTimes(1)
    vi.mocked(console.warn).mockClear()
  })

  /** Opens the question about the other device. */
  async function askToEnd(end: () => unknown) {
    const app = renderAccount({ section: 'sessions' })
    const part = await app.ready()
    app.answer.mockImplementation(end)
    const button = part.getByRole('button', { name: 'Sign out' })
    expect(button).toHaveAccessibleDescription(/^Signed in Jan 1, 2026/)
    await app.user.click(button)
    const dialog = within(screen.getByRole('dialog', { name: 'Sign out this device?' }))
    dialog.getByText(/^It may stay signed in for up to an hour\./)
    const confirm = () => app.user.click(dialog.getByRole('button', { name: 'Sign out' }))
    const sent = () => app.answer.mock.calls.map(([call]) => call).filter((call) => call.startsWith('DELETE'))
    return { ...app, part, dialog, confirm, sent }
  }

  it.each([
    ['the session', () => ({ id: 'session-2' })],
    [
      'a session that has ended already',
      () => {
        throw refusal(404, 'not_found')
      },
    ],
  ])('signs out one other device, and says how long it may stay signed in: %s', async (_name, end) => {
    const { part, confirm, sent } = await askToEnd(end)
    await confirm()
    await part.findByText('Session ended. The device may stay signed in for up to an hour.')
    expect(sent()).toEqual(['DELETE /api/account/sessions/session-2'])
    expect(part.getAllByRole('listitem')).toHaveLength(1)
    part.getByText('This device')
    expect(part.queryByRole('button', { name: 'Sign out' })).toBeNull()
    expect(part.getByRole('list').parentElement).toHaveFocus()
  })

  it("keeps a session in the list if the server can't be reached to end it, and says so", async () => {
    const { part, dialog, confirm } = await askToEnd(() => {
      throw new NetworkError('network')
    })
    await confirm()
    await dialog.findByText(/^We couldn't sign out the device\./)
    // The dialog is modal, but jsdom doesn't hide the rest of the page.
    expect(part.getAllByRole('listitem')).toHaveLength(2)
  })

  it('disables signing out devices offline, and says why', async () => {
    const { ready } = renderAccount({ section: 'sessions' })
    const part = await ready()
    goOffline()
    for (const name of ['Sign out', 'Sign out everywhere']) expect(part.getByRole('button', { name })).toBeDisabled()
    part.getByText("You're offline. Try again when you're back online.")
  })
})
