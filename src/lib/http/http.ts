/** Shows no message and navigates nowhere: callers get the body, or an error of api-error.ts. */
export interface HttpOptions {
  baseUrl: string
  withCredentials: boolean
  /** Called before each request; null sends no `Authorization`. */
  getToken?: () => string | null | Promise<string | null>
  /** Called after a 401, as a token may die early; when it returns true, the request is repeated once. */
  renewSession?: () => Promise<boolean>
  headers?: Record<string, string>
  /** Retries of requests without an answer. */
  retries: number
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: unknown
  headers?: Record<string, string> | undefined
  query?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  /** Asks what is the same for everybody: needs no token, and not the transport's code either. */
  isPublic?: boolean
  /** Retries of this request: 0 where it must not be repeated. */
  retries?: number | undefined
}

export interface Http {
  /** Resolves with the JSON of a 2xx answer. Throws ApiError, NetworkError (no answer or canceled), UnexpectedResponseError. */
  request(request: HttpRequest): Promise<unknown>
}
