import * as s from '@/lib/shape'
import { UnexpectedResponseError } from './api-error'

/** A schema of the contract, as compiled for the browser (vite/contract-shapes.ts). */
interface Schema<T> {
  parse(value: unknown): T
}

/** Parses a response with status 200. Throws UnexpectedResponseError if it doesn't match the contract. */
export function readResponse<T>(schema: Schema<T>, body: unknown): T {
  try {
    return schema.parse(body)
  } catch (cause) {
    throw new UnexpectedResponseError(200, body, { cause })
  }
}

const unrefused = { parse: s.atLeast({ success: s.optional(s.oneOf(true)) }) }

/**
 * Accepts a response of any shape. Every 2xx counts, and a body that isn't an object becomes an empty object. Throws
 * for `success: false`. Also throws for an HTML page, which hosts return for unknown addresses.
 */
export async function readAnyRecord(asked: Promise<unknown>): Promise<Record<string, unknown>> {
  const body = await asked.catch((error) => {
    const isText = error instanceof UnexpectedResponseError && error.status < 300
    if (isText && !String(error.body).trimStart().startsWith('<')) return {}
    throw error
  })
  return s.read(s.atLeast({}), body) === null ? {} : readResponse(unrefused, body)
}
