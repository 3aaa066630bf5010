import type { Job } from '@contract'
import { screen, within } from '@testing-library/react'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

interface Options {
  jobs?: Job[]
  nextCursor?: string | null
  signedIn?: boolean
}

/** The page of the generator, whose library holds these jobs. */
export async function renderLibrary({ jobs = [], nextCursor = null, signedIn = true }: Options = {}) {
  const app = renderApp({ route: '/create-video', session: signedIn ? testSession() : null, credits: 2500 })
  // Open jobs would move to the stage, which asks for them separately.
  app.jobsApi.list.mockImplementation(async (options) =>
    options?.open ? { jobs: [], nextCursor: null } : { jobs, nextCursor },
  )
  const region = await screen.findByRole('region', { name: 'Your videos' })
  return { ...app, library: within(region) }
}
