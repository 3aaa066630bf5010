import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { testJob } from '../../../support/app/jobs'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'
import { renderLibrary } from './render-library'

const DAY_MS = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

it("shows a video's deletion date in its row during the last 30 days, and no later date", async () => {
  const ends = [inDays(30), inDays(40), null]
  const jobs = ends.map((expiresAt, at) => testJob({ id: `${at}`, createdAt: `${9 - at}`, expiresAt }))
  const { library } = await renderLibrary({ jobs })
  const sentence = await library.findByText(/This video will be deleted on/)
  expect(sentence).toHaveTextContent(/^This video will be deleted on \w{3} \d+, \d{4}, .* Download it to keep it\.$/)
  expect(library.getAllByRole('listitem')).toHaveLength(3)
})

it("shows a video's deletion date on the video's page", async () => {
  const job = testJob({ id: 'b', expiresAt: inDays(3) })
  const app = renderApp({ route: '/videos/b', session: testSession(), credits: 2500 })
  app.jobsApi.list.mockImplementation(async (options) => ({ jobs: options?.open ? [] : [job], nextCursor: null }))
  expect(await screen.findByText(/This video will be deleted on/)).toBeVisible()
})
