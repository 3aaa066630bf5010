/** Journey files that run at a time. */
export const JOURNEY_LANES = 2

/** Settings of every server in journeys. Drawing a video at 6 pictures per second takes half the time of the usual 24. */
export const JOURNEY_ENV = { LOCAL_FRAME_RATE: '6' }

/** The servers that one lane's files use, one file after another. */
export interface Lane {
  url: string
  dataDir: string
  /** A second server, whose video provider a journey file scripts on this port. */
  scripted: { url: string; dataDir: string; providerPort: number }
}
