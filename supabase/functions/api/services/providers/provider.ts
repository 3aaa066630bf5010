// What the gateway needs of any video provider. One adapter per provider speaks its wire format.

export interface CreateRequest {
  jobId: string
  model: string
  prompt: string
  negativePrompt: string
  lengthSeconds: number
  aspectRatio: string
  seed: number
  generateAudio: boolean
  /** Where the provider fetches the picture of an image job. */
  pictureUrl: string | null
}

export type CreateOutcome =
  | { kind: 'created'; taskId: string }
  /** The provider answered in its own error shape: it made no task. `reason` is in its own words, for the user; `cause` for the log. */
  | {
      kind: 'not_created'
      code: 'vendor_rejected' | 'vendor_busy' | 'vendor_unavailable' | 'no_task_id'
      reason: string
      cause: string
      /** A 429 that names the seconds after which the same call may be made again. */
      retryAfterSeconds?: number
    }
  /** No answer, or one that is not the provider's: a task may exist. Never create again. */
  | { kind: 'unknown'; cause: unknown }

export type StatusOutcome =
  /** `unknownWord` is what the provider calls it where nobody knows that word: it runs, and the log says so. */
  | { kind: 'running'; phase: 'waiting' | 'processing'; unknownWord?: string }
  /** `url` is null when the provider says success and names no file. */
  | { kind: 'succeeded'; url: string | null }
  | { kind: 'failed'; message: string }
  /** The provider did not answer usefully: nothing is known that was not known before. */
  | { kind: 'no_news'; cause: unknown }

export type CancelOutcome =
  /** The provider's word that it did not start, or does not charge. */
  | { kind: 'stopped' }
  /** The provider's word that it runs or is done. */
  | { kind: 'too_late' }
  /** No answer, or one that leaves it open. The same call may be made again. */
  | { kind: 'no_news'; cause: unknown }

/** What a model takes and makes at a provider. */
export interface ProviderModel {
  /** Seconds, ascending. */
  durations: readonly [number, ...number[]]
  /** Characters; null where the model lists no negative prompt. */
  maxNegativePrompt: { text: number; image: number } | null
  hasSound: boolean
  takesSeed: boolean
}

/** A job gets the shortest that is not shorter than asked, else the longest. */
export function deliveredSeconds({ durations }: ProviderModel, asked: number): number {
  return durations.find((seconds) => seconds >= asked) ?? durations.at(-1) ?? asked
}

export interface VideoProvider {
  readonly name: string
  /** By model id: those that it offers. */
  readonly models: Readonly<Record<string, ProviderModel>>
  /** Never throws, and is not repeated unless its answer allows it: a second create can be billed twice. */
  create(request: CreateRequest): Promise<CreateOutcome>
  /** Never throws. */
  status(taskId: string): Promise<StatusOutcome>
  /** Stops a task; absent where the provider has no call for it. Never throws, and needs no `this`. */
  cancel?(taskId: string): Promise<CancelOutcome>
}
