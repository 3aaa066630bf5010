// Debian's nginx with TLS, as docs/one-server.md sets it up, on its own port and with a certificate of its own.
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

export interface TlsProxy {
  /** The file of its certificate. */
  certificate: string
  send(path: string, options?: { method?: string; headers?: Record<string, string>; body?: string }): Promise<Reply>
  close(): Promise<void>
}

/** The lines of docs/one-server.md. */
const LINES = `
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Proto $scheme;
  client_max_body_size 10m;`

interface ProxyOptions {
  lines?: string
  /** The days for which the certificate is valid. */
  days?: number
}

/** Serves https://localhost:<port> from the server at `upstream`. */
export async function startTlsProxy(
  port: number,
  upstream: string,
  { lines = LINES, days = 90 }: ProxyOptions = {},
): Promise<TlsProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'soundreel-tls-'))
  const certificate = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await promisify(execFile)('openssl', [
    ...certificate,
    ...['-days', String(days)],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
  ])
  const config = `
    daemon off; pid ${folder}/pid; error_log stderr; events {}
    http {
      access_log off; client_body_temp_path ${folder};
      server {
        listen 127.0.0.1:${port} ssl http2;
        ssl_certificate ${folder}/cert.pem;
        ssl_certificate_key ${folder}/key.pem;
        ${lines}
        location / {
          proxy_pass ${upstream};
          proxy_buffering off;
          proxy_read_timeout 60s;
        }
      }
    }`
  await writeFile(join(folder, 'nginx.conf'), config)
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', user], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const agent = new Agent({ ca: await readFile(join(folder, 'cert.pem')), keepAlive: true })

  const send: TlsProxy['send'] = (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const sent = request({
        host: '127.0.0.1',
        port,
        servername: 'localhost',
        path,
        method,
        agent,
        headers: { host: `localhost:${port}`, ...length, ...headers },
      })
      sent.once('error', reject)
      sent.once('response', (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      })
      sent.end(body)
    })
  while (!(await send('/health').catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${said}`)
    await new Promise((done) => setTimeout(done, 50))
  }
  return {
    certificate: join(folder, 'cert.pem'),
    send,
    async close() {
      agent.destroy()
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
