import type { ServerJob } from '@contract/jobs'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { createFakeBrowser } from '../../../../support/app/fake-tabs'
import { failedJob, openJob, testJob } from '../../../../support/app/jobs'
import { renderApp } from '../../../../support/app/render-app'
import { testSession } from '../../../../support/app/session'
import { chooseFromMore, openMore } from '../../../../support/app/video-menu'

const NOT_FOUND = new ApiError({ status: 404, code: 'not_found', message: 'Job not found.' })
const JOB = testJob({ id: 'b', createdAt: '2', prompt: 'A storm', title: 'Opening shot' })

interface Options {
  route?: string
  /** The jobs on the first page of the list. */
  listed?: ServerJob[]
  nextCursor?: string | null
  services?: Parameters<typeof renderApp>[0]['services']
}

function renderVideo({ route = '/videos/b', listed = [JOB], nextCursor = null, services = {} }: Options = {}) {
  const app = renderApp({ route, session: testSession(), credits: 2500, services })
  app.jobsApi.list.mockImplementation(async ({ open, after, filter } = {}) => {
    if (open || after || filter?.sourceId) return { jobs: [], nextCursor: null }
    return { jobs: listed, nextCursor }
  })
  return app
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('Video page', () => {
  it("shows a video's player, name, receipt, actions, prompt, and settings", async () => {
    const { user } = renderVideo({ listed: [{ ...JOB, negativePrompt: 'text, blur', resolution: '1080p' }] })
    expect(await title('Opening shot')).toBeInTheDocument()
    expect(screen.getByLabelText('Your video: Opening shot')).toHaveAttribute('src', JOB.videoUrl)
    expect(screen.getByText('330 credits charged')).toBeInTheDocument()
    const bar = within(screen.getByRole('group', { name: 'Opening shot' }))
    const actions = bar.getAllByRole('button')
    expect(actions.map((button) => button.ariaLabel ?? button.textContent)).toEqual([
      ...['Download', 'Use again', 'Star', 'More'],
    ])
    await openMore(user, bar)
    expect(bar.getAllByRole('menuitem').map(({ textContent }) => textContent.trim())).toEqual([
      ...['New take 330 credits', 'Continue from last frame', 'Add to cast', 'Share', 'Rename', 'Delete'],
    ])
    expect(within(screen.getByRole('region', { name: 'Prompt' })).getByText('A storm')).toBeInTheDocument()
    const settings = screen.getByRole('region', { name: 'Settings' })
    for (const fact of ['Veo 3', '8 s', '16:9', '1080p', 'text, blur', '412', 'Made with AI']) {
      expect(within(settings).getByText(fact)).toBeInTheDocument()
    }
    expect(document.title).toBe('Opening shot | Soundreel')
  })

  it('names the cast of a video with links, and a deleted member without one', async () => {
    const cast = [
      { id: 'm', name: 'Mara', currentName: 'Mara Lee' },
      { id: null, name: 'The pier', currentName: null },
    ]
    renderVideo({ listed: [{ ...JOB, cast }] })
    await title('Opening shot')
    const row = screen.getByText('Cast', { selector: 'dt' }).nextElementSibling as HTMLElement
    expect(row).toHaveTextContent('Mara Lee, The pier')
    expect(within(row).getByRole('link', { name: 'Mara Lee' })).toHaveAttribute('href', '/cast')
    expect(within(row).getAllByRole('link')).toHaveLength(1)
  })

  it('has no row for the cast of a video without one', async () => {
    renderVideo()
    await title('Opening shot')
    expect(screen.queryByText('Cast', { selector: 'dt' })).not.toBeInTheDocument()
  })

  it('loads a video that no loaded page of the list has', async () => {
    const app = renderVideo({ listed: [], route: '/videos/far' })
    app.jobsApi.get.mockResolvedValue(testJob({ id: 'far', prompt: 'Long ago' }))
    expect(await title('Long ago')).toBeInTheDocument()
  })

  it.each(['b', '%F0%9F%8E%AC'])("finds no video for another user's ID or an impossible ID: %s", async (id) => {
    const app = renderVideo({ listed: [], route: `/videos/${id}` })
    app.jobsApi.get.mockRejectedValue(NOT_FOUND)
    expect(await title('Video not found')).toBeInTheDocument()
    expect(await screen.findByText('No signal')).toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent(
      "There's no video of yours at this address. It may have been deleted, or belong to another account.",
    )
    expect(screen.getByRole('alert')).toContainElement(screen.getAllByRole('link', { name: 'All videos' })[1] ?? null)
  })

  it('loads a video again after a failure, on request or once the network is back', async () => {
    const app = renderVideo({ listed: [] })
    app.jobsApi.get.mockRejectedValue(new NetworkError('network'))
    expect(await title("We couldn't load this video")).toBeInTheDocument()
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await title("We couldn't load this video")).toBeInTheDocument()
    app.jobsApi.get.mockResolvedValue(JOB)
    await act(async () => void window.dispatchEvent(new Event('online')))
    expect(await title('Opening shot')).toBeInTheDocument()
  })

  it("shows a job's progress on the video page, and then the video", async () => {
    const app = renderVideo({ listed: [openJob({ id: 'b', elapsedSeconds: 2000 })] })
    expect(await screen.findByText('330 credits held')).toBeInTheDocument()
    expect(screen.getByRole('progressbar')).toBeInTheDocument()
    app.jobsApi.cancel.mockResolvedValue({ outcome: 'too_late', job: JOB })
    app.jobsApi.get.mockResolvedValue(JOB)
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByLabelText('Your video: Opening shot')).toBeInTheDocument()
  })

  it('says on the video page why a job failed, and that its credits were returned', async () => {
    renderVideo({ listed: [failedJob({ id: 'b', failureReason: 'Too dark' })] })
    expect(await screen.findByText('Too dark')).toBeInTheDocument()
    expect(screen.getByText("You weren't charged. 330 credits returned.")).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Download' })).not.toBeInTheDocument()
  })

  it('says on the video page that the video was deleted in another tab', async () => {
    const browser = createFakeBrowser()
    renderVideo({ services: { tabs: browser.openTab() } })
    await title('Opening shot')
    act(() => browser.openTab().publish({ type: 'deleted', jobId: 'b' }))
    expect(await title('This video was deleted')).toBeInTheDocument()
  })

  it('leads from a deleted video to all videos, with the filters kept', async () => {
    const app = renderVideo({ route: '/videos/b?starred=true' })
    app.jobsApi.remove.mockResolvedValue(undefined)
    await title('Opening shot')
    await chooseFromMore(app.user, screen, 'Delete')
    await app.user.click(screen.getByRole('button', { name: 'Delete permanently' }))
    await waitFor(() =>
      expect(app.router.state.location).toMatchObject({ pathname: '/videos', search: '?starred=true' }),
    )
  })

  it('asks a visitor of the video page to sign in, and returns to the page afterward', async () => {
    const app = renderApp({ route: '/videos/b?starred=true', session: null })
    app.jobsApi.list.mockResolvedValue({ jobs: [JOB], nextCursor: null })
    expect(await screen.findByText('Sign in to see your videos')).toBeInTheDocument()
    await app.user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Login' }))
    await screen.findByRole('button', { name: 'Continue with Google' })
    act(() => app.supabase.emit('SIGNED_IN', testSession()))
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/videos/b'))
    expect(await title('Opening shot')).toBeInTheDocument()
  })

  it('keeps a title that is too long, and says how long a title may be', async () => {
    const app = renderVideo()
    await title('Opening shot')
    await chooseFromMore(app.user, screen, 'Rename')
    const long = 'a'.repeat(10_000)
    await app.user.click(screen.getByRole('textbox', { name: 'Title' }))
    await app.user.clear(screen.getByRole('textbox', { name: 'Title' }))
    await app.user.paste(long)
    await app.user.keyboard('{Enter}')
    expect(screen.getByRole('alert')).toHaveTextContent('A title can have 100 characters. This one has 10,000.')
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue(long)
    expect(app.jobsApi.label).not.toHaveBeenCalled()
  })
})

describe('Adjacent videos', () => {
  const [c, a] = [
    testJob({ id: 'c', createdAt: '3', prompt: 'Newer' }),
    testJob({ id: 'a', createdAt: '1', prompt: 'Older' }),
  ]
  const links = () =>
    within(screen.getByRole('navigation', { name: 'Other videos' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])

  it("loads adjacent videos that the list doesn't have, within the filters of the address", async () => {
    const app = renderVideo({ listed: [c], nextCursor: 'older', route: '/videos/b?starred=true' })
    app.jobsApi.get.mockResolvedValue(JOB)
    app.jobsApi.list.mockImplementation(async ({ open, after, filter = {} } = {}) => {
      if (open || filter.sourceId) return { jobs: [], nextCursor: null }
      if (after) return { jobs: [filter.isOldestFirst ? c : a], nextCursor: null }
      return { jobs: [c], nextCursor: 'older' }
    })
    await title('Opening shot')
    await waitFor(() =>
      expect(links()).toEqual([
        ['Previous Newer', '/videos/c?starred=true'],
        ['Next Older', '/videos/a?starred=true'],
      ]),
    )
    const filter = { isStarred: true, isOldestFirst: true }
    expect(app.jobsApi.list).toHaveBeenCalledWith({ after: 'b', limit: 1, filter })
  })
})

it("links a video's page to the video that it continues, and to the video that continues it", async () => {
  const app = renderVideo({ listed: [{ ...JOB, sourceId: 'first' }] })
  app.jobsApi.get.mockResolvedValue(testJob({ id: 'first', prompt: 'Act one' }))
  app.jobsApi.list.mockImplementation(async ({ open, filter } = {}) => ({
    jobs: open
      ? []
      : filter?.sourceId === 'b'
        ? [testJob({ id: 'third', prompt: 'Act three' })]
        : [{ ...JOB, sourceId: 'first' }],
    nextCursor: null,
  }))
  const chain = within(await screen.findByRole('region', { name: 'Chain' }))
  expect(await chain.findByRole('link', { name: 'Continues “Act one”' })).toHaveAttribute('href', '/videos/first')
  expect(await chain.findByRole('link', { name: 'Continued by “Act three”' })).toHaveAttribute('href', '/videos/third')
})
