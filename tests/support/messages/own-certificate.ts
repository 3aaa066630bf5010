import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
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
