import type { TestProject } from 'vitest/node'
import { findBrowser } from '../support/journeys/browser.ts'
import { startServer } from '../support/journeys/server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    url: string
    dataDir: string
    browserPath: string
  }
}

/** One server with the production bundle for all journeys; each signs in with accounts of its own. */
export default async function setup(project: TestProject) {
  project.provide('browserPath', findBrowser())
  const server = await startServer()
  project.provide('url', server.url)
  project.provide('dataDir', server.dataDir)
  return () => server.remove()
}
