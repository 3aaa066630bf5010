// Two servers on one database folder would destroy it. The lock is SQLite's, on a file of its own: the operating system
// frees it with the process, so that no stale lock is left.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../settings.ts'

const SQLITE_BUSY = 5

/** Returns the function that releases the lock; keep it, because the lock ends with it. Throws StartError. */
export function lockDataDir(path: string): () => void {
  const lockFile = join(path, 'server.lock')
  const pidFile = join(path, 'server.pid')
  const lock = new DatabaseSync(lockFile)
  try {
    // No journal on disk: rolling one back after a crash takes another lock, which two processes may deny each other.
    // Not 'exclusive' for the same reason: of several that ask for this lock, one always gets it.
    lock.exec('pragma journal_mode = memory; begin immediate')
  } catch (cause) {
    lock.close()
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause
    throw new StartError(
      `Another Soundreel server${readProcess(pidFile)} is already using the data folder ${path} (lock file: ${lockFile}). ` +
        'Stop that server, or set LOCAL_DATA_DIR to another folder.',
    )
  }
  // Only for the message above: on a full disk the lock holds without it.
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
