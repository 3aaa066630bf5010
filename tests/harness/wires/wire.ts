// Each provider's answers, in its own shapes: a file per provider.

import type { SentRequest } from '../../../local/video-service/scripted/service.ts'
import type { RefusedContent } from '../../../supabase/functions/_shared/contract/errors.ts'
import type { InputKind } from '../../../supabase/functions/_shared/contract/inputs.ts'
import { type Endpoint, readCatalogue } from '../../../supabase/functions/api/catalogue/catalogue.ts'
import MODELS from '../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import type {
  Cost,
  CreateRequest,
  StoredImage,
  VideoProvider,
} from '../../../supabase/functions/api/services/providers/provider.ts'
import type { ProviderOptions } from '../../../supabase/functions/api/services/providers/provider-http.ts'

/** The job of ORDER. */
export const JOB = '7f0b6c1e-9a57-4c43-8a0e-3a4f0e6f2a11'
export const REASON = 'The prompt is too vague'
/** The words of a safety check, with what no user should read. */
export const FLAGGED = 'The input image may contain real person. Request id: 0217e5f8a9c34'

/** A job without an image; the model is the wire's. */
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

/** Every field of a request set, and no image or video. Entries of the tests call 9:16 'tall'. */
export const FULL_ORDER: Omit<CreateRequest, 'model' | 'kind'> = {
  ...ORDER,
  negativePrompt: 'blur',
  aspectRatio: '9:16',
  generateAudio: false,
  resolution: '1080p',
}

export type WireResponse = (sent: SentRequest) => Response

/** A field or a kind of input that an entry of the catalogue may list. */
export type WirePart = Endpoint['takes'][number] | Exclude<InputKind, 'text'>
type Fields = Record<string, unknown>

/** The create requests of a provider. The endpoint of each kind of input has the kind's name as its `path`. */
interface Requests {
  /** Finds where the path stands, as `endpoint` writes it, and all fields beside it. */
  read(sent: SentRequest): { endpoint: string; fields: Fields } | Promise<{ endpoint: string; fields: Fields }>
  endpoint(kind: InputKind): string
  /** The fields of FULL_ORDER at an entry that lists nothing. */
  bare: Fields
  /** The fields that each listed part adds. A part that the adapter can't send is absent. */
  adds: Partial<Record<WirePart, Fields>>
  /** The usual fields of the inputs that an entry may give another name. */
  names: Endpoint['names']
}

/** Null where the provider has no such answer. */
export interface Wire {
  name: string
  model: string
  /** A task of it, as create returns it. */
  taskId: string
  /** More MB than this are read of no answer. */
  maxResponseMb: number
  /** `models`: by default those of the catalogue. */
  open(options: Omit<ProviderOptions, 'models'> & Partial<Pick<ProviderOptions, 'models'>>): VideoProvider
  requests: Requests
  created: WireResponse
  /** Accepted, without an id. */
  createdWithoutId: WireResponse | null
  /** An error of this status in the provider's shape. */
  error: ((status: number) => Response) | null
  /** Refusals of a safety check: of a create request, and of a task. */
  refusals: Record<'create' | 'status', { answer: WireResponse; refused: RefusedContent }[]>
  /** A refusal of one input of several, and the reason that the user reads. Null where only the operator can be at fault. */
  refusedInput: { answer: WireResponse; reason: string } | null
  waiting: WireResponse
  running: WireResponse
  /** The progress that `running` reports, 0 to 1. */
  progress?: number
  unknownWord: WireResponse | null
  /** `public`: where it can, and else it gets the image itself, as a data URI or (`bare`) its base64 alone. Null where it gets a file. */
  fetchesImages: 'always' | 'public' | 'bare' | null
  done: WireResponse
  /** The address that a video which is done is fetched from; `base` is the provider's. */
  fileUrl(base: string): string
  /** The cost that `done` reports. */
  cost: Cost | null
  doneWithoutFile: WireResponse | null
  failed: WireResponse
  /** Other last words of a task without a video, in other letter cases. */
  ended: WireResponse[]
  /** A failed task is described under the status of an error, in a body that names the task. */
  failsByStatus?: true
  /** The provider does not know the task. */
  unknownTask: { answer: WireResponse; kind: 'forgotten' | 'no_news' }
  /** Null when the provider cannot stop tasks. */
  cancel: { answer: WireResponse; outcome: 'stopped' | 'too_late' }[] | null
}

/** Returns a provider's models in the catalogue. */
export const { at } = readCatalogue(MODELS)

/** The address of a finished video. */
export const FILE = 'https://files.test/one.mp4'
