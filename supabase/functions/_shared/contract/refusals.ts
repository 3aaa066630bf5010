// Every error message of the API. Pages read the code of an error and show the matching sentence of sentences.ts.
import type { ErrorCode } from './errors.ts'
import type { InputKind } from './inputs.ts'
import * as sentences from './sentences.ts'

declare const isRefused: unique symbol
/** Only REFUSALS creates values of this type. */
export type Refused = { code: ErrorCode; message: string; [isRefused]: true }

function createRefusal<P extends unknown[]>(code: ErrorCode, sentence: string | ((...params: P) => string)) {
  const refuse = (...params: P) =>
    ({ code, message: typeof sentence === 'string' ? sentence : sentence(...params) }) as Refused
  return Object.assign(refuse, { code })
}

const formatSeconds = (seconds: number) => (seconds === 1 ? '1 second' : `${seconds} seconds`)
const formatMegabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`
const formatList = (values: readonly (number | string)[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(values.map(String))

const UNSUPPORTED = {
  frames: "doesn't support a last frame",
  references: "doesn't support references",
  extend: "can't continue a video",
  edit: "can't edit a video",
  upscale: "can't upscale a video",
}

export const REFUSALS = {
  // Authentication
  signInFirst: createRefusal('unauthorized', sentences.SIGN_IN_FIRST),
  /** Tells a program which header to send. Pages show `signInFirst`. */
  keyMissing: createRefusal('unauthorized', 'Send a valid API key in the Authorization header: Bearer sr_…'),
  accountDeleted: createRefusal('unauthorized', 'This account was deleted. Sign in again to create a new one.'),
  notAdmitted: createRefusal('unauthorized', 'Your address may not use this server. Ask the person who runs it.'),
  keyUnknown: createRefusal('unauthorized', "This API key doesn't exist, or it was revoked."),
  keyExpired: createRefusal('unauthorized', 'This API key has expired. Create a new key.'),
  scopeTooSmall: createRefusal('scope_too_small', 'This API key may only read. Use a key that may create.'),
  sessionOnly: createRefusal('scope_too_small', "API keys can't do this. Sign in on the site instead."),
  adminCredential: createRefusal('unauthorized', 'The username or password is incorrect, or your session has expired.'),
  sweepSecret: createRefusal('unauthorized', 'This request needs the sweep secret.'),
  webhookSignature: createRefusal('unauthorized', "This message isn't signed by the video provider."),
  locked: createRefusal(
    'locked',
    (seconds: number) => `Too many failed attempts. Try again in ${formatSeconds(seconds)}.`,
  ),
  tooManyRequests: createRefusal(
    'too_many_requests',
    (seconds: number, canCharge: boolean) =>
      `Too many requests.${canCharge ? ' This request cost nothing.' : ''} Try again in ${formatSeconds(seconds)}.`,
  ),
  adminOff: createRefusal(
    'admin_off',
    'Admin access is not set up on this server. See the server log for what is missing.',
  ),

  // Not found
  noAddress: createRefusal('not_found', 'Not found.'),
  noJob: createRefusal('not_found', 'Job not found.'),
  noShare: createRefusal('not_found', "This link doesn't exist, or it has expired."),
  noReportedVideo: createRefusal('not_found', 'No report about this video is open.'),
  noWebhook: createRefusal('not_found', 'Webhook not found.'),
  noWebhookDelivery: createRefusal('not_found', 'Message not found.'),
  noCastMember: createRefusal('not_found', 'Your cast has no such member.'),
  noDevice: createRefusal('not_found', 'Device not found.'),
  noAccount: createRefusal('not_found', 'User not found.'),
  noSession: createRefusal('not_found', 'This session has ended already.'),

  // Malformed requests
  body: createRefusal('bad_request', 'The request body is not valid.'),
  field: createRefusal('bad_request', (name: string, fault: string) => `Invalid "${name}": ${fault}.`),
  contentType: createRefusal('bad_request', 'The request body must be JSON (content-type: application/json).'),
  notJson: createRefusal('bad_request', 'The request body is not valid JSON.'),
  cursor: createRefusal('bad_request', 'Invalid cursor. Start again from the first page.'),
  idempotencyKey: createRefusal('bad_request', 'Missing or invalid Idempotency-Key header. Send a UUID.'),
  quotedCredits: createRefusal(
    'bad_request',
    'Missing or invalid X-Quoted-Credits header. Send the price shown to the user, in digits.',
  ),
  taskIdTooLong: createRefusal('bad_request', 'The task ID is too long.'),
  lengthRequired: createRefusal('length_required', 'Missing Content-Length header.'),
  bodyTooLarge: createRefusal('body_too_large', 'The request is larger than 8 KB.'),
  webhookTooLarge: createRefusal('body_too_large', 'The message is too large.'),

  // MCP
  foreignOrigin: createRefusal('foreign_origin', "Pages of other sites can't call this address."),
  postOnly: createRefusal('method_not_allowed', 'This address accepts POST requests only.'),
  oneMessage: createRefusal('bad_request', 'Send one JSON-RPC message per request. Batches are not supported.'),
  toolTooLarge: createRefusal(
    'body_too_large',
    (maxBytes: number) =>
      `The request is larger than ${formatMegabytes(maxBytes)}. You weren't charged. Upload large images with POST /api/images, and pass their IDs.`,
  ),

  // Create requests
  promptMissing: createRefusal('bad_request', sentences.PROMPT_MISSING),
  promptTooLong: createRefusal('bad_request', (length: number, limit: number, modelName: string) =>
    sentences.describeLongText('prompt', length, limit, modelName),
  ),
  promptNeeded: createRefusal('bad_request', (kind: InputKind, modelName: string) =>
    kind === 'extend' || kind === 'edit'
      ? `${modelName} needs a prompt and a video. Describe what to change or what happens next.`
      : sentences.describeMissingPrompt(modelName),
  ),
  modeNotMade: createRefusal('bad_request', (kind: InputKind, modelName: string) =>
    kind === 'text' || kind === 'image'
      ? sentences.describeUnsupportedMode(kind, modelName)
      : `${modelName} ${UNSUPPORTED[kind]}. Choose another model.`,
  ),
  durationNotMade: createRefusal(
    'bad_request',
    (modelName: string, seconds: readonly number[]) =>
      `${modelName} supports ${formatList(seconds)} seconds. Choose one.`,
  ),
  ratioNotMade: createRefusal(
    'bad_request',
    (modelName: string, ratios: readonly string[]) => `${modelName} supports ${formatList(ratios)}. Choose one.`,
  ),
  inputsTogether: createRefusal(
    'bad_request',
    'A video starts from images, references, or another video. Choose one of them.',
  ),
  firstImageMissing: createRefusal('bad_request', 'A last frame needs a first frame. Add one.'),
  tooManyReferences: createRefusal('bad_request', sentences.describeTooManyReferences),
  roleNotMade: createRefusal(
    'bad_request',
    (role: string, modelName: string) => `${modelName} doesn't support ${role} references. Choose another model.`,
  ),
  resolutionNotMade: createRefusal(
    'bad_request',
    (resolution: string, modelName: string) => `${modelName} doesn't support ${resolution}. Choose another resolution.`,
  ),
  imageGone: createRefusal('image_gone', sentences.IMAGE_GONE),
  voiceTogether: createRefusal(
    'bad_request',
    'A voice needs at least one reference image. Add one, or leave out "audio".',
  ),
  voiceNotMade: createRefusal('bad_request', sentences.describeUnusedVoice),
  voiceConsentMissing: createRefusal('bad_request', `${sentences.VOICE_CONSENT_MISSING} Send "voiceConsent": true.`),
  voiceLength: createRefusal('bad_request', (sentence: string) => sentence),
  sourceGone: createRefusal('source_gone', sentences.SOURCE_GONE),
  promptNotTaken: createRefusal(
    'bad_request',
    (modelName: string) => `${modelName} doesn't use a prompt. Leave it out. You weren't charged.`,
  ),
  upscaledAlready: createRefusal('bad_request', sentences.UPSCALED_ALREADY),
  tooLongToUpscale: createRefusal('bad_request', sentences.describeLongSource),
  unknownModel: createRefusal('unknown_model', sentences.UNKNOWN_MODEL),
  modelEnded: createRefusal('model_ended', sentences.describeEnding),

  // The poster
  posterTooLarge: createRefusal(
    'body_too_large',
    (maxBytes: number) => `The poster is larger than ${maxBytes / 1024} KB.`,
  ),
  posterFormat: createRefusal(
    'bad_request',
    "The poster isn't a WebP image, or it is cut off, animated, or transparent.",
  ),
  posterTooWide: createRefusal('bad_request', (max: number) => `The poster has a side of more than ${max} pixels.`),
  posterProportions: createRefusal('bad_request', "The poster doesn't have the proportions of the video."),
  posterNotStored: createRefusal('storage_unavailable', "We couldn't store the poster. Try again in a moment."),

  // The image
  imageUnreadable: createRefusal('bad_request', "We couldn't read your image. Choose a JPEG or PNG file."),
  imageFormat: createRefusal('bad_request', "Your file isn't a JPEG or PNG image."),
  imageTooLarge: createRefusal(
    'bad_request',
    (maxBytes: number) => `Your image is larger than ${formatMegabytes(maxBytes)}. Choose a smaller one.`,
  ),
  imageBodyTooLarge: createRefusal(
    'body_too_large',
    (maxBytes: number) => `Your image is larger than ${formatMegabytes(maxBytes)}. Choose a smaller one.`,
  ),
  imageTooWide: createRefusal(
    'bad_request',
    (width: number, height: number, max: number) =>
      `Your image is ${width} × ${height} pixels. Each side can be at most ${max} pixels.`,
  ),
  imageTooSmall: createRefusal(
    'bad_request',
    (width: number, height: number, min: number) =>
      `Your image is ${width} × ${height} pixels. Each side must be at least ${min} pixels.`,
  ),
  imageTooLong: createRefusal('bad_request', sentences.IMAGE_TOO_LONG),
  imageAnimated: createRefusal('bad_request', sentences.describeAnimatedImage('JPEG or PNG image')),
  imageCut: createRefusal('bad_request', sentences.IMAGE_CUT),

  // The voice
  audioUnreadable: createRefusal('bad_request', "We couldn't read your sound. Choose an MP3 or WAV file."),
  audioFormat: createRefusal('bad_request', sentences.AUDIO_FORMAT),
  audioOtherType: createRefusal(
    'bad_request',
    (named: string, found: string) => `The data URI names ${named}, but the file is ${found}.`,
  ),
  audioTooLarge: createRefusal(
    'body_too_large',
    (maxBytes: number) => `Your sound is larger than ${formatMegabytes(maxBytes)}. Choose a smaller one.`,
  ),
  audioTooLong: createRefusal(
    'bad_request',
    (max: number) => `Your sound is longer than ${max} seconds. Choose a shorter one.`,
  ),
  audioCut: createRefusal('bad_request', sentences.AUDIO_CUT),

  // Credits
  notEnoughCredits: createRefusal('insufficient_credits', sentences.describeMissingCredits),
  priceChanged: createRefusal(
    'price_changed',
    ({ isReleased, ...change }: Parameters<typeof sentences.describePriceChange>[0] & { isReleased: boolean }) =>
      `${sentences.describePriceChange(change)}${isReleased ? ' The credits held for this job ID were returned. Use a new one.' : ''}`,
  ),
  keySpent: createRefusal('key_spent', sentences.IDEMPOTENCY_KEY_USED),
  keyMismatch: createRefusal(
    'key_mismatch',
    (isReleased: boolean) =>
      `${sentences.IDEMPOTENCY_KEY_MISMATCH}${isReleased ? ' The credits that it held were returned.' : ''}`,
  ),
  unknownType: createRefusal('unknown_type', "You can't spend credits on this."),
  dailyLimit: createRefusal('daily_limit', sentences.describeDailyLimit),
  budgetReached: createRefusal('budget_reached', sentences.describeSpentBudget),
  testKeyMismatch: createRefusal(
    'key_mismatch',
    'This key was already used for a different grant. No credits were added.',
  ),

  // Grants
  noUser: createRefusal('no_such_user', 'User not found. No credits were granted.'),
  grantKeyMismatch: createRefusal(
    'key_mismatch',
    'This key was already used for a different grant. No credits were granted.',
  ),
  balanceFull: createRefusal('balance_full', "The account can't hold that many more credits. No credits were granted."),
  badGrant: createRefusal('bad_request', 'The amount or reason is invalid. No credits were granted.'),

  // API keys
  keyLimit: createRefusal('key_limit', sentences.describeKeyLimit),
  noKey: createRefusal('not_found', "This key doesn't exist, or it was revoked."),
  tooManyKeys: createRefusal('too_many_keys', (max: number) => `You have ${max} keys. Revoke one to create another.`),

  // The cast
  castChanged: createRefusal('cast_changed', sentences.CAST_CHANGED),
  castNameTaken: createRefusal('name_taken', (name: string) => `Your cast already has ${name}. Choose another name.`),
  castFileGone: createRefusal('image_gone', 'One of these files is no longer on the server. Upload it again.'),
  castVoiceRefused: createRefusal('bad_request', `Invalid "voice": ${sentences.CAST_VOICE_FAULT}.`),
  tooManyCastMembers: createRefusal(
    'too_many_cast_members',
    (max: number) => `Your cast has ${max} members. Delete one to add another.`,
  ),

  // Accounts
  wrongEmail: createRefusal('wrong_email', sentences.WRONG_EMAIL),
  accountBusy: createRefusal('job_open', sentences.ACCOUNT_BUSY),

  // Jobs
  tooManyCanceled: createRefusal('too_many_canceled', sentences.describeCanceledLimit),
  tooManyJobs: createRefusal('too_many_jobs', sentences.describeJobLimit),
  jobsPaused: createRefusal('jobs_paused', sentences.JOBS_PAUSED),
  accountSuspended: createRefusal('account_suspended', sentences.ACCOUNT_SUSPENDED),
  promptRefused: createRefusal('prompt_refused', sentences.PROMPT_REFUSED),
  jobOpen: createRefusal('job_open', "This video is still being generated. You can delete it when it's finished."),
  sharingBlocked: createRefusal(
    'sharing_blocked',
    'The administrator disabled sharing for this video. You can still watch and download it.',
  ),
  tooManyShares: createRefusal(
    'too_many_shares',
    (max: number) => `This video has ${max} links. Revoke one to create another.`,
  ),
  tooManyImages: createRefusal(
    'too_many_images',
    (max: number, maxBytes: number) =>
      `You have uploaded ${max} files or ${formatMegabytes(maxBytes)} that neither a video nor your cast uses. You weren't charged. Generate with one of them, or try again tomorrow.`,
  ),
  tooManyDevices: createRefusal(
    'too_many_devices',
    (max: number) => `You get notifications on ${max} devices. Remove one to add another.`,
  ),
  tooManyWebhooks: createRefusal(
    'too_many_webhooks',
    (max: number) => `You have ${max} webhooks. Remove one to add another.`,
  ),
  webhookExists: createRefusal('webhook_exists', 'You already have a webhook with this address.'),
  webhookOff: createRefusal('webhook_off', 'This webhook is off. Remove it and add its address again.'),
  cancelPending: createRefusal('cancel_pending', sentences.CANCEL_PENDING),
  providerRejected: createRefusal('provider_rejected', (said: string) =>
    sentences.describeFailure('provider_rejected', said),
  ),
  contentRefused: createRefusal(
    'content_refused',
    (refused: string) => `${sentences.describeRefusedContent(refused)} You weren't charged.`,
  ),
  providerBusy: createRefusal('provider_busy', (_said: string) => sentences.describeFailure('provider_busy', '')),
  providerUnavailable: createRefusal(
    'provider_unavailable',
    (_said: string) => `${sentences.describeFailure('provider_unavailable', '')} You weren't charged.`,
  ),
  noTaskId: createRefusal('no_task_id', (said: string) =>
    said ? sentences.describeMissingTaskId(said) : sentences.describeFailure('no_task_id', ''),
  ),
  imageNotStored: createRefusal('storage_unavailable', (_said: string) =>
    sentences.describeFailure('storage_unavailable', ''),
  ),
  videoNotOpened: createRefusal(
    'storage_unavailable',
    "Your video is safe, but we can't open it right now. Try again in a moment.",
  ),

  // Server errors
  internal: createRefusal('internal', 'Something went wrong on our side. Please try again.'),
  authUnavailable: createRefusal('auth_unavailable', "We couldn't verify your sign-in. Try again in a moment."),
  databaseUnavailable: createRefusal(
    'database_unavailable',
    "We can't reach our database right now. Try again in a moment.",
  ),
}
