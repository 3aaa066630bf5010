// The providers and models of a server with these settings. The backend runs in this process, because no test needs the app.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createPgliteConnection } from '@supabase/lite/pglite'
import { beforeEach, expect, it, vi } from 'vitest'
import { prepareBackend } from '../../../../local/backend/backend.ts'
import { createBackendListener } from '../../../../local/listener.ts'
import { readSettings } from '../../../../local/settings.ts'
import type { Capabilities } from '../../../../supabase/functions/_shared/contract/capabilities.ts'
import { findFreePort } from '../../../harness/free-port.ts'
import { copyReadyDatabase } from '../../../harness/ready-folder.ts'
import { makeFolder } from '../../../support/make-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await makeFolder()
})

/** Opens the backend at a port, because the API calls the auth server there. */
async function open(own: Record<string, string>) {
  const env = { LOCAL_DATA_DIR: folder, PORT: String(await findFreePort()), ...own }
  const settings = readSettings(env)
  await copyReadyDatabase(folder, env)
  const backend = await (await prepareBackend(settings, env)).open()
  const listener = createBackendListener(backend, settings)
  const server = createServer((request, response) => listener(request, response, () => response.writeHead(404).end()))
  await new Promise<void>((resolve) => server.listen(settings.port, '127.0.0.1', resolve))
  return {
    startSweeping: backend.startSweeping,
    async ask<Answer>(path: string): Promise<Answer> {
      const response = await fetch(settings.origin + path, { headers: { apikey: backend.sweepSecret } })
      return response.json() as Promise<Answer>
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await backend.close()
    },
  }
}

it('starts without a running ComfyUI and reports this in one sentence', async () => {
  const address = `http://127.0.0.1:${await findFreePort()}`
  const backend = await open({ VIDEO_PROVIDER: 'comfyui', VIDEO_API_URL: address })
  backend.startSweeping()
  await expect
    .poll(() => vi.mocked(console.error).mock.calls)
    .toEqual([
      [
        expect.stringContaining(
          `Error: video provider not ready: ComfyUI is not responding at ${address} (connect ECONNREFUSED`,
        ),
      ],
    ])
  await backend.close()
  vi.mocked(console.error).mockClear()
})

it('calls Pollo and fetches files from its host once a Pollo key is set', async () => {
  const backend = await open({ VIDEO_API_KEY: 'pollo_key' })
  const { settings } = await backend.ask<{ settings: object }>('/health')
  await backend.close()
  expect(settings).toMatchObject({
    providers: ['pollo at pollo.ai'],
    fileOrigins: ['pollo https://videocdn.pollo.ai'],
  })
})

it('selects fal or its stand-in with LOCAL_MODELS=all, ends only models of the stand-in, and records nineteen durations once', async () => {
  const starts: [
    own: Record<string, string>,
    providers: RegExp[],
    ends: Record<string, [days: number, next: string]>,
  ][] = [
    [
      {},
      [/^pollo at localhost/, /^fal at localhost/],
      { 'kling-o3': [10, 'kling-o3-pro'], 'veo-3.1-lite': [-5, 'veo-3.1-fast'] },
    ],
    [
      { LOCAL_MODEL_ENDS: 'ltx-2.3-fast:3:ltx-2.3-hosted' },
      [/^pollo at/, /^fal at localhost/],
      { 'ltx-2.3-fast': [3, 'ltx-2.3-hosted'] },
    ],
    [{ FAL_API_KEY: 'own' }, [/^fal at queue\.fal\.run$/], {}],
  ]
  for (const [own, providers, ends] of starts) {
    const backend = await open({ LOCAL_MODELS: 'all', ...own })
    const { settings } = await backend.ask<{ settings: { providers: string[] } }>('/health')
    const { data } = await backend.ask<{ data: Capabilities }>('/api/capabilities')
    await backend.close()
    expect(settings.providers).toEqual(providers.map((name) => expect.stringMatching(name)))
    const today = Date.parse(new Date().toISOString().slice(0, 10))
    const found = data.models.flatMap(({ id, ending }) =>
      ending ? [[id, [(Date.parse(ending.on) - today) / 86_400_000, ending.replacedBy?.id]]] : [],
    )
    expect(Object.fromEntries(found)).toEqual(ends)
  }
  const database = await createPgliteConnection({ url: join(folder, 'database') })
  const { rows } = await database.driver.query('select cardinality(seconds) as count from private.job_durations')
  await database.close()
  expect(rows).toEqual([{ count: 19 }])
})
