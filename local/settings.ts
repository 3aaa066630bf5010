import { resolve } from 'node:path'

export interface LocalSettings {
  port: number
  /** http://localhost:<port> */
  origin: string
  /** Absolute path of the folder of the database, the keys and the clips. */
  dataDir: string
}

/** A fault that the user can fix: only its message is shown. */
export class StartError extends Error {}

/** Throws StartError. */
export function readSettings(env: NodeJS.ProcessEnv): LocalSettings {
  const port = Number(env.PORT || 5173)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StartError(`PORT must be a whole number from 1 to 65535 (got "${env.PORT}").`)
  }
  return { port, origin: `http://localhost:${port}`, dataDir: resolve(env.LOCAL_DATA_DIR || 'supabase/.temp') }
}
