import type { ServerJob } from '@contract/jobs'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { NetworkError } from '@/lib/http/api-error'
import { failedJob, openJob, testJob } from '../../../support/app/jobs'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'
import { chooseFromMore, openMore } from '../../../support/app/video-menu'
import { renderLibrary } from './render-library'

describe('Your videos', () => {
  it("shows each video's facts and cost in the library", async () => {
    const { library, user } = await renderLibrary({
      jobs: [
        testJob({ id: 'a', durationSeconds: 10.04 }),
        openJob({ id: 'b', createdAt: '2026-11-19', prompt: 'A night train' }),
        failedJob({ id: 'c', createdAt: '2026-11-18', prompt: 'A storm', model: 'sora', modelName: 'sora' }),
        testJob({ id: 'd', createdAt: '2026-11-17', hasSound: false }),
        testJob({ id: 'e', createdAt: '2026-11-16', model: 'kling-1.6', modelName: 'Kling 1.6', hasSound: false }),
      ],
    })
    const rows = (await library.findAllByRole('listitem')).map((row) => row.textContent)
    expect(rows[0]).toContain('A lighthouse in the rain')
    expect(rows[0]).toMatch(/10 s.*Veo 3/)
    expect(rows[1]).toMatch(/A night train.*330 credits held.*Generating1:\d\d · usually 5-8 min/)
    expect(rows[4]).toMatch(
      /A storm.*Failed\. The model ran out of time.*You weren't charged\. 330 credits returned\..*sora.*Try again/,
    )
    // The failed jobs come last.
    expect(rows.map((row) => /No sound/.test(row ?? ''))).toEqual([false, false, true, true, false])
    await openMore(user, library)
    expect(library.getByRole('menu').parentElement).toHaveTextContent(/^330 credits charged.*2026.*Seed 412/)
  })

  it("shows each video's facts in one row of the list", async () => {
    const { library } = await renderLibrary({
      route: '/videos',
      view: 'list',
      jobs: [testJob({ id: 'a', title: 'Opening shot' }), testJob({ id: 'b', createdAt: '1' })],
    })
    const [row] = await library.findAllByRole('listitem')
    expect(row).toHaveTextContent(/Opening shotA lighthouse in the rainVeo 38 s.*2026.*330 credits charged/)
  })

  it('has all actions of a video in its menu, and only there, on a screen without hover', async () => {
    window.matchMedia = (media) =>
      Object.assign(new EventTarget(), { media, matches: media === '(hover: none)' }) as unknown as MediaQueryList
    const { library, user } = await renderLibrary({ jobs: [testJob()] })
    const bar = within(await library.findByRole('group', { name: 'A lighthouse in the rain' }))
    expect(bar.getAllByRole('button').map((button) => button.title)).toEqual(['More'])
    await openMore(user, library)
    for (const name of ['Download', 'Use again', 'Delete']) expect(bar.getByRole('menuitem', { name })).toBeVisible()
    expect(bar.getByRole('menuitemcheckbox', { name: 'Star' })).not.toBeChecked()
  })

  it('keeps all videos among the newest, however many jobs failed, and folds the failures below', async () => {
    const at = (place: number) => `2026-11-${40 - place}`
    const { library } = await renderLibrary({
      jobs: Array.from({ length: 14 }, (_, place) =>
        place % 2 === 0
          ? failedJob({ id: `f${place}`, createdAt: at(place) })
          : testJob({ id: `v${place}`, createdAt: at(place) }),
      ),
    })
    await library.findAllByRole('listitem')
    const rows = library.getAllByRole('listitem')
    expect(rows.map(({ id }) => id)).toEqual([...[1, 3, 5, 7, 9, 11].map((place) => `video-v${place}`), 'video-failed'])
    // The seventh failure is older than the last of these videos.
    expect(rows.at(-1)).toHaveTextContent('6 videos failed.')
  })

  it('says once why a job has no video, and once what the job cost', async () => {
    const reasons: [Partial<ServerJob>, string][] = [
      [{ failureReason: null }, "Failed. The video service didn't give a reason."],
      [{ failureReason: 'Blocked' }, 'Failed. Blocked. You'],
      [{ failureReason: 'Why not?' }, 'Failed. Why not? You'],
      [
        { failureCode: 'provider_rejected', failureReason: 'Too dark' },
        "Failed. The video service didn't accept this request (Too dark). Change it and try again.",
      ],
      [
        { failureCode: 'deadline', failureReason: null },
        "Failed. The video didn't arrive within an hour. Please try again.",
      ],
      [{ failureCode: 'cancelled', failureReason: null }, "Canceled. You weren't charged."],
    ]
    const jobs = reasons.map(([patch], index) => failedJob({ ...patch, id: `job-${index}`, createdAt: `${9 - index}` }))
    const { library, user } = await renderLibrary({ jobs, lineHeight: () => 50 })
    await user.click(await library.findByRole('button', { name: /^6 videos/ }))
    const [, ...rows] = library.getAllByRole('listitem')
    for (const [index, [, reason]] of reasons.entries()) {
      const { textContent } = rows[index] as HTMLElement
      expect(textContent).toContain(reason)
      expect(textContent.match(/weren't charged/g)).toHaveLength(1)
      expect(textContent.match(/credits returned/g)).toHaveLength(1)
    }
  })

  it('says in the library what to change after a safety refusal', async () => {
    const { library } = await renderLibrary({
      jobs: [failedJob({ failureCode: 'content_refused', failureReason: 'image' })],
    })
    const [row] = await library.findAllByRole('listitem')
    expect(row).toHaveTextContent(
      "Failed. The video service's safety check refused your image. Choose another image, then generate again. You weren't charged. 330 credits returned.",
    )
  })

  it('places each library line below the one before, whatever height the list expected', async () => {
    const { library } = await renderLibrary({
      route: '/videos',
      jobs: ['a', 'b', 'c'].map((id, at) => testJob({ id, createdAt: `${9 - at}` })),
      // The first line is as high as the list's first estimate.
      lineHeight: (index) => (index === 0 ? 320 : 100),
    })
    const starts = async () =>
      (await library.findAllByRole('listitem')).map((row) => row.closest<HTMLElement>('[data-index]')?.style.transform)
    expect(await starts()).toEqual(['translateY(0px)', 'translateY(320px)', 'translateY(420px)'])
    fireEvent.click(library.getByText('Select'))
    expect(await starts()).toEqual(['translateY(0px)', 'translateY(320px)', 'translateY(420px)'])
  })

  it('offers only the possible actions for each library job', async () => {
    const { library, user } = await renderLibrary({
      jobs: [testJob({ id: 'a' }), openJob({ id: 'b', createdAt: '1' }), failedJob({ id: 'c', createdAt: '0' })],
    })
    const rows = await library.findAllByRole('listitem')
    const names = rows.map((row) =>
      within(row)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.textContent),
    )
    expect(names).toEqual([
      ['Play: A lighthouse in the rain', 'Download', 'Use again', 'Star', 'More'],
      ['Star', 'More', 'Cancel'],
      ['Try again', 'Star', 'More'],
    ])
    const items = []
    for (const at of rows.keys()) {
      await openMore(user, library, at)
      items.push(library.getAllByRole('menuitem').map(({ textContent }) => textContent.trim()))
      await user.keyboard('{Tab}')
    }
    expect(items).toEqual([
      ['New take 330 credits', 'Continue from last frame', 'Share', 'Rename', 'Delete'],
      ['Rename'],
      ['Rename', 'Delete'],
    ])
  })

  it('asks a signed-out visitor of the library to log in, once the session is known', async () => {
    const { library } = await renderLibrary({ signedIn: false })
    expect(await library.findByText('Sign in to see your videos')).toBeInTheDocument()
    expect(library.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  })

  it("says that the library couldn't be loaded, and tries again", async () => {
    const app = renderApp({ route: '/create-video', session: testSession(), credits: 2500 })
    app.jobsApi.list.mockRejectedValue(new NetworkError('network'))
    const library = within(await screen.findByRole('region', { name: 'Your videos' }))
    expect(await library.findByRole('alert')).toHaveTextContent(
      /^We couldn't load your videosThey're safe on the server\. Check your connection and try again\.Try again$/,
    )
    app.jobsApi.list.mockResolvedValue({ jobs: [testJob()], nextCursor: null })
    await app.user.click(library.getByRole('button', { name: 'Try again' }))
    expect(await library.findByRole('button', { name: /^Play/ })).toBeInTheDocument()
  })

  it('shows that Use again is busy while it fetches the image of an image job', async () => {
    const job = testJob({ mode: 'image', imageUrl: 'https://files.test/image.jpg' })
    const { library, user, jobsApi } = await renderLibrary({ jobs: [job] })
    let answer = (_job: ServerJob) => {}
    jobsApi.get.mockReturnValue(
      new Promise((resolve) => {
        answer = resolve
      }),
    )
    const again = await library.findByRole('button', { name: 'Use again' })
    await user.click(again)
    await user.click(again)
    expect(again).toHaveAttribute('aria-disabled', 'true')
    expect(jobsApi.get).toHaveBeenCalledTimes(1)
    await act(async () => answer({ ...job, imageUrl: null }))
    expect(await screen.findByText(/the image is no longer available/)).toBeInTheDocument()
    expect(library.getByRole('button', { name: 'Use again' })).not.toHaveAttribute('aria-disabled', 'true')
  })

  it('deletes a video after a confirmation that says what is not deleted', async () => {
    const { library, user, jobsApi } = await renderLibrary({ jobs: [testJob()] })
    await chooseFromMore(user, library, 'Delete')
    const dialog = within(screen.getByRole('dialog', { name: 'Delete this video?' }))
    expect(dialog.getByText(/stay in your statement/)).toBeInTheDocument()
    jobsApi.remove.mockRejectedValueOnce(new NetworkError('network'))
    await user.click(dialog.getByRole('button', { name: 'Delete permanently' }))
    expect(await screen.findByText("We couldn't delete the video. Try again in a moment.")).toBeInTheDocument()
    jobsApi.remove.mockResolvedValue(undefined)
    await user.click(dialog.getByRole('button', { name: 'Delete permanently' }))
    expect(await library.findByText('No videos yet')).toBeInTheDocument()
    expect(jobsApi.remove).toHaveBeenLastCalledWith(testJob().id)
  })

  it("hides the library's videos when the user signs out in another tab", async () => {
    const { library, user, supabase } = await renderLibrary({ jobs: [testJob()] })
    await user.click(await library.findByRole('button', { name: /^Play/ }))
    expect(screen.getByRole('dialog', { name: /^Your video/ })).toBeInTheDocument()
    act(() => supabase.emit('SIGNED_OUT', null))
    expect(screen.queryByRole('dialog', { name: /^Your video/ })).not.toBeInTheDocument()
  })

  it('plays a library video in a dialog, with a fresh address if the first has expired', async () => {
    const { library, user, jobsApi } = await renderLibrary({ jobs: [testJob()] })
    await user.click(await library.findByRole('button', { name: /^Play:/ }))
    const dialog = screen.getByRole('dialog', { name: 'Your video: A lighthouse in the rain' })
    expect(await within(dialog).findByText('Made with AI')).toBeInTheDocument()
    const video = dialog.querySelector('video')
    expect(video).toHaveAttribute('src', testJob().videoUrl)
    jobsApi.get.mockResolvedValue(testJob({ videoUrl: 'https://files.test/fresh.mp4' }))
    video?.dispatchEvent(new Event('error'))
    await waitFor(() => expect(video).toHaveAttribute('src', 'https://files.test/fresh.mp4'))
  })
})

describe('Library focus', () => {
  const jobs = [testJob({ id: 'c', createdAt: '3' }), testJob({ id: 'b', createdAt: '2', prompt: 'A night train' })]

  async function deleteFirst({ library, user }: Awaited<ReturnType<typeof renderLibrary>>) {
    await chooseFromMore(user, library, 'Delete')
    await user.click(
      within(screen.getByRole('dialog', { name: 'Delete this video?' })).getByRole('button', {
        name: 'Delete permanently',
      }),
    )
  }

  it('moves the focus to the row after a deleted video, and after the last video to the heading', async () => {
    const app = await renderLibrary({ route: '/videos', jobs })
    await app.library.findAllByRole('listitem')
    app.jobsApi.remove.mockResolvedValue(undefined)
    await deleteFirst(app)
    await waitFor(() => expect(app.library.getByRole('listitem')).toHaveFocus())
    expect(app.library.getByRole('listitem')).toHaveTextContent('A night train')
    await deleteFirst(app)
    await waitFor(() => expect(app.library.getByRole('heading', { name: 'Your videos' })).toHaveFocus())
  })

  it('moves the focus to the first of the newly loaded rows', async () => {
    const { library, jobsApi, user } = await renderLibrary({ route: '/videos', jobs, nextCursor: 'older' })
    await library.findAllByRole('listitem')
    jobsApi.list.mockRejectedValueOnce(new NetworkError('network'))
    await user.click(library.getByRole('button', { name: 'More videos' }))
    expect(await library.findByText("We couldn't load more videos.")).toBeInTheDocument()
    jobsApi.list.mockResolvedValue({
      jobs: [testJob({ id: 'a', createdAt: '1', prompt: 'A storm' })],
      nextCursor: null,
    })
    await user.click(library.getByRole('button', { name: 'More videos' }))
    await waitFor(() => expect(library.getAllByRole('listitem')[2]).toHaveFocus())
    expect(document.activeElement).toHaveTextContent('A storm')
    expect(library.queryByRole('button', { name: 'More videos' })).not.toBeInTheDocument()
  })

  it("names the video in each action's label, and shortens long prompts there", async () => {
    const { library } = await renderLibrary({
      route: '/videos',
      jobs: [testJob({ prompt: 'A very long tale. '.repeat(90) })],
    })
    await library.findAllByRole('listitem')
    const group = library.getByRole('group', { name: /^A very long tale/ })
    expect(within(group).getByRole('button', { name: 'More' })).toBeInTheDocument()
    const name = library.getByRole('button', { name: /^Play: / }).getAttribute('aria-label') ?? ''
    expect(name).toMatch(/^Play: A very long tale\..*…$/)
    expect(name.length).toBeLessThan(90)
  })
})
