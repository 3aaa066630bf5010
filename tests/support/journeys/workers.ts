/** The number of journey files that run at a time. */
export const JOURNEY_LANES = 2

/**
 * The settings of every server in journeys. Drawing a video at 3 frames per second takes less than half the time of the
 * default 24.
 */
export const JOURNEY_ENV = { LOCAL_FRAME_RATE: '3' }

/** Returns the settings of a server that calls the scripted provider at this URL. */
export function getScriptedProviderEnv(url: string): Record<string, string> {
  return {
    VIDEO_API_URL: url,
    VIDEO_API_KEY: 'scripted-provider',
    VIDEO_FILE_ORIGINS: url,
    VIDEO_QUEUE_STOP: 'true',
    // Tests control the clock of these pages, but not the server's clock.
    LONG_POLL_SECONDS: '0',
    VIDEO_STATUS_INTERVAL_SECONDS: '0',
  }
}

/** The servers that the files of one lane use, one file after another. */
export interface JourneyWorker {
  url: string
  dataDir: string
  /** A second server. A journey file scripts its video provider on this port. */
  scripted: { url: string; dataDir: string; providerPort: number }
}
