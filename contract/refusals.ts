// Every sentence that the API refuses with, by what is refused: the one author of an answer's `message`. Pages read the code, and
// show the sentence of sentences.ts for it.
import type { ErrorCode } from './errors.ts'
import * as sentences from './sentences.ts'

declare const isRefused: unique symbol
/** Made by REFUSALS alone. */
export type Refused = { code: ErrorCode; message: string; [isRefused]: true }

function says<P extends unknown[]>(code: ErrorCode, sentence: string | ((...params: P) => string)) {
  const refuse = (...params: P) =>
    ({ code, message: typeof sentence === 'string' ? sentence : sentence(...params) }) as Refused
  return Object.assign(refuse, { code })
}

const inSeconds = (seconds: number) => (seconds === 1 ? '1 second' : `${seconds} seconds`)
const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`
const listed = (values: readonly (number | string)[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(values.map(String))

export const REFUSALS = {
  // Who calls
  signInFirst: says('unauthorized', sentences.SIGN_IN_FIRST),
  accountDeleted: says(
    'unauthorized',
    "This account was deleted. You weren't charged. Sign in again to create a new one.",
  ),
  adminCredential: says('unauthorized', 'The username or password is incorrect, or your session has expired.'),
  sweepSecret: says('unauthorized', 'This request needs the sweep secret.'),
  webhookSignature: says('unauthorized', "This message isn't signed by the video provider."),
  locked: says('locked', (seconds: number) => `Too many failed attempts. Try again in ${inSeconds(seconds)}.`),
  tooManyRequests: says(
    'too_many_requests',
    (seconds: number) => `Too many requests. You weren't charged. Try again in ${inSeconds(seconds)}.`,
  ),
  adminOff: says('admin_off', 'Admin access is not set up on this server. See the server log for what is missing.'),

  // What is there
  noAddress: says('not_found', 'Not found.'),
  noJob: says('not_found', 'Job not found.'),
  noAccount: says('not_found', 'User not found.'),

  // How it is asked
  body: says('bad_request', 'The request body is not valid.'),
  field: says('bad_request', (name: string, fault: string) => `Invalid "${name}": ${fault}.`),
  contentType: says('bad_request', 'The request body must be JSON (content-type: application/json).'),
  notJson: says('bad_request', 'The request body is not valid JSON.'),
  cursor: says('bad_request', 'Invalid cursor. Start again from the first page.'),
  idempotencyKey: says('bad_request', 'Missing or invalid Idempotency-Key header. Send a UUID.'),
  quotedCredits: says('bad_request', 'Missing X-Quoted-Credits header (the price shown to the user).'),
  taskIdTooLong: says('bad_request', 'The task ID is too long.'),
  lengthRequired: says('length_required', "Missing Content-Length header. You weren't charged."),
  bodyTooLarge: says('body_too_large', "The request is larger than 8 KB. You weren't charged."),
  webhookTooLarge: says('body_too_large', 'The message is too large.'),

  // The form
  promptMissing: says('bad_request', sentences.PROMPT_MISSING),
  promptTooLong: says('bad_request', sentences.textTooLong),
  promptNeeded: says('bad_request', sentences.needsPrompt),
  modeNotMade: says('bad_request', sentences.cannotStartFrom),
  durationNotMade: says(
    'bad_request',
    (modelName: string, seconds: readonly number[]) => `${modelName} supports ${listed(seconds)} seconds. Choose one.`,
  ),
  ratioNotMade: says(
    'bad_request',
    (modelName: string, ratios: readonly string[]) => `${modelName} supports ${listed(ratios)}. Choose one.`,
  ),
  unknownModel: says('unknown_model', sentences.UNKNOWN_MODEL),

  // The image
  imageUnreadable: says('bad_request', "We couldn't read your image. Choose a JPEG or PNG file."),
  imageFormat: says('bad_request', "Your file isn't a JPEG or PNG image."),
  imageTooLarge: says(
    'bad_request',
    (maxBytes: number) => `Your image is larger than ${megabytes(maxBytes)}. Choose a smaller one.`,
  ),
  imageBodyTooLarge: says(
    'body_too_large',
    (maxBytes: number) => `Your image is larger than ${megabytes(maxBytes)}. Choose a smaller one.`,
  ),
  imageTooWide: says(
    'bad_request',
    (width: number, height: number, max: number) =>
      `Your image is ${width} × ${height} pixels. Each side can be at most ${max} pixels.`,
  ),
  imageTooSmall: says(
    'bad_request',
    (width: number, height: number, min: number) =>
      `Your image is ${width} × ${height} pixels. Each side must be at least ${min} pixels.`,
  ),
  imageTooLong: says('bad_request', sentences.IMAGE_TOO_LONG),
  imageCut: says('bad_request', 'This image file is incomplete. Choose another one.'),

  // Credits
  notEnoughCredits: says('insufficient_credits', sentences.notEnoughCredits),
  priceChanged: says('price_changed', sentences.priceChanged),
  keySpent: says('key_spent', sentences.KEY_SPENT),
  keyMismatch: says('key_mismatch', sentences.KEY_MISMATCH),
  unknownType: says('unknown_type', "You can't spend credits on this."),
  dailyLimit: says('daily_limit', sentences.dailyLimit),
  budgetReached: says('budget_reached', sentences.budgetReached),
  testKeyMismatch: says('key_mismatch', 'This key was already used for a different grant. No credits were added.'),

  // Grants
  noUser: says('no_such_user', 'User not found. No credits were granted.'),
  grantKeyMismatch: says('key_mismatch', 'This key was already used for a different grant. No credits were granted.'),
  balanceFull: says('balance_full', "The account can't hold that many more credits. No credits were granted."),
  badGrant: says('bad_request', 'The amount or reason is invalid. No credits were granted.'),

  // Jobs
  tooManyJobs: says('too_many_jobs', sentences.tooManyJobs),
  jobsPaused: says('jobs_paused', sentences.JOBS_PAUSED),
  jobOpen: says('job_open', "This video is still being generated. You can delete it when it's finished."),
  cancelPending: says('cancel_pending', sentences.CANCEL_PENDING),
  providerRejected: says('provider_rejected', (said: string) => sentences.failureSentence('provider_rejected', said)),
  providerBusy: says('provider_busy', (_said: string) => sentences.failureSentence('provider_busy', '')),
  providerUnavailable: says('provider_unavailable', (_said: string) =>
    sentences.failureSentence('provider_unavailable', ''),
  ),
  noTaskId: says('no_task_id', (said: string) =>
    said ? sentences.noTaskId(said) : sentences.failureSentence('no_task_id', ''),
  ),
  imageNotStored: says('storage_unavailable', (_said: string) => sentences.failureSentence('storage_unavailable', '')),
  videoNotOpened: says(
    'storage_unavailable',
    "Your video is safe, but we can't open it right now. Try again in a moment.",
  ),

  // Us
  internal: says('internal', 'Something went wrong on our side. Please try again.'),
  authUnavailable: says(
    'auth_unavailable',
    "We couldn't verify your sign-in. You weren't charged. Try again in a moment.",
  ),
  databaseUnavailable: says('database_unavailable', "We can't reach our database right now. Try again in a moment."),
}
