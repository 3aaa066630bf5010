import type { TestProject } from 'vitest/node'
import { findBrowser, findLightBrowser } from '../../tools/sizes/find-browser.ts'
import { type Server, startServer } from '../harness/app-server.ts'
import { findFreePort } from '../harness/free-port.ts'
import { getScriptedProviderEnv, JOURNEY_ENV, JOURNEY_LANES, type JourneyWorker } from '../support/journeys/workers.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    lanes: JourneyWorker[]
    /** The paths of Chromium and of its lighter build without windows. */
    browsers: { complete: string; light: string }
  }
}

/** Starts the servers with the production bundle. All journeys share them, and each journey signs in with its own accounts. */
export default async function setup(project: TestProject) {
  project.provide('browsers', { complete: findBrowser(), light: findLightBrowser() })
  const servers: Server[] = []
  const start = async (env: Record<string, string> = {}) => {
    const server = await startServer({ env: { ...JOURNEY_ENV, ...env } })
    servers.push(server)
    return server
  }
  const openLane = async (): Promise<JourneyWorker> => {
    const { url, dataDir } = await start()
    const providerPort = await findFreePort()
    const scripted = await start(getScriptedProviderEnv(`http://127.0.0.1:${providerPort}`))
    return { url, dataDir, scripted: { url: scripted.url, dataDir: scripted.dataDir, providerPort } }
  }
  // Start them one after another, because the first worker's servers build the app for the others.
  const lanes: JourneyWorker[] = []
  while (lanes.length < JOURNEY_LANES) lanes.push(await openLane())
  project.provide('lanes', lanes)
  return () => Promise.all(servers.map((server) => server.remove()))
}
