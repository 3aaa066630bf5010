// Reads ComfyUI graphs from 'Export (API)', with placeholders for the values of a job.
import { z } from 'zod'
import { type InputKind, MAX_REFERENCES } from '../../../_shared/contract/inputs.ts'

const node = z.looseObject({ class_type: z.string().min(1), inputs: z.record(z.string(), z.unknown()) })
const graph = z.record(z.string(), node)
export type Graph = z.output<typeof graph>

const PLACEHOLDERS = [
  'prompt',
  'negative',
  'seed',
  'width',
  'height',
  'frames',
  'fps',
  'duration',
  'image',
  'last_image',
  ...Array.from({ length: MAX_REFERENCES }, (_, place) => `reference_${place + 1}`),
]
export type Values = Readonly<Record<string, string | number>>

/** The image placeholders that a workflow for a kind of input must have. Other image placeholders are refused. */
const IMAGES: Record<InputKind, readonly string[]> = {
  text: [],
  image: ['image'],
  frames: ['image', 'last_image'],
  references: ['reference_1'],
  extend: [],
  edit: [],
  upscale: [],
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g

/** Throws an error that tells the operator what is wrong with the file. */
export function readWorkflow(file: string, content: unknown, kind: InputKind): Graph {
  const createFault = (what: string) => new Error(`Can't use workflow ${file}: ${what}`)
  if (content === undefined) throw createFault('the file is not in the folder of workflows')
  const read = graph.safeParse(content)
  if (!read.success) {
    const hasNodes = typeof content === 'object' && content !== null && 'nodes' in content
    throw createFault(
      hasNodes
        ? 'it is saved in editor format. In ComfyUI, choose Export (API) and save that file'
        : 'it is not in the API format of ComfyUI (nodes with class_type and inputs)',
    )
  }
  if (Object.keys(read.data).length === 0) throw createFault('it has no nodes')
  const used = findPlaceholders(read.data)
  const unknown = [...used].find((name) => !PLACEHOLDERS.some((known) => known === name))
  if (unknown)
    throw createFault(`it has the unknown placeholder {{${unknown}}}. Known placeholders: ${PLACEHOLDERS.join(', ')}`)
  if (!used.has('prompt')) throw createFault('it has no placeholder {{prompt}}')
  const missing = IMAGES[kind].find((name) => !used.has(name))
  if (missing) throw createFault(`it has no placeholder {{${missing}}}`)
  const isReference = (name: string) => name.startsWith('reference_')
  const foreign = [...used].find(
    (name) =>
      ((name === 'image' || name === 'last_image') && !IMAGES[kind].includes(name)) ||
      (isReference(name) && kind !== 'references'),
  )
  if (foreign) throw createFault(`it needs {{${foreign}}}, but jobs from ${kind} have none`)
  return read.data
}

/** Replaces the placeholders. A text with only a placeholder becomes the value, as a number or text. */
export function fillWorkflow(workflow: Graph, values: Values): Graph {
  return mapTexts(workflow, (text) => {
    const whole = /^\{\{\s*(\w+)\s*\}\}$/.exec(text)?.[1]
    if (whole) return values[whole]
    return text.replaceAll(PLACEHOLDER, (_, name: string) => String(values[name]))
  }) as Graph
}

function findPlaceholders(workflow: Graph): Set<string> {
  const found = new Set<string>()
  mapTexts(workflow, (text) => {
    for (const [, name = ''] of text.matchAll(PLACEHOLDER)) found.add(name)
    return text
  })
  return found
}

function mapTexts(value: unknown, replace: (text: string) => unknown): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, replace))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, replace)]))
}

const nodeInfo = z.looseObject({
  input: z.looseObject({
    required: z.record(z.string(), z.unknown()).optional(),
    optional: z.record(z.string(), z.unknown()).optional(),
  }),
})

/** `files`: a message for each missing model file. */
export interface MissingParts {
  nodes: string[]
  files: string[]
}

/** Returns the nodes and model files that the server doesn't have. */
export function findMissingParts(workflow: Graph, objectInfo: Record<string, unknown>): MissingParts {
  const used = Object.values(workflow)
  const nodes = used.map(({ class_type }) => class_type).filter((name) => !(name in objectInfo))
  const files = used.flatMap(({ class_type, inputs }) => {
    const known = nodeInfo.safeParse(objectInfo[class_type])
    if (!known.success) return []
    const specs = { ...known.data.input.optional, ...known.data.input.required }
    return Object.entries(inputs).flatMap(([name, value]) => {
      const choices = readChoices(specs[name])
      if (!choices || typeof value !== 'string' || value.includes('{{') || choices.includes(value)) return []
      const has = choices.length > 0 ? choices.slice(0, 5).join(', ') : 'none'
      return [`ComfyUI is missing "${value}" (${class_type}, ${name}). Available: ${has}.`]
    })
  })
  return { nodes: [...new Set(nodes)], files: [...new Set(files)] }
}

/**
 * Returns the choices of a combo input: `[[...values], options]` in older versions, `["COMBO", {options: [...]}]` in
 * newer ones.
 */
function readChoices(spec: unknown): string[] | null {
  if (!Array.isArray(spec)) return null
  const [type, options] = spec as [unknown, { options?: unknown } | undefined]
  const values = Array.isArray(type) ? type : type === 'COMBO' ? options?.options : null
  return Array.isArray(values) ? values.map(String) : null
}
