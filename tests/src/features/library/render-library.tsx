import type { Job } from '@contract'
import { screen, within } from '@testing-library/react'
import { vi } from 'vitest'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

interface Options {
  jobs?: Job[]
  nextCursor?: string | null
  signedIn?: boolean
}

/** jsdom measures nothing: a window is 768 px high, and as many lines are in the page as fit into it. */
const LINE_PX = 100

/** The page of the generator, whose library holds these jobs. */
export async function renderLibrary({ jobs = [], nextCursor = null, signedIn = true }: Options = {}) {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(LINE_PX)
  const app = renderApp({ route: '/create-video', session: signedIn ? testSession() : null, credits: 2500 })
  // Open jobs would move to the stage, which asks for them separately.
  app.jobsApi.list.mockImplementation(async (options) =>
    options?.open ? { jobs: [], nextCursor: null } : { jobs, nextCursor },
  )
  const region = await screen.findByRole('region', { name: 'Your videos' })
  return { ...app, library: within(region) }
}
