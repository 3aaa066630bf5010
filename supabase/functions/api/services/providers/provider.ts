export interface CreateRequest {
  jobId: string
  model: string
  prompt: string
  negativePrompt: string
  lengthSeconds: number
  aspectRatio: string
  seed: number
  generateAudio: boolean
  pictureUrl: string | null
}

export type CreateOutcome =
  | { kind: 'created'; taskId: string }
  /** Refused in the provider's error shape. `reason`: its words, for the user; `cause`: for the log. */
  | {
      kind: 'not_created'
      code: 'vendor_rejected' | 'vendor_busy' | 'vendor_unavailable' | 'no_task_id'
      reason: string
      cause: string
      retryAfterSeconds?: number
    }
  /** No answer, or not the provider's: a task may exist. Never create again. */
  | { kind: 'unknown'; cause: unknown }

export type StatusOutcome =
  | { kind: 'running'; phase: 'waiting' | 'processing'; unknownWord?: string }
  | { kind: 'succeeded'; url: string | null }
  | { kind: 'failed'; message: string }
  | { kind: 'no_news'; cause: unknown }

export type CancelOutcome =
  /** It did not start, or will not be charged. */
  | { kind: 'stopped' }
  /** It runs, or has ended. */
  | { kind: 'too_late' }
  | { kind: 'no_news'; cause: unknown }

export interface ProviderModel {
  /** Seconds, ascending. */
  durations: readonly [number, ...number[]]
  maxNegativePrompt: { text: number; image: number } | null
  hasSound: boolean
  takesSeed: boolean
}

/** Returns the shortest duration that is not shorter than asked, else the longest. */
export function deliveredSeconds({ durations }: ProviderModel, asked: number): number {
  return durations.find((seconds) => seconds >= asked) ?? durations.at(-1) ?? asked
}

export interface VideoProvider {
  readonly name: string
  readonly models: Readonly<Record<string, ProviderModel>>
  /** Never throws. Repeat it only when the outcome allows it: a second create can be billed twice. */
  create(request: CreateRequest): Promise<CreateOutcome>
  /** Never throws. */
  status(taskId: string): Promise<StatusOutcome>
  /** Absent when the provider cannot stop tasks. Never throws, needs no `this`. */
  cancel?(taskId: string): Promise<CancelOutcome>
}
