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
    'This account was deleted. Nothing was charged. Sign in again to open a new one.',
  ),
  adminCredential: says('unauthorized', 'The user name or password is not right, or the login has ended.'),
  sweepSecret: says('unauthorized', 'This call needs the sweep secret.'),
  webhookSignature: says('unauthorized', 'This message is not signed by the video provider.'),
  locked: says('locked', (seconds: number) => `There were too many wrong tries. Try again in ${inSeconds(seconds)}.`),
  tooManyRequests: says(
    'too_many_requests',
    (seconds: number) => `That was too many requests at once. Nothing was charged. Try again in ${inSeconds(seconds)}.`,
  ),
  adminOff: says('admin_off', 'Admin access is not set up on this server. Its log says what is missing.'),

  // What is there
  noAddress: says('not_found', 'There is nothing at this address.'),
  noJob: says('not_found', 'There is no such job.'),
  noAccount: says('not_found', 'There is no such user.'),

  // How it is asked
  body: says('bad_request', 'The request body is not valid.'),
  field: says('bad_request', (name: string, fault: string) => `The field ${name} is not valid: ${fault}.`),
  contentType: says('bad_request', 'The request body must be JSON (content-type: application/json).'),
  notJson: says('bad_request', 'The request body is not valid JSON.'),
  cursor: says('bad_request', 'The cursor is not valid. Start again from the first page.'),
  idempotencyKey: says('bad_request', 'The request carries no valid Idempotency-Key: send a UUID.'),
  quotedCredits: says('bad_request', 'The request does not say which price was shown: send X-Quoted-Credits.'),
  taskIdTooLong: says('bad_request', 'The task id is too long.'),
  lengthRequired: says(
    'length_required',
    'The request does not say how long its body is: send a Content-Length. Nothing was charged.',
  ),
  bodyTooLarge: says('body_too_large', 'The request is too large: it may have 8 KB. Nothing was charged.'),
  webhookTooLarge: says('body_too_large', 'The message is too large.'),

  // The form
  promptMissing: says('bad_request', sentences.PROMPT_MISSING),
  promptTooLong: says('bad_request', sentences.textTooLong),
  promptNeeded: says('bad_request', sentences.needsPrompt),
  modeNotMade: says('bad_request', sentences.cannotStartFrom),
  durationNotMade: says(
    'bad_request',
    (modelName: string, seconds: readonly number[]) =>
      `${modelName} makes videos of ${listed(seconds)} seconds. Choose one of them.`,
  ),
  ratioNotMade: says(
    'bad_request',
    (modelName: string, ratios: readonly string[]) =>
      `${modelName} makes videos of ${listed(ratios)}. Choose one of them.`,
  ),
  unknownModel: says('unknown_model', sentences.UNKNOWN_MODEL),

  // The image
  imageUnreadable: says('bad_request', 'The image could not be read. Choose a JPEG or PNG file.'),
  imageFormat: says('bad_request', 'The file is not a JPEG or PNG image.'),
  imageTooLarge: says(
    'bad_request',
    (maxBytes: number) => `The image is larger than ${megabytes(maxBytes)}. Choose a smaller one.`,
  ),
  imageBodyTooLarge: says(
    'body_too_large',
    (maxBytes: number) => `The image is larger than ${megabytes(maxBytes)}. Choose a smaller one.`,
  ),
  imageTooWide: says(
    'bad_request',
    (width: number, height: number, max: number) =>
      `The image is ${width} x ${height} pixels. Each side may have at most ${max}.`,
  ),
  imageTooSmall: says(
    'bad_request',
    (width: number, height: number, min: number) =>
      `The image is ${width} x ${height} pixels. Each side needs at least ${min}.`,
  ),
  imageTooLong: says('bad_request', sentences.IMAGE_TOO_LONG),
  imageCut: says('bad_request', 'The image breaks off before its end. Choose another one.'),

  // Credits
  notEnoughCredits: says('insufficient_credits', sentences.notEnoughCredits),
  priceChanged: says('price_changed', sentences.priceChanged),
  keySpent: says('key_spent', sentences.KEY_SPENT),
  keyMismatch: says('key_mismatch', sentences.KEY_MISMATCH),
  unknownType: says('unknown_type', 'Credits cannot be spent on this.'),
  dailyLimit: says('daily_limit', sentences.dailyLimit),
  budgetReached: says('budget_reached', sentences.budgetReached),
  testKeyMismatch: says('key_mismatch', 'This key was used for another grant. Nothing was added.'),

  // Grants
  noUser: says('no_such_user', 'There is no such user. Nothing was granted.'),
  grantKeyMismatch: says('key_mismatch', 'This key was used for another grant. Nothing was granted.'),
  balanceFull: says('balance_full', 'The account cannot hold that many credits more. Nothing was granted.'),
  badGrant: says('bad_request', 'The amount or the reason is not valid. Nothing was granted.'),

  // Jobs
  tooManyJobs: says('too_many_jobs', sentences.tooManyJobs),
  jobsPaused: says('jobs_paused', sentences.JOBS_PAUSED),
  jobOpen: says(
    'job_open',
    'This video is still being made, so it cannot be deleted yet. Try again when it has ended.',
  ),
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
    'Your video is safe but cannot be opened just now. Try again in a moment.',
  ),

  // Us
  internal: says('internal', 'Something went wrong on our side. Please try again.'),
  authUnavailable: says(
    'auth_unavailable',
    'Sign-in could not be checked just now. Nothing was charged. Try again in a moment.',
  ),
  databaseUnavailable: says(
    'database_unavailable',
    'Our records could not be reached just now. Try again in a moment.',
  ),
}
