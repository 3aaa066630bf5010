import type { Job } from '@contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { testJob } from '../../../support/app/jobs'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

const JOBS = [testJob({ id: 'c', createdAt: '3' }), testJob({ id: 'b', createdAt: '2', prompt: 'A night train' })]

async function renderLibrary(jobs: Job[], nextCursor: string | null = null) {
  const app = renderApp({ route: '/create-video', session: testSession(), credits: 2500 })
  app.jobsApi.list.mockImplementation(async (options) =>
    options?.open ? { jobs: [], nextCursor: null } : { jobs, nextCursor },
  )
  const library = within(await screen.findByRole('region', { name: 'Your videos' }))
  await library.findAllByRole('listitem')
  return { ...app, library }
}

async function deleteFirst({ library, user }: Awaited<ReturnType<typeof renderLibrary>>) {
  await user.click(library.getAllByRole('button', { name: 'Delete' })[0] as HTMLElement)
  await user.click(
    within(screen.getByRole('dialog', { name: 'Delete this video?' })).getByRole('button', { name: 'Delete for good' }),
  )
}

it('goes to the row that takes the place of a deleted one, and after the last to the heading', async () => {
  const app = await renderLibrary(JOBS)
  app.jobsApi.remove.mockResolvedValue(undefined)
  await deleteFirst(app)
  await waitFor(() => expect(app.library.getByRole('listitem')).toHaveFocus())
  expect(app.library.getByRole('listitem')).toHaveTextContent('A night train')
  await deleteFirst(app)
  await waitFor(() => expect(app.library.getByRole('heading', { name: 'Your videos' })).toHaveFocus())
})

it('goes to the first of the rows that were asked for', async () => {
  const { library, jobsApi, user } = await renderLibrary(JOBS, 'older')
  jobsApi.list.mockResolvedValue({ jobs: [testJob({ id: 'a', createdAt: '1', prompt: 'A storm' })], nextCursor: null })
  await user.click(library.getByRole('button', { name: 'More videos' }))
  await waitFor(() => expect(library.getAllByRole('listitem')[2]).toHaveFocus())
  expect(document.activeElement).toHaveTextContent('A storm')
})

it('has actions that say which video they are for, and names that end', async () => {
  const { library } = await renderLibrary([testJob({ prompt: 'A very long tale. '.repeat(90) })])
  const group = library.getByRole('group', { name: /^A very long tale/ })
  expect(within(group).getByRole('button', { name: 'Delete' })).toBeInTheDocument()
  const name = library.getByRole('button', { name: /^Play: / }).getAttribute('aria-label') ?? ''
  expect(name).toMatch(/^Play: A very long tale\..*…$/)
  expect(name.length).toBeLessThan(90)
})
