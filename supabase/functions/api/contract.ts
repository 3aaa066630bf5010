// What the API answers, typed once for the API and the browser. Types only, importing nothing: the browser reads them as
// '@contract'. Times are ISO, UTC; amounts are credits.

/** A model of the specification. An answer may name another one, of a later version. */
export type ModelId = 'kling-1.6' | 'veo-2' | 'veo-3'

/** Where the credits of a job are. */
export type Settlement = 'held' | 'captured' | 'released'

/** Every answer but those of the gateway and of the sign-in of an administrator, whose shapes are specified. */
export interface Answer<T> {
  success: true
  /** A sentence for logs and tools; no code reads a meaning out of it. */
  message: string
  data: T
}

/** An answer of 4xx or 5xx. */
export interface Refusal {
  success: false
  code: ErrorCode
  /** What happened, and what can be done. What it cost is `data.settlement`. */
  message: string
  /** Under which the log has the cause. */
  requestId: string
  data?: RefusalData
}

/** `settlement`: the credits of this job are back, or none were held. Left out, that is not known, or they are still held. */
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
  | 'cancel_undecided'
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
  | 'vendor_busy'
  | 'vendor_rejected'
  | 'vendor_unavailable'

/** Why a job has no video. */
export type FailureCode =
  | 'broken_file'
  | 'cancelled'
  | 'deadline'
  | 'file_too_large'
  | 'file_too_large_for_storage'
  | 'missing_file'
  | 'never_sent'
  | 'no_task_id'
  | 'no_url'
  | 'storage_unavailable'
  | 'vendor_busy'
  | 'vendor_failed'
  | 'vendor_rejected'
  | 'vendor_unavailable'

/** One video that was asked for: GET /api/jobs/{id}. */
export interface Job {
  id: string
  createdAt: string
  /** `waiting`: on its way to the provider or in its queue. `unknown`: the answer to its create was lost; it may still come. */
  status: 'waiting' | 'running' | 'unknown' | 'succeeded' | 'failed'
  mode: 'text' | 'image'
  model: string
  prompt: string
  negativePrompt: string
  /** Seconds that were asked for. */
  length: 5 | 8
  generateAudio: boolean
  /** 0 to 999. */
  seed: number
  credits: number
  settlement: Settlement
  failureCode: FailureCode | null
  /** In the provider's own words, where it gave any. */
  failureReason: string | null
  /** From the start to the end, or to now, by the server's clock. */
  elapsedSeconds: number
  /** What the video really has. */
  durationSeconds: number | null
  /** Signed for an hour; null without a video, and when it cannot be signed just now. */
  videoUrl: string | null
  /** The same, saved under our own name. */
  downloadUrl: string | null
  /** Of the image that it was made from. */
  pictureUrl: string | null
  /** POST /api/jobs/{id}/cancel may stop it now; else it would answer that it is too late. */
  canCancel: boolean
}

/** GET /api/jobs: newest first. */
export interface JobPage {
  jobs: Job[]
  /** Where the next page begins; null when everything is here. */
  nextCursor: string | null
}

/** POST /api/jobs/{id}/cancel */
export interface Cancellation {
  outcome: 'stopped' | 'too_late' | 'already_finished'
  job: Job
}

/** GET /api/capabilities: what can be asked for at the provider in use. */
export interface Capabilities {
  /** Jobs one user may have open at a time. */
  maxOpenJobs: number
  /** Those that the provider offers. */
  models: ModelCapabilities[]
}

export interface ModelCapabilities {
  id: ModelId
  durations: DurationOption[]
  hasSound: boolean
  aspectRatios: string[]
  /** Where a job can be stopped: while the provider has it in its queue, or nowhere. */
  cancel: 'queue' | 'no'
  /** The provider tells the place in its queue. */
  hasQueuePosition: boolean
  /** Characters. */
  maxPromptLength: number
  /** Characters, by what a job starts from; null where the model reads none. */
  maxNegativePromptLength: { text: number; image: number } | null
  /** The same seed makes the same take again. */
  takesSeed: boolean
}

export interface DurationOption {
  /** What is asked for. */
  seconds: 5 | 8
  /** What the provider makes of it. */
  deliveredSeconds: number
  /** How long a job usually takes. */
  estimateSeconds: { from: number; to: number }
}

/** What GET /generation/{id}/status says beside the provider's own format, as `job`. */
export interface JobProgress {
  settlement: Settlement
  failureCode: FailureCode | null
  elapsedSeconds: number
  /** As of a Job. */
  canCancel: boolean
}

/** One movement of credits. */
export interface StatementLine {
  id: string
  at: string
  kind: 'grant' | 'hold' | 'capture' | 'release'
  /** What it changed in what can be spent. */
  amount: number
  balanceAfter: number
  jobId: string | null
  description: string
}

/** GET /api/credits/statement: newest first; opening balance + the amounts = closing balance. */
export interface StatementPage {
  openingBalance: number
  closingBalance: number
  entries: StatementLine[]
  nextCursor: string | null
}

/** One sign-in, as administrators read it. */
export interface LoginRecord {
  id: string
  email: string
  name: string
  /** Address of the user's image; empty where there is none. */
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

/** GET /api/auth/login-logs: newest first. */
export interface LoginRecordPage {
  admin: Admin
  logs: LoginRecord[]
  /** Of all pages. */
  total: number
  /** The page it is: the last one, where a later one was asked for. */
  page: number
}

/** A user as found, and given credits, by an administrator. */
export interface CreditUser {
  id: string
  email: string
  name: string
  /** What can be spent now. */
  credits: number
}
