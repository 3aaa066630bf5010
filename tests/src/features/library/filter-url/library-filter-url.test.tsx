import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/lib/http/api-error'
import { failedJob, testJob } from '../../../../support/app/jobs'
import { renderApp } from '../../../../support/app/render-app'
import { testSession } from '../../../../support/app/session'
import { findLibrary } from '../render-library'

const JOBS = [
  testJob({ id: 'c', createdAt: '3', prompt: 'A lighthouse' }),
  testJob({ id: 'b', createdAt: '2', prompt: 'A storm', isStarred: true }),
  failedJob({ id: 'a', createdAt: '1', prompt: 'A stormy failure' }),
]

async function renderAddress(route: string) {
  const app = renderApp({ route, session: testSession(), credits: 2500 })
  app.jobsApi.list.mockImplementation(async ({ open, filter = {} } = {}) => {
    if (open) return { jobs: [], nextCursor: null }
    const { search = '', isStarred, isOldestFirst } = filter
    const found = JOBS.filter(({ prompt, isStarred: has }) => prompt.includes(search) && (!isStarred || has))
    return { jobs: isOldestFirst ? found.toReversed() : found, nextCursor: null }
  })
  const library = await findLibrary()
  await library.findAllByRole('listitem')
  const names = () =>
    library.queryAllByRole('listitem').map((row) => /A (?:stormy|storm|light)/.exec(row.textContent)?.[0])
  const address = () => app.router.state.location.pathname + app.router.state.location.search
  return { ...app, library, names, address }
}

describe('Library at its address', () => {
  it("keeps the scroll position while a choice changes the library's address", async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo')
    const { library, address, user } = await renderAddress('/videos')
    scrollTo.mockClear()
    await user.click(library.getByRole('button', { name: 'Select' }))
    await user.click(await library.findByRole('checkbox', { name: 'A storm' }))
    await waitFor(() => expect(address()).toBe('/videos?select=b'))
    expect(scrollTo).not.toHaveBeenCalled()
  })

  it('lists all videos in another order without counting matches', async () => {
    const { library, names } = await renderAddress('/videos?sort=oldest')
    await waitFor(() => expect(names()).toEqual(['A stormy', 'A storm', 'A light']))
    expect(library.queryByText(/found$/)).not.toBeInTheDocument()
    expect(library.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument()
  })

  it('reads selected videos that no loaded page has, and drops deleted videos from the selection', async () => {
    const app = renderApp({ route: '/videos?select=far,gone', session: testSession(), credits: 2500 })
    app.jobsApi.list.mockResolvedValue({ jobs: JOBS, nextCursor: null })
    app.jobsApi.get.mockImplementation(async (id) => {
      if (id === 'far') return testJob({ id, createdAt: '0' })
      throw new ApiError({ status: 404, code: 'not_found', message: 'no' })
    })
    expect(await screen.findByText('1 selected.')).toBeInTheDocument()
    expect(app.jobsApi.get.mock.calls).toEqual([['far'], ['gone']])
  })
})

describe('Newest videos below the form', () => {
  it('shows six newest videos below the form with a link to all, unaffected by a search on the library page', async () => {
    const app = renderApp({ route: '/videos?q=gone', session: testSession(), credits: 2500 })
    const many = Array.from({ length: 8 }, (_, at) =>
      testJob({ id: `v${at}`, createdAt: `${9 - at}`, prompt: `No. ${at}` }),
    )
    app.jobsApi.list.mockImplementation(async ({ open, filter } = {}) => ({
      jobs: open || filter ? [] : many,
      nextCursor: null,
    }))
    await screen.findByRole('heading', { name: 'No videos found' })
    await act(() => app.router.navigate('/create-video'))
    const newest = await findLibrary()
    await waitFor(() => expect(newest.getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '6'))
    expect(newest.queryByRole('searchbox')).not.toBeInTheDocument()
    expect(newest.getByRole('link', { name: 'All videos' })).toHaveAttribute('href', '/videos')
    const panel = within(screen.getByRole('region', { name: 'Your video' }))
    expect(await panel.findByRole('heading', { name: 'Your last video' })).toBeInTheDocument()
    expect(panel.getByRole('link', { name: 'Open this video' })).toHaveAttribute('href', '/videos/v0')
    expect(panel.queryByText('Your next video')).not.toBeInTheDocument()
    // The video doesn't play by itself, because nobody asked for its sound.
    expect(panel.getByLabelText('Your last video: No. 0')).not.toHaveAttribute('autoplay')
    fireEvent.click(newest.getByRole('link', { name: 'No. 3' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'No. 3' })).toBeInTheDocument()
  })

  it("redirects a video's former address to its page", async () => {
    const app = renderApp({ route: '/create-video#video-b', session: testSession(), credits: 2500 })
    app.jobsApi.list.mockResolvedValue({ jobs: JOBS, nextCursor: null })
    expect(await screen.findByRole('heading', { level: 1, name: 'A storm' })).toBeInTheDocument()
    expect(app.router.state.location.pathname).toBe('/videos/b')
  })
})
