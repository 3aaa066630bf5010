import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { openJob } from '../../../support/app/jobs'
import { renderAccount, testAccount } from './render-account'

const refusal = (status: number, code: string) => new ApiError({ status, code, message: code })

function goOffline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
}

describe('Account page', () => {
  it("shows the user's profile first, and hides the page from search engines", async () => {
    const { ready } = renderAccount({ section: 'profile', account: testAccount({ storedBytes: 12_345_678 }) })
    const profile = await ready()
    profile.getByText('ada@example.com')
    const facts = profile.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
    expect(facts).toEqual([
      'Member since: January 1, 2026',
      'Credits: 580',
      'Videos: 2',
      'Images: 1',
      'Storage: 12.3 MB',
    ])
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  })

  it('signs out on the account page', async () => {
    const { ready, user, router, supabase } = renderAccount({ section: 'profile' })
    await user.click((await ready()).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(supabase.auth.signOut).toHaveBeenCalledWith({ scope: 'local' })
  })

  const current = () => screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)

  it('shows the section of the address, names it in the title, and moves the focus to its heading', async () => {
    const { ready, user, router } = renderAccount({ section: 'keys' })
    await ready()
    expect([current(), document.title]).toEqual([['API keys'], 'API keys | Account | Soundreel'])
    expect(document.activeElement).toBe(document.body)
    const index = within(screen.getByRole('navigation', { name: 'Account' }))
    await user.click(index.getByRole('link', { name: 'Your data' }))
    expect(router.state.location.hash).toBe('#data')
    expect(screen.getByRole('heading', { level: 2, name: 'Your data' })).toHaveFocus()
    expect([current(), document.title]).toEqual([['Your data'], 'Your data | Account | Soundreel'])
    expect(screen.queryByRole('region', { name: 'API keys' })).toBeNull()
    act(() => router.go(-1))
    await screen.findByRole('region', { name: 'API keys' })
    expect(current()).toEqual(['API keys'])
  })

  it('shows the first section for an unknown address, and keeps the section when its content is skipped to', async () => {
    const { ready, user, router } = renderAccount({ section: 'sessions' })
    await ready()
    await user.click(screen.getByRole('link', { name: 'Skip to content' }))
    expect([router.state.location.hash, current()]).toEqual(['#main', ['Sessions']])
    await act(() => router.navigate('/account#nonsense'))
    await waitFor(() => expect(current()).toEqual(['Profile']))
  })

  it('keeps what was typed in a section of the account while another section is shown', async () => {
    const { ready, user, answer } = renderAccount({ section: 'webhooks' })
    answer.mockImplementation((call) => (call === 'GET /api/account' ? testAccount() : { webhooks: [] }))
    const webhooks = await ready()
    await webhooks.findByText('No webhooks yet')
    await user.type(webhooks.getByLabelText('Server URL'), 'https://example.com')
    await user.click(screen.getByRole('link', { name: 'Profile' }))
    await screen.findByText('Member since')
    await user.click(screen.getByRole('link', { name: 'Webhooks' }))
    expect(webhooks.getByLabelText('Server URL')).toHaveValue('https://example.com')
  })

  it('asks a visitor of the account page to sign in', async () => {
    const { answer } = renderAccount({ signedIn: false })
    await screen.findByRole('heading', { name: 'Sign in to see your account' })
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    expect(answer).not.toHaveBeenCalled()
  })

  it("says that the account couldn't load, and loads again on a click or when the network is back", async () => {
    const { answer, user, ready } = renderAccount()
    const account = answer.getMockImplementation()
    answer.mockImplementation(() => {
      throw new NetworkError('network')
    })
    await screen.findByText("We couldn't load your account")
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(answer.mock.calls.length).toBeGreaterThanOrEqual(2))
    await screen.findByText("We couldn't load your account")
    if (account) answer.mockImplementation(account)
    act(() => void window.dispatchEvent(new Event('online')))
    await ready()
  })

  it('keeps typed text on the account page while the account is refreshed, even if the refresh fails', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { answer, user, ready } = renderAccount({
      prepare({ supabase }) {
        const table = supabase.answers.table
        supabase.answers.table = async (asked) => {
          if (asked.table === 'users') await promise
          return table(asked)
        }
      },
    })
    await ready()
    await user.click(screen.getByRole('button', { name: 'Delete account…' }))
    await user.type(screen.getByRole('textbox'), 'ada@')
    const reads = answer.mock.calls.length
    answer.mockImplementation(() => {
      throw new NetworkError('network')
    })
    await act(async () => resolve())
    await waitFor(() => expect(answer.mock.calls.length).toBe(reads + 1))
    await act(async () => {})
    expect(screen.getByRole('textbox')).toHaveValue('ada@')
  })

  it('says on the account page that this server has no accounts', async () => {
    const { answer } = renderAccount()
    answer.mockImplementation(() => {
      throw refusal(404, 'not_found')
    })
    await screen.findByText(/^This server stores only your sign-in/)
  })
})

describe('Account deletion', () => {
  async function open(options: Parameters<typeof renderAccount>[0] = {}) {
    const app = renderAccount(options)
    await app.ready()
    await app.user.click(screen.getByRole('button', { name: 'Delete account…' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Delete your account?' }))
    const confirm = () => app.user.click(dialog.getByRole('button', { name: 'Delete permanently' }))
    const type = (text: string) => app.user.type(dialog.getByRole('textbox'), text)
    const sent = () => app.answer.mock.calls.filter(([call]) => call === 'POST /api/account/delete')
    return { ...app, dialog, confirm, type, sent }
  }

  it('sends no account deletion until the user types the email', async () => {
    const { dialog, confirm, type, sent } = await open()
    await confirm()
    dialog.getByText("This isn't your account's email. Nothing was deleted.")
    await type('ada@example.org')
    await confirm()
    expect(sent()).toEqual([])
  })

  it('deletes the account once, signs out here, and confirms on the home page', async () => {
    const account = testAccount({ email: 'adá@example.com' })
    const { answer, confirm, type, sent, router, supabase, services } = await open({ account })
    answer.mockImplementation(() => ({}))
    const email = 'Adá@Example.com'.normalize('NFD')
    await type(` ${email}`)
    await confirm()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(sent().map(([, { body, retries }]) => [body, retries])).toEqual([[{ email }, 0]])
    // The client sends no request to end a session if none is stored.
    const [removed] = vi.mocked(services.removeStoredSession).mock.invocationCallOrder
    expect(removed).toBeLessThan(supabase.auth.signOut.mock.invocationCallOrder[0] ?? 0)
    await screen.findByText('Your account is deleted.')
  })

  it.each([
    ['wrong_email', refusal(422, 'wrong_email'), /^This isn't your account's email/],
    ['job_open', refusal(409, 'job_open'), /^Some of your videos are still being generated/],
    ['unauthorized', refusal(401, 'unauthorized'), /^You've been signed out/],
    ['no response', new NetworkError('network'), /^We couldn't reach the server/],
  ])('keeps the account page open, and says what to do, after a deletion fails: %s', async (_name, error, sentence) => {
    const { answer, confirm, type, dialog, router } = await open()
    answer.mockImplementation(() => {
      throw error
    })
    await type('ada@example.com')
    await confirm()
    await dialog.findByText(sentence)
    expect(router.state.location.pathname).toBe('/account')
  })

  it('offers no account deletion while a video is generated, and says why', async () => {
    const { ready } = renderAccount({
      prepare: ({ jobsApi }) => jobsApi.list.mockResolvedValue({ jobs: [openJob()], nextCursor: null }),
    })
    await ready()
    await screen.findByText(/^Some of your videos are still being generated/)
    expect(screen.getByRole('button', { name: 'Delete account…' })).toBeDisabled()
  })

  it('disables account deletion and export offline', async () => {
    const { ready } = renderAccount()
    await ready()
    goOffline()
    for (const name of ['Delete account…', 'Export everything']) {
      expect(screen.getByRole('button', { name })).toBeDisabled()
    }
    expect(screen.getAllByText("You're offline. Try again when you're back online.")).toHaveLength(2)
  })
})
