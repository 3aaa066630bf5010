import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './free-port.ts'
import { copyReadyApp, copyReadyDatabase } from './ready-folder.ts'

export interface Server {
  url: string
  dataDir: string
  pid: number | undefined
  /** Returns everything that the server printed so far, standard output and error together. */
  output(): string
  /** Stops the server with SIGTERM and returns its exit code. Keeps the data folder. */
  stop(): Promise<number | null>
  /** Kills the server with SIGKILL, like a power cut. */
  kill(): Promise<number | null>
  /** Stops the server and deletes its data folder. */
  remove(): Promise<void>
}

export interface ServerOptions {
  env?: Record<string, string>
  dataDir?: string
  port?: number
  command?: 'start' | 'dev'
  /** The project's root folder. Default: the current folder. */
  root?: string
  /** Whether the server creates its own database and app, as on a first start, instead of copying shared ones. */
  isFirst?: boolean
}

/**
 * Most servers of tests run for seconds, and optimizing the database's WebAssembly would take a fifth of their processor
 * time. Benchmarks measure the server as users run it.
 */
const NODE_OPTIONS = process.env.VITEST ? ['--liftoff-only'] : []

/** Data folders of the servers that this process started, by server address. */
export const dataFolders = new Map<string, string>()

/** Runs `npm start` or another command on its own port and data folder. Resolves when the server prints that it is ready. */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const { env = {}, dataDir, port, command = 'start', root = '.', isFirst = false } = options
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'soundreel-')))
  const usedPort = port ?? (await findFreePort())
  const fullEnv = { ...process.env, NODE_ENV: 'production', PORT: String(usedPort), LOCAL_DATA_DIR: folder, ...env }
  if (!isFirst) await copyReadyDatabase(folder, fullEnv)
  const shareApp =
    !isFirst && command === 'start' && root === '.' ? await copyReadyApp(folder, fullEnv) : async () => {}
  const child = spawn(process.execPath, [...NODE_OPTIONS, 'local/run.mjs', command], {
    cwd: root,
    env: fullEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  // The 'exit' event can fire before the last output arrives.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk
      const ready = /ready at (http\S+)/.exec(printed)?.[1]
      if (ready) resolve(ready)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    ended.then((code) => reject(new Error(`The server ended with status ${code}:\n${printed}`)))
  })
  await shareApp()
  dataFolders.set(url, folder)
  const stop = async () => {
    end(child)
    return ended
  }
  return {
    url,
    dataDir: folder,
    pid: child.pid,
    output: () => printed,
    stop,
    async kill() {
      child.kill('SIGKILL')
      return ended
    },
    async remove() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function end(child: ChildProcess): void {
  if (child.exitCode === null) child.kill('SIGTERM')
}
