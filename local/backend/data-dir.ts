import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../settings.ts'

const keysSchema = z.object({
  publishableKey: z.string(),
  secretKey: z.string(),
  jwtSecret: z.string(),
  googleClientSecret: z.string(),
  videoApiKey: z.string(),
  sweepSecret: z.string(),
})
/** Made on first start and kept: a restart must not sign anyone out. */
export type LocalKeys = z.output<typeof keysSchema>

export interface DataDir {
  path: string
  keys: LocalKeys
  release(): Promise<void>
}

/** Opens the data folder for this process alone and reads or makes its keys. Throws StartError with what to do. */
export async function openDataDir(path: string): Promise<DataDir> {
  try {
    await mkdir(path, { recursive: true })
    const lock = join(path, 'server.pid')
    await takeLock(lock, path)
    const keys = await readKeys(join(path, 'keys.json'))
    return { path, keys, release: () => rm(lock, { force: true }) }
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(
      `The data folder ${path} cannot be used (${reason}). Set LOCAL_DATA_DIR to a folder you can write to.`,
      { cause },
    )
  }
}

/** Two servers on one database folder would destroy it. */
async function takeLock(lock: string, path: string): Promise<void> {
  const owner = Number(await readFile(lock, 'utf8').catch(() => ''))
  if (owner && owner !== process.pid && isAlive(owner)) {
    throw new StartError(
      `Another Soundreel server (process ${owner}) uses the data folder ${path}. Stop it, or set LOCAL_DATA_DIR to another folder.`,
    )
  }
  await writeFile(lock, String(process.pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function readKeys(file: string): Promise<LocalKeys> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (stored !== null) {
    try {
      return keysSchema.parse(JSON.parse(stored))
    } catch {
      throw new StartError(
        `The file ${file} is damaged. Delete it to make new keys (everyone is signed out; nothing else is lost).`,
      )
    }
  }
  const secret = () => randomBytes(32).toString('base64url')
  const keys: LocalKeys = {
    publishableKey: `sb_publishable_${secret()}`,
    secretKey: `sb_secret_${secret()}`,
    jwtSecret: secret(),
    googleClientSecret: secret(),
    videoApiKey: `pollo_${secret()}`,
    sweepSecret: secret(),
  }
  await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  return keys
}
