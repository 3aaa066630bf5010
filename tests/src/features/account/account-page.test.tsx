import type { StatementPage } from '@contract/credits'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { openJob } from '../../../support/app/jobs'
import { testEntry, testStatement } from './entries'
import { renderAccount, testAccount } from './render-account'

const refusal = (status: number, code: string) => new ApiError({ status, code, message: code })
const part = (name: string) => within(screen.getByRole('region', { name }))

function goOffline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
}

describe('Account page', () => {
  it("shows the user's name on the account page, and hides the page from search engines", async () => {
    const { ready } = renderAccount()
    await ready()
    expect(screen.getAllByText('ada@example.com').length).toBeGreaterThan(0)
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    expect(document.title).toContain('Account')
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

describe('Account sessions', () => {
  it("names each session's device if its browser is known, marks the current one, and shows the start time", async () => {
    const [own, other] = testAccount().sessions
    if (!own || !other) throw new Error('two sessions')
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const { ready } = renderAccount({ account: testAccount({ sessions: [own, { ...other, userAgent: firefox }] }) })
    const shown = new Set<unknown>()
    const look = () => shown.add(document.querySelectorAll('main li')[1]?.querySelector('p')?.textContent)
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    onTestFinished(() => observer.disconnect())
    await ready()
    await part("Where you're signed in").findByText('Firefox on Linux')
    // The name's line is there before the name, so that nothing below it moves.
    expect([...shown]).toEqual([undefined, '\u00A0', 'Firefox on Linux'])
    const [first, second] = part("Where you're signed in").getAllByRole('listitem')
    expect(first?.textContent).toMatch(/^Signed in Jan 1, 2026.*This device.*Last renewed Nov 20, 2026/)
    expect(second?.textContent).toMatch(/^Firefox on LinuxSigned in Jan 1, 2026/)
  })

  it("stays signed in when the server can't be reached for the sign-out, and says so", async () => {
    const { user, supabase, router, ready } = renderAccount()
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
})

describe('Account statement', () => {
  const OCTOBER = testEntry({ id: '1', at: '2026-10-31T09:00:00Z' })
  const NOVEMBER = testEntry({ id: '2', at: '2026-11-02T09:00:00Z', amount: 50, balanceAfter: 650, credits: 50 })

  it('groups transactions by month, with the opening balance and the change of each fully loaded month', async () => {
    const { creditsApi, user, ready } = renderAccount({ statement: testStatement([NOVEMBER], 'older') })
    await ready()
    const heads = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(await screen.findByRole('heading', { level: 3 })).toHaveTextContent('November 2026')
    expect(heads()).toEqual(['November 2026'])
    creditsApi.statement.mockResolvedValueOnce(testStatement([OCTOBER]))
    await user.click(screen.getByRole('button', { name: 'Older transactions' }))
    await screen.findByText('+600 credits')
    expect(heads()).toEqual([
      'November 2026Opening balance on Nov 1: 600+50 credits',
      'October 2026Opening balance on Oct 1: 0+600 credits',
    ])
  })

  it('shows the parts below the account statement only once the statement has loaded, so no button moves under a click', async () => {
    const { promise, resolve } = Promise.withResolvers<StatementPage>()
    const { ready } = renderAccount({ prepare: ({ creditsApi }) => creditsApi.statement.mockReturnValue(promise) })
    await screen.findByRole('status', { name: 'Loading your statement' })
    expect(screen.queryByRole('button', { name: 'Show API keys' })).toBeNull()
    await act(async () => resolve(testStatement([OCTOBER])))
    await ready()
    screen.getByRole('button', { name: 'Show API keys' })
  })

  it('says that the account statement is empty, and offers no CSV file', async () => {
    const { ready } = renderAccount({ statement: testStatement([]) })
    await ready()
    await screen.findByText('No transactions yet.')
    expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull()
  })

  it('offers Try again for a part of the account statement that failed to load', async () => {
    const { user, creditsApi, ready } = renderAccount({
      prepare: ({ creditsApi }) => creditsApi.statement.mockRejectedValue(new NetworkError('network')),
    })
    await ready()
    await screen.findByText(/^We couldn't load your statement/)
    await user.click(screen.getByRole('button', { name: 'Show API keys' }))
    creditsApi.statement.mockResolvedValue(testStatement([OCTOBER]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    screen.getByRole('button', { name: 'Hide API keys' })
    await screen.findByText('October 2026')
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
    // Without a stored session, the client sends no request to end it.
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

  it('disables account deletion, export, and sign-out offline', async () => {
    const { ready } = renderAccount()
    await ready()
    goOffline()
    for (const name of ['Delete account…', 'Export everything', 'Sign out everywhere']) {
      expect(screen.getByRole('button', { name })).toBeDisabled()
    }
    expect(screen.getAllByText("You're offline. Try again when you're back online.")).toHaveLength(3)
  })
})
