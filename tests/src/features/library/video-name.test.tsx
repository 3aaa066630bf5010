import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { failedJob, testJob } from '../../../support/app/jobs'
import { chooseFromMore } from '../../../support/app/video-menu'
import { renderLibrary } from './render-library'

async function renderRow(job = testJob()) {
  const app = await renderLibrary({ jobs: [job] })
  const row = within(await app.library.findByRole('listitem'))
  return { ...app, row, star: row.getByRole('button', { name: 'Star' }) }
}

it.each([testJob(), failedJob()])("saves a video's title, and returns the focus: $status", async (job) => {
  const { row, user, jobsApi } = await renderRow(job)
  jobsApi.label.mockResolvedValue({ ...job, title: 'Opening shot' })
  await chooseFromMore(user, row, 'Rename')
  expect(row.getByLabelText('Title')).toHaveFocus()
  await user.keyboard('Opening shot{Enter}')
  expect(await row.findByText('Opening shot')).toBeVisible()
  expect(jobsApi.label.mock.calls).toEqual([[job.id, { title: 'Opening shot' }]])
  expect(row.getByRole('button', { name: 'More' })).toHaveFocus()
  expect(row.queryByLabelText('Title')).toBeNull()
})

it("names the player and the delete dialog by the video's title", async () => {
  const { row, user } = await renderRow(testJob({ title: 'Opening shot' }))
  expect(row.getByRole('button', { name: 'Play: Opening shot' })).toBeVisible()
  await chooseFromMore(user, row, 'Delete')
  expect(within(screen.getByRole('dialog')).getByText('Opening shot')).toBeVisible()
})

it("keeps a typed title that couldn't be saved, and restores the saved title on Escape", async () => {
  const { row, user, jobsApi } = await renderRow(testJob({ title: 'Opening shot' }))
  jobsApi.label.mockRejectedValueOnce(new NetworkError('network'))
  await chooseFromMore(user, row, 'Rename')
  await user.keyboard('Last shot{Enter}')
  expect(await row.findByRole('alert')).toHaveTextContent("We couldn't save the title.")
  expect(row.getByLabelText('Title')).toHaveValue('Last shot')
  await user.keyboard('{Escape}')
  expect(row.getByText('Opening shot')).toBeVisible()
  expect(row.getByRole('button', { name: 'More' })).toHaveFocus()
})

/** Simulates a window whose number of columns changes. */
function turnable() {
  const list = Object.assign(new EventTarget(), { matches: false, media: '' })
  window.matchMedia = (media) =>
    (media.includes('40rem') ? list : Object.assign(new EventTarget(), { matches: false, media })) as MediaQueryList
  return (isWide: boolean) =>
    act(() => {
      list.matches = isWide
      list.dispatchEvent(new Event('change'))
    })
}

it('keeps an open title form, its text, and its focus when the grid changes its columns', async () => {
  const turn = turnable()
  const { row, library, user, jobsApi } = await renderRow(testJob({ title: 'Opening shot' }))
  await chooseFromMore(user, row, 'Rename')
  await user.keyboard('Last shot')
  turn(true)
  const input = library.getByLabelText('Title')
  expect(input).toHaveValue('Last shot')
  expect(input).toHaveFocus()
  // The caret is still after the last letter.
  await user.keyboard('s')
  jobsApi.label.mockResolvedValue(testJob({ title: 'Last shots' }))
  await user.keyboard('{Enter}')
  expect(await library.findByText('Last shots')).toBeVisible()
  expect(jobsApi.label.mock.calls).toEqual([[testJob().id, { title: 'Last shots' }]])
  turn(false)
  expect(library.queryByLabelText('Title')).toBeNull()
})

it("doesn't move the focus from elsewhere when a title form is rendered again", async () => {
  const turn = turnable()
  const { row, library, user } = await renderRow()
  await chooseFromMore(user, row, 'Rename')
  await user.keyboard('Half')
  act(() => screen.getByRole('textbox', { name: 'Prompt' }).focus())
  turn(true)
  expect(library.getByLabelText('Title')).toHaveValue('Half')
  expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveFocus()
})

it("shows a video's star before the server saves it, and resets the star with an error if saving fails", async () => {
  const { row, star, user, jobsApi } = await renderRow()
  const { promise, reject } = Promise.withResolvers<never>()
  jobsApi.label.mockReturnValueOnce(promise)
  await user.click(star)
  expect(star).toHaveAttribute('aria-pressed', 'true')
  // This click is ignored until the first request ends. Otherwise, the order of the responses would decide.
  await user.click(star)
  expect(jobsApi.label.mock.calls).toEqual([[testJob().id, { isStarred: true }]])
  reject(new NetworkError('network'))
  expect(await screen.findByText(/^We couldn't save the star\./)).toBeVisible()
  await waitFor(() => expect(star).toHaveAttribute('aria-pressed', 'false'))
  jobsApi.label.mockResolvedValueOnce(testJob({ isStarred: true }))
  await user.click(row.getByRole('button', { name: 'Star' }))
  await waitFor(() => expect(star).toHaveAttribute('aria-pressed', 'true'))
})

it('removes a video from the list when its title is saved after a deletion on another device', async () => {
  const { library, star, user, jobsApi } = await renderRow()
  jobsApi.label.mockRejectedValue(new ApiError({ status: 404, code: 'not_found', message: 'Job not found.' }))
  await user.click(star)
  expect(await library.findByText('No videos yet')).toBeVisible()
})
