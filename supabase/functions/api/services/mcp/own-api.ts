// Lets tools call our own routes within the process, with the caller's credential. Rate limits, spending limits,
// idempotency, and the log are then the same code as for other requests.
import type { z } from 'zod'
import type { Refusal } from '../../../_shared/contract/errors.ts'
import type { RESPONSES } from '../../../_shared/contract/routes.ts'

type Route = keyof typeof RESPONSES

interface Call {
  /** The values of the path parameters, in order. */
  params?: string[]
  query?: Record<string, string | undefined>
  headers?: Record<string, string>
  body?: unknown
}

/** Calls a route. Throws RefusedCall for an error response. */
export type CallApi = <R extends Route>(route: R, call?: Call) => Promise<z.output<(typeof RESPONSES)[R]>>

/** A route's error response, with the request ID for the log. */
export class RefusedCall extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/**
 * Creates the function that calls the API for one caller's tools. `signal` aborts pending calls when the caller
 * disconnects.
 */
export function createOwnApi(
  request: (path: string, init: RequestInit) => Response | Promise<Response>,
  authorization: string,
  signal: AbortSignal,
): CallApi {
  return async <R extends Route>(route: R, { params = [], query = {}, headers, body }: Call = {}) => {
    const [method = '', pattern = ''] = route.split(' ')
    const rest = [...params]
    const path = pattern.replace(/:\w+/g, () => encodeURIComponent(rest.shift() ?? ''))
    const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    const sent = body === undefined ? null : new TextEncoder().encode(JSON.stringify(body))
    const response = await request(given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path, {
      method,
      headers: {
        authorization,
        ...(sent ? { 'content-type': 'application/json', 'content-length': String(sent.byteLength) } : {}),
        ...headers,
      },
      body: sent,
      signal,
    })
    // Our own responses need no parsing, because tests check each of them against the contract.
    const answer: unknown = await response.json()
    if (!response.ok) throw new RefusedCall(answer as Refusal)
    return answer as z.output<(typeof RESPONSES)[R]>
  }
}
