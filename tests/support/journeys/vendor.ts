import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startBystander } from './faults.ts'
import { lane } from './journey.ts'
import { openVendor, type ScriptedVendor, startServerWithVendor } from './scripted-vendor.ts'
import type { ServerOptions } from './server.ts'

interface Scripted {
  vendor: ScriptedVendor
  url: string
  stop(): void | Promise<void>
}

/**
 * Call once per journey file, after openBrowser(): a scripted vendor behind a server, and a bystander on it whose rows must
 * be at the end as they were in the beginning. It is the server that all such files share, one after another; with `prepare`,
 * which makes what it needs beside the vendor, it is one of the file's own.
 */
export function openScriptedVendor(prepare?: () => Promise<ServerOptions>): {
  vendor: () => ScriptedVendor
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
  beforeEach(() => scripted?.vendor.reset())
  afterAll(async () => {
    try {
      await bystander?.expectUntouched()
    } finally {
      await scripted?.stop()
    }
  })
  return { vendor: () => running().vendor, url: () => running().url }
}

async function startOwn(options: ServerOptions): Promise<Scripted> {
  const { server, vendor, stop } = await startServerWithVendor(options)
  return { vendor, url: server.url, stop }
}

async function joinShared(): Promise<Scripted> {
  const shared = lane().scripted
  if (!shared) throw new Error('tests/setup/journeys.ts starts that server for tests/journeys/full alone')
  const { vendor, close } = await openVendor(shared.vendorPort)
  return { vendor, url: shared.url, stop: close }
}
