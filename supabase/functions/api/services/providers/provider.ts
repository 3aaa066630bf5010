import type { RefusedContent } from '../../../_shared/contract/errors.ts'
import type { InputKind, ReferenceRole } from '../../../_shared/contract/inputs.ts'
import type { PlainInput } from '../../../_shared/contract/jobs.ts'
import type { ProviderModel } from '../../catalogue/catalogue.ts'
import type { UploadedImage } from '../image/uploaded-image.ts'
import type { Webhook } from './webhook.ts'

/** An image with its address in our Storage, where a provider may fetch it for two hours. */
export type StoredImage = UploadedImage & { url: string }

export interface CreateRequest extends Omit<PlainInput, 'length'> {
  jobId: string
  model: string
  kind: InputKind
  durationSeconds: number
  /** Null where the kind has none. */
  image: StoredImage | null
  lastImage: StoredImage | null
  references: readonly (StoredImage & { role: ReferenceRole })[]
  /** The address of a video to extend or to edit. */
  source: string | null
  /** The catalogue's name for it. Null where the model has only one. */
  resolution: string | null
}

/** Far above every provider's. A longer one could be neither stored nor asked for. */
export const MAX_TASK_ID_CHARACTERS = 500

/** The part of us that a provider refuses, whoever asks: our key or account, or our request's address, model, or form. */
export type Refusal = 'account' | 'request'

export type CreateOutcome =
  | { kind: 'created'; taskId: string }
  /** Refused in the provider's error shape. `reason`: its words, or a RefusedContent, for the user; `cause`: for the log. */
  | {
      kind: 'not_created'
      code: 'content_refused' | 'provider_rejected' | 'provider_busy' | 'provider_unavailable' | 'no_task_id'
      reason: string
      cause: string
      retryAfterSeconds?: number
      /** The operator's to mend: every create request like this one would be refused. */
      refusesUs?: Refusal
      /** The connection was refused, or the host has no address: another provider may be asked instead. */
      isUnreachable?: true
    }
  /** No answer, or not the provider's: a task may exist. Never create again. */
  | { kind: 'unknown'; cause: unknown; refusesUs?: Refusal }

/** The provider's charge for a task, in its own unit. */
export interface Cost {
  amount: number
  unit: 'usd' | 'credits' | 'units' | 'balance'
}

export type StatusOutcome =
  /** `ahead`: jobs before it in the queue. `progress`: how much is done, 0 to 1. */
  | { kind: 'running'; phase: 'waiting' | 'processing'; unknownWord?: string; ahead?: number; progress?: number }
  | { kind: 'succeeded'; url: string | null; cost?: Cost }
  /** `message`: its words, for the user; `cause`: for the log. `refused`: what its safety check refused, if it did. */
  | { kind: 'failed'; message: string; refused?: RefusedContent; cause?: string; cost?: Cost }
  /** The provider has no such task: it restarted, or never got it. */
  | { kind: 'forgotten' }
  /** `retryAfterSeconds`: it is asked too often, and nobody asks it before. `refusesUs`: the operator must mend it. */
  | { kind: 'no_news'; cause: unknown; retryAfterSeconds?: number; refusesUs?: Refusal }

export type CancelOutcome =
  /** It did not start, or will not be charged. */
  { kind: 'stopped' } | { kind: 'too_late' } | { kind: 'no_news'; cause: unknown }

/** A fault of a provider, and what cannot be generated because of it. */
export interface ProviderFault {
  /** A sentence for the operator. */
  what: string
  lacks: { model: string; kind: InputKind }[]
  /** It did not say what it has. */
  isAway?: true
}

/** Returns the shortest duration that is not shorter than asked, else the longest. */
export function getDeliveredSeconds({ durations }: ProviderModel, asked: number): number {
  const ascending = durations.toSorted((a, b) => a - b)
  return ascending.find((seconds) => seconds >= asked) ?? ascending.at(-1) ?? asked
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
  /** `queue` is the default: a job that runs cannot be stopped. */
  readonly cancels?: 'queue' | 'always'
  /** Returns the task id that follows from our job's id. A lost create request is looked up by it and never repeated. */
  taskIdOf?(job: { id: string; mode: 'text' | 'image' }): string
  /** The time in seconds that it must say that it has no such task before we believe it. Default: 10 s. */
  readonly missingSeconds?: number
  fileHeaders?(address: URL): Record<string, string>
  readonly hasQueuePosition?: boolean
  /** Returns the task that ended, or null for a message that the provider did not sign. May throw. */
  readWebhook?(webhook: Webhook): Promise<string | null>
  /** Never throws. */
  check?(): Promise<ProviderFault[]>
}

/** A provider as this deployment uses it. */
export interface ConfiguredProvider extends VideoProvider {
  /** The name for people. */
  readonly label: string
  /** The usual seconds of a job, where the operator knows them better than the catalogue. */
  readonly estimateSeconds?: number
  /** The origins of its files, as readFileOrigin returns them. Its videos are fetched from nowhere else. */
  readonly fileOrigins: readonly string[]
}

/** A provider that has a model, and what it makes of it. */
export interface AvailableModel {
  provider: ConfiguredProvider
  made: ProviderModel
}

/** The providers of this deployment. A job belongs to the one that accepted it. */
export interface Providers {
  readonly all: readonly ConfiguredProvider[]
  find(name: string): ConfiguredProvider | undefined
}
