import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { reachOwnServer } from '../../../local/one-server/reach-own-server.ts'

it('sends the secret key with the request for the share page, and with no other', async () => {
  const keys: unknown[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers.apikey)
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const origin = 'https://video.example.com'
  const ask = reachOwnServer(origin, (server.address() as AddressInfo).port, 'secret')
  await ask(`${origin}/s`)
  await ask(`${origin}/s`, { method: 'POST' })
  await ask(`${origin}/rest/v1/rpc/grant`, { method: 'POST' })
  await ask(`${origin}/rest/v1/users`, { headers: { apikey: 'own' } })
  expect(keys).toEqual(['secret', undefined, undefined, 'own'])
})
