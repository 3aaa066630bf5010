import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { pollo } from '../../../local/video-service/scripted/pollo.ts'
import { ScriptedService } from '../../../local/video-service/scripted/service.ts'
import { type ServerOptions, startServer } from '../../harness/app-server.ts'
import { startOtherUser } from './faults.ts'
import { getWorker } from './journey.ts'
import { getScriptedProviderEnv } from './workers.ts'

/**
 * Call once per journey file, after openBrowser(): a scripted provider behind a server, and a otherUser on it whose rows must
 * be at the end as they were in the beginning. It is the server that all such files share, one after another; with `prepare`,
 * which makes what it needs beside the provider, it is one of the file's own.
 */
export function openScriptedProvider(prepare?: () => Promise<ServerOptions>) {
  const provider = new ScriptedService(pollo, {
    video: readFileSync('tests/harness/five-seconds.mp4'),
    begins: 'running',
    // Jobs of an earlier test are being made for ever: servers check them by themselves.
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
