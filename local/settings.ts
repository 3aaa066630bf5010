import { resolve } from 'node:path'
import { type ModelEnd, readModelEnds } from './model-examples.ts'
import { type OneServer, readOneServer } from './one-server/settings.ts'
import { StartError } from './start-error.ts'

export interface LocalSettings {
  port: number
  /** The server's origin: `http://localhost:<port>`, or PUBLIC_URL. */
  origin: string
  /** The settings of a server for a team. Null without PUBLIC_URL. */
  oneServer: OneServer | null
  /** The absolute path of the folder for the database, the keys, and the clips. */
  dataDir: string
  /** The models that the stand-in offers: only the default models, or also fal's. */
  models: 'specified' | 'all'
  /** The models of the stand-in's fal that end. */
  modelEnds: readonly ModelEnd[]
  /** The frames per second of a preview. */
  frameRate: number
}

/**
 * The renderer's own frame rate. It is repeated here, because the server loads the renderer only when a video is
 * requested.
 */
const FRAME_RATE = 24

/** Reads the local settings. Throws StartError. */
export function readSettings(env: NodeJS.ProcessEnv): LocalSettings {
  const port = Number(env.PORT || 5173)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StartError(`PORT must be a whole number from 1 to 65535 (got "${env.PORT}").`)
  }
  const models = env.LOCAL_MODELS || 'specified'
  if (models !== 'specified' && models !== 'all') {
    throw new StartError(`LOCAL_MODELS must be "all", or not set (got "${models}").`)
  }
  if (models === 'all' && env.VIDEO_PROVIDER === 'none') {
    throw new StartError('LOCAL_MODELS=all needs jobs on the server. Remove it, or remove VIDEO_PROVIDER=none.')
  }
  const modelEnds = readModelEnds(env.LOCAL_MODEL_ENDS ?? '')
  if (!modelEnds) {
    throw new StartError(
      `LOCAL_MODEL_ENDS must be "none", or like "kling-o3:10:kling-o3-pro": a model, the days until it ends, and the model that follows it (got "${env.LOCAL_MODEL_ENDS}").`,
    )
  }
  const frameRate = Number(env.LOCAL_FRAME_RATE || FRAME_RATE)
  if (!Number.isInteger(frameRate) || frameRate < 1 || frameRate > FRAME_RATE) {
    throw new StartError(
      `LOCAL_FRAME_RATE must be a whole number from 1 to ${FRAME_RATE} (got "${env.LOCAL_FRAME_RATE}").`,
    )
  }
  const dataDir = resolve(env.LOCAL_DATA_DIR || 'supabase/.temp')
  const oneServer = readOneServer(env)
  const origin = oneServer?.origin ?? `http://localhost:${port}`
  return { port, origin, oneServer, dataDir, models, modelEnds, frameRate }
}
