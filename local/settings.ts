import { resolve } from 'node:path'

export interface LocalSettings {
  port: number
  /** http://localhost:<port>: what the browser, the sign-in redirects and the file addresses use. */
  origin: string
  /** Absolute path of the folder that holds the database, the keys and the rendered videos. */
  dataDir: string
}

/** A fault that the user who starts the server can put right: shown as its sentence alone. */
export class StartError extends Error {}

/** Reads PORT and LOCAL_DATA_DIR. Throws StartError. */
export function readSettings(env: NodeJS.ProcessEnv): LocalSettings {
  const port = Number(env.PORT || 5173)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StartError(`PORT must be a number from 1 to 65535, not "${env.PORT}".`)
  }
  return { port, origin: `http://localhost:${port}`, dataDir: resolve(env.LOCAL_DATA_DIR || 'supabase/.temp') }
}
