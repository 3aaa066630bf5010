/** Matches names of secrets. `token_type` isn't a secret. */
const SECRET_NAME = /token(?!_type)|secret|verifier|password|api.?key|authorization/i
const TOKEN_SHAPE = /[\w-]{8,}\.[\w-]{8,}\.[\w-]*/

/** Masks possible credentials: by name at every depth of JSON, and by the three-part format of tokens. */
export function maskEntry(name: string, stored: string): string {
  try {
    return JSON.stringify(mask(name, JSON.parse(stored)), null, 2)
  } catch {
    return String(mask(name, stored))
  }
}

function mask(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mask(name, item))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mask(key, inner)]))
  }
  if (typeof value === 'string' && (SECRET_NAME.test(name) || TOKEN_SHAPE.test(value))) {
    return `•••••• (${value.length})`
  }
  return value
}
