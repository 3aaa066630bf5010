export type Mode = 'text' | 'image'

/** An endpoint that a provider lists for generating video. A field is null if the list doesn't state its value. */
export interface ListedEndpoint {
  /** The group name, which the endpoints of one model share. */
  group: string
  name: string
  maker: string
  mode: Mode
  /** The provider's name for the endpoint, as in the catalogue's `path`. */
  path: string
  /** The supported durations in seconds. */
  durations: number[] | null
  durationUnit: '' | 's'
  aspectRatios: string[] | null
  resolutions: string[] | null
  seed: boolean | null
  sound: boolean | null
  negativePrompt: boolean | null
  needsPrompt: boolean
  /** The provider's prices in its own words, or ''. */
  prices: string
  /** The reason why our adapter can't call the endpoint, or ''. */
  obstacle: string
  /** Whether the list doesn't state that the endpoint has this mode. */
  isAssumed: boolean
}
