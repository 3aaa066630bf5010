import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { createKeyPair } from '../../supabase/functions/api/vapid.ts'
import { clearSnapshot, getRestoring } from '../backup/backup.ts'
import { StartError } from '../start-error.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { makePrivate } from './make-private.ts'

export const keysSchema = z.object({
  publishableKey: z.string(),
  secretKey: z.string(),
  jwtSecret: z.string(),
  googleClientSecret: z.string(),
  videoApiKey: z.string(),
  sweepSecret: z.string(),
  /** Whether the server was for a team (PUBLIC_URL). Its users proved their addresses to Google, and others didn't. */
  isForTeam: z.boolean(),
  /** Whether the database is in DATABASE_URL, and not in this folder. */
  hasDatabaseUrl: z.boolean(),
  /** The keys for push services. With others, every browser would have to subscribe again. */
  vapid: z.object({ publicKey: z.string(), privateKey: z.string() }),
})
/** The server's keys, created at the first start. They are stored, so that a restart signs nobody out. */
export type LocalKeys = z.output<typeof keysSchema>

export interface DataDir {
  path: string
  keys: LocalKeys
  release(): void
}

type Mode = Pick<LocalKeys, 'isForTeam' | 'hasDatabaseUrl'>

/** Opens the folder and locks it for this process. Throws StartError. */
export async function openDataDir(path: string, mode: Mode): Promise<DataDir> {
  let release: (() => void) | undefined
  if (existsSync(getRestoring(path)))
    throw new StartError(
      `A restore into ${path} was interrupted. Run npm run restore again, or delete ${getRestoring(path)} if the data folder still has what you want.`,
    )
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    release = lockDataDir(path)
    await clearSnapshot(path)
    await makePrivate(path)
    return { path, keys: await readKeys(join(path, 'keys.json'), mode), release }
  } catch (cause) {
    release?.()
    if (cause instanceof StartError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(
      `Can't use the data folder ${path} (${reason}). Set LOCAL_DATA_DIR to a folder you can write to.`,
      { cause },
    )
  }
}

async function readKeys(file: string, mode: Mode): Promise<LocalKeys> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (stored !== null) {
    const keys = parseKeys(file, stored, mode)
    if (keys.isForTeam !== mode.isForTeam)
      throw new StartError(
        mode.isForTeam
          ? `The data folder ${dirname(file)} is of a server without PUBLIC_URL, where anybody can sign in with any address. Set LOCAL_DATA_DIR to a new folder.`
          : `The data folder ${dirname(file)} is of a server with PUBLIC_URL. Set PUBLIC_URL again, or set LOCAL_DATA_DIR to a new folder.`,
      )
    if (keys.hasDatabaseUrl !== mode.hasDatabaseUrl)
      throw new StartError(
        mode.hasDatabaseUrl
          ? `The data folder ${dirname(file)} has a database of its own. Remove DATABASE_URL, or set LOCAL_DATA_DIR to a new folder.`
          : `The database of the data folder ${dirname(file)} is a PostgreSQL. Set DATABASE_URL again, or set LOCAL_DATA_DIR to a new folder.`,
      )
    return keys
  }
  const readSecret = () => randomBytes(32).toString('base64url')
  const keys: LocalKeys = {
    publishableKey: `sb_publishable_${readSecret()}`,
    secretKey: `sb_secret_${readSecret()}`,
    jwtSecret: readSecret(),
    googleClientSecret: readSecret(),
    videoApiKey: `pollo_${readSecret()}`,
    sweepSecret: readSecret(),
    ...mode,
    vapid: createKeyPair(),
  }
  await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  return keys
}

function parseKeys(file: string, stored: string, { hasDatabaseUrl }: Mode): LocalKeys {
  try {
    return keysSchema.parse(JSON.parse(stored))
  } catch {
    // claimPostgres() stored a hash of the old keys.
    const release = hasDatabaseUrl ? ' Also run "delete from one_server.installation" in the database.' : ''
    throw new StartError(
      `${file} is corrupted. Delete it to generate new keys.${release} All users are signed out; no other data is lost.`,
    )
  }
}
