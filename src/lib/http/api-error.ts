// All ways a call can fail. Features make the sentences for users from `code`.

import type { ErrorCode, RefusalData } from '@contract/errors'

interface ApiErrorFields {
  status: number
  code: string
  message: string
  data?: RefusalData | undefined
  requestId?: string | undefined
  cause?: unknown
}

/** A refusal of the server. `message` is its sentence for users. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The data that the server sent with its sentence. Empty if none. */
  readonly data: RefusalData
  readonly requestId: string | undefined

  constructor(fields: ApiErrorFields) {
    super(fields.message, { cause: fields.cause })
    this.name = 'ApiError'
    this.status = fields.status
    this.code = fields.code
    this.data = fields.data ?? {}
    this.requestId = fields.requestId
  }
}

export function isRefusedAs(error: unknown, ...codes: ErrorCode[]): boolean {
  return error instanceof ApiError && codes.some((code) => code === error.code)
}

/** No answer after all retries. Whether the server acted is unknown. */
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

/** An answer that breaks the contract, such as a proxy's page. */
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
