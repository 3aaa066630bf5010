// Copies a server's database, files, and keys at one moment, also while the server runs.
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs'
import { copyFile, cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../start-error.ts'
import { noteBackup } from './last-backup.ts'
import { dumpPostgres, hasDump } from './postgres-dump.ts'

/** The parts of a data folder that a backup has. The server builds the rest again: pages, and clips of the stand-in. */
const PARTS = ['database', 'storage', 'keys.json'] as const

/** The folder of a backup that a server is writing. */
const getSnapshot = (dataDir: string) => join(dataDir, 'backup')

/** Removes what a backup left that was interrupted. Only the process with the lock may call it. */
export const clearSnapshot = (dataDir: string) => rm(getSnapshot(dataDir), { recursive: true, force: true })

export const backupRequest = z.object({ folder: z.string().min(1) })

/** Copies the database at one moment into this folder. */
export type CopyDatabase = (folder: string) => Promise<void>

/**
 * Copies the embedded database. Only this process may have it open: it is copied in one go, between two statements, like the disk
 * after a power cut.
 * @param checkpoint writes the database's memory to its files, so that a restored one starts faster
 */
export const copyEmbedded =
  (dataDir: string, checkpoint: () => Promise<unknown>): CopyDatabase =>
  async (folder) => {
    await checkpoint()
    cpSync(join(dataDir, 'database'), folder, { recursive: true })
  }

export const copyPostgres =
  (url: string): CopyDatabase =>
  (folder) =>
    dumpPostgres(url, folder)

/**
 * Writes a backup to a folder that doesn't exist yet. An interrupted backup leaves only `<folder>.unfinished`, which the next one
 * removes. Throws StartError.
 */
export async function writeBackup(dataDir: string, folder: string, copyDatabase: CopyDatabase): Promise<void> {
  if (existsSync(folder)) throw new StartError(`${folder} exists already. Name a new folder.`)
  const snapshot = getSnapshot(dataDir)
  const unfinished = `${folder}.unfinished`
  try {
    await Promise.all([
      rm(snapshot, { recursive: true, force: true }),
      rm(unfinished, { recursive: true, force: true }),
    ])
    await mkdir(snapshot, { mode: 0o700 })
    // Stored files never change, but may be deleted. Links keep those that the copied database knows.
    linkFiles(join(dataDir, 'storage'), join(snapshot, 'storage'))
    await mkdir(join(snapshot, 'database'))
    await copyDatabase(join(snapshot, 'database'))
    linkFiles(join(dataDir, 'storage'), join(snapshot, 'storage'))
    await copyFile(join(dataDir, 'keys.json'), join(snapshot, 'keys.json'))
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    for (const part of PARTS) await cp(join(snapshot, part), join(unfinished, part), { recursive: true })
    await rename(unfinished, folder)
    await noteBackup(dataDir, new Date())
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {})
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`The backup was not written to ${folder}: ${reason}`, { cause })
  } finally {
    await rm(snapshot, { recursive: true, force: true }).catch(() => {})
  }
}

/** Links all files that the target doesn't have yet. A file that is deleted meanwhile, or that is still being written, is left out. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of existsSync(from) ? readdirSync(from, { withFileTypes: true }) : []) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFiles(source, target)
    else if (!entry.name.startsWith('.') && !existsSync(target)) linkIfThere(source, target)
  }
}

function linkIfThere(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** The folder that a restore is preparing. While it exists, no server starts, because the data folder may be missing. */
export const getRestoring = (dataDir: string) => `${dataDir}.restoring`

/**
 * Puts a backup in the place of the data folder, which is kept beside it. Safe to repeat after an interruption. The caller holds
 * the lock of the data folder. Returns the path of the data that it replaced, or null. Throws StartError.
 * @param restoreDatabase restores the dump in this folder, with DATABASE_URL
 */
export async function restoreBackup(
  dataDir: string,
  folder: string,
  now: Date,
  restoreDatabase: ((folder: string) => Promise<void>) | null = null,
): Promise<string | null> {
  const found: string[] = await readdir(folder).catch(() => [])
  const missing = PARTS.filter((part) => !found.includes(part))
  const isDump = hasDump(join(folder, 'database'))
  if (missing.length > 0 || !(isDump || existsSync(join(folder, 'database', 'PG_VERSION'))))
    throw new StartError(`${folder} is not a backup: it has no ${missing[0] ?? 'database'}.`)
  if (isDump !== (restoreDatabase !== null))
    throw new StartError(
      isDump
        ? `${folder} is of a server with DATABASE_URL. Create an empty database, and set DATABASE_URL to it.`
        : `${folder} has a database of its own. Remove DATABASE_URL, or restore another backup.`,
    )
  const restoring = getRestoring(dataDir)
  try {
    await rm(restoring, { recursive: true, force: true })
    await mkdir(restoring, { mode: 0o700 })
    const parts = PARTS.filter((part) => part !== 'database' || !isDump)
    for (const part of parts) await cp(join(folder, part), join(restoring, part), { recursive: true })
    await restoreDatabase?.(join(folder, 'database'))
  } catch (cause) {
    await rm(restoring, { recursive: true, force: true }).catch(() => {})
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`The backup was not restored: ${reason}. ${dataDir} is as it was.`, { cause })
  }
  const replaced = existsSync(dataDir) ? `${dataDir}.before-${now.toISOString().replaceAll(/[:.]/g, '-')}` : null
  if (replaced) await rename(dataDir, replaced)
  await rename(restoring, dataDir)
  return replaced
}
