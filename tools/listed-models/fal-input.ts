import { z } from 'zod'
import type { ListedEndpoint, PublishedInput } from './listed-endpoint.ts'

/** A model of fal. `input`: the OpenAPI schema of its input, or null if the document has none. */
export interface FalModel {
  path: string
  name: string
  category: string
  prices: string
  input: unknown
}

/** The names that models have for each image. The first one is what the adapter sends without an entry's `names`. */
const IMAGES = ['image_url', 'start_image_url', 'first_frame_url', 'first_frame_image_url']
const LAST_IMAGES = ['end_image_url', 'tail_image_url', 'last_frame_url', 'last_frame_image_url']
const FIELDS = ['prompt', 'duration', 'aspect_ratio', 'negative_prompt', 'seed', 'generate_audio', 'resolution']
const SUFFIX = /\/(text|image)-to-video(?=\/|$)/

const value = z.union([z.string(), z.number()])
const plain = z.looseObject({
  type: z.string().optional(),
  enum: z.array(value).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  description: z.string().optional(),
})
type Property = z.output<typeof plain>
/** An optional property is `anyOf` its schema and null. */
const property = z.preprocess(flatten, plain)
const schema = z.looseObject({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).default([]),
})

function flatten(described: unknown): unknown {
  const { anyOf, allOf } = (described ?? {}) as { anyOf?: unknown; allOf?: unknown }
  const parts = [anyOf, allOf].flat().filter((part) => typeof part === 'object' && part !== null && !isNull(part))
  return Object.assign({}, ...parts.slice(0, 1), described)
}
const isNull = (part: object) => 'type' in part && part.type === 'null'

/** Returns the endpoint. Its `obstacle` says what the document lacks, or has in another format. */
export function buildEndpoint({ path, name, category, prices, input }: FalModel): ListedEndpoint {
  const mode = /image-to-video/.test(category || path) ? 'image' : 'text'
  const read = schema.safeParse(input)
  const { properties: raw = {}, required = [] } = read.data ?? {}
  const used = [...FIELDS, ...IMAGES, ...LAST_IMAGES]
  const parsed = Object.entries(raw).map(([field, described]) => [field, property.safeParse(described)] as const)
  const strange = parsed.filter(([field, { success }]) => !success && used.includes(field)).map(([field]) => field)
  const properties = Object.fromEntries(parsed.flatMap(([field, { data }]) => (data ? [[field, data] as const] : [])))
  const has = (field: string) => (read.success ? field in properties : null)
  const imageField = mode === 'image' ? (IMAGES.find((field) => field in properties) ?? '') : ''
  const lastImageField = mode === 'image' ? (LAST_IMAGES.find((field) => field in properties) ?? '') : ''
  const sent = [...FIELDS, imageField]
  const foreign = required.filter((field) => !sent.includes(field))
  return {
    model: path.replace(SUFFIX, ''),
    name: name || path,
    mode,
    path,
    ...readDurations(properties.duration),
    aspectRatios: readTexts(properties.aspect_ratio),
    resolutions: readTexts(properties.resolution),
    seed: has('seed'),
    sound: has('generate_audio'),
    negativePrompt: has('negative_prompt'),
    imageField,
    lastImageField,
    lastImage: lastImageField !== '',
    needsPrompt: mode === 'image' && required.includes('prompt'),
    maxPrompt: readLimit(properties.prompt),
    maxNegativePrompt: readLimit(properties.negative_prompt),
    prices,
    obstacle: findObstacle(),
    isAssumed: false,
    published: read.success ? listPublished(properties, required) : null,
  }

  function findObstacle(): string {
    if (category && !SUFFIX.test(`/${category}`)) return `its category is ${category}`
    if (input !== null && !read.success) return 'its input has another format than we know'
    if (strange.length > 0) return `${strange.join(', ')} has another format than we know`
    if (foreign.length > 0) return `it requires ${foreign.join(', ')}`
    return read.success && mode === 'image' && !imageField ? 'it has no field for an image' : ''
  }
}

function readTexts(described: Property | undefined): string[] | null {
  return described?.enum?.map(String) ?? null
}

/** Returns the durations, from a list or from a range of whole numbers. */
function readDurations(described: Property | undefined): Pick<ListedEndpoint, 'durations' | 'durationUnit'> {
  const { enum: listed, type, minimum, maximum } = described ?? {}
  const isNumber = type === 'integer' || type === 'number' || listed?.some((one) => typeof one === 'number')
  if (!listed) {
    const isRange = isNumber && minimum !== undefined && maximum !== undefined && maximum - minimum <= 60
    const durations = isRange ? Array.from({ length: maximum - minimum + 1 }, (_, more) => minimum + more) : null
    return { durations, durationUnit: isNumber ? 'number' : '' }
  }
  const values = listed.map(String).filter((text) => /^\d+s?$/.test(text))
  if (values.length === 0) return { durations: null, durationUnit: '' }
  const unit = values.some((text) => text.endsWith('s')) ? 's' : ''
  return { durations: values.map((text) => Number.parseInt(text, 10)), durationUnit: isNumber ? 'number' : unit }
}

/** Returns the limit in characters. Some documents have it only in the description. */
function readLimit(described: Property | undefined): number | null {
  const said = /(\d[\d,]*) characters/.exec(described?.description ?? '')?.[1]?.replaceAll(',', '')
  return described?.maxLength ?? (said ? Number(said) : null)
}

function listPublished(properties: Record<string, Property>, required: string[]): PublishedInput {
  return {
    required: [...required].sort(),
    fields: Object.fromEntries(
      Object.entries(properties).map(([name, { enum: values, type = 'object' }]) => [
        name,
        values ?? [type === 'integer' ? 'number' : type],
      ]),
    ),
  }
}
