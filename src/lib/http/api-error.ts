// Defines the errors of a call. Features choose the user's message by `code`.

import type { ErrorCode, RefusalData } from '@contract/errors'

interface ApiErrorFields {
  status: number
  code: string
  message: string
  data?: RefusalData | undefined
  requestId?: string | undefined
  isRepeated?: boolean | undefined
  cause?: unknown
}

/** The server refused a request. `message` is the server's text for users. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The data of the error response. Empty if there is none. */
  readonly data: RefusalData
  readonly requestId: string | undefined
  /** Whether an earlier try had no response, so the server may have processed it. */
  readonly isRepeated: boolean

  constructor(fields: ApiErrorFields) {
    super(fields.message, { cause: fields.cause })
    this.name = 'ApiError'
    this.status = fields.status
    this.code = fields.code
    this.data = fields.data ?? {}
    this.requestId = fields.requestId
    this.isRepeated = fields.isRepeated ?? false
  }
}

export function isRefusedAs(error: unknown, ...codes: ErrorCode[]): boolean {
  return error instanceof ApiError && codes.some((code) => code === error.code)
}

/** There was no response after all retries. The server may have processed the request. */
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
  timeout: 'The server took too long to respond',
  canceled: 'The request was canceled',
}

/** The response doesn't match the contract, such as a proxy's page. */
export class UnexpectedResponseError extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown, options?: { cause?: unknown }) {
    super(`The server returned an unexpected response (${status})`, options)
    this.name = 'UnexpectedResponseError'
    this.status = status
    this.body = body
  }
}
