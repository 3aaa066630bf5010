import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startBystander } from './faults.ts'
import { type ScriptedVendor, startServerWithVendor } from './scripted-vendor.ts'
import type { ServerOptions } from './server.ts'

/**
 * Call once per journey file, after openBrowser(): one server with a scripted vendor for its tests, and a bystander on it
 * whose rows must be at the end as they were in the beginning. `prepare` makes what the server needs beside the vendor.
 */
export function openScriptedVendor(prepare: () => Promise<ServerOptions> = async () => ({})): {
  vendor: () => ScriptedVendor
  url: () => string
} {
  let scripted: Awaited<ReturnType<typeof startServerWithVendor>> | undefined
  let bystander: Awaited<ReturnType<typeof startBystander>> | undefined
  const running = () => {
    if (!scripted) throw new Error('the server did not start')
    return scripted
  }
  beforeAll(async () => {
    scripted = await startServerWithVendor(await prepare())
    bystander = await startBystander(scripted.server.url)
  })
  beforeEach(() => scripted?.vendor.reset())
  afterAll(async () => {
    try {
      await bystander?.expectUntouched()
    } finally {
      await scripted?.stop()
    }
  })
  return { vendor: () => running().vendor, url: () => running().server.url }
}
