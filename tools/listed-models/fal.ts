// Reads fal's model list: GET /models of its Platform API (fal.ai/docs/platform-apis/v1/models). The input schema of an
// endpoint is OpenAPI 3.0.
import { z } from 'zod'
import type { ListedEndpoint, Mode } from './listed-endpoint.ts'

export const FAL_LIST_URL = 'https://api.fal.ai/v1'
const CATEGORIES: Record<Mode, string> = { text: 'text-to-video', image: 'image-to-video' }

/** The fields that our fal adapter sends. */
const SENT = ['prompt', 'image_url', 'duration', 'aspect_ratio', 'negative_prompt', 'seed', 'generate_audio']

const property = z.looseObject({
  enum: z
    .array(z.union([z.string(), z.number()]))
    .optional()
    .catch(undefined),
})
const input = z.looseObject({
  properties: z.record(z.string(), property),
  required: z.array(z.string()).catch([]),
})
const openapi = z.looseObject({
  paths: z.record(z.string(), z.unknown()),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
})
const post = z.looseObject({
  post: z.looseObject({
    requestBody: z.looseObject({
      content: z.looseObject({ 'application/json': z.looseObject({ schema: z.looseObject({ $ref: z.string() }) }) }),
    }),
  }),
})
const model = z.looseObject({
  endpoint_id: z.string().min(1),
  metadata: z
    .looseObject({ display_name: z.string().catch('') })
    .nullish()
    .catch(null),
  openapi: z.unknown().optional(),
})
const page = z.looseObject({
  models: z.array(model),
  next_cursor: z.string().nullish().catch(null),
  has_more: z.boolean().catch(false),
})

export function buildFalPath(mode: Mode, cursor: string): string {
  const query = { category: CATEGORIES[mode], status: 'active', expand: 'openapi-3.0', ...(cursor && { cursor }) }
  return `models?${new URLSearchParams(query)}`
}

/** Reads one page of the list. Returns null for a response in another format. `next` is '' on the last page. */
export function readFalPage(json: unknown, mode: Mode): { endpoints: ListedEndpoint[]; next: string } | null {
  const { data } = page.safeParse(json)
  if (!data) return null
  return {
    endpoints: data.models.map((one) => readModel(one, mode)),
    next: data.has_more ? (data.next_cursor ?? '') : '',
  }
}

function readModel(
  { endpoint_id: path, metadata, openapi: described }: z.output<typeof model>,
  mode: Mode,
): ListedEndpoint {
  const schema = readInput(described)
  const { properties = {}, required = [] } = schema ?? {}
  const getValues = (name: string) => properties[name]?.enum?.map(String) ?? null
  const canTake = (name: string) => (schema ? name in properties : null)
  const durations = getValues('duration')?.filter((value) => /^\d+s?$/.test(value))
  const foreign = required.filter((name) => !SENT.includes(name))
  const lacks = mode === 'image' && canTake('image_url') === false ? 'it has no image_url' : ''
  return {
    group: path
      .replace(/^fal-ai\//, '')
      .replace(/\/(text|image)-to-video(?=\/|$)/, '')
      .replaceAll('/', '-'),
    name: metadata?.display_name || path,
    maker: path.split('/')[0] === 'fal-ai' ? (path.split('/')[1] ?? path) : (path.split('/')[0] ?? path),
    mode,
    path,
    durations: durations?.length ? durations.map((value) => Number.parseInt(value, 10)) : null,
    durationUnit: durations?.some((value) => value.endsWith('s')) ? 's' : '',
    aspectRatios: getValues('aspect_ratio'),
    resolutions: getValues('resolution'),
    seed: canTake('seed'),
    sound: canTake('generate_audio'),
    negativePrompt: canTake('negative_prompt'),
    needsPrompt: mode === 'image' && required.includes('prompt'),
    prices: '',
    obstacle: foreign.length > 0 ? `it requires ${foreign.join(', ')}` : lacks,
    isAssumed: false,
  }
}

function readInput(described: unknown): z.output<typeof input> | null {
  const { data } = openapi.safeParse(described)
  const name = Object.values(data?.paths ?? {})
    .flatMap((one) => post.safeParse(one).data?.post.requestBody.content['application/json'].schema.$ref ?? [])[0]
    ?.split('/')
    .at(-1)
  return input.safeParse(name && data?.components.schemas[name]).data ?? null
}
