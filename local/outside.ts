// Opens the services outside of this machine: Google and the video provider. A server for a team reaches the real ones. For one
// person, stand-ins replace them.
import { join } from 'node:path'
import builtInModels from '../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { getAvatarUrl } from './google/accounts.ts'
import { startGoogle } from './google/google.ts'
import { addModelEnds, readDurationSeed } from './model-examples.ts'
import type { OneServer } from './one-server/settings.ts'
import { usesStandInProvider } from './page-settings.ts'
import type { LocalSettings } from './settings.ts'
import { createVideoService } from './video-service/service.ts'

export type Answer = (request: Request) => Response | Promise<Response>

export interface Outside {
  google: { clientId: string; clientSecret: string }
  /** The settings of the API about them. */
  settings: Record<string, string>
  models: unknown
  /** The paths that stand-ins answer. */
  mounts: (guard: (answer: Answer) => Answer) => [prefix: string, answer: Answer][]
  /** The address at which a sign-in continues, instead of Google's. */
  redirect(location: string): string
  /** The folder of the stand-in's finished clips. */
  clips: string | null
  /** Whether webhooks may reach this machine. */
  isOwnNetwork: boolean
  /** SQL to run once the database is open. */
  readSeed(): Promise<string>
  close(): Promise<void>
}

const GOOGLE_CLIENT_ID = 'soundreel-local'

export function openOutside({ google, origin }: OneServer): Outside {
  return {
    google,
    // Providers can call this server, so they needn't be asked as often.
    settings: { PUBLIC_API_URL: origin },
    models: builtInModels,
    mounts: () => [],
    redirect: (location) => location,
    clips: null,
    isOwnNetwork: false,
    readSeed: async () => '',
    close: async () => {},
  }
}

export async function openStandIns(
  { origin, dataDir, models, modelEnds, frameRate }: LocalSettings,
  keys: { googleClientSecret: string; videoApiKey: string },
  env: NodeJS.ProcessEnv,
): Promise<Outside> {
  const videoUrl = `${origin}/stand-ins/video`
  const isStandInFal = models === 'all' && !hasOwnFal(env)
  const client = { clientId: GOOGLE_CLIENT_ID, clientSecret: keys.googleClientSecret }
  const google = await startGoogle(origin, { ...client, redirectUri: `${origin}/auth/v1/callback` })
  const video = await createVideoService({
    imageOrigin: origin,
    baseUrl: videoUrl,
    dataDir: join(dataDir, 'video-service'),
    apiKey: keys.videoApiKey,
    frameRate,
  })
  return {
    google: client,
    settings: {
      ...(usesStandInProvider(env)
        ? {
            VIDEO_API_URL: `${videoUrl}/api/platform`,
            VIDEO_API_KEY: keys.videoApiKey,
            VIDEO_FILE_ORIGINS: origin,
            VIDEO_QUEUE_STOP: 'true',
            VIDEO_ESTIMATE_SECONDS: '30',
            VIDEO_STATUS_INTERVAL_SECONDS: '0',
          }
        : {}),
      ...(isStandInFal
        ? { FAL_API_URL: `${videoUrl}/fal`, FAL_API_KEY: keys.videoApiKey, FAL_FILE_ORIGINS: origin }
        : {}),
      AVATAR_URL: getAvatarUrl(origin),
      ENABLE_TEST_CREDITS: 'true',
      ADMIN_DEFAULT_PASSWORD: 'true',
    },
    models: isStandInFal ? addModelEnds(builtInModels, modelEnds, new Date()) : builtInModels,
    mounts: (guard) => [
      ['/stand-ins/google', guard(google.fetch)],
      ['/stand-ins/video', video.fetch],
      ['/stand-ins/ip-lookup', () => Response.json({ ip: '127.0.0.1' })],
    ],
    redirect: google.redirectHere,
    clips: video.clips,
    // While users try out webhooks, their receivers run on this machine.
    isOwnNetwork: true,
    readSeed: async () => (isStandInFal ? readDurationSeed() : ''),
    async close() {
      google.close()
      await video.close()
    },
  }
}

/** Returns whether the user has set up fal. The API then uses fal's own models. */
function hasOwnFal(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env.FAL_API_KEY || env.FAL_API_URL) || env.VIDEO_PROVIDER === 'fal'
}
