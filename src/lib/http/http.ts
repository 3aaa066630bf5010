/** Options of an HTTP client. It shows no message and navigates nowhere: callers get the body, or an error of api-error.ts. */
export interface HttpOptions {
  baseUrl: string
  withCredentials: boolean
  /** Returns the token. Called before each request. Null sends no `Authorization`. */
  getToken?: () => string | null | Promise<string | null>
  /** Renews the session. Called after a 401, because a token may end early. If it returns true, the request is repeated once. */
  renewSession?: () => Promise<boolean>
  headers?: Record<string, string>
  /** The number of retries of requests without an answer. */
  retries: number
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: unknown
  headers?: Record<string, string> | undefined
  query?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  /** True for a request whose answer is the same for everybody. It needs neither a token nor the transport's code. */
  isPublic?: boolean
  /** The number of retries of this request. 0 if it must not be repeated. */
  retries?: number | undefined
}

export interface Http {
  /**
   * Sends a request. Resolves with the JSON of a 2xx answer. Throws ApiError, NetworkError (no answer or canceled),
   * UnexpectedResponseError.
   */
  request(request: HttpRequest): Promise<unknown>
}
