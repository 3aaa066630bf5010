type Schema = Record<string, unknown>

/**
 * Formats a JSON schema like a TypeScript type, such as `string | null` or `@Job[]`. A named schema has the prefix `@`.
 */
export function writeType(schema: Schema, indent = ''): string {
  const { $ref, const: value, enum: values, anyOf, type, properties, items, additionalProperties } = schema
  if (typeof $ref === 'string') return `@${$ref.split('/').at(-1)}`
  if (value !== undefined) return JSON.stringify(value)
  if (Array.isArray(values)) return values.map((one) => JSON.stringify(one)).join(' | ')
  if (Array.isArray(anyOf)) return anyOf.map((one: Schema) => writeType(one, indent)).join(' | ')
  if (Array.isArray(type)) return type.map((one) => writeType({ ...schema, type: one }, indent)).join(' | ')
  if (type === 'array') return wrapList(writeType((items ?? {}) as Schema, indent))
  if (type !== 'object') return `${typeof type === 'string' ? type : 'any'}${writeBounds(schema)}`
  if (!properties) return `{ [name]: ${writeType((additionalProperties ?? {}) as Schema, indent)} }`
  const required = new Set((schema.required ?? []) as string[])
  const fields = Object.entries(properties as Record<string, Schema>).map(
    ([name, field]) => `${indent}  ${name}${required.has(name) ? '' : '?'}: ${writeType(field, `${indent}  `)}\n`,
  )
  return `{\n${fields.join('')}${indent}}`
}

const wrapList = (element: string) =>
  element.includes(' | ') && !element.startsWith('{') ? `(${element})[]` : `${element}[]`

/** Formats the limits of a number or a text, such as ` (1 to 60)`. */
function writeBounds({ type, minimum, maximum, maxLength, default: fallback }: Schema): string {
  const isInteger = type === 'integer'
  const to = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined
  const from = typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined
  const range =
    isInteger && from !== undefined && to !== undefined
      ? [`${from} to ${to}`]
      : to === undefined
        ? []
        : [`at most ${to}`]
  const length = maxLength === undefined ? [] : [`at most ${maxLength} characters`]
  const given = fallback === undefined || fallback === '' ? [] : [`default ${JSON.stringify(fallback)}`]
  const bounds = [...range, ...length, ...given]
  return bounds.length > 0 ? ` (${bounds.join(', ')})` : ''
}
