// Writes the database in DATABASE_URL to a file and restores it, with the programs of PostgreSQL.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from '../start-error.ts'

const FILE = 'postgres.dump'

export const hasDump = (folder: string): boolean => existsSync(join(folder, FILE))

/** Writes the database at one moment into this folder. Throws StartError. */
export function dumpPostgres(url: string, folder: string): Promise<void> {
  return runTool('pg_dump', url, ['--format=custom', '--no-owner', `--file=${join(folder, FILE)}`])
}

/** Restores the file of this folder into an empty database, or changes nothing. Throws StartError. */
export function restorePostgres(url: string, folder: string): Promise<void> {
  return runTool('pg_restore', url, ['--no-owner', '--single-transaction', '--exit-on-error', join(folder, FILE)])
}

async function runTool(program: string, url: string, args: readonly string[]): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  // Other users of this machine can read a program's arguments.
  address.password = ''
  const child = spawn(program, [`--dbname=${address.href}`, ...args], {
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [code, output] = await Promise.all([ended, text(child.stderr)]).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT'
      ? new StartError(`${program} isn't installed. Install the PostgreSQL client of your database's version.`, {
          cause,
        })
      : cause
  })
  if (code !== 0) throw new StartError(`${program} failed: ${output.trim()}`)
}
