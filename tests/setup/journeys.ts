import type { TestProject } from 'vitest/node'
import { findBrowser } from '../../tools/sizes/find-browser.ts'
import { type Server, startServer } from '../harness/app-server.ts'
import { findFreePort } from '../harness/free-port.ts'
import { getScriptedProviderEnv, JOURNEY_ENV, JOURNEY_LANES, type JourneyWorker } from '../support/journeys/workers.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    lanes: JourneyWorker[]
    browserPath: string
  }
}

/** Servers with the production bundle for all journeys; each signs in with accounts of its own. */
export default async function setup(project: TestProject) {
  project.provide('browserPath', findBrowser())
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
  // One after another: the first lane's servers build what the others take over.
  const lanes: JourneyWorker[] = []
  while (lanes.length < JOURNEY_LANES) lanes.push(await openLane())
  project.provide('lanes', lanes)
  return () => Promise.all(servers.map((server) => server.remove()))
}
