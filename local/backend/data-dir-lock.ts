// Locks the data folder, because two servers on one folder would corrupt the database. SQLite holds the lock on a
// separate file. The operating system frees the lock when the process ends, so no stale lock remains.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../start-error.ts'

const SQLITE_BUSY = 5

/**
 * Locks the folder and returns the function that releases the lock. Keep a reference to the function, because garbage
 * collection ends the lock. Throws StartError.
 */
export function lockDataDir(path: string): () => void {
  const lockFile = join(path, 'server.lock')
  const pidFile = join(path, 'server.pid')
  const lock = new DatabaseSync(lockFile)
  try {
    // The journal stays in memory. Rolling back a journal on disk after a crash needs another lock, and two processes
    // can block each other on it. `begin exclusive` has the same problem. With `immediate`, exactly one of several
    // processes gets the lock.
    lock.exec('pragma journal_mode = memory; begin immediate')
  } catch (cause) {
    lock.close()
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause
    throw new StartError(
      `Another Soundreel server${readProcess(pidFile)} is already using the data folder ${path} (lock file: ${lockFile}). ` +
        'Stop that server, or set LOCAL_DATA_DIR to another folder.',
    )
  }
  // The process ID is only for the error message above. On a full disk, the lock holds without it.
  try {
    writeFileSync(pidFile, String(process.pid))
  } catch {}
  return () => {
    rmSync(pidFile, { force: true })
    lock.close()
  }
}

function readProcess(pidFile: string): string {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'))
    return pid > 0 ? ` (process ${pid})` : ''
  } catch {
    return ''
  }
}
