// Answers of the API, shared with the browser as '@contract'. Types only, no imports. Times are ISO in UTC, amounts and prices
// credits, durations and lengths seconds, limits of texts characters.

export type Settlement = 'held' | 'captured' | 'released'

/** Envelope of every answer except those of the gateway and of the admin login, whose shapes are specified. */
export interface Answer<T> {
  success: true
  message: string
  data: T
}

export interface Refusal {
  success: false
  code: ErrorCode
  message: string
  requestId: string
  data?: RefusalData
}

/** `settlement`: the credits are back, or none were held. Absent: unknown, or still held. */
export interface RefusalData {
  settlement?: 'released' | 'none'
  [more: string]: unknown
}

export type ErrorCode =
  | 'admin_off'
  | 'auth_unavailable'
  | 'bad_request'
  | 'balance_full'
  | 'body_too_large'
  | 'budget_reached'
  | 'cancel_pending'
  | 'daily_limit'
  | 'database_unavailable'
  | 'insufficient_credits'
  | 'internal'
  | 'job_open'
  | 'jobs_paused'
  | 'key_mismatch'
  | 'key_spent'
  | 'length_required'
  | 'locked'
  | 'no_such_user'
  | 'no_task_id'
  | 'not_found'
  | 'price_changed'
  | 'storage_unavailable'
  | 'too_many_jobs'
  | 'too_many_requests'
  | 'unauthorized'
  | 'unknown_model'
  | 'unknown_type'
  | 'provider_busy'
  | 'provider_rejected'
  | 'provider_unavailable'

export type FailureCode =
  | 'broken_file'
  | 'cancelled'
  | 'deadline'
  | 'file_too_large'
  | 'file_too_large_for_storage'
  | 'forgotten'
  | 'missing_file'
  | 'never_sent'
  | 'no_task_id'
  | 'no_url'
  | 'storage_unavailable'
  | 'provider_busy'
  | 'provider_failed'
  | 'provider_rejected'
  | 'provider_unavailable'

export interface Job {
  id: string
  createdAt: string
  /** `waiting`: not sent yet, or in the provider's queue. `unknown`: the create's answer was lost; it may still come. */
  status: 'waiting' | 'running' | 'unknown' | 'succeeded' | 'failed'
  mode: 'text' | 'image'
  model: string
  modelName: string
  prompt: string
  negativePrompt: string
  length: number
  aspectRatio: string
  generateAudio: boolean
  /** Requested with sound, and the model makes some. */
  hasSound: boolean
  seed: number
  credits: number
  settlement: Settlement
  failureCode: FailureCode | null
  failureReason: string | null
  /** From the start to the end, or to now, by the server's clock. */
  elapsedSeconds: number
  durationSeconds: number | null
  /** Signed for an hour. Null without a video, or when it could not be signed. */
  videoUrl: string | null
  downloadUrl: string | null
  imageUrl: string | null
  canCancel: boolean
}

export interface JobPage {
  jobs: Job[]
  /** Null on the last page. */
  nextCursor: string | null
}

export interface Cancellation {
  outcome: 'stopped' | 'too_late' | 'already_finished'
  job: Job
}

export interface Capabilities {
  maxOpenJobs: number
  models: ModelCapabilities[]
}

export interface ModelCapabilities {
  id: string
  name: string
  maker: string
  description: string
  logo: string
  /** Of the create call, below /generation. */
  path: string
  credits: number
  isOn: boolean
  durations: DurationOption[]
  aspectRatios: string[]
  makesFrom: { text: boolean; image: boolean }
  /** An image alone is refused. */
  imageNeedsPrompt: boolean
  hasSound: boolean
  /** When a job can be stopped. `queue`: only while it waits in the provider's queue. */
  cancel: 'queue' | 'always' | 'no'
  hasQueuePosition: boolean
  maxPromptLength: number
  /** Characters, by mode; null when the model takes no negative prompt. */
  maxNegativePromptLength: { text: number | null; image: number | null }
  takesSeed: boolean
}

export interface DurationOption {
  seconds: number
  deliveredSeconds: number
  estimateSeconds: { from: number; to: number }
}

/** Sent as `job` beside the provider's own format: GET /generation/{id}/status. */
export interface JobProgress {
  settlement: Settlement
  failureCode: FailureCode | null
  elapsedSeconds: number
  canCancel: boolean
  /** Jobs that go before it in the provider's queue; null where that is not known. */
  ahead: number | null
  /** How much of it is done, 0 to 1, where the provider tells. */
  progress?: number
  /** The video is ready and could not be fetched yet; after so many seconds the credits come back. Absent: no try failed. */
  deliveryEndsInSeconds?: number
  /** The next answer waits up to so many seconds for news, where `Prefer: wait=<seconds>` asks for it. Absent: it does not. */
  wait?: number
}

export interface StatementLine {
  id: string
  at: string
  kind: 'grant' | 'hold' | 'capture' | 'release'
  /** What it added to the balance. */
  amount: number
  balanceAfter: number
  /** What was granted, held, charged or given back. */
  credits: number
  jobId: string | null
  /** Of a job. */
  modelName: string | null
  /** Of the job, at most 200 characters; null where it has none that could be shown, as when it was deleted. */
  prompt: string | null
  /** Null for the movements of a job. `source`: the id of a plan, or another word; empty for the administrator's. */
  grant: { source: string; isFromAdministrator: boolean; note: string } | null
}

/** Newest first. openingBalance + amounts = closingBalance. */
export interface StatementPage {
  openingBalance: number
  closingBalance: number
  entries: StatementLine[]
  nextCursor: string | null
}

export interface LoginRecord {
  id: string
  email: string
  name: string
  /** URL, or empty. */
  picture: string
  timestamp: string
  ipAddress: string
  userAgent: string
}

export interface Admin {
  id: string
  username: string
  displayName: string
  role: string
}

export interface LoginRecordPage {
  admin: Admin
  logs: LoginRecord[]
  total: number
  /** The last page when a later one was requested. */
  page: number
}

/** What a provider charged for one job, beside the price that the user paid. */
export interface JobCost {
  jobId: string
  createdAt: string
  model: string
  modelName: string
  provider: string
  credits: number
  settlement: Settlement
  /** `unit`: what this provider counts in, `usd` or its own credits or units. */
  cost: { amount: number; unit: string }
}

export interface CreditUser {
  id: string
  email: string
  name: string
  credits: number
}
