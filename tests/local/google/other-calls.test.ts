// While Google's place is taken, every other call of the process goes the usual way.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { startIdentityServer } from '../../../local/google/identity-server.ts'

/** A certificate of `elsewhere.test`, and its key. */
const PEM = readFileSync('tests/fixtures/elsewhere-certificate.pem', 'utf8')

it('rejects a call to a server with a certificate of another name, and ends no process', async () => {
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, PEM.slice(PEM.indexOf('-----BEGIN CERTIFICATE'))])
  onTestFinished(() => setDefaultCACertificates(trusted))
  const server = createServer({ cert: PEM, key: PEM }, (_, response) => response.end()).listen(0, 'localhost')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const google = await startIdentityServer({
    clientId: 'a',
    clientSecret: 'b',
    redirectUri: 'http://localhost/callback',
  })
  onTestFinished(() => google.close())
  const { port } = server.address() as AddressInfo
  await expect(fetch(`https://localhost:${port}/`)).rejects.toMatchObject({
    cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
  })
})
