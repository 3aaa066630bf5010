// Sentences about a job that only pages show; those that the API says too are the contract's. What a failure is, failure.ts and
// refusal.ts decide.
import type { FailureCode } from '@contract/errors'
import type { ServerJob } from '@contract/jobs'
import {
  CANCEL_PENDING,
  failureSentence,
  NO_URL,
  noTaskId,
  PROMPT_MISSING,
  SIGN_IN_FIRST,
  TOO_LATE,
  tooManyJobs,
} from '@contract/sentences'
import { plain } from '@/lib/plain'

export const MESSAGES = {
  generating: 'Generating your video...',
  stillWorking: 'Still working on your video...',
  ready: '🎉 Your video is ready!',
  finishedAnnounced: 'Finished: it can be played and downloaded.',
  stoppedAnnounced: 'Stopped: the credits are back.',
  readyElsewhere: '🎉 Your video is ready! It waits for you in the Video Generator.',
  readyBelow: '🎉 Your video is ready! It is in Your videos, below.',
  setAside: 'It goes on in Your videos, below. The form is free for another one.',
  promptMissing: PROMPT_MISSING,
  imageMissing: 'Please upload an image',
  imagePreparing: 'Your image is being prepared. Click Generate Video again in a moment.',
  signInFirst: SIGN_IN_FIRST,
  signInMissing:
    'Your sign-in could not be loaded, so nothing was started. It is tried again now: click once more in a moment.',
  startsSoon: 'One moment. Your video will start automatically.',
  consumeFailed: 'Failed to consume credits, please try again later',
  timedOut: 'Video generation timed out. Please try again later.',
  noUrl: NO_URL,
  failed: 'Video generation failed. Please try again.',
  fallback: 'Something went wrong. Please try again.',
  paidIfItArrives: 'You pay only if it arrives.',
  paidOnArrival: 'Credits are held now, charged on arrival.',
  playerMissing: 'What shows your video could not be loaded. The video is safe: check your connection and try again.',
  notCharged: 'You were not charged.',
  chargedIfItFinishes: 'You are charged only if it finishes.',
  stillChecked: 'The server goes on checking for up to an hour. If it arrives, it appears in Your videos below.',
  holding: 'Setting the credits aside.',
  creating: 'Handing it to the video service.',
  queued: 'In the queue: the video service has not begun yet.',
  running: 'The video service is making it.',
  overdueInQueue: 'The queue is longer than usual. It goes on, and you pay only if the video arrives.',
  overdue: 'It takes longer than estimated. It goes on, and you pay only if it arrives.',
  stopping: 'Asking the video service to stop.',
  endedAlready: 'It had just finished. One moment.',
  stoppedElsewhere: 'It was stopped on another device, or in another window.',
  keptInLibrary: 'It is kept in Your videos, below.',
  notKept: 'Download your video to keep it.',
  offlineStart: 'You are offline, so nothing was started. Click again once you are back.',
  offline: 'You are offline. Your form stays here, and what is being made goes on at the server.',
  unreachable: 'The server cannot be reached just now. What is being made goes on there, and nothing is lost.',
  reconnecting: 'Reconnecting… This page asks again every few seconds.',
  signedOutMeanwhile: 'Your sign-in ended. Log in again to see your video: it is still being made.',
  neverArrived: 'We could not reach the server, so nothing was started. Please try again.',
  nothingHeld: 'You were not charged, and your form is as you left it.',
} as const

/** Shown in the bar while the monitor is further down the page. */
export const BELOW = {
  idle: null,
  generating: 'Being made: see how far it is, below',
  success: 'Your video is ready, below',
  stopped: null,
  error: 'See below what happened',
} as const

export function notEnoughHint(have: number, need: number): string {
  return `Not enough credits (${have}/${need})`
}

export function priceUnknown(modelName: string): string {
  return `The price of ${modelName} changed. Reload this page to see it.`
}

/** @param reason why the request failed; empty when nobody said it */
export function requestFailed(reason: string): string {
  return reason ? `Request failed: ${reason}` : MESSAGES.fallback
}

export function openJobsHint(open: number, max: number): string {
  return open < max ? `${open} of ${max} videos are being made.` : tooManyJobs({ max })
}

export function notEnoughForAll(videos: number, need: number, have: number): string {
  return `Not enough credits! These ${videos} videos require ${need} credits, you currently have ${have} credits`
}

export function tooManyTogether(videos: number, free: number): string {
  const room = free === 1 ? '1 more video' : `${free} more videos`
  return `${room} can be made at the moment, not ${videos}. Compare fewer models, or wait until one has ended.`
}

/** @param ahead jobs that go before this one */
export function queuedBehind(ahead: number): string {
  if (ahead === 0) return 'Next in the queue: the video service has not begun yet.'
  return `In the queue: ${ahead === 1 ? '1 video goes' : `${ahead} videos go`} before yours.`
}

/** @param endsAt milliseconds since the epoch */
export function fetchedUntil(endsAt: number): string {
  const end = new Date(Math.ceil(endsAt / 60_000) * 60_000)
  const time = end.toLocaleTimeString('en', { timeStyle: 'short' })
  return `The video service finished your video, but we couldn't fetch its file yet. We keep trying until ${time}. After that, your credits come back.`
}

export function backIfStopped(credits: number): string {
  return `If the video service can still stop it, your ${credits} credits come back.`
}

/** The server keeps an unused hold for 15 minutes, and the next click uses it. */
export function waitingNote(credits: number): string {
  return `You were not charged. The ${credits} credits held are used when you try again, or come back after 15 minutes.`
}

/** Tells why a compared job did not start: none starts unless all are paid for. */
export function notStartedWith(modelName: string): string {
  return `Not started, because ${modelName} could not be.`
}

/** Returns null when the provider gave no reason. In direct mode there are no codes. */
export function failureReason(code: FailureCode | null, said: string | null): string | null {
  return failureSentence(code, said ? plain(said) : '') || null
}

export function receipt({ settlement, credits }: Pick<ServerJob, 'settlement' | 'credits'>): string {
  switch (settlement) {
    case 'held':
      return `${credits} credits held`
    case 'captured':
      return `${credits} credits charged`
    case 'released':
      return `${MESSAGES.notCharged} ${credits} credits are back.`
    default:
      return settlement satisfies never
  }
}

export const UNSTOPPABLE = 'This service cannot stop a job; you pay only if it arrives.'

export const CANCEL_TEXT = {
  too_late: TOO_LATE,
  pending: CANCEL_PENDING,
  unanswered: 'The server could not be asked to stop it. It goes on; you can try again.',
} as const

const MAX_RESPONSE_LENGTH = 300

/** A long answer is cut, so that an HTML page does not fill the panel. */
export function noTaskIdIn(response: unknown): string {
  const text = plain(JSON.stringify(response) ?? String(response))
  const shown = text.length > MAX_RESPONSE_LENGTH ? `${text.slice(0, MAX_RESPONSE_LENGTH)}…` : text
  return noTaskId(shown)
}
