import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { failedJob, openJob, testJob } from '../../../support/app/jobs'
import { renderLibrary } from './render-library'

const JOBS = [
  testJob({ id: 'a', createdAt: '9', prompt: 'A lighthouse' }),
  failedJob({ id: 'b', createdAt: '8', prompt: 'A storm' }),
  failedJob({ id: 'c', createdAt: '7', prompt: 'A flood' }),
  failedJob({ id: 'd', createdAt: '6', prompt: 'A fog', failureCode: 'cancelled', failureReason: null }),
]

async function renderFold(jobs = JOBS) {
  const app = await renderLibrary({ route: '/videos', jobs })
  const head = await app.library.findByRole('button', { name: /^\d videos/ })
  return { ...app, head, items: () => app.library.getAllByRole('listitem') }
}

describe('Failed jobs beside videos', () => {
  it("folds failed jobs into one line with their cost, which opens to each job's reason and actions", async () => {
    const { head, items, user, library } = await renderFold()
    expect(head).toHaveTextContent("3 videos failed or were canceled. You weren't charged.")
    expect(head).toHaveAttribute('aria-expanded', 'false')
    expect(items().map((item) => item.getAttribute('aria-setsize'))).toEqual(['2', '2'])
    await user.click(head)
    expect(head).toHaveAttribute('aria-expanded', 'true')
    expect(head).toHaveFocus()
    expect(items().map((item) => item.getAttribute('aria-posinset'))).toEqual(['1', '2', '3', '4', '5'])
    const storm = within(items()[2] as HTMLElement)
    expect(storm.getByText(/The model ran out of time\./)).toBeInTheDocument()
    expect(storm.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
    expect(storm.getByRole('button', { name: 'More' })).toBeInTheDocument()
    await user.keyboard('{Enter}')
    expect(library.queryByText('A storm')).not.toBeInTheDocument()
  })

  it.each([
    [JOBS.slice(0, 3), "2 videos failed. You weren't charged."],
    [JOBS.map((job) => ({ ...job, settlement: 'held' as const })), '3 videos failed or were canceled.'],
  ])('names the outcome of folded jobs (%#)', async (jobs, said) => {
    const { head } = await renderFold(jobs)
    expect(head.textContent?.trim()).toBe(said)
  })

  it('deletes folded jobs together after one confirmation, and keeps the focus in the list', async () => {
    const { head, user, jobsApi, items } = await renderFold()
    jobsApi.remove.mockResolvedValue(undefined)
    await user.click(head)
    await user.click(screen.getByRole('button', { name: 'Delete all 3' }))
    const dialog = screen.getByRole('dialog', { name: 'Delete 3 videos?' })
    await user.click(within(dialog).getByRole('button', { name: 'Delete permanently' }))
    await waitFor(() => expect(jobsApi.remove.mock.calls).toEqual([['b'], ['c'], ['d']]))
    await waitFor(() => expect(items()[0]).toHaveFocus())
    expect(items()).toHaveLength(1)
  })

  it('selects folded jobs, and shows them separately under the filter for failed jobs', async () => {
    const { head, user, library, jobsApi } = await renderFold()
    await user.click(library.getByRole('button', { name: 'Select' }))
    await user.click(head)
    await user.click(library.getByRole('checkbox', { name: 'A flood' }))
    expect(library.getByText('1 selected.')).toBeInTheDocument()
    await user.click(head)
    expect(library.getByText('1 selected.')).toBeInTheDocument()
    jobsApi.list.mockResolvedValue({ jobs: JOBS.slice(1), nextCursor: null })
    await user.click(library.getByRole('button', { name: 'Failed' }))
    expect(await library.findByText('3 videos found')).toBeInTheDocument()
    expect(library.getByRole('checkbox', { name: 'A flood' })).toBeChecked()
    expect(library.queryByRole('button', { name: /^3 videos/ })).not.toBeInTheDocument()
  })

  it('moves the focus to the fold when a focused job folds away', async () => {
    const running = openJob({ id: 'e', createdAt: '5', prompt: 'A gale', elapsedSeconds: 2000 })
    const { library, user, jobsApi } = await renderLibrary({ jobs: [...JOBS.slice(0, 2), running] })
    const ended = failedJob({
      id: 'e',
      createdAt: '5',
      prompt: 'A gale',
      failureCode: 'cancelled',
      failureReason: null,
    })
    jobsApi.cancel.mockResolvedValue({ outcome: 'stopped', job: ended })
    jobsApi.get.mockResolvedValue(ended)
    await user.click(await library.findByRole('button', { name: 'Cancel' }))
    const head = await library.findByRole('button', { name: /^2 videos failed or were canceled/ })
    await waitFor(() => expect(head.closest('[role=listitem]')).toHaveFocus())
  })
})
