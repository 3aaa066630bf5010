import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { pollo } from '../../../local/video-service/scripted/pollo.ts'
import { ScriptedService } from '../../../local/video-service/scripted/service.ts'
import { type ServerOptions, startServer } from '../../harness/app-server.ts'
import { startOtherUser } from './faults.ts'
import { getWorker } from './journey.ts'
import { getScriptedProviderEnv } from './workers.ts'

/**
 * Starts a scripted provider behind a server, and another user on the server whose rows must not change. Call it once
 * per journey file, after openBrowser(). All such files share this server, one after another. With `prepare`, the file
 * gets its own server with these settings.
 */
export function openScriptedProvider(prepare?: () => Promise<ServerOptions>) {
  const provider = new ScriptedService(pollo, {
    video: readFileSync('tests/harness/five-seconds.mp4'),
    begins: 'running',
    // Jobs of an earlier test continue forever, because servers also check them on their own.
    foreign: { state: 'running' },
  })
  let url = ''
  let otherUser: Awaited<ReturnType<typeof startOtherUser>> | undefined
  let stop = async () => {}
  beforeAll(async () => {
    await provider.open(prepare ? 0 : getWorker().scripted.providerPort)
    if (prepare) {
      const { env, ...options } = await prepare()
      const server = await startServer({ ...options, env: { ...getScriptedProviderEnv(provider.url), ...env } })
      stop = () => server.remove()
      url = server.url
    } else url = getWorker().scripted.url
    otherUser = await startOtherUser(url)
  })
  beforeEach(() => provider.reset())
  afterAll(async () => {
    try {
      await otherUser?.expectUntouched()
    } finally {
      await provider.close()
      await stop()
    }
  })
  return { provider, url: () => url }
}
