// Reads fal's documents of its models. GET /models of the Platform API finds models by ID, with the OpenAPI document of
// each, or lists a category (fal.ai/docs/platform-apis/v1/models). llms.txt of a model's page has the same fields, and
// the price.
import { z } from 'zod'
import { buildEndpoint, type FalModel } from './fal-input.ts'
import type { ListedEndpoint, Mode } from './listed-endpoint.ts'

export const FAL_LIST_URL = 'https://api.fal.ai/v1'
const CATEGORIES: Record<Mode, string> = { text: 'text-to-video', image: 'image-to-video' }

const model = z.looseObject({
  endpoint_id: z.string().min(1),
  metadata: z
    .looseObject({ display_name: z.string().catch(''), category: z.string().catch('') })
    .nullish()
    .catch(null),
  openapi: z.unknown().optional(),
})
const page = z.looseObject({
  models: z.array(model),
  next_cursor: z.string().nullish().catch(null),
  has_more: z.boolean().catch(false),
})
const openapi = z.looseObject({
  info: z.looseObject({ title: z.string().catch('') }).optional(),
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

export function buildFalSearch(mode: Mode, cursor: string): string {
  const query = { category: CATEGORIES[mode], status: 'active', ...(cursor && { cursor }) }
  return `models?${new URLSearchParams(query)}`
}

export function buildFalFind(path: string): string {
  return `models?${new URLSearchParams({ endpoint_id: path, expand: 'openapi-3.0' })}`
}

/** Reads one page of the list. Returns null for a response in another format. `next` is '' on the last page. */
export function readFalPage(json: unknown): { endpoints: ListedEndpoint[]; next: string } | null {
  const { data } = page.safeParse(json)
  if (!data) return null
  return {
    endpoints: data.models.map(({ endpoint_id: path, metadata, openapi: document }) =>
      buildEndpoint({
        path,
        name: metadata?.display_name ?? '',
        category: metadata?.category ?? '',
        prices: '',
        input: readInput(document),
      }),
    ),
    next: data.has_more ? (data.next_cursor ?? '') : '',
  }
}

/** Reads the text of a file: a model's llms.txt or its OpenAPI document. Returns null for another format. */
export function readFalFile(text: string): ListedEndpoint[] | null {
  const json = parseJson(text)
  if (json === undefined) {
    const described = readText(text)
    return described && [buildEndpoint(described)]
  }
  const path = findPost(json)?.path
  return path ? [buildEndpoint({ path, name: '', category: '', prices: '', input: readInput(json) })] : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the create request of an OpenAPI document: the endpoint's path, and the name of its input schema. */
function findPost(document: unknown): { path: string; schema: unknown } | null {
  const { data } = openapi.safeParse(document)
  for (const [path, methods] of Object.entries(data?.paths ?? {})) {
    const ref = post.safeParse(methods).data?.post.requestBody.content['application/json'].schema.$ref
    const name = ref?.split('/').at(-1)
    if (name) return { path: path.replace(/^\//, ''), schema: data?.components.schemas[name] }
  }
  return null
}

function readInput(document: unknown): unknown {
  return findPost(document)?.schema ?? null
}

const PARAMETER = /^- \*\*`(\w+)`\*\* \(`([^`]+)`, _(required|optional)_\):\n/m

/** Reads llms.txt. Returns null for another text, or if the list of input fields isn't complete. */
function readText(text: string): FalModel | null {
  const [head = '', rest = ''] = text.split(/^### Input Schema$/m)
  const [body, output] = rest.split(/^### Output Schema$/m)
  const path = /^- \*\*Model ID\*\*: `([^`]+)`$/m.exec(head)?.[1]
  if (!path || !body || output === undefined) return null
  const [, ...parts] = body.split(PARAMETER)
  const properties: Record<string, unknown> = {}
  const required: string[] = []
  for (let place = 0; place + 3 < parts.length; place += 4) {
    const [name = '', type = '', need, lines = ''] = parts.slice(place, place + 4)
    properties[name] = readParameter(type, lines)
    if (need === 'required') required.push(name)
  }
  return {
    path,
    name: /^# (.+)$/m.exec(head)?.[1] ?? '',
    category: /^- \*\*Category\*\*: (.+)$/m.exec(head)?.[1] ?? '',
    prices: (/^## Pricing\n+([^\n#]+)/m.exec(head)?.[1] ?? '').replaceAll('**', '').trim().replace(/\.$/, ''),
    input: { properties, required },
  }
}

/** Returns a parameter of llms.txt as a property of an OpenAPI schema. */
function readParameter(type: string, lines: string): Record<string, unknown> {
  const listValues = (label: string) => {
    const line = new RegExp(`^  - ${label}: (.+)$`, 'm').exec(lines)?.[1]
    return line && [...line.matchAll(/`([^`]+)`/g)].map(([, value = '']) => parseJson(value))
  }
  const options = listValues('Options')
  const [minimum, maximum] = listValues('Range') ?? []
  return {
    type: options ? typeof options[0] : type.replace(/^list<.*/, 'array'),
    description: lines.trim(),
    ...(options && { enum: options }),
    ...(minimum !== undefined && { minimum, maximum }),
  }
}
