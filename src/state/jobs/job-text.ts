// Contains texts about jobs that only pages show. Texts shared with the API are in the contract. failure.ts and
// refusal.ts decide which failure occurred.
import type { FailureCode } from '@contract/errors'
import type { ServerJob } from '@contract/jobs'
import {
  CANCEL_PENDING,
  describeFailure,
  describeJobLimit,
  describeMissingTaskId,
  NO_URL,
  PROMPT_MISSING,
  SIGN_IN_FIRST,
  TOO_LATE_TO_CANCEL,
  VIDEO_READY,
} from '@contract/sentences'
import { toPlainText } from '@/lib/text'

export const MESSAGES = {
  generating: 'Generating your video...',
  stillWorking: 'Still working on your video...',
  ready: VIDEO_READY,
  finishedAnnounced: 'Your video is ready to play and download.',
  stoppedAnnounced: 'Canceled. Your credits were returned.',
  moveToBackground: 'Your video continues under Your videos. You can start another one now.',
  promptMissing: PROMPT_MISSING,
  imageMissing: 'Please upload an image',
  imagePreparing: "We're still preparing your image. Click Generate Video again in a moment.",
  optionsLoading: "We're still loading this model's options. Click Generate Video again in a moment.",
  optionsMissing: "We couldn't load this model's options. Check your connection, or choose another model.",
  castLoading: "We're still loading your cast. Click Generate Video again in a moment.",
  castMissing: "We couldn't load your cast. Check your connection.",
  signInFirst: SIGN_IN_FIRST,
  signInMissing: "We couldn't load sign-in, so nothing was started. We're retrying now; try again in a moment.",
  startsSoon: 'Checking your sign-in. Your video will start automatically.',
  consumeFailed: 'Failed to consume credits, please try again later',
  timedOut: 'Video generation timed out. Please try again later.',
  noUrl: NO_URL,
  failed: 'Video generation failed. Please try again.',
  fallback: 'Something went wrong. Please try again.',
  paidIfItArrives: "You're charged only if it arrives.",
  editToStartAnother: 'Change anything to start another video.',
  paidOnArrival: 'Credits are held now and charged when your video arrives.',
  playerMissing: "We couldn't load the video player. Your video is safe. Check your connection and try again.",
  panelMissing: "We couldn't load this panel. Your video continues on the server. Check your connection and try again.",
  notCharged: "You weren't charged.",
  chargedIfItFinishes: "You're charged only if it finishes.",
  stillChecked: "We'll keep checking for up to an hour. If your video arrives, you'll find it under Your videos.",
  holding: 'Holding your credits…',
  creating: 'Sending your request to the video service…',
  queued: "In the queue. The video service hasn't started yet.",
  running: 'The video service is generating your video.',
  overdue: "The video service hasn't finished yet. We'll keep checking.",
  stopping: 'Asking the video service to cancel…',
  endedAlready: 'Your video had already finished. One moment…',
  stoppedElsewhere: 'You canceled it in another window or on another device.',
  keptInLibrary: 'Saved to Your videos below.',
  notKept: "This video isn't saved here. Download it to keep it.",
  offlineStart: "You're offline, so nothing was started. Try again when you're back online.",
  offline: "You're offline. Your settings are kept here, and videos in progress continue on the server.",
  unreachable: "We can't reach the server right now. Videos in progress continue, and nothing is lost.",
  reconnecting: "Reconnecting… We'll try again every few seconds.",
  signedOutMeanwhile: "You've been signed out. Sign in again to see your video; it's still being generated.",
  leftBeforeStart: 'You left the page before your video was started. Click Generate Video to start it.',
  neverArrived: "We couldn't reach the server, so nothing was started. Please try again.",
  nothingHeld: "You weren't charged, and your settings are unchanged.",
} as const

export const STAR_FAILED = "We couldn't save the star. Check your connection and try again."

/** The bar's texts while the result panel is further down the page. */
export const SEE_BELOW = {
  idle: null,
  generating: 'Generating. See progress below',
  success: 'See your video below',
  stopped: null,
  error: 'Failed. See details below',
} as const

export function formatNotEnough(have: number, need: number): string {
  return `Not enough credits (${have}/${need})`
}

export function describeUnknownPrice(modelName: string): string {
  return `The price of ${modelName} has changed. Reload the page to see the new price.`
}

/**
 * Returns the message of a failed request.
 * @param reason the cause; empty if unknown
 */
export function describeFailedRequest(reason: string): string {
  return reason ? `Request failed: ${reason}` : MESSAGES.fallback
}

/** Returns the first half of a sentence about the active videos. */
function describeProgressOf(open: number, max: number): string {
  return `${open} of your ${max} videos ${open === 1 ? 'is' : 'are'} in progress`
}

/**
 * Returns the number of active videos, or the message that the limit is reached.
 * @param unconfirmed the number of jobs that the provider has not confirmed, and the end of the first one's hold
 */
export function describeOpenJobs(
  open: number,
  max: number,
  unconfirmed: { count: number; endsAt: number } | null,
): string {
  if (open < max) return describeMostTakes(max - open, { models: 1, open, max })
  return describeJobLimit({
    max,
    unconfirmed: unconfirmed && { count: unconfirmed.count, free: `by ${formatMinute(unconfirmed.endsAt)}` },
  })
}

export function describeNotEnoughForAll(videos: number, need: number, have: number): string {
  return `Not enough credits! These ${videos} videos require ${need} credits. You currently have ${have}.`
}

/** Returns the message that credits are missing for several takes of one model. */
export function describeNotEnoughForTakes(takes: number, modelName: string, need: number, have: number): string {
  return `Not enough credits! Generating ${takes} ${modelName} videos requires ${need} credits, you currently have ${have} credits`
}

/**
 * Returns why more takes aren't available.
 * @param most the number of takes that the limit allows; 0 if none
 * @param models the number of models that each generate every take
 * @param open the number of active videos
 * @param max the maximum number of active videos
 */
export function describeMostTakes(most: number, { models, open, max }: { models: number; open: number; max: number }) {
  const videos = max === 1 ? '1 video' : `${max} videos`
  const why = open > 0 ? describeProgressOf(open, max) : `Up to ${videos} can be in progress at a time`
  if (models > 1 && most > 0)
    return `${why}, so you can start ${most === 1 ? '1 take' : `${most} takes`} of each model.`
  return open > 0 ? `${why}, so you can start ${Math.max(0, max - open) || 'no'} more.` : `${why}.`
}

export function describeTooManyTogether(free: number): string {
  const room = free === 1 ? '1 more video' : `${free} more videos`
  return `You can start only ${room} right now. Choose fewer takes or models, or wait for a video to finish.`
}

/**
 * Returns the position in the queue as text.
 * @param ahead the number of jobs before this one
 */
export function describeQueue(ahead: number): string {
  if (ahead === 0) return "You're next in the queue."
  return `In the queue: ${ahead === 1 ? '1 video' : `${ahead} videos`} ahead of yours.`
}

/**
 * Returns the message that we still try to fetch the file.
 * @param endsAt the end of our attempts, in milliseconds since the epoch
 */
export function describeFetchEnd(endsAt: number): string {
  return `The video service finished your video, but we couldn't fetch its file yet. We'll keep trying until ${formatMinute(endsAt)}. After that, your credits are returned.`
}

/**
 * Returns the message that the provider may not have the job, and that the credits are held until a time.
 * @param endsAt the end of the hold, in milliseconds since the epoch
 */
export function describeUnconfirmed(endsAt: number): string {
  return `We couldn't confirm that the video service received your request. If no video arrives, your credits are returned by ${formatMinute(endsAt)}.`
}

/** Formats a time of day, rounded up to a minute. */
function formatMinute(time: number): string {
  return new Date(Math.ceil(time / 60_000) * 60_000).toLocaleTimeString('en', { timeStyle: 'short' })
}

export function describeCancelRefund(credits: number): string {
  return `If the video service can still cancel it, your ${credits} credits are returned.`
}

/**
 * Returns the message that the credits are held. The server keeps an unused hold for 15 minutes, and the next click
 * uses it.
 */
export function describeHeldCredits(credits: number): string {
  return `You weren't charged. We're holding ${credits} credits for your next try. If you don't use them, they're returned in 15 minutes.`
}

/** Returns the message that credits may be held, after the request to return them failed. */
export function describeReturnedHold(credits: number): string {
  return `You weren't charged. If ${credits} credits were held, they're returned in 15 minutes.`
}

/**
 * Returns why a job didn't start together with others: they start only if all holds succeed. `modelName`: null for
 * another take of the same model.
 */
export function describeCompanionFailure(modelName: string | null): string {
  return `Not started because ${modelName ?? 'another take'} couldn't start.`
}

/** Returns why a job failed. Null if the provider gave no reason. Direct mode has no codes. */
export function describeReason(code: FailureCode | null, said: string | null): string | null {
  return describeFailure(code, said ? toPlainText(said) : '') || null
}

export function describeReceipt({ settlement, credits }: Pick<ServerJob, 'settlement' | 'credits'>): string {
  switch (settlement) {
    case 'held':
      return `${credits} credits held`
    case 'captured':
      return `${credits} credits charged`
    case 'released':
      return `${MESSAGES.notCharged} ${credits} credits returned.`
    default:
      return settlement satisfies never
  }
}

const MARKS = {
  ai: 'Made with AI',
  algorithm: 'Drawn by a program, not by AI',
  credentials: 'Made with AI, with Content Credentials',
} as const

/** Returns which AI label a video has. We know only for our own copies that the file has no label. */
export function describeMark({ videoMark, isListed }: Pick<ServerJob, 'videoMark'> & { isListed: boolean }): string {
  if (videoMark) return MARKS[videoMark]
  return isListed ? `${MARKS.ai}. The file has no AI label.` : MARKS.ai
}

export const NOT_CANCELABLE = "This video can't be canceled. You're charged only if it arrives."

export const CANCEL_TEXT = {
  too_late: TOO_LATE_TO_CANCEL,
  pending: CANCEL_PENDING,
  unanswered: "We couldn't reach the server to cancel. Your video is still in progress. Try again.",
} as const

const MAX_RESPONSE_LENGTH = 300

/**
 * Returns the message of a response without a task ID. A long response is cut, so that an HTML page doesn't fill the
 * panel.
 */
export function describeMissingTask(response: unknown): string {
  const text = toPlainText(JSON.stringify(response) ?? String(response))
  const shown = text.length > MAX_RESPONSE_LENGTH ? `${text.slice(0, MAX_RESPONSE_LENGTH)}…` : text
  return describeMissingTaskId(shown)
}
