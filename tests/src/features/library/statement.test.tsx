import type { StatementPage } from '@contract/credits'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { failedJob, openJob } from '../../../support/app/jobs'
import { renderLibrary } from './render-library'

describe('Statement', () => {
  const entry = { at: '2026-11-20T09:00:00Z', jobId: null }
  const job = { jobId: openJob().id, modelName: 'Veo 3', prompt: 'A lighthouse in the rain', grant: null, credits: 330 }
  const newest: StatementPage = {
    openingBalance: 2500,
    closingBalance: 2170,
    entries: [
      { ...entry, ...job, id: '3', kind: 'capture', amount: 0, balanceAfter: 2170 },
      { ...entry, ...job, id: '2', kind: 'hold', amount: -330, balanceAfter: 2170 },
    ],
    nextCursor: 'older',
  }
  const oldest: StatementPage = {
    openingBalance: 0,
    closingBalance: 2500,
    entries: [
      {
        ...entry,
        id: '1',
        kind: 'grant',
        amount: 2500,
        balanceAfter: 2500,
        credits: 2500,
        jobId: null,
        modelName: null,
        prompt: null,
        grant: { source: 'pro_plus', isFromAdministrator: false, note: '' },
      },
    ],
    nextCursor: null,
  }

  async function open(first = newest, listed = openJob()) {
    const app = await renderLibrary({ jobs: [listed] })
    app.creditsApi.statement.mockResolvedValue(first)
    await within(screen.getByRole('banner')).findAllByText('2,500')
    const summary = await app.library.findByText('Statement')
    // jsdom doesn't open details on a click.
    const details = summary.closest('details') as HTMLDetailsElement
    details.open = true
    return app
  }

  const getFigures = (library: Awaited<ReturnType<typeof open>>['library']) =>
    library.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)

  it('lists each job in the statement once with its outcome, and shows the same figures before and after older rows', async () => {
    const { library, creditsApi, user } = await open()
    await library.findByText('2,170 credits')
    expect(getFigures(library)).toEqual(['Available now: 2,170 credits'])
    creditsApi.statement.mockResolvedValueOnce(oldest)
    await user.click(library.getByRole('button', { name: 'Older transactions' }))
    await library.findByText('Pro+ plan')
    expect(getFigures(library)).toEqual(['Available now: 2,170 credits'])
    // The row contains the balance twice. CSS shows one of them: in its own column, or below the credits on small screens.
    expect(library.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'TransactionCreditsBalanceBalance',
      expect.stringMatching(/^A lighthouse in the rainChargedVeo 3.*−330(2,170){2}$/),
      expect.stringMatching(/^Pro\+ planAdded.*\+2,500(2,500){2}$/),
    ])
    expect(creditsApi.statement).toHaveBeenLastCalledWith('older')
    const video = within(library.getByRole('table')).getByRole('link', { name: 'A lighthouse in the rain' })
    expect(video).toHaveAttribute('href', `/videos/${openJob().id}`)
  })

  it('refreshes an open statement when credits change or a job ends, but not a closed statement', async () => {
    const { library, creditsApi, supabase, jobsApi } = await open()
    await library.findByText('2,170 credits')
    creditsApi.statement.mockResolvedValue({ ...newest, closingBalance: 1840, openingBalance: 2170 })
    supabase.answers.rpc = () => ({ data: { credits: 1840 }, error: null })
    jobsApi.get.mockResolvedValue(failedJob())
    jobsApi.cancel.mockResolvedValue({ outcome: 'stopped', job: failedJob() })
    const cancel = await library.findByRole('button', { name: 'Cancel' })
    await act(async () => cancel.click())
    expect(await library.findByText('1,840 credits')).toBeInTheDocument()

    const details = library.getByText('Statement').closest('details') as HTMLDetailsElement
    await act(async () => {
      const closed = new Promise((done) => details.addEventListener('toggle', done, { once: true }))
      details.open = false
      await closed
    })
    const asked = creditsApi.statement.mock.calls.length
    supabase.answers.rpc = () => ({ data: { credits: 2500 }, error: null })
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20_000)
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    await within(screen.getByRole('banner')).findAllByText('2,500')
    expect(creditsApi.statement).toHaveBeenCalledTimes(asked)
  })

  it('shows held and returned credits in the statement, and names a video by its title', async () => {
    const [, hold] = newest.entries
    const { library } = await open(
      {
        openingBalance: 2500,
        closingBalance: 2170,
        entries: [
          { ...entry, ...job, id: '4', kind: 'release', amount: 330, balanceAfter: 2170, jobId: 'other', prompt: null },
          { ...entry, ...job, id: '3', kind: 'hold', amount: -330, balanceAfter: 1840, jobId: 'other', prompt: null },
          ...(hold ? [hold] : []),
        ],
        nextCursor: null,
      },
      openJob({ title: 'Opening shot' }),
    )
    await library.findByText('2,170 credits')
    expect(
      library
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual([
      expect.stringMatching(/^Veo 3 videoReturned 330.*0(2,170){2}$/),
      expect.stringMatching(/^Opening shotHeldVeo 3.*−330(2,170){2}$/),
    ])
  })

  it('says that the statement has no transactions yet', async () => {
    const { library } = await open({ openingBalance: 0, closingBalance: 0, entries: [], nextCursor: null })
    expect(await library.findByText('No transactions yet.')).toBeInTheDocument()
    expect(library.queryByRole('table')).not.toBeInTheDocument()
  })

  it('opens and focuses the statement when its address is visited', async () => {
    const app = await renderLibrary({ jobs: [openJob()] })
    app.creditsApi.statement.mockResolvedValue(newest)
    await app.library.findByText('Statement')
    await act(() => app.router.navigate('/create-video#statement'))
    expect(await app.library.findByText('2,170 credits')).toBeInTheDocument()
    expect(app.library.getByText('Statement').closest('summary')).toHaveFocus()
  })
})
