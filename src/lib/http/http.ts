/**
 * The options of an HTTP client. The client shows no messages and never navigates. Callers receive the body, or an
 * error of api-error.ts.
 */
export interface HttpOptions {
  baseUrl: string
  withCredentials: boolean
  /** Returns the token. Called before each request. If null, the request has no `Authorization` header. */
  getToken?: () => string | null | Promise<string | null>
  /**
   * Renews the session after a 401, because a token may be revoked early. If it returns true, the request is repeated
   * once.
   */
  renewSession?: () => Promise<boolean>
  headers?: Record<string, string>
  /** The number of retries of requests without a response. */
  retries: number
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  headers?: Record<string, string> | undefined
  query?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  /**
   * Whether the response is the same for all users. Such a request needs neither a token nor the full client's code.
   */
  isPublic?: boolean
  /** Whether the request was sent before without a response. */
  isRepeated?: boolean | undefined
  /** The number of retries of this request. Use 0 if it must not be repeated. */
  retries?: number | undefined
}

export interface Http {
  /**
   * Sends a request. Resolves with the JSON of a 2xx response. Throws ApiError, NetworkError (canceled or no response),
   * or UnexpectedResponseError.
   */
  request(request: HttpRequest): Promise<unknown>
}
