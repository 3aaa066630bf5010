import { JoinError } from '@/lib/video/join-error'
import type { SucceededJob } from '@/state/jobs/job'

export const JOIN_TEXT = {
  title: 'Join videos',
  done: 'Your joined video',
  fetching: 'Downloading videos…',
  joining: 'Joining videos on this device…',
  credentialsLost:
    'The joined video loses the Content Credentials of its sources. The file still says that AI made it.',
} as const

/** Returns the joined length, from the videos' actual durations or else the requested ones. */
export function formatTotal(shots: readonly Pick<SucceededJob, 'durationSeconds' | 'length'>[]): string {
  const seconds = shots.reduce((sum, { durationSeconds, length }) => sum + (durationSeconds ?? length), 0)
  return `${shots.length} videos, ${Math.round(seconds * 10) / 10} s total`
}

export function joinFailure(cause: unknown): string {
  if (!(cause instanceof JoinError)) {
    return "We couldn't download one of the videos. Check your connection and try again. Nothing was changed or charged."
  }
  if (cause.fault === 'not_encodable') {
    return "These videos have different sizes or audio, and this browser can't convert them. Try another browser."
  }
  const which = cause.shot === null ? 'one of the videos' : `video ${cause.shot + 1}`
  return `We couldn't read ${which}. Remove it and try again. Nothing was changed or charged.`
}
