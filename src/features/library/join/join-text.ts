import { JoinError } from '@/lib/video/join-error'
import type { SucceededJob } from '@/state/jobs/job'

export const JOIN_TEXT = {
  title: 'Join into one video',
  done: 'Your joined video',
  fetching: 'Fetching the videos.',
  joining: 'Joining them on this device.',
} as const

/** The clips' own durations, else the requested ones. */
export function totalText(shots: readonly Pick<SucceededJob, 'durationSeconds' | 'length'>[]): string {
  const seconds = shots.reduce((sum, { durationSeconds, length }) => sum + (durationSeconds ?? length), 0)
  return `${shots.length} shots, ${Math.round(seconds * 10) / 10} s in this order`
}

export function joinFailure(cause: unknown): string {
  if (!(cause instanceof JoinError)) {
    return 'A video could not be fetched. Check your connection and try again. Nothing was changed or charged.'
  }
  if (cause.fault === 'not_encodable') {
    return 'These videos differ in size or sound, and this browser cannot bring them into one form. Another browser may.'
  }
  const which = cause.shot === null ? 'One of the videos' : `Shot ${cause.shot + 1}`
  return `${which} could not be read. Leave it out and try again. Nothing was changed or charged.`
}
