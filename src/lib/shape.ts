// Validates outside data, such as responses, storage, and messages from other tabs. A shape returns the value with only
// its known fields, and throws if the value doesn't match. A validation library would be larger than a page's own code.

export type Shape<T> = (value: unknown) => T
export type Infer<S> = S extends Shape<infer T> ? T : never

type Fields = Readonly<Record<string, Shape<unknown>>>
type Read<F extends Fields> = { [K in keyof F]: Infer<F[K]> }

/** Parses a value. Returns null if it doesn't match the shape. */
export function read<T>(shape: Shape<T>, value: unknown): T | null {
  try {
    return shape(value)
  } catch {
    return null
  }
}

/** Accepts only values for which `test` is true. */
export function when<T>(shape: Shape<T>, test: (value: T) => boolean): Shape<T> {
  return (value) => {
    const known = shape(value)
    return test(known) ? known : refuse()
  }
}

export const anything: Shape<unknown> = (value) => value
export const text: Shape<string> = (value) => (typeof value === 'string' ? value : refuse())
export const filled: Shape<string> = when(text, (value) => value !== '')
/** Accepts a text, trimmed, unless it is then empty. */
export const trimmed: Shape<string> = (value) => filled(text(value).trim())
export const yesOrNo: Shape<boolean> = (value) => (typeof value === 'boolean' ? value : refuse())
export const number: Shape<number> = (value) => (Number.isFinite(value) ? (value as number) : refuse())
export const positive: Shape<number> = when(number, (value) => value > 0)
export const notNegative: Shape<number> = when(number, (value) => value >= 0)
export const integer: Shape<number> = when(number, Number.isSafeInteger)

export function oneOf<const T extends string | boolean>(...values: T[]): Shape<T> {
  return (value) => values.find((one) => one === value) ?? refuse()
}

export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return (value) => (value === null ? null : shape(value))
}

export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value) => (value === undefined ? undefined : shape(value))
}

/** Returns `other` for a value that doesn't match the shape. */
export function orElse<T, const U>(shape: Shape<T>, other: U): Shape<T | U> {
  return (value) => {
    try {
      return shape(value)
    } catch {
      return other
    }
  }
}

export function list<T>(shape: Shape<T>): Shape<T[]> {
  return (value) => (Array.isArray(value) ? value.map(shape) : refuse())
}

export function object<F extends Fields>(fields: F): Shape<Read<F>> {
  return (value) => {
    if (!isRecord(value)) return refuse()
    const read = Object.entries(fields).map(([name, shape]) => [name, shape(value[name])])
    return Object.fromEntries(read) as Read<F>
  }
}

/** Accepts an object with these fields, and keeps its other fields. */
export function atLeast<F extends Fields>(fields: F): Shape<Read<F> & Record<string, unknown>> {
  const named = object(fields)
  return (value) => ({ ...(value as object), ...named(value) })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(): never {
  throw new TypeError('The value has another shape')
}
