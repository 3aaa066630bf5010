// The models that can be offered, and how each provider is asked for one of them: data (models.json), checked at start.
import { z } from 'zod'

/** Fields of a request that an endpoint may list. One that it does not list is never sent: some endpoints refuse extra keys. */
const field = z.enum(['aspectRatio', 'negativePrompt', 'seed', 'sound'])

const endpoint = z
  .strictObject({
    /** What the provider calls it: a path below its address, the id of a model, or the name of a workflow file. */
    path: z.string().min(1),
    takes: z.array(field),
    /** Characters. */
    maxNegativePrompt: z.int().positive().optional(),
  })
  .refine(({ takes, maxNegativePrompt }) => takes.includes('negativePrompt') === (maxNegativePrompt !== undefined), {
    path: ['maxNegativePrompt'],
    message: 'goes with "negativePrompt" in "takes"',
  })
export type Endpoint = z.output<typeof endpoint>

const seconds = z.int().min(1).max(60)

const side = z.int().min(64).max(4096)
const video = z.strictObject({
  fps: z.int().min(1).max(120),
  /** A video has a frame more than a multiple of this: 8 for LTX, 4 for Wan. */
  frameStep: z.int().min(1).max(64),
  /** Pixels, width and height, by aspect ratio. */
  sizes: z.record(z.string(), z.tuple([side, side])),
})

const providerModel = z
  .strictObject({
    /** Seconds that the provider makes. A job gets the shortest that is not shorter than asked, else the longest. */
    durations: z.array(seconds).min(1),
    /** Written behind the seconds by providers whose durations are text. */
    durationUnit: z.enum(['', 's']).default(''),
    /** What a ComfyUI workflow is filled in with. */
    video: video.optional(),
    /** How a job from a prompt is asked for, and one from an image; left out where the model makes none. */
    text: endpoint.optional(),
    image: endpoint.optional(),
  })
  .refine(({ text, image }) => text || image, 'give "text" or "image"')
/** What a model takes and makes at one provider. */
export type ProviderModel = z.output<typeof providerModel>

const model = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,49}$/, 'letters, digits, dots and hyphens, at most 50'),
  name: z.string().min(1).max(60),
  maker: z.string().min(1).max(60),
  description: z.string().min(1).max(120),
  /** Address of a square image on the site. */
  logo: z.string().startsWith('/'),
  /** Of the create call, below /generation. */
  path: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'two words with a slash between them'),
  /** Price of one video. */
  credits: z.int().min(1).max(1_000_000),
  /** False for a model that nobody offers any more: jobs of it stay readable. */
  isOn: z.boolean(),
  /** What can be asked for. */
  durations: z
    .array(
      z.strictObject({
        seconds,
        estimateSeconds: z.strictObject({ from: z.number().positive(), to: z.number().positive() }),
      }),
    )
    .min(1),
  aspectRatios: z.array(z.enum(['16:9', '9:16', '1:1'])).min(1),
  /** Characters. */
  maxPromptLength: z.int().min(1).max(20_000),
  providers: z.record(z.string(), providerModel),
})
export type CatalogueModel = z.output<typeof model>

const models = z
  .array(model)
  .refine((all) => all.some(({ isOn }) => isOn), 'no model is on')
  .refine((all) => areDifferent(all.map(({ id }) => id)), 'two models have the same id')
  .refine((all) => areDifferent(all.map(({ path }) => path)), 'two models have the same path')

export interface Catalogue {
  /** In the order in which they are shown. */
  models: readonly CatalogueModel[]
  byPath(path: string): CatalogueModel | undefined
  /** The name that users know a model by; its id where it has none. */
  nameOf(id: string): string
  /** By model id, what this provider makes; models that are off included. */
  at(provider: string): Readonly<Record<string, ProviderModel>>
}

/** Checks the data. Throws one error that lists every fault with its place. */
export function readCatalogue(data: unknown): Catalogue {
  const read = models.safeParse(data)
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => `${placeOf(data, path)}: ${message}`)
    throw new Error(`The catalogue of models (models.json) cannot be used.\n${faults.join('\n')}`)
  }
  const known = read.data
  return {
    models: known,
    byPath: (path) => known.find((one) => one.path === path),
    nameOf: (id) => known.find((one) => one.id === id)?.name ?? id,
    at: (provider) =>
      Object.fromEntries(
        known.flatMap(({ id, providers }) => (providers[provider] ? [[id, providers[provider]]] : [])),
      ),
  }
}

/** `veo-3.credits` rather than `2.credits`. */
function placeOf(data: unknown, [index, ...rest]: readonly PropertyKey[]): string {
  if (index === undefined) return 'models'
  const id = Array.isArray(data) ? (data[Number(index)] as { id?: unknown } | null)?.id : undefined
  return [typeof id === 'string' ? id : `model ${Number(index) + 1}`, ...rest].join('.')
}

function areDifferent(values: string[]): boolean {
  return new Set(values).size === values.length
}
