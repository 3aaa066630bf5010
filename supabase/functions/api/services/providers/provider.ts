import type { RefusedContent } from '../../../_shared/contract/errors.ts'
import type { InputKind, ReferenceRole } from '../../../_shared/contract/inputs.ts'
import type { PlainInput } from '../../../_shared/contract/jobs.ts'
import type { ProviderModel } from '../../catalogue/provider-model.ts'
import type { UploadedImage } from '../image/uploaded-image.ts'
import type { UploadedAudio } from '../inputs/uploaded-audio.ts'
import type { Webhook } from './webhook.ts'

/** An image with its Storage URL, which a provider can fetch for two hours. */
export type StoredImage = UploadedImage & { url: string }

/** A voice with its Storage URL, as for an image. */
export type StoredAudio = UploadedAudio & { url: string }

export interface CreateRequest extends Omit<PlainInput, 'length'> {
  jobId: string
  model: string
  kind: InputKind
  durationSeconds: number
  /** Null if this kind of input has no first image. */
  image: StoredImage | null
  lastImage: StoredImage | null
  references: readonly (StoredImage & { role: ReferenceRole })[]
  /** The voice that the user chose for this job. Null for none. */
  audio: StoredAudio | null
  /** The URL of a video to extend, edit, or upscale. */
  source: string | null
  /** The catalogue's name of the resolution. Null if the model has only one. */
  resolution: string | null
}

/** Far above every provider's length. A longer ID could be neither stored nor requested. */
export const MAX_TASK_ID_CHARACTERS = 500

/** The part that a provider refuses for every user: our key or account, or our request's URL, model, or format. */
export type Refusal = 'account' | 'request'

export type CreateOutcome =
  | { kind: 'created'; taskId: string }
  /**
   * Refused in the provider's error format. `reason`: the message or a RefusedContent, for users. `cause`: for the log.
   */
  | {
      kind: 'not_created'
      code: 'content_refused' | 'provider_rejected' | 'provider_busy' | 'provider_unavailable' | 'no_task_id'
      reason: string
      cause: string
      retryAfterSeconds?: number
      /** The part that the operator must fix. Every similar create request would be refused. */
      refusesUs?: Refusal
      /** The connection was refused, or the host name has no address. Another provider can be tried. */
      isUnreachable?: true
    }
  /** No response, or not the provider's. A task may exist, so never create again. */
  | { kind: 'unknown'; cause: unknown; refusesUs?: Refusal }

/** The provider's charge for a task, in the provider's unit. */
export interface Cost {
  amount: number
  unit: 'usd' | 'credits' | 'units' | 'balance'
}

export type StatusOutcome =
  /** `ahead`: jobs before this one in the queue. `progress`: the completed share, 0 to 1. */
  | { kind: 'running'; phase: 'waiting' | 'processing'; unknownWord?: string; ahead?: number; progress?: number }
  | { kind: 'succeeded'; url: string | null; cost?: Cost }
  /**
   * `message`: the provider's message, for users. `cause`: for the log. `refused`: the content that a safety check
   * refused.
   */
  | { kind: 'failed'; message: string; refused?: RefusedContent; cause?: string; cost?: Cost }
  /** The provider has no such task, because it restarted or never received the task. */
  | { kind: 'forgotten' }
  /** `retryAfterSeconds`: the time without further status checks. `refusesUs`: the part that the operator must fix. */
  | { kind: 'no_news'; cause: unknown; retryAfterSeconds?: number; refusesUs?: Refusal }

export type CancelOutcome =
  /** The task didn't start, or won't be charged. */
  { kind: 'stopped' } | { kind: 'too_late' } | { kind: 'no_news'; cause: unknown }

/** A fault of a provider, and the jobs that it prevents. */
export interface ProviderFault {
  /** A message for the operator. */
  what: string
  lacks: { model: string; kind: InputKind }[]
  /** The provider didn't respond with its models and files. */
  isAway?: true
}

/** Returns the kind's only duration, or the shortest one that is long enough, or else the longest one. */
export function getDeliveredSeconds(made: ProviderModel, asked: number, kind?: InputKind): number {
  const only = kind && made[kind]?.seconds
  if (only !== undefined) return only
  const ascending = made.durations.toSorted((a, b) => a - b)
  return ascending.find((seconds) => seconds >= asked) ?? ascending.at(-1) ?? asked
}

export interface VideoProvider {
  readonly name: string
  readonly models: Readonly<Record<string, ProviderModel>>
  /**
   * Never throws. Repeat the call only if the outcome allows it, because a second create request can be billed again.
   */
  create(request: CreateRequest): Promise<CreateOutcome>
  /** Never throws. */
  status(taskId: string): Promise<StatusOutcome>
  /** Absent if the provider can't cancel tasks. Never throws, and doesn't use `this`. */
  cancel?(taskId: string): Promise<CancelOutcome>
  /** The default is `queue`: a running job can't be canceled. */
  readonly cancels?: 'queue' | 'always'
  /**
   * Returns the task ID that follows from our job ID. A lost create request is found by this ID, and never repeated.
   */
  taskIdOf?(job: { id: string; mode: 'text' | 'image' }): string
  /** The seconds for which the provider must report a task as unknown before the job fails. Default: 10. */
  readonly missingSeconds?: number
  fileHeaders?(address: URL): Record<string, string>
  readonly hasQueuePosition?: boolean
  /** Returns the task that ended. Null if the provider didn't sign the message. May throw. */
  readWebhook?(webhook: Webhook): Promise<string | null>
  /** Never throws. */
  check?(): Promise<ProviderFault[]>
}

/** A provider with this deployment's settings. */
export interface ConfiguredProvider extends VideoProvider {
  /** The display name. */
  readonly label: string
  /** The usual seconds of a job, if the operator set them. Replaces the catalogue's estimate. */
  readonly estimateSeconds?: number
  /** The origins of the provider's files, as `readFileOrigin` returns them. Videos from other origins are refused. */
  readonly fileOrigins: readonly string[]
}

/** A provider that has a model, and its settings for that model. */
export interface AvailableModel {
  provider: ConfiguredProvider
  made: ProviderModel
}

/** The providers of this deployment. A job belongs to the provider that accepted it. */
export interface Providers {
  readonly all: readonly ConfiguredProvider[]
  find(name: string): ConfiguredProvider | undefined
}
