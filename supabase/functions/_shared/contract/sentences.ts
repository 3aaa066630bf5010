// The sentences that both API and pages show. Each is a separate export, so a page loads only those that it uses.
import type { ModelEnding } from './capabilities.ts'
import type { FailureCode, RefusedContent } from './errors.ts'
import type { AudioLimits } from './inputs.ts'
import type { Cancellation } from './jobs.ts'
import { MAX_IMAGE_RATIO } from './media/image.ts'

export const VIDEO_READY = '🎉 Your video is ready!'
export const VIDEO_FAILED = "This video failed. You weren't charged."
export const KEY_CREATED = 'New API key'
export const KEY_CREATED_HINT = "A key to generate videos with your credits was created. If that wasn't you, revoke it."
export const SIGN_IN_FIRST = 'Please login before generating a video'
export const PROMPT_MISSING = 'Please enter a prompt'
export const NO_URL = 'Unable to retrieve video. Please try again.'
export const IDEMPOTENCY_KEY_USED = 'This attempt has already ended. Click Generate Video to start a new one.'
export const IDEMPOTENCY_KEY_MISMATCH = 'This job ID has already been used for a different request. Start a new job.'
export const UNKNOWN_MODEL = "This model isn't available. Choose another one."
export const JOBS_PAUSED =
  'New videos are paused right now. Videos in progress continue. Your settings are kept; try again later.'
export const ACCOUNT_SUSPENDED =
  "Your account is suspended. You can watch and download your videos, but you can't generate new ones. You weren't charged."
export const PROMPT_REFUSED =
  "This site doesn't allow something in your prompt. You weren't charged. Change the prompt, then generate again."
export const TOO_LATE_TO_CANCEL = "It's too late to cancel. Your video is on its way."
export const CANCEL_PENDING =
  "We asked the video service to cancel. This can take a few minutes. If it cancels, your credits are returned. If not, you'll get your video."
/** @param stills the accepted formats, such as `JPEG or PNG image` */
export function describeAnimatedImage(stills: string): string {
  return `Animated images aren't supported. Choose a still ${stills}.`
}

export const IMAGE_CUT = 'This image file is incomplete. Choose another one.'
export const IMAGE_TOO_LONG = `This image is too wide or too tall. The long side can be at most ${MAX_IMAGE_RATIO} times the short side.`

/** @param need the video's price, in credits @param have credits that the user can spend */
export function describeMissingCredits({
  modelName,
  need,
  have,
}: {
  modelName: string
  need: number
  have: number
}): string {
  return `Not enough credits! Generating a ${modelName} video requires ${need} credits, you currently have ${have} credits`
}

export function describePriceChange({ modelName, price }: { modelName: string; price: number }): string {
  return `The price of ${modelName} is now ${price} credits. Review the new price and try again.`
}

export const ACCOUNT_BUSY =
  'Some of your videos are still being generated. Cancel them, or wait until they finish. Then delete your account.'

export const WRONG_EMAIL = "This isn't your account's email. Nothing was deleted."

/** @param max videos that one user may have in progress */
export function describeJobLimit({ max, unconfirmed }: { max: number; unconfirmed?: Unconfirmed | null }): string {
  const limit = `You can generate up to ${max} videos at a time. Start the next one when a video finishes.`
  if (!unconfirmed) return limit
  const { count, free } = unconfirmed
  const place = count === 1 ? 'Its place is' : 'The first of these places is'
  return `${limit} The video service didn't confirm ${count} of your videos. ${place} free ${free}.`
}

/** Videos in progress that the video service didn't confirm. */
export interface Unconfirmed {
  count: number
  /** The latest time when the first of these videos stops counting: `within 5 minutes`, `by 2:05 PM`. */
  free: string
}

export function describeWait(seconds: number): string {
  return `within ${formatMinutes(seconds)}`
}

/** @param limit videos of one user that may end without a charge per hour */
export function describeCanceledLimit({ limit, retryAfterSeconds }: { limit: number; retryAfterSeconds: number }) {
  return `${limit} of your videos in the last hour were canceled, refused, or never started. You weren't charged. Try again in ${formatMinutes(retryAfterSeconds)}.`
}

function formatMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** @param limit credits per day @param left credits left today @param need the video's price, in credits */
export function describeDailyLimit({
  limit,
  left,
  need,
  retryAfterSeconds,
}: Day & { limit: number; left: number; need: number }) {
  const way = need > limit ? 'Choose a model that costs less.' : describeNextDay(retryAfterSeconds)
  return `You can spend up to ${limit} credits per day. You have ${left} left today, and this video costs ${need}. ${way}`
}

/**
 * @param limit credits that the key may hold per day @param left credits left today @param need the video's price, in
 * credits
 */
export function describeKeyLimit({
  limit,
  left,
  need,
  retryAfterSeconds,
}: Day & { limit: number; left: number; need: number }) {
  const way = need > limit ? 'Use a key with a higher limit.' : describeNextDay(retryAfterSeconds)
  return `This API key can spend up to ${limit} credits per day. It has ${left} left today, and this video costs ${need}. ${way}`
}

export function describeSpentBudget({ retryAfterSeconds }: Day): string {
  return `This site has reached its daily credit budget. ${describeNextDay(retryAfterSeconds)}`
}

interface Day {
  /** Seconds until the end of the UTC day. */
  retryAfterSeconds: number
}

function describeNextDay(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const hours = Math.ceil(minutes / 60)
  const wait = minutes > 120 ? `${hours} hours` : formatMinutes(seconds)
  return `Try again after 00:00 UTC, in ${wait}.`
}

export function describeMissingPrompt(modelName: string): string {
  return `${modelName} needs a prompt and an image. Describe the video.`
}

export function describeUnsupportedMode(mode: 'text' | 'image', modelName: string): string {
  return mode === 'image'
    ? `${modelName} can't generate video from an image. Choose another model.`
    : `${modelName} only works from an image. Choose another model.`
}

export function describeLongText(
  what: 'prompt' | 'negative prompt',
  length: number,
  limit: number,
  modelName: string,
): string {
  const over = length - limit
  const characters = over === 1 ? '1 character' : `${over.toLocaleString('en')} characters`
  return `Your ${what} is ${characters} too long. ${modelName} accepts up to ${limit.toLocaleString('en')}.`
}

export function describeStop(credits: number): string {
  return `Canceled. ${credits} credits returned.`
}

/** @param credits the job's price */
export function describeCancellation(outcome: Cancellation['outcome'], credits: number): string {
  if (outcome === 'already_finished') return 'Your video had already finished.'
  return outcome === 'stopped' ? describeStop(credits) : TOO_LATE_TO_CANCEL
}

/** @param response the response without a task ID, as text */
export function describeMissingTaskId(response: string): string {
  return `Could not extract task ID from API response. API returned: ${response}`
}

const REFUSED: Record<RefusedContent, string> = {
  request: 'refused this request. Change the prompt or the image, then generate again.',
  prompt: 'refused your prompt. Change the prompt, then generate again.',
  image: 'refused your image. Choose another image, then generate again.',
  video: 'refused your source video. Choose another video, then generate again.',
  person: "found what may be a real person. Use an image that shows no real person, and don't name one in the prompt.",
  result: 'refused the finished video. Change the prompt or the image, then generate again.',
}

/** @param refused a RefusedContent, or another server's sentence. An empty string means `request`. */
export function describeRefusedContent(refused: string): string {
  const word = refused || 'request'
  return Object.hasOwn(REFUSED, word) ? `The video service's safety check ${REFUSED[word as RefusedContent]}` : refused
}

const NO_VIDEO: Record<Exclude<FailureCode, 'content_refused' | 'provider_failed' | 'provider_rejected'>, string> = {
  broken_file: "The video service returned a file that doesn't play. Please try again.",
  cancelled: 'You canceled this video.',
  deadline: "The video didn't arrive within an hour. Please try again.",
  file_too_large: 'The finished video is larger than 200 MB. Choose a shorter duration or another model.',
  file_too_large_for_storage:
    "The finished video is too large for this site's storage. Choose a shorter duration or another model.",
  missing_file: "The video service finished the video but couldn't deliver it. Please try again.",
  forgotten: 'The video service restarted and lost this job. Please try again.',
  never_sent: 'Your request never reached the video service.',
  no_task_id: "The video service didn't accept this as a new job. Please try again.",
  no_url: NO_URL,
  storage_unavailable: "We couldn't save your image. Please try again.",
  provider_busy: 'The video service was busy. Please try again in a few minutes.',
  provider_unavailable:
    "A fault on our side kept this video from starting. You don't need to change anything. Please try again later.",
  unplayable_format: "The video service returned a format that web browsers don't play. Choose another model.",
  video_too_short: 'The video service returned less than half of the duration you ordered. Please try again.',
}

/**
 * Returns the reason why a job has no video. @param said the provider's words, or the refused content. Empty if
 * unknown.
 */
export function describeFailure(code: FailureCode | null, said: string): string {
  if (code === 'provider_rejected') {
    return `The video service didn't accept this request${said && ` (${said})`}. Change it and try again.`
  }
  if (code === 'content_refused') return describeRefusedContent(said)
  return code === null || code === 'provider_failed' ? said : NO_VIDEO[code]
}

export const IMAGE_GONE =
  "One of your files is no longer on the server. You weren't charged. Click Generate Video to upload it again."
export const VOICE_CONSENT_MISSING = 'Confirm that this is your own voice, or that the person agreed to its use.'
export const AUDIO_FORMAT = "Your file isn't an MP3 or WAV file. Choose another one."
export const CAST_VOICE_FAULT = 'only a character has a voice'
export const CAST_CHANGED =
  "Your prompt names a member of your cast who was renamed or deleted. You weren't charged. Check the names after @, and try again."

export const AUDIO_CUT = 'This sound file is incomplete. Choose another one.'

/** @param limits the lengths in seconds that the model takes */
export function describeVoiceLength(
  seconds: number,
  { minSeconds = 0, maxSeconds }: AudioLimits,
  modelName: string,
): string | null {
  // A length just above a limit must not read as the limit itself.
  if (seconds > maxSeconds)
    return `${startVoice(Math.ceil(seconds * 10))} ${modelName} takes up to ${maxSeconds} seconds.`
  if (seconds < minSeconds) return `${startVoice(Math.floor(seconds * 10))} ${modelName} needs at least ${minSeconds}.`
  return null
}

const startVoice = (tenths: number) => `Your voice is ${tenths / 10} seconds long.`

export function describeUnusedVoice(modelName: string): string {
  return `${modelName} doesn't take a voice. Remove it, or choose another model.`
}

export const SOURCE_GONE =
  "The source video isn't finished, or it no longer exists. You weren't charged. Choose another one."

export const UPSCALED_ALREADY = "This video is upscaled already. You weren't charged."

/** @param max the seconds of the longest video that the model upscales */
export function describeLongSource(modelName: string, max: number): string {
  return `${modelName} upscales videos of up to ${max} seconds, and this one is longer. You weren't charged.`
}

export function describeTooManyReferences(count: number, max: number, modelName: string): string {
  return `${modelName} takes up to ${max} references, and you added ${count}. Remove ${count - max}.`
}

/** Says when a model ends or ended, and what follows it. */
export function describeEnding({ name, on, isOver, replacedBy }: ModelEnding & { name: string }): string {
  const day = new Date(on).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
    ...(isOver && { year: 'numeric' }),
  })
  if (isOver)
    return `${name} ended on ${day}. ${replacedBy ? `Use ${replacedBy.name} instead.` : 'Choose another model.'}`
  return `Ends on ${day}.${replacedBy ? ` ${replacedBy.name} follows it.` : ''}`
}
