// Tests that the stand-in replaces only calls to Google. All other calls of the process are unchanged.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { startIdentityServer } from '../../../local/google/identity-server.ts'

/** A certificate for `elsewhere.test`, and its key. */
const PEM = readFileSync('tests/fixtures/elsewhere-certificate.pem', 'utf8')

it("rejects a call to a server with another name's certificate, and the process continues", async () => {
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
