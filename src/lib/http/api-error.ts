/**
 * The closed set of ways a call can fail. The transport converts into these once; sentences for people are made from
 * `code` by the feature that shows them.
 */

import type { ErrorCode } from '@contract'

interface ApiErrorFields {
  status: number
  code: string
  message: string
  data?: unknown
  requestId?: string | undefined
  cause?: unknown
}

/** The server answered, and the answer is no. `message` is the server's sentence for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly data: unknown
  readonly requestId: string | undefined

  constructor(fields: ApiErrorFields) {
    super(fields.message, { cause: fields.cause })
    this.name = 'ApiError'
    this.status = fields.status
    this.code = fields.code
    this.data = fields.data
    this.requestId = fields.requestId
  }
}

/** The API refused it for one of these reasons. */
export function isRefusedAs(error: unknown, ...codes: ErrorCode[]): boolean {
  return error instanceof ApiError && codes.some((code) => code === error.code)
}

/** No answer, after the retries. Whether the server acted is not known. */
export class NetworkError extends Error {
  readonly kind: 'network' | 'timeout' | 'canceled'

  constructor(kind: 'network' | 'timeout' | 'canceled', options?: { cause?: unknown }) {
    super(NETWORK_SENTENCES[kind], options)
    this.name = 'NetworkError'
    this.kind = kind
  }
}

const NETWORK_SENTENCES = {
  network: 'The server could not be reached',
  timeout: 'The server did not answer in time',
  canceled: 'The request was canceled',
}

/** An answer that is not what the contract says: a proxy's page, a body of another shape. */
export class UnexpectedResponseError extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown, options?: { cause?: unknown }) {
    super(`The server gave an unexpected answer (${status})`, options)
    this.name = 'UnexpectedResponseError'
    this.status = status
    this.body = body
  }
}
