// Each provider's responses in its own format, one file per provider.

import type { SentRequest } from '../../../local/video-service/scripted/service.ts'
import type { RefusedContent } from '../../../supabase/functions/_shared/contract/errors.ts'
import type { InputKind } from '../../../supabase/functions/_shared/contract/inputs.ts'
import { readCatalogue } from '../../../supabase/functions/api/catalogue/catalogue.ts'
import MODELS from '../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import type { Endpoint } from '../../../supabase/functions/api/catalogue/provider-model.ts'
import type {
  Cost,
  CreateRequest,
  StoredImage,
  VideoProvider,
} from '../../../supabase/functions/api/services/providers/provider.ts'
import type { ProviderOptions } from '../../../supabase/functions/api/services/providers/provider-http.ts'

/** The job ID of ORDER. */
export const JOB = '7f0b6c1e-9a57-4c43-8a0e-3a4f0e6f2a11'
export const REASON = 'The prompt is too vague'
/** A safety check's message, with text that users must not read. */
export const FLAGGED = 'The input image may contain real person. Request id: 0217e5f8a9c34'

/** A text job. The wire adds its model. */
export const ORDER: Omit<CreateRequest, 'model'> = {
  jobId: JOB,
  kind: 'text',
  prompt: 'Rain on a window',
  negativePrompt: '',
  durationSeconds: 5,
  aspectRatio: '16:9',
  seed: 7,
  generateAudio: true,
  image: null,
  lastImage: null,
  references: [],
  audio: null,
  source: null,
  resolution: null,
}

const draw = (name: string): StoredImage => ({
  url: `https://storage.test/${name}.png`,
  mime: 'image/png',
  bytes: new TextEncoder().encode(name),
})
export const [FIRST, LAST, HERO, CUP] = [draw('first'), draw('last'), draw('hero'), draw('cup')]
export const SOURCE = 'https://storage.test/source.mp4'

/** A request with every field set, but without images or videos. Model entries in the tests name 9:16 'tall'. */
export const FULL_ORDER: Omit<CreateRequest, 'model' | 'kind'> = {
  ...ORDER,
  negativePrompt: 'blur',
  aspectRatio: '9:16',
  generateAudio: false,
  resolution: '1080p',
}

export type WireResponse = (sent: SentRequest) => Response

/** A field or an input kind that a model entry can list. */
export type WirePart = Endpoint['accepts'][number] | Exclude<InputKind, 'text'>
type Fields = Record<string, unknown>

/** A provider's create requests. The endpoint of each input kind has the kind's name as its `path`. */
interface Requests {
  /** Reads the path in the format of `endpoint`, and all other fields, from a sent request. */
  read(sent: SentRequest): { endpoint: string; fields: Fields } | Promise<{ endpoint: string; fields: Fields }>
  endpoint(kind: InputKind): string
  /** The fields of FULL_ORDER for a model entry that lists nothing. */
  bare: Fields
  /** The fields that each listed part adds. A part that the adapter can't send is absent. */
  adds: Partial<Record<WirePart, Fields>>
  /** The default names of input fields that a model entry can rename. */
  names: Endpoint['names']
}

/** A provider's responses. A property is null if the provider never sends that response. */
export interface Wire {
  name: string
  model: string
  /** The ID of a task, as the create response returns it. */
  taskId: string
  /** The limit in MB for reading a response. */
  maxResponseMb: number
  /** Opens the provider. `models` default to the catalog's. */
  open(options: Omit<ProviderOptions, 'models'> & Partial<Pick<ProviderOptions, 'models'>>): VideoProvider
  requests: Requests
  created: WireResponse
  /** Accepted, but without a task ID. */
  createdWithoutId: WireResponse | null
  /** Builds an error response with this status in the provider's format. */
  error: ((status: number) => Response) | null
  /** Refusals of a safety check, of a create request and of a task. */
  refusals: Record<'create' | 'status', { answer: WireResponse; refused: RefusedContent }[]>
  /** A refusal of one of several inputs, and the reason for the user. Null if only the operator can cause it. */
  refusedInput: { answer: WireResponse; reason: string } | null
  waiting: WireResponse
  running: WireResponse
  /** The progress that `running` reports, 0 to 1. */
  progress?: number
  unknownWord: WireResponse | null
  /**
   * How the provider gets an image. `always`: by its address. `public`: by its address if public, otherwise as a data URI.
   * `bare`: like `public`, but as plain base64. Null: as a file.
   */
  fetchesImages: 'always' | 'public' | 'bare' | null
  done: WireResponse
  /** Returns the address of a finished video's file. `base` is the provider's address. */
  fileUrl(base: string): string
  /** The cost that `done` reports. */
  cost: Cost | null
  doneWithoutFile: WireResponse | null
  failed: WireResponse
  /** Other final statuses of a task without a video, in different letter cases. */
  ended: WireResponse[]
  /** Whether a failed task has an HTTP error status. The response's body names the task. */
  failsByStatus?: true
  /** The response for a task that the provider doesn't know. */
  unknownTask: { answer: WireResponse; kind: 'forgotten' | 'no_news' }
  /** Responses to a cancel request. Null if the provider can't cancel tasks. */
  cancel: { answer: WireResponse; outcome: 'stopped' | 'too_late' }[] | null
}

/** Returns a provider's models in the catalog. */
export const { at } = readCatalogue(MODELS)

/** The address of a finished video. */
export const FILE = 'https://files.test/one.mp4'
