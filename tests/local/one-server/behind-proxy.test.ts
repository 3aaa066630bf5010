// Tests requests as proxies and load balancers in front of a server for a team send them.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { Backend } from '../../../local/backend/backend.ts'
import { guard } from '../../../local/guard.ts'
import { createBackendListener } from '../../../local/listener.ts'
import type { LocalSettings } from '../../../local/settings.ts'
import { sendRawRequest } from '../../support/server/malformed-requests.ts'

it('accepts a host name with the default port, as some proxies write it', async () => {
  const oneServer = { proxies: new BlockList() } as LocalSettings['oneServer']
  const backend = { owns: () => false } as unknown as Backend
  const listener = createBackendListener(backend, {
    origin: 'https://video.example',
    port: 1,
    oneServer,
  })
  const server = createServer((request, response) => listener(request, response, () => response.end('reached')))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ask = (host: string) => sendRawRequest(port, { headers: [`Host: ${host}`, 'Accept: text/html'] })
  for (const host of ['video.example', 'video.example:443', 'Video.Example:443'])
    expect([host, await ask(host)]).toEqual([
      host,
      expect.objectContaining({ status: 200, body: expect.stringContaining('reached') }),
    ])
  for (const host of [
    'video.example:444',
    'video.example:80',
    'video.example:443:443',
    'a@video.example',
    'video.example/',
    '',
  ])
    expect([host, (await ask(host)).status]).toEqual([host, 403])
})

it('keeps an idle connection longer than proxies do', async () => {
  const server = guard(createServer((_, response) => response.end()))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { headers } = await fetch(`http://127.0.0.1:${port}`)
  const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? []
  // Caddy keeps it for two minutes, load balancers for one.
  expect(Number(seconds)).toBeGreaterThan(120)
  server.closeAllConnections()
})
