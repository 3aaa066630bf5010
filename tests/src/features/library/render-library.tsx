import type { ServerJob } from '@contract/jobs'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { VIDEOS_ID } from '@/config/paths'
import type { View } from '@/features/library/filter-url/filter-url'
import { ApiError } from '@/lib/http/api-error'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

interface Options {
  jobs?: ServerJob[]
  nextCursor?: string | null
  signedIn?: boolean
  /** The library page, or the generator, which shows the newest videos. */
  route?: '/videos' | '/create-video'
  view?: View
  /** Returns the height of a line in CSS pixels. `index` counts lines from 0. */
  lineHeight?: (index: number) => number
}

/** Renders a page whose library contains these jobs. */
export async function renderLibrary({
  jobs = [],
  nextCursor = null,
  signedIn = true,
  route = '/create-video',
  view = 'grid',
  lineHeight = () => 100,
}: Options = {}) {
  // jsdom measures no layout, so this sets the height of each line. The window is 768 px high, and the page renders only the
  // lines that fit.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return lineHeight(Number(this.dataset.index))
  })
  const app = renderApp({
    route: view === 'list' ? `${route}?view=list` : route,
    session: signedIn ? testSession() : null,
    credits: 2500,
  })
  // Open jobs would move to the panel, which requests them separately.
  app.jobsApi.list.mockImplementation(async (options) =>
    options?.open ? { jobs: [], nextCursor: null } : { jobs, nextCursor },
  )
  // After five seconds, the list asks for each open job, and would remove one that the server doesn't know.
  app.jobsApi.get.mockImplementation(async (id) => {
    const job = jobs.find((one) => one.id === id)
    if (!job) throw new ApiError({ status: 404, code: 'not_found', message: 'no' })
    return job
  })
  return { ...app, library: await findLibrary() }
}

/** Waits for the library, which replaces a placeholder, and returns its queries. */
export async function findLibrary() {
  const region = await waitFor(() => {
    const found = screen.getByRole('region', { name: 'Your videos' })
    expect(found).toHaveAttribute('id', VIDEOS_ID)
    return found
  })
  return within(region)
}
