import * as s from '@/lib/shape'
import { UnexpectedResponseError } from './api-error'

/** A schema of the contract in its browser form (vite/contract-shapes.ts). */
interface Schema<T> {
  parse(value: unknown): T
}

/** Reads an answer with status 200. Throws UnexpectedResponseError if it breaks the contract. */
export function readResponse<T>(schema: Schema<T>, body: unknown): T {
  try {
    return schema.parse(body)
  } catch (cause) {
    throw new UnexpectedResponseError(200, body, { cause })
  }
}

const unrefused = { parse: s.atLeast({ success: s.optional(s.oneOf(true)) }) }

/**
 * Accepts an answer that the specification leaves open. Any 2xx counts, and a body that isn't an object becomes an empty one.
 * Throws for `success: false`, and for an HTML page: hosts answer unknown addresses with one.
 */
export async function readAnyRecord(asked: Promise<unknown>): Promise<Record<string, unknown>> {
  const body = await asked.catch((error) => {
    const isText = error instanceof UnexpectedResponseError && error.status < 300
    if (isText && !String(error.body).trimStart().startsWith('<')) return {}
    throw error
  })
  return s.read(s.atLeast({}), body) === null ? {} : readResponse(unrefused, body)
}
