import type { ServerJob } from '@contract/jobs'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { VIDEOS_ID } from '@/config/paths'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

interface Options {
  jobs?: ServerJob[]
  nextCursor?: string | null
  signedIn?: boolean
  /** The library's own page, or the generator's, which shows the newest. */
  route?: '/videos' | '/create-video'
  /** In CSS pixels, of the line with this place in the list, from 0. */
  lineHeight?: (index: number) => number
}

/** A page with the library, which holds these jobs. */
export async function renderLibrary({
  jobs = [],
  nextCursor = null,
  signedIn = true,
  route = '/create-video',
  lineHeight = () => 100,
}: Options = {}) {
  // jsdom measures nothing: a window is 768 px high, and as many lines are in the page as fit into it.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return lineHeight(Number(this.dataset.index))
  })
  const app = renderApp({ route, session: signedIn ? testSession() : null, credits: 2500 })
  // Open jobs would move to the stage, which asks for them separately.
  app.jobsApi.list.mockImplementation(async (options) =>
    options?.open ? { jobs: [], nextCursor: null } : { jobs, nextCursor },
  )
  return { ...app, library: await findLibrary() }
}

/** Finds the library, which takes the place of its page's entrance. */
export async function findLibrary() {
  const region = await waitFor(() => {
    const found = screen.getByRole('region', { name: 'Your videos' })
    expect(found).toHaveAttribute('id', VIDEOS_ID)
    return found
  })
  return within(region)
}
