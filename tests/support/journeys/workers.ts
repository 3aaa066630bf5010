/** Journey files that run at a time. */
export const JOURNEY_LANES = 2

/** Settings of every server in journeys. Drawing a video at 6 pictures per second takes half the time of the usual 24. */
export const JOURNEY_ENV = { LOCAL_FRAME_RATE: '6' }

/** The settings of a server that asks the scripted provider at this address. */
export function getScriptedProviderEnv(url: string): Record<string, string> {
  return {
    VIDEO_API_URL: url,
    VIDEO_API_KEY: 'scripted-provider',
    VIDEO_FILE_ORIGINS: url,
    VIDEO_QUEUE_STOP: 'true',
    // The clock of these pages is moved by hand, and the server's is not.
    LONG_POLL_SECONDS: '0',
    VIDEO_STATUS_INTERVAL_SECONDS: '0',
  }
}

/** The servers that one lane's files use, one file after another. */
export interface JourneyWorker {
  url: string
  dataDir: string
  /** A second server, whose video provider a journey file scripts on this port. */
  scripted: { url: string; dataDir: string; providerPort: number }
}
