import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a certificate for 127.0.0.1. A program trusts it if NODE_EXTRA_CA_CERTS names `file`. */
export function makeCertificate(): { key: string; cert: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'soundreel-certificate-'))
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-days', '2'],
      ...['-keyout', keyFile, '-out', file, '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ],
    { stdio: 'ignore' },
  )
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(file, 'utf8'), file }
}

/** Makes a certificate for this host, signed by a CA of its own. A program that gets `caFile` trusts the CA. */
export function makeSignedCertificate(host: string): { key: string; cert: string; caFile: string } {
  const folder = mkdtempSync(join(tmpdir(), 'soundreel-certificate-'))
  const path = (name: string) => join(folder, name)
  const run = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  const request = ['req', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  run(...request, '-x509', '-days', '2', '-keyout', path('ca.key'), '-out', path('ca.pem'), '-subj', '/CN=Test CA')
  run(...request, '-keyout', path('key.pem'), '-out', path('request.pem'), '-subj', `/CN=${host}`)
  writeFileSync(path('extensions'), `subjectAltName=DNS:${host}\nbasicConstraints=CA:FALSE`)
  run(
    ...['x509', '-req', '-in', path('request.pem'), '-CA', path('ca.pem'), '-CAkey', path('ca.key'), '-CAcreateserial'],
    ...['-out', path('cert.pem'), '-days', '2', '-extfile', path('extensions')],
  )
  const read = (name: string) => readFileSync(path(name), 'utf8')
  return { key: read('key.pem'), cert: read('cert.pem'), caFile: path('ca.pem') }
}
