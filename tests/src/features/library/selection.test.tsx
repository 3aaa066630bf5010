import { readFileSync } from 'node:fs'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { browserDeps } from '@/lib/browser/download-video'
import { JoinError } from '@/lib/video/join-error'
import { failedJob, openJob, testJob } from '../../../support/app/jobs'
import { renderLibrary } from './render-library'

const joinVideos = vi.hoisted(() => vi.fn<typeof import('@/lib/video/join-videos').joinVideos>())
vi.mock('@/lib/video/join-videos', () => ({ joinVideos }))

const JOBS = [
  testJob({ id: 'a', prompt: 'A lighthouse' }),
  testJob({ id: 'b', prompt: 'A harbor', createdAt: '2026-11-19', durationSeconds: 5 }),
  failedJob({ id: 'c', prompt: 'A storm', createdAt: '2026-11-18' }),
  openJob({ id: 'd', prompt: 'A train', createdAt: '2026-11-17', elapsedSeconds: 2000 }),
]

async function select(prompts: string[], jobs = JOBS) {
  const app = await renderLibrary({ route: '/videos', jobs })
  const { library } = app
  await app.user.click(await library.findByRole('button', { name: 'Select' }))
  for (const name of prompts) await app.user.click(library.getByRole('checkbox', { name }))
  const bar = within(library.getByRole('region', { name: 'Selected videos' }))
  return { ...app, bar, button: (name: string) => bar.getByRole('button', { name }) }
}

beforeEach(() => {
  URL.createObjectURL = () => 'blob:joined'
  URL.revokeObjectURL = () => undefined
  vi.spyOn(browserDeps, 'fetchBlob').mockImplementation(async (url) => new Blob([url]))
  joinVideos.mockReset().mockResolvedValue(new Blob([readFileSync('tests/harness/one-second.mp4')]))
})

describe('Selected videos', () => {
  it('numbers selected videos in order of selection, and skips jobs in progress', async () => {
    const { library, bar, button, user } = await select(['A harbor', 'A lighthouse'])
    const labels = () => library.getAllByRole('checkbox').map((box) => box.nextElementSibling?.textContent)
    expect(labels()).toEqual(['2', '1', ''])
    await user.click(library.getByRole('checkbox', { name: 'A harbor' }))
    expect(labels()).toEqual(['1', '', ''])
    expect(button('Join')).toBeDisabled()
    await user.click(library.getByRole('checkbox', { name: 'A storm' }))
    expect(bar.getByRole('status')).toHaveTextContent('2 selected. Only finished videos can be joined.')
    expect(button('Join')).toBeDisabled()
    await user.click(button('Done'))
    expect(library.queryByRole('checkbox')).not.toBeInTheDocument()
  })

  it('covers each row with its checkbox, which Space and Enter toggle, and hides the actions', async () => {
    const { library, user, button } = await select([])
    expect(library.queryByRole('button', { name: 'Download' })).toBe(button('Download'))
    const [box] = library.getAllByRole('checkbox', { name: 'A lighthouse' })
    expect(box?.previousElementSibling).toHaveAttribute('inert')
    box?.focus()
    await user.keyboard('{Enter}')
    expect(box).toBeChecked()
    await user.keyboard(' ')
    expect(box).not.toBeChecked()
    await user.click(button('Done'))
    expect(library.getAllByRole('button', { name: 'More' })).toHaveLength(4)
  })

  it('deletes selected videos together after one confirmation, and keeps the remaining selection after a failure', async () => {
    const { button, user, jobsApi, library } = await select(['A lighthouse', 'A storm'])
    jobsApi.remove.mockResolvedValueOnce().mockRejectedValueOnce(new Error('no'))
    await user.click(button('Delete'))
    const dialog = screen.getByRole('dialog', { name: 'Delete 2 videos?' })
    expect(dialog).toHaveTextContent('The files and prompts')
    await user.click(within(dialog).getByRole('button', { name: 'Delete permanently' }))
    expect(await screen.findByText(/couldn't delete the video/)).toBeInTheDocument()
    expect(jobsApi.remove.mock.calls).toEqual([['a'], ['c']])
    expect(library.queryByRole('checkbox', { name: 'A lighthouse' })).not.toBeInTheDocument()
    expect(library.getByRole('checkbox', { name: 'A storm' })).toBeChecked()
  })
})

describe('Join dialog', () => {
  async function open(jobs = JOBS) {
    const app = await select(['A lighthouse', 'A harbor'], jobs)
    await app.user.click(app.button('Join'))
    const dialog = within(screen.getByRole('dialog'))
    const click = (name: string) => app.user.click(dialog.getByRole('button', { name }))
    return { ...app, dialog, click }
  }

  it('joins videos in the chosen order, and offers the file', async () => {
    const { dialog, click } = await open()
    expect(dialog.getByText('2 videos, 13 s total')).toBeInTheDocument()
    await click('Move video 1 down')
    // The moved video is now the last, and its button keeps the focus.
    const later = dialog.getByRole('button', { name: 'Move video 2 down' })
    expect(later).toHaveFocus()
    expect(later).toHaveAttribute('aria-disabled', 'true')
    await click('Move video 2 down')
    await click('Join')
    expect(await dialog.findByRole('heading', { name: 'Your joined video' })).toBeInTheDocument()
    const [files] = joinVideos.mock.calls[0] ?? []
    expect(await Promise.all((files ?? []).map((file) => file.text()))).toEqual([JOBS[1]?.videoUrl, JOBS[0]?.videoUrl])
    expect(dialog.getByLabelText('Your joined video')).toHaveAttribute('src', 'blob:joined')
    expect(dialog.getByRole('button', { name: 'Download Video' })).toBeInTheDocument()
    expect(dialog.getByText('2 videos, 13 s total · Made with AI')).toBeInTheDocument()
    expect(dialog.queryByText(/Content Credentials/)).not.toBeInTheDocument()
  })

  it('says before joining videos that their Content Credentials are lost', async () => {
    const [first, ...others] = JOBS
    const { dialog } = await open([testJob({ ...first, videoMark: 'credentials' }), ...others])
    expect(dialog.getByText(/^The joined video loses the Content Credentials of its sources/)).toBeInTheDocument()
    expect(dialog.getByRole('button', { name: 'Join' })).toBeInTheDocument()
  })

  it("requests a new address for a video to join when its address expired, and says if its file can't be loaded", async () => {
    const { dialog, click, jobsApi } = await open()
    vi.mocked(browserDeps.fetchBlob).mockRejectedValue(new Error('403'))
    jobsApi.get.mockImplementation(async (id) => testJob({ id, videoUrl: 'https://files.test/new.mp4' }))
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    await click('Join')
    expect(await dialog.findByRole('alert')).toHaveTextContent("We couldn't download one of the videos.")
    expect(warn).toHaveBeenCalled()
    vi.mocked(browserDeps.fetchBlob).mockImplementation(async (url) => {
      if (!url.endsWith('new.mp4')) throw new Error('403')
      return new Blob([url])
    })
    await click('Try again')
    expect(await dialog.findByRole('heading', { name: 'Your joined video' })).toBeInTheDocument()
  })

  it("cancels a join on request, and says which video can't be read", async () => {
    const { dialog, click, user } = await open()
    joinVideos.mockImplementationOnce(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    await click('Join')
    await waitFor(() => expect(joinVideos).toHaveBeenCalledTimes(1))
    await click('Cancel')
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
    vi.spyOn(console, 'warn').mockReturnValue()
    joinVideos.mockRejectedValueOnce(new JoinError('unreadable', 1))
    await click('Join')
    expect(await dialog.findByRole('alert')).toHaveTextContent("We couldn't read video 2.")
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})
