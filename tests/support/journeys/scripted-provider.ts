import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ServerOptions } from '../../harness/app-server.ts'
import { openProvider, type ScriptedPollo, startServerWithProvider } from '../../harness/pollo-server.ts'
import { startBystander } from './faults.ts'
import { lane } from './journey.ts'

interface Scripted {
  provider: ScriptedPollo
  url: string
  stop(): void | Promise<void>
}

/**
 * Call once per journey file, after openBrowser(): a scripted provider behind a server, and a bystander on it whose rows must
 * be at the end as they were in the beginning. It is the server that all such files share, one after another; with `prepare`,
 * which makes what it needs beside the provider, it is one of the file's own.
 */
export function openScriptedProvider(prepare?: () => Promise<ServerOptions>): {
  provider: () => ScriptedPollo
  url: () => string
} {
  let scripted: Scripted | undefined
  let bystander: Awaited<ReturnType<typeof startBystander>> | undefined
  const running = () => {
    if (!scripted) throw new Error('the server did not start')
    return scripted
  }
  beforeAll(async () => {
    scripted = prepare ? await startOwn(await prepare()) : await joinShared()
    bystander = await startBystander(scripted.url)
  })
  beforeEach(() => scripted?.provider.reset())
  afterAll(async () => {
    try {
      await bystander?.expectUntouched()
    } finally {
      await scripted?.stop()
    }
  })
  return { provider: () => running().provider, url: () => running().url }
}

async function startOwn(options: ServerOptions): Promise<Scripted> {
  const { server, provider, stop } = await startServerWithProvider(options)
  return { provider, url: server.url, stop }
}

async function joinShared(): Promise<Scripted> {
  const shared = lane().scripted
  const { provider, close } = await openProvider(shared.providerPort)
  return { provider, url: shared.url, stop: close }
}
