export type Mode = 'text' | 'image'

/** The input fields of an endpoint, as in tests/support/providers/published-fields.json. */
export interface PublishedInput {
  required: string[]
  /** The accepted values of a field, or 'string', 'number', 'boolean', 'array', or 'object' for any value of that type. */
  fields: Record<string, (string | number)[]>
}

/** An endpoint that a provider lists for generating video. A field is null if the list doesn't state its value. */
export interface ListedEndpoint {
  /** The provider's name for the model, which its endpoints share. */
  model: string
  name: string
  mode: Mode
  /** The provider's name for the endpoint, as in the catalogue's `path`. */
  path: string
  /** The supported durations in seconds. */
  durations: number[] | null
  durationUnit: '' | 's' | 'number'
  aspectRatios: string[] | null
  resolutions: string[] | null
  seed: boolean | null
  sound: boolean | null
  negativePrompt: boolean | null
  /** The fields for the first and the last image. '' if the endpoint takes none, or if all models share one name. */
  imageField: string
  lastImageField: string
  /** Whether an image can be combined with a last image. */
  lastImage: boolean
  needsPrompt: boolean
  /** The limits in characters. */
  maxPrompt: number | null
  maxNegativePrompt: number | null
  /** The provider's prices in its own words, or ''. */
  prices: string
  /** The reason why our adapter can't call the endpoint, or ''. */
  obstacle: string
  /** Whether the list doesn't state that the endpoint has this mode. */
  isAssumed: boolean
  /** All input fields, if the provider publishes them for each model. */
  published: PublishedInput | null
}
