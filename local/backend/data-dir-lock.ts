// Two servers on one database folder would destroy it. The operating system holds the lock (SQLite's, on a file of its own):
// of any number that start at the same moment one gets it, and it is gone with its process, however that ends. So no stale
// one can stand in the way, whatever process has its number by now.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../settings.ts'

/** SQLite's result code where another process holds the lock. */
const SQLITE_BUSY = 5

/** Locks the folder for this process; the answer releases it, and must be kept: the lock goes with it. Throws StartError. */
export function lockDataDir(path: string): () => void {
  const lockFile = join(path, 'server.lock')
  const pidFile = join(path, 'server.pid')
  const lock = new DatabaseSync(lockFile)
  try {
    // Without a journal on disk: one that a crash leaves is rolled back under another lock, which two may refuse each other.
    // For the same reason not 'exclusive': of those that ask for this one, one always gets it.
    lock.exec('pragma journal_mode = memory; begin immediate')
  } catch (cause) {
    lock.close()
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause
    throw new StartError(
      `Another Soundreel server${processIn(pidFile)} uses the data folder ${path} and holds its lock ${lockFile}. ` +
        'Stop that server, or set LOCAL_DATA_DIR to another folder.',
    )
  }
  // For the sentence above alone: on a full disk the lock holds without it.
  try {
    writeFileSync(pidFile, String(process.pid))
  } catch {}
  return () => {
    rmSync(pidFile, { force: true })
    lock.close()
  }
}

function processIn(pidFile: string): string {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'))
    return pid > 0 ? ` (process ${pid})` : ''
  } catch {
    return ''
  }
}
