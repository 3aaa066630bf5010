export type Mode = 'text' | 'image'

/** A way to generate video that a provider lists. A field is null where the list says nothing of it. */
export interface ListedEndpoint {
  /** The same for the endpoints of one model. */
  group: string
  name: string
  maker: string
  mode: Mode
  /** The provider's name for it, as in `path` of the catalogue. */
  path: string
  /** Seconds. */
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
  /** The reason why our adapter can't ask for it, or ''. */
  obstacle: string
  /** True where the list doesn't say whether it has this mode. */
  isAssumed: boolean
}
