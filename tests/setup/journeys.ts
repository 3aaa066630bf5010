import type { TestProject } from 'vitest/node'
import { freePort } from '../support/free-port.ts'
import { findBrowser } from '../support/journeys/browser.ts'
import { scriptedVendorEnv } from '../support/journeys/scripted-vendor.ts'
import { startServer } from '../support/journeys/server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    url: string
    dataDir: string
    browserPath: string
    /** A second server, whose video vendor a journey file scripts on this port. */
    scripted: { url: string; dataDir: string; vendorPort: number } | null
  }
}

/** One server with the production bundle for all journeys; each signs in with accounts of its own. */
export default async function setup(project: TestProject) {
  project.provide('browserPath', findBrowser())
  const vendorPort = project.name === 'journeys-full' ? await freePort() : null
  const [server, scripted] = await Promise.all([
    startServer(),
    vendorPort === null ? null : startServer({ env: scriptedVendorEnv(vendorPort) }),
  ])
  project.provide('url', server.url)
  project.provide('dataDir', server.dataDir)
  project.provide(
    'scripted',
    scripted && vendorPort ? { url: scripted.url, dataDir: scripted.dataDir, vendorPort } : null,
  )
  return () => Promise.all([server.remove(), scripted?.remove()])
}
