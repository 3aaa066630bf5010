// Runs Debian's nginx with the server blocks of docs/hosts.md, on its own ports and with a certificate of its own.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findFreePort } from '../../harness/free-port.ts'
import { makeCertificate } from '../messages/own-certificate.ts'

interface Nginx {
  /** The site without TLS, for tests of what it serves. */
  url: string
  /** The site on the port of https. */
  secureUrl: string
  /** The port of http, which only redirects. */
  plainUrl: string
  close(): Promise<void>
}

/**
 * Serves this folder, with a project at this URL. Resolves when nginx responds. Throws an error with nginx's message if
 * it isn't installed or refuses the block.
 */
export async function startNginx(root: string, project: string): Promise<Nginx> {
  const page = await readFile('docs/hosts.md', 'utf8')
  const block = /```nginx\n(.*?)```/s.exec(page)?.[1]
  if (!block) throw new Error('docs/hosts.md has no server block for nginx')
  const [port, plain, secure] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const folder = await mkdtemp(join(tmpdir(), 'soundreel-nginx-'))
  const { key, cert } = makeCertificate()
  await writeFile(join(folder, 'privkey.pem'), key)
  await writeFile(join(folder, 'fullchain.pem'), cert)
  const own = block
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port};\n  listen 127.0.0.1:${secure} `)
    .replaceAll('/etc/letsencrypt/live/your.site', folder)
    .replaceAll('/var/www/soundreel', resolve(root))
    .replaceAll('https://<ref>.supabase.co', project)
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr; events {}
     http { include /etc/nginx/mime.types; access_log off; client_body_temp_path ${folder}; ${own} }`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', superuser()], {
    // Debian installs nginx in a folder that isn't in every shell's PATH.
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  })
  let said = ''
  let isOver = false
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = new Promise<void>((done) => child.once('close', done).once('error', done)).then((error?: unknown) => {
    if (error instanceof Error) said = `${error.message}. Install the Debian package nginx-light.`
    isOver = true
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => null))) {
    if (isOver) throw new Error(`nginx did not start: ${said}`)
    await new Promise((done) => setTimeout(done, 50))
  }
  return {
    url,
    secureUrl: `https://127.0.0.1:${secure}`,
    plainUrl: `http://127.0.0.1:${plain}`,
    async close() {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Returns the user setting for root. Only the tests' user can read the tests' folders, and Debian's workers run as
 * another user.
 */
function superuser(): string {
  return process.getuid?.() === 0 ? 'user root;' : ''
}
