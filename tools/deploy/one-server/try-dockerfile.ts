// Tries the Dockerfile without Docker: runs its steps in a bare Debian (debootstrap and chroot), starts its command as process 1, asks its
// health check, and ends it with SIGTERM. Run it as root: node tools/deploy/one-server/try-dockerfile.ts FOLDER
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { hashPassword } from '../../../supabase/functions/api/services/admin/password-hash.ts'

const DOCKERFILE = join(import.meta.dirname, 'Dockerfile')
const START_SECONDS = 120
/** Docker's own limit is 10 s, and compose.yaml allows 20. */
const STOP_SECONDS = 20

/** Settings with which the server starts. It calls none of these services while nobody uses it. */
const SETTINGS = {
  PUBLIC_URL: 'https://video.example.com',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  ALLOWED_DOMAINS: 'example.com',
  VIDEO_PROVIDER: 'fal',
  VIDEO_API_KEY: 'key',
  PORT: process.env.PORT ?? '5173',
}

interface Step {
  name: string
  text: string
}

/** Reads the instructions, with continued lines joined. */
function readSteps(text: string): Step[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
  return lines.flatMap((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? []
    return name ? [{ name, text: rest }] : []
  })
}

const root = resolve(process.argv[2] ?? '')
if (!process.argv[2]) throw new Error('Usage: node tools/deploy/one-server/try-dockerfile.ts FOLDER')
const place = {
  folder: '/',
  user: 'root',
  env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
}
const inside = (command: readonly string[]) => [
  'chroot',
  `--userspec=${place.user}`,
  root,
  ...['env', '-i', ...Object.entries(place.env).map(([name, value]) => `${name}=${value}`)],
  ...['sh', '-c', `cd ${place.folder} && exec "$@"`, 'sh', ...command],
]

function runInside(command: readonly string[]): void {
  const [program = '', ...args] = inside(command)
  execFileSync(program, args, { stdio: 'inherit' })
}

const STEPS: Record<string, (text: string) => void> = {
  FROM(text) {
    const [, suite = ''] = /^debian:(\w+)-slim$/.exec(text) ?? []
    if (!existsSync(join(root, 'etc/debian_version')))
      execFileSync('debootstrap', ['--variant=minbase', suite, root], { stdio: 'inherit' })
    // Docker gives each container names, and /proc below.
    copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
    const { NODE_EXTRA_CA_CERTS: certificates } = process.env
    if (!certificates) return
    copyFileSync(certificates, join(root, 'etc/network-certificates.crt'))
    Object.assign(place.env, { NODE_EXTRA_CA_CERTS: '/etc/network-certificates.crt' })
  },
  RUN: (text) => runInside(['sh', '-c', text]),
  WORKDIR(text) {
    place.folder = text
    mkdirSync(join(root, text), { recursive: true })
  },
  // Copies the files that git has or would add, which .dockerignore leaves too.
  COPY(text) {
    if (text !== '. .') throw new Error(`Unknown: COPY ${text}`)
    const to = join(root, place.folder)
    execFileSync('sh', [
      '-c',
      'git ls-files -z --cached --others --exclude-standard | tar --null -T - -c | tar -x --no-same-owner -C "$1"',
      'sh',
      to,
    ])
  },
  USER(text) {
    place.user = text
  },
  ENV(text) {
    Object.assign(place.env, Object.fromEntries(text.split(' ').map((each) => each.split('='))))
  },
  VOLUME: () => {},
  EXPOSE: () => {},
  HEALTHCHECK: () => {},
  CMD: () => {},
}

const readList = (text: string): string[] => JSON.parse(text.slice(text.indexOf('[')))

/** Starts the command in its own process namespace, waits until it is healthy, and ends it. Returns the seconds of both. */
async function startAndStop(command: string[], healthCheck: string[]): Promise<[start: number, stop: number]> {
  const began = Date.now()
  const args = ['--pid', '--fork', '--kill-child', `--mount-proc=${join(root, 'proc')}`, ...inside(command)]
  const child = spawn('unshare', args, { stdio: 'inherit' })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const [check = '', ...rest] = inside(healthCheck)
  while (spawnSync(check, rest).status !== 0) {
    if (child.exitCode !== null || Date.now() - began > START_SECONDS * 1000)
      throw new Error('The server never got healthy.')
    await setTimeout(500)
  }
  const started = Date.now()
  const server = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim())
  process.kill(server, 'SIGTERM')
  const status = await Promise.race([ended, setTimeout(STOP_SECONDS * 1000, 'late' as const)])
  if (status !== 0) throw new Error(`After SIGTERM, the server ended with ${status}.`)
  return [(started - began) / 1000, (Date.now() - started) / 1000]
}

const steps = readSteps(readFileSync(DOCKERFILE, 'utf8'))
for (const { name, text } of steps) {
  console.log(`${name} ${text}`)
  const step = STEPS[name]
  if (!step) throw new Error(`Unknown: ${name}`)
  step(text)
}
Object.assign(place.env, SETTINGS, { ADMIN_PASSWORD_HASH: await hashPassword('a long password of this try') })
const getText = (name: string) => steps.find((step) => step.name === name)?.text ?? ''
for (const time of ['first', 'second']) {
  const [start, stop] = await startAndStop(readList(getText('CMD')), readList(getText('HEALTHCHECK')))
  console.log(`The ${time} start took ${start} s, and the stop ${stop} s.`)
}
