// Sentences about a job are in state/jobs/job-text.ts.
export const LIBRARY_TEXT = {
  title: 'Your videos',
  empty: 'Nothing here yet',
  emptyHint: 'Your first video appears here the moment you click Generate Video, and stays until you delete it.',
  signedOut: 'Log in to see your videos',
  signedOutHint: 'Every video you make is kept with your account, on every device.',
  cutOff: 'Your videos wait for your sign-in',
  cutOffHint: "We couldn't load the sign-in. Your videos appear here once it is loaded.",
  failed: 'Your videos could not be loaded',
  failedHint: 'Check your connection and try again.',
  notKept: 'Videos are not saved here. Download the ones you want to keep.',
} as const

interface Lengths {
  /** Seconds of the clip itself. */
  durationSeconds?: number | null
  /** Seconds that were asked for. */
  length: number
}

/** Returns the clip's own length, else the requested one. */
export function lengthText({ durationSeconds = null, length }: Lengths): string {
  const seconds = durationSeconds === null ? length : Math.round(durationSeconds * 10) / 10
  return `${seconds} s`
}

const dateFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

export function dateText(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '' : dateFormat.format(date)
}
