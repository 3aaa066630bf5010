import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { FoundLine } from '@/features/library/filter/found-line'
import { NetworkError } from '@/lib/http/api-error'
import type { JobFilter } from '@/lib/jobs-api'
import { showInWindow } from '../../../support/app/intersection'
import { failedJob, testJob } from '../../../support/app/jobs'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'
import { findLibrary } from './render-library'

const JOBS = [
  testJob({ id: 'c', createdAt: '3', prompt: 'A lighthouse' }),
  testJob({ id: 'b', createdAt: '2', prompt: 'A storm', model: 'old-one', modelName: 'Old One' }),
  failedJob({ id: 'a', createdAt: '1', prompt: 'A stormy failure' }),
]

async function renderFilters() {
  const app = renderApp({ route: '/videos', session: testSession(), credits: 2500 })
  const asked: JobFilter[] = []
  app.jobsApi.list.mockImplementation(async ({ open, filter, limit } = {}) => {
    if (open) return { jobs: [], nextCursor: null }
    if (!filter) return limit === 12 ? { jobs: JOBS, nextCursor: 'older' } : { jobs: [], nextCursor: null }
    asked.push(filter)
    const { search = '', model, isFailed } = filter
    const jobs = JOBS.filter(
      (job) =>
        job.prompt.toLowerCase().includes(search.toLowerCase()) &&
        (!model || job.model === model) &&
        (!isFailed || job.status === 'failed'),
    )
    return { jobs, nextCursor: null }
  })
  const library = await findLibrary()
  const search = await library.findByRole('searchbox', { name: 'Search titles and prompts' })
  const prompts = () =>
    library.queryAllByRole('listitem').map((row) => /A (?:stormy failure|storm|lighthouse)/.exec(row.textContent)?.[0])
  return { ...app, asked, library, search, prompts }
}

describe('Library search', () => {
  it('sends the library search to the server, counts the matches, and clears them with the search', async () => {
    const { library, search, user, prompts, asked } = await renderFilters()
    await user.type(search, 'STORM')
    expect(await library.findByText('2 videos found')).toBeInTheDocument()
    expect(prompts()).toEqual(['A storm', 'A stormy failure'])
    expect(asked.at(-1)).toMatchObject({ search: 'STORM' })
    expect(library.getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '2')
    await user.click(library.getByRole('button', { name: 'Failed' }))
    expect(await library.findByText('1 video found')).toBeInTheDocument()
    await user.click(library.getByRole('button', { name: 'Clear filters' }))
    expect(prompts()).toHaveLength(3)
    expect(search).toHaveValue('')
    // More videos can be loaded, so the total is unknown.
    expect(library.getAllByRole('listitem')[2]).toHaveAttribute('aria-setsize', '-1')
    expect(library.getAllByRole('listitem')[2]).toHaveAttribute('aria-posinset', '3')
  })

  it('filters the library by model, even by a model that is no longer offered', async () => {
    const { library, user, prompts } = await renderFilters()
    await user.selectOptions(library.getByRole('combobox', { name: 'Made with' }), 'Old One')
    expect(await library.findByText('1 video found')).toBeInTheDocument()
    expect(prompts()).toEqual(['A storm'])
  })

  it("loads matches again that couldn't be loaded", async () => {
    const { library, user, jobsApi, prompts } = await renderFilters()
    jobsApi.list.mockRejectedValueOnce(new NetworkError('network'))
    await user.click(library.getByRole('button', { name: 'With sound' }))
    expect(await library.findByRole('alert')).toHaveTextContent("We couldn't run your search")
    await user.click(library.getByRole('button', { name: 'Try again' }))
    expect(await library.findByText('3 videos found')).toBeInTheDocument()
    expect(prompts()).toHaveLength(3)
  })

  it("says how many new videos aren't included in the matches", async () => {
    const found = { filter: {}, status: 'ready', ids: [], nextCursor: null, newest: null } as const
    const clear = vi.fn()
    const { rerender } = render(<FoundLine found={found} count={0} missed={1} onClear={clear} />)
    expect(screen.getByRole('status')).toHaveTextContent(/^0 videos found. 1 new video isn't shown.$/)
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(clear).toHaveBeenCalledOnce()
    rerender(<FoundLine found={{ ...found, nextCursor: 'older' }} count={48} missed={2} onClear={clear} />)
    expect(screen.getByRole('status')).toHaveTextContent("More than 48 videos found. 2 new videos aren't shown.")
  })
})

describe('Library view', () => {
  it('shows the library in the view that was chosen last in this browser: grid or list', async () => {
    const { library, user, unmount } = await renderFilters()
    expect(library.getByRole('button', { name: 'Grid' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(library.getByRole('button', { name: 'List' }))
    unmount()
    const again = await renderFilters()
    expect(again.library.getByRole('button', { name: 'List' })).toHaveAttribute('aria-pressed', 'true')
    expect(again.prompts()).toHaveLength(3)
  })

  it("loads the library's next page near its end, and after a failure only on request", async () => {
    const { library, jobsApi } = await renderFilters()
    const end = library.getByRole('button', { name: 'More videos' }).parentElement?.parentElement as HTMLElement
    jobsApi.list.mockRejectedValueOnce(new NetworkError('network'))
    await act(async () => showInWindow(end, 1))
    expect(await library.findByText("We couldn't load more videos.")).toBeInTheDocument()
    const asked = jobsApi.list.mock.calls.length
    await act(async () => showInWindow(end, 0))
    await act(async () => showInWindow(end, 1))
    expect(jobsApi.list).toHaveBeenCalledTimes(asked)
    library.getByRole('button', { name: 'More videos' }).click()
    await waitFor(() => expect(library.queryByRole('button', { name: 'More videos' })).not.toBeInTheDocument())
    expect(jobsApi.list).toHaveBeenLastCalledWith({ limit: 24, cursor: 'older' })
  })
})
